"""Games, positions, plays and records."""

import copy
import pickle
import xml.etree.ElementTree as xml

import pytest
import rimau
from rimau import Error, Game, Play, Position, Record


def test_names_every_game():
    assert {"rimau-24", "bagh-chal", "meurimueng-rimueng-do"} <= set(rimau.games())
    for name in rimau.games():
        game = Game(name)
        assert game.id == name and game.name() and game.name("ms")
        assert len(game.coordinates) == len(game.points) and set(sum(game.lines, [])) == set(game.points)
        assert "Sources" in game.rules()
    assert Game("rimau-24").options["flanks"]["values"] == ["stop", "through"]


def test_plays_the_worked_positions():
    leap = Position("rimau-24 tigers=a3 men=b3,c3,d3 hand=0/0 turn=tigers")
    assert leap.moves() == ["a3-a1", "a3-a5", "a3xe3"]
    after = leap.play("a3xe3")
    assert (after.tigers, after.men, after.turn, after.captured) == (["e3"], [], "men", 21)
    assert after.outcome == ("tigers", "threshold") and after.moves() == []
    trapped = Position("rimau-24 tigers=a1 men=a3,a5,b2,c3 hand=0/0 turn=tigers")
    assert trapped.outcome == rimau.Outcome("men", "immobilised")
    start = Game("rimau-24").start()
    assert len(start.moves()) == 2604 == start.perft(1) and start.stage == "opening"
    assert [Game("bagh-chal").start().perft(depth) for depth in (0, 1, 2, 4)] == [1, 21, 252, 68_204]


def test_refuses_in_the_cores_words():
    with pytest.raises(Error, match="no game \"chess\"") as found:
        Game("chess")
    assert found.value.kind == "unknown"
    with pytest.raises(Error, match="tigers") as found:
        Position("rimau-24 tigers=z9 men=- hand=0/0 turn=men")
    assert (found.value.kind, found.value.field, found.value.column > 0) == ("text", "tigers", True)
    with pytest.raises(Error) as found:
        Game("rimau-24").start().play("a1-a3")
    assert found.value.kind == "illegal"
    with pytest.raises(Error):
        Game("bagh-chal").position("rimau-24 tigers=a1 men=- hand=0/0 turn=men")
    for wrong in (None, 3, [], "\ud800"):
        with pytest.raises(TypeError):
            Game(wrong)


def test_positions_are_values():
    start = Game("pulijudam").start()
    assert start == Position(str(start)) and hash(start) == hash(Position(str(start)))
    assert start != start.play("@a2") and eval(repr(start), {"rimau": rimau}) == start
    assert pickle.loads(pickle.dumps(start)) == start == copy.deepcopy(start)
    assert pickle.loads(pickle.dumps(start.game)) == start.game
    assert start.canonical().canonical() == start.canonical()
    assert start.tigers == ["c4", "d4", "t5"] and start.men_in_hand == 15


def test_draws():
    start = Game("bagh-chal").start()
    for picture in (start.svg(), start._repr_svg_(), start.play("@c3").svg(last="@c3", mono=True, language="es")):
        assert xml.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert start.drawn().count("T") == 4
    with pytest.raises(Error):
        start.svg(last="@c3")


def test_a_play_knows_its_history():
    play = Play(Position("rimau-24 tigers=b2 men=a3,a5,c3,g1 hand=0/0 turn=tigers"))
    for move in ("b2-b3", "g1-g2", "b3-b2", "g2-g1") * 2:
        assert play.outcome is None
        play.play(move)
    assert play.occurrences == 3 and play.outcome == ("draw", "repetition") and play.legal_moves() == []
    assert pickle.loads(pickle.dumps(play)).outcome == play.outcome
    with pytest.raises(Error):
        play.play("b2-b3")
    assert play.undo() and play.outcome is None and len(play) == 7 and len(play.positions) == 8
    other = copy.copy(play)
    other.resign("men")
    assert other.outcome == ("tigers", "resignation") and play.outcome is None
    with pytest.raises(Error, match="over"):
        other.agree_draw()
    with pytest.raises(Error, match="\"tigers\" or \"men\""):
        play.resign("goats")


def test_records_are_read_and_written():
    text = '[Game "bagh-chal"]\n[Result "*"]\n\n1. @a2 {near} 2. a1xa3 ( 2. a1-b1 ) 3. @c2 *\n'
    record = Record(text)
    assert record.moves == ["@a2", "a1xa3", "@c2"] and record.comments(1) == ["near"]
    record.set_tag("Event", 'A "test"')
    record.add_comment(3, "so far")
    again = Record(str(record))
    assert str(again) == str(record) and again.tags == [("Event", 'A "test"')] and "a1-b1" in str(again)
    assert again.play().moves == record.moves and str(pickle.loads(pickle.dumps(record))) == str(record)
    assert [str(one) for one in rimau.read_records(str(record) + "\n" + text)] == [str(record), str(Record(text))]
    with pytest.raises(Error) as found:
        Record(text.replace("@c2", "@a5"))
    assert found.value.line == 4
    with pytest.raises(Error):
        record.set_tag("Result", "men")
    with pytest.raises(Error):
        record.comments(4)


def test_adds_games_of_ones_own():
    with pytest.raises(Error) as found:
        rimau.add_games("[game", "mine.toml")
    assert found.value.file == "mine.toml" and found.value.line == 1
    before = rimau.games()
    rimau.add_games(
        '[game]\nid = "two-tigers"\nextends = "pulijudam"\nname.en = "Two"\n'
        '[game.rules]\ntigers = 2\ntigers-at = ["c4", "d4"]\n'
    )
    assert set(rimau.games()) - set(before) == {"two-tigers"}
    assert Game("two-tigers").start().tigers == ["c4", "d4"]


def test_objects_that_were_never_made_are_refused():
    for kind in (Game, Position, Play, Record, rimau.Searcher, rimau.Tables):
        hollow = kind.__new__(kind)
        for name in dir(hollow):
            if name.startswith("__"):
                continue
            with pytest.raises((TypeError, Error)):
                attribute = getattr(hollow, name)
                attribute()


def test_classes_without_objects_are_refused():
    for call in (Game.__base__, lambda: type("Mine", (Game.__base__,), {})(), lambda: pickle.dumps(rimau.Searcher(1), 0)):
        with pytest.raises(TypeError):
            call()
