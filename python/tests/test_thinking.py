"""Search, tables, solving; the interpreter lock and Ctrl-C."""

import os
import pathlib
import signal
import threading
import time

import numpy as np
import pytest
import rimau
from rimau import Error, Game, Play, Position, Searcher, Tables

TRAP_IN_ONE = "rimau-24 tigers=a1 men=a3,a5,b2,c4 hand=0/0 turn=men"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    report = rimau.solve(Game("rimau-24"), folder, max_men=4)
    assert report.bytes > 0 and pathlib.Path(report.folder).parent == folder
    return Tables(folder)


def test_tables_know(tables):
    assert tables.files and tables.refusals == []
    position = Position(TRAP_IN_ONE)
    assert tables.probe(position) == rimau.Value("men", 1)
    assert tables.moves(position)[0] == ("c4-c3", rimau.Value("men", 0))
    assert [move for move, _ in sorted(tables.moves(position))] == position.moves()
    with pytest.raises(Error) as found:
        tables.probe(Game("bagh-chal").start())
    assert found.value.kind == "unknown"
    winners, distances = rimau.probe_many(tables, [position, Game("rimau-24").start(), position.play("a3-b3")])
    assert list(winners) == [-1, 2, 0] and list(distances) == [1, -1, -1]
    assert winners.dtype == np.int8 and distances.dtype == np.int32


def test_verifies(tables):
    report = rimau.verify(tables, Game("rimau-24"), sample=1000)
    assert report.faults == () and report.fault_count == 0 and report.files == 5 and report.positions > 0


def test_refuses_to_solve_over_what_is_there(tables):
    folder = pathlib.Path(tables.files[0]).parent.parent
    with pytest.raises(Error) as found:
        rimau.solve(Game("rimau-24"), folder, max_men=4)
    assert found.value.kind == "illegal"
    with pytest.raises(Error, match="memory_gib"):
        rimau.solve(Game("rimau-24"), folder, memory_gib=float("nan"))
    with pytest.raises(Error):
        rimau.solve(Game("rimau-24"), folder / "missing", max_men=4)


def test_says_what_is_wrong_with_a_folder(tmp_path):
    (tmp_path / "t0-m00.rtb").write_bytes(b"no table")
    broken = Tables(tmp_path, str(tmp_path / "missing"))
    assert broken.files == [] and len(broken.refusals) == 2


def test_searches(tables):
    report = Searcher().search(Position(TRAP_IN_ONE), depth=3, lines=2)
    assert report.best == "c4-c3" and report.score > 30000 and len(report.lines) == 2
    assert report.lines[0].moves[0] == "c4-c3" and report.lines[0].value is None
    known = Searcher(tables=tables).search(Play(Position(TRAP_IN_ONE)), depth=1)
    assert known.lines[0].value == rimau.Value("men", 1)
    over = Searcher().search(Position("rimau-24 tigers=a1 men=a3,a5,b2,c3 hand=0/0 turn=tigers"), depth=3)
    assert over.best is None and over.lines == ()
    start = Game("pulijudam").start()
    assert Searcher().choose(start, level=2, seed=4) == Searcher().choose(Play(start), 2, 4)
    with pytest.raises(Error, match="no limit"):
        Searcher().search(start)
    with pytest.raises(Error, match="hash_mib"):
        Searcher(hash_mib=2**40)
    with pytest.raises(Error, match="over"):
        Searcher().choose(Position("rimau-24 tigers=a1 men=a3,a5,b2,c3 hand=0/0 turn=tigers"))


def test_tells_its_progress_and_stops_when_that_fails():
    depths = []
    Searcher().search(Game("bagh-chal").start(), movetime_ms=600, progress=lambda report: depths.append(report.depth))
    assert depths and depths == sorted(depths)

    def fail(report):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        Searcher().search(Game("bagh-chal").start(), depth=100, progress=fail)


def test_a_searcher_is_not_used_twice_at_once():
    searcher = Searcher()
    found = []

    def again(report):
        with pytest.raises(Error) as busy:
            searcher.search(Game("bagh-chal").start(), depth=1)
        found.append(busy.value.kind)

    searcher.search(Game("bagh-chal").start(), movetime_ms=600, progress=again)
    assert set(found) == {"busy"}
    searcher.clear()


LONG_CALLS = {
    "search": lambda tmp: Searcher().search(Game("bagh-chal").start(), depth=100),
    "playouts": lambda tmp: rimau.playouts(Game("rimau-24").start(), 100_000_000, max_plies=100_000),
    "perft": lambda tmp: Game("meurimueng-rimueng-do").start().perft(30),
    "random_positions": lambda tmp: rimau.random_positions(Game("rimau-24").start(), 1_000_000, plies=100_000),
    "solve": lambda tmp: rimau.solve(Game("rimau-24"), tmp, max_men=8, memory_gib=2),
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_ctrl_c_ends_a_long_call_and_other_threads_go_on(name, tmp_path):
    turns = 0
    ended = threading.Event()

    def count_and_interrupt():
        nonlocal turns
        begun = time.monotonic()
        while time.monotonic() - begun < 0.3:
            turns += 1
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)
        ended.set()

    thread = threading.Thread(target=count_and_interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        LONG_CALLS[name](tmp_path)
        ended.wait(5)  # a call that came back too soon is not excused by a later signal
        pytest.fail("the call was not long")
    thread.join()
    assert turns > 10
