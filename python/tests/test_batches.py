"""Many positions at once."""

import numpy as np
import pytest
import rimau
from rimau import Error, Game


def test_playouts_are_repeatable_and_sane():
    start = Game("bagh-chal").start()
    winners, plies = rimau.playouts(start, 1000, seed=7)
    assert winners.dtype == np.int8 and plies.dtype == np.int32 and winners.shape == plies.shape == (1000,)
    assert set(np.unique(winners)) <= {-1, 0, 1} and plies.min() > 5
    again = rimau.playouts(start, 1000, seed=7, threads=3)
    assert np.array_equal(winners, again[0]) and np.array_equal(plies, again[1])
    assert not np.array_equal(plies, rimau.playouts(start, 1000, seed=8)[1])
    assert rimau.playouts(start, 0)[0].shape == (0,)
    assert set(rimau.playouts(start, 10, max_plies=3)[1]) == {3}


def test_a_finished_position_is_not_played_on():
    over = rimau.Position("pulijudam tigers=a2,a3,a4 men=b1 hand=0/0 turn=tigers")
    assert over.outcome.winner == "tigers"
    winners, plies = rimau.playouts(over, 5)
    assert list(winners) == [1] * 5 and list(plies) == [0] * 5


@pytest.mark.parametrize("name", rimau.games())
def test_arrays_hold_everything(name):
    game = Game(name)
    positions = [game.start()] + rimau.random_positions(game.start(), 200, plies=40, seed=3)
    boards, states = rimau.to_arrays(positions)
    assert boards.shape == (201, len(game.points)) and boards.dtype == np.int8
    assert states.shape == (201, 6) and states.dtype == np.int32
    assert rimau.from_arrays(game, boards, states) == positions
    points = np.array(game.points)
    assert list(points[boards[5] == 1]) == positions[5].tigers and list(points[boards[5] == -1]) == positions[5].men


def test_arrays_are_checked():
    game = Game("bagh-chal")
    boards, states = rimau.to_arrays([game.start()])
    for broken in (boards[:, 1:], boards + 1, np.zeros((0, 25)), boards[0]):
        with pytest.raises(Error):
            rimau.from_arrays(game, broken, states)
    states[0, 2] = 3
    with pytest.raises(Error, match="captured"):
        rimau.from_arrays(game, boards, states)
    with pytest.raises(Error, match="one board"):
        rimau.to_arrays([game.start(), Game("rimau-24").start()])
    assert rimau.to_arrays([])[1].shape == (0, 6)


def test_actions_number_the_moves():
    for name in rimau.games():
        game = Game(name)
        texts = rimau.actions(game)
        assert len(set(texts)) == len(texts)
        for position in [game.start()] + rimau.random_positions(game.start(), 50, plies=45, seed=5):
            numbers = rimau.legal_actions(position)
            assert sorted(texts[number] for number in numbers) == position.moves()
    assert rimau.action_text(game, 0) == texts[0]
    with pytest.raises(Error, match="action"):
        rimau.action_text(game, len(texts))
