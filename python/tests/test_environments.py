"""The shapes of PettingZoo and OpenSpiel."""

import random

import numpy as np
import pytest
import rimau
from rimau import aec, openspiel


@pytest.mark.parametrize("name", rimau.games())
def test_aec_plays_to_the_end(name):
    env = aec.env(name, max_plies=150)
    env.reset(seed=1)
    rng = np.random.default_rng(5)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    turns = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        returns[agent] += reward
        assert env.observation_space(agent).contains(observation)
        if termination or truncation:
            assert not observation["action_mask"].any() or truncation
            env.step(None)
            continue
        mask = observation["action_mask"]
        assert mask.sum() == len(env.play.legal_moves())
        assert not env.observe("men" if agent == "tigers" else "tigers")["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(mask))))
        turns += 1
    assert env.num_agents == 0 and turns == len(env.play) <= 150
    outcome = env.play.outcome
    expected = 0.0 if outcome is None or outcome.winner == "draw" else 1.0 if outcome.winner == "tigers" else -1.0
    assert returns == {"tigers": expected, "men": -expected}


def test_aec_refuses_and_draws():
    env = aec.env("bagh-chal", render_mode="ansi")
    env.reset()
    assert env.agent_selection == "men" and env.render().count("T") == 4
    with pytest.raises(rimau.Error):
        env.step(0)  # a pass
    with pytest.raises(ValueError):
        env.step(10**9)
    with pytest.raises(ValueError):
        env.step(None)
    with pytest.raises(ValueError):
        env.reset(options={"position": rimau.Game("rimau-24").start()})
    env.reset(options={"position": rimau.Position("bagh-chal tigers=a1,a2,a3,b3 men=e5 hand=0/0 turn=men")})
    assert env.terminations == {"tigers": True, "men": True} and env.last()[1] == -1.0
    with pytest.raises(ValueError):
        env.step(1)


@pytest.mark.parametrize("name", rimau.games())
def test_openspiel_plays_to_the_end(name):
    game = openspiel.Game(name, max_game_length=120)
    state = game.new_initial_state()
    rng = random.Random(3)
    while not state.is_terminal():
        player = state.current_player()
        assert player == (openspiel.TIGERS if state.rimau_position().turn == "tigers" else openspiel.MEN)
        actions = state.legal_actions()
        assert actions == sorted(actions) and state.legal_actions(1 - player) == []
        assert sum(state.legal_actions_mask()) == len(actions) and len(state.legal_actions_mask()) == game.num_distinct_actions()
        assert len(state.observation_tensor()) == game.observation_tensor_size() == 3 * len(game.rimau_game.points)
        action = rng.choice(actions)
        assert state.string_to_action(state.action_to_string(player, action)) == action
        child = state.child(action)
        assert child.history() == state.history() + [action]
        child.undo_action(player, action)
        assert str(child) == str(state)
        state.apply_action(action)
    assert state.current_player() == openspiel.TERMINAL and sum(state.returns()) == 0
    assert state.move_number() == len(state.history()) <= 120 and state.legal_actions() == []
    with pytest.raises(ValueError):
        state.apply_action(0)
    clone = game.new_initial_state()
    for action in state.history():
        clone.apply_action(action)
    assert clone.returns() == state.returns() and str(clone) == str(state)


def test_openspiel_games_compare_and_refuse():
    assert openspiel.Game("bagh-chal") == openspiel.Game("bagh-chal") != openspiel.Game("bagh-chal:win=all")
    state = openspiel.Game("bagh-chal").new_initial_state("bagh-chal tigers=a1,a2,a3,b3 men=e5 hand=0/0 turn=men")
    assert state.is_terminal() and state.returns() == [1.0, -1.0]
    with pytest.raises(ValueError):
        state.string_to_action("a1-e5")
    with pytest.raises(ValueError):
        openspiel.Game("bagh-chal").new_initial_state().undo_action(0, 3)
    with pytest.raises(ValueError):
        openspiel.Game(max_game_length=0)
    with pytest.raises(rimau.Error):
        openspiel.Game("go")
