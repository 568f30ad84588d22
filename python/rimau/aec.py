"""A game as an environment for reinforcement learning, shaped like PettingZoo's AEC.

It needs neither PettingZoo nor Gymnasium; where Gymnasium is installed its spaces are used.
"""

from typing import Any, Dict, Iterator, List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from rimau._core import Game, Play, actions, legal_actions

try:
    from gymnasium import spaces  # type: ignore[import]
except ImportError:
    spaces = None


class Discrete:
    """The numbers 0 to n - 1; stands in for gymnasium.spaces.Discrete."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._random = np.random.default_rng()

    def sample(self, mask: Optional[npt.NDArray[np.int8]] = None) -> int:
        """One of the numbers, or of those that the mask allows."""
        return int(self._random.choice(self.n if mask is None else np.flatnonzero(mask)))

    def contains(self, x: Any) -> bool:
        return bool(isinstance(x, (int, np.integer)) and 0 <= x < self.n)


class Box:
    """Arrays of a shape with numbers from low to high; stands in for gymnasium.spaces.Box."""

    def __init__(self, low: float, high: float, shape: Tuple[int, ...], dtype: Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, dtype

    def contains(self, x: Any) -> bool:
        return bool(x.shape == self.shape) and bool(np.all((x >= self.low) & (x <= self.high)))


class Spaces(Dict[str, Any]):
    """Spaces by name; stands in for gymnasium.spaces.Dict."""

    def contains(self, x: Any) -> bool:
        return self.keys() == x.keys() and all(self[key].contains(x[key]) for key in self)


def _box(high: float, shape: Tuple[int, ...], dtype: Any) -> Any:
    return spaces.Box(0, high, shape, dtype) if spaces else Box(0, high, shape, dtype)


class TigerHunt:
    """A tiger hunt for two agents, "tigers" and "men".

    An observation is a dict: "observation", float32 of shape (5, points): the tigers, the men, whose turn it is (1 for
    the tigers), and the tigers and the men in hand as shares of all, each over all points; and "action_mask", int8 of
    shape (actions,): 1 for the legal moves of the agent that is to act, 0 for the other agent. rimau.actions(game) tells
    the moves by their numbers. The reward at the end is 1 for the winner, -1 for the loser, 0 for both after a draw; a
    game of max_plies turns is truncated.
    """

    possible_agents = ["tigers", "men"]

    def __init__(self, game: str = "rimau-24", max_plies: int = 1000, render_mode: Optional[str] = None) -> None:
        self.game = Game(game)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.metadata = {"name": self.game.id, "render_modes": ["ansi", "svg"], "is_parallelizable": False}
        self.action_texts = actions(self.game)
        self._points = {name: index for index, name in enumerate(self.game.points)}
        board = _box(1, (5, len(self._points)), np.float32)
        mask = _box(1, (len(self.action_texts),), np.int8)
        parts = {"observation": board, "action_mask": mask}
        self._observation_space = spaces.Dict(parts) if spaces else Spaces(parts)
        self._action_space = (spaces.Discrete if spaces else Discrete)(len(self.action_texts))
        self.agents: List[str] = []

    def observation_space(self, agent: str) -> Any:
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        return self._action_space

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "TigerHunt":
        return self

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins again from the start, or from options["position"], a rimau.Position. Nothing depends on the seed."""
        position = (options or {}).get("position", self.game.start())
        if position.game != self.game:
            raise ValueError(f"found a position of {position.game.id}, expected one of {self.game.id}")
        self.play = Play(position)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = position.turn
        self._end()
        self._cumulative_rewards.update(self.rewards)

    def step(self, action: Optional[int]) -> None:
        """Makes the move of that number; for an agent whose game is over action is None, and the agent leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("when an agent is terminated or truncated, the only valid action is None")
            self._leave(agent)
            return
        if action is None or not self._action_space.contains(action):
            raise ValueError(f"found action {action!r}, expected a number from 0 to {len(self.action_texts) - 1}")
        self.play.play(self.action_texts[action])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.play.position.turn
        self._end()
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward

    def _end(self) -> None:
        outcome = self.play.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner != "draw":
                self.rewards = {agent: 1.0 if agent == outcome.winner else -1.0 for agent in self.agents}
            for info in self.infos.values():
                info["outcome"] = outcome
        elif len(self.play) >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)

    def _leave(self, agent: str) -> None:
        tables: List[Dict[str, Any]] = [self.rewards, self._cumulative_rewards, self.terminations, self.truncations]
        for table in tables + [self.infos]:
            del table[agent]
        self.agents.remove(agent)
        if self.agents:
            self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Dict[str, npt.NDArray[Any]]:
        position = self.play.position
        planes = np.zeros((5, len(self._points)), np.float32)
        planes[0, [self._points[name] for name in position.tigers]] = 1
        planes[1, [self._points[name] for name in position.men]] = 1
        planes[2] = position.turn == "tigers"
        planes[3] = position.tigers_in_hand / max(1, self.game.tigers)
        planes[4] = position.men_in_hand / max(1, self.game.men)
        mask = np.zeros(len(self.action_texts), np.int8)
        if self.play.outcome is None and agent == position.turn:
            mask[legal_actions(position)] = 1
        return {"observation": planes, "action_mask": mask}

    def last(self, observe: bool = True) -> Tuple[Any, ...]:
        """(observation, reward, termination, truncation, info) of the agent that is to act."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents that are to act, one after another, until all have left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def render(self) -> Optional[str]:
        """The board as the render mode says: characters ("ansi"), SVG ("svg"), or nothing."""
        if self.render_mode == "svg":
            return self.play.position.svg()
        return self.play.position.drawn() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""


def env(game: str = "rimau-24", **options: Any) -> TigerHunt:
    """A new environment, as PettingZoo's modules make them."""
    return TigerHunt(game, **options)
