"""Games and states shaped like OpenSpiel's pyspiel.Game and pyspiel.State; OpenSpiel is not needed.

Player 0 are the tigers and player 1 the men. Actions are the numbers of rimau.actions(game).
"""

from typing import Any, Dict, List, Optional, Union

import numpy as np

from rimau import _core

TIGERS, MEN = 0, 1
TERMINAL = -4  # as pyspiel.PlayerId.TERMINAL

_players = {"tigers": TIGERS, "men": MEN}


class Game:
    """A game by its GAME text. Who plays on past max_game_length turns has a draw."""

    def __init__(self, text: str = "rimau-24", max_game_length: int = 1000) -> None:
        if max_game_length < 1:
            raise ValueError(f"found max_game_length {max_game_length}, expected at least 1")
        self.rimau_game = _core.Game(text)
        self._max_game_length = max_game_length
        self._texts = _core.actions(self.rimau_game)
        self._numbers = {move: number for number, move in enumerate(self._texts)}
        self._points = {name: index for index, name in enumerate(self.rimau_game.points)}

    def new_initial_state(self, position: Optional[str] = None) -> "State":
        """The start, or a position given as text."""
        start = self.rimau_game.start() if position is None else self.rimau_game.position(position)
        return State(self, _core.Play(start))

    def num_distinct_actions(self) -> int:
        return len(self._texts)

    def num_players(self) -> int:
        return 2

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def max_game_length(self) -> int:
        return self._max_game_length

    def max_chance_outcomes(self) -> int:
        return 0

    def observation_tensor_shape(self) -> List[int]:
        return [3, len(self._points)]

    def observation_tensor_size(self) -> int:
        return 3 * len(self._points)

    def action_to_string(self, player: int, action: int) -> str:
        return _core.action_text(self.rimau_game, action)

    def get_parameters(self) -> Dict[str, Any]:
        return {"game": self.rimau_game.id, "max_game_length": self._max_game_length}

    def __str__(self) -> str:
        return f"{self.rimau_game.id}(max_game_length={self._max_game_length})"

    def __repr__(self) -> str:
        return f"rimau.openspiel.Game({self.rimau_game.id!r}, {self._max_game_length})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.get_parameters() == other.get_parameters()

    def __hash__(self) -> int:
        return hash(str(self))


class State:
    """A game under way. Made by Game.new_initial_state()."""

    def __init__(self, game: Game, play: _core.Play) -> None:
        self._game = game
        self._play = play

    def get_game(self) -> Game:
        return self._game

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def is_terminal(self) -> bool:
        return self._play.outcome is not None or len(self._play) >= self._game.max_game_length()

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def current_player(self) -> int:
        return TERMINAL if self.is_terminal() else _players[self._play.position.turn]

    def legal_actions(self, player: Optional[int] = None) -> List[int]:
        """The numbers of the legal moves, increasing; none for the player that is not to move."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        return [int(number) for number in _core.legal_actions(self._play.position)]

    def legal_actions_mask(self, player: Optional[int] = None) -> List[int]:
        mask = np.zeros(self.num_distinct_actions(), np.int8)
        mask[self.legal_actions(player)] = 1
        return [int(allowed) for allowed in mask]

    def apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise ValueError("the game is over")
        self._play.play(_core.action_text(self._game.rimau_game, action))

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, which must be this one."""
        history = self.history()
        if not history or history[-1] != action:
            raise ValueError(f"action {action} was not the last one")
        self._play.undo()

    def child(self, action: int) -> "State":
        state = self.clone()
        state.apply_action(action)
        return state

    def clone(self) -> "State":
        return State(self._game, self._play.copy())

    def action_to_string(self, player: int, action: Optional[int] = None) -> str:
        """The move of that number; the player may be left out, as in OpenSpiel."""
        return _core.action_text(self._game.rimau_game, player if action is None else action)

    def string_to_action(self, player: Union[int, str], text: Optional[str] = None) -> int:
        """The number of a move; the player may be left out, as in OpenSpiel."""
        move = str(player) if text is None else text
        if move not in self._game._numbers:
            raise ValueError(f"{move!r} is no move of {self._game.rimau_game.id}")
        return self._game._numbers[move]

    def returns(self) -> List[float]:
        outcome = self._play.outcome
        if outcome is None or outcome.winner == "draw":
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == "tigers" else [-1.0, 1.0]

    def rewards(self) -> List[float]:
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def history(self) -> List[int]:
        return [self._game._numbers[move] for move in self._play.moves]

    def history_str(self) -> str:
        return ", ".join(str(action) for action in self.history())

    def move_number(self) -> int:
        return len(self._play)

    def observation_string(self, player: int = TIGERS) -> str:
        return str(self._play.position)

    def information_state_string(self, player: int = TIGERS) -> str:
        return self.history_str()

    def observation_tensor(self, player: int = TIGERS) -> List[float]:
        """(3, points): the tigers, the men, and on every point whether the tigers are to move."""
        position = self._play.position
        planes = np.zeros((3, len(self._game._points)), np.float32)
        planes[0, [self._game._points[name] for name in position.tigers]] = 1
        planes[1, [self._game._points[name] for name in position.men]] = 1
        planes[2] = position.turn == "tigers"
        return [float(value) for value in planes.reshape(-1)]

    def serialize(self) -> str:
        return "\n".join(self._play.moves)

    def rimau_position(self) -> _core.Position:
        return self._play.position

    def __str__(self) -> str:
        return str(self._play.position)
