"""The core of rimau, by its types. Everything raises rimau.Error in the core's own words unless said otherwise."""

import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union, overload

import numpy as np
import numpy.typing as npt

from rimau._types import Outcome, SearchReport, SolveReport, Tag, Value, VerifyReport

_Path = Union[str, "os.PathLike[str]"]

def games() -> List[str]:
    """The ids of all games that can be named, in byte order."""

def add_games(text: str, file: str = "text") -> None:
    """Adds the boards and games of a game file's text (docs/game-files.md); file is what errors call it."""

class Game:
    """A game with its options, by its GAME text: rimau-24, pulijudam:tigers=2. Never changes."""

    def __init__(self, text: str) -> None: ...
    @property
    def id(self) -> str:
        """The canonical GAME text."""
    def name(self, language: str = "en") -> str:
        """Its name in en, ms, id or es."""
    def rules(self, language: str = "en", width: int = 100) -> str:
        """The rules with their sources, on lines of at most width columns."""
    @property
    def points(self) -> List[str]:
        """The names of the points, sorted; arrays have them in this order."""
    @property
    def lines(self) -> List[List[str]]:
        """The straight lines of the board, each from end to end."""
    @property
    def coordinates(self) -> Dict[str, Tuple[float, float]]:
        """Where each point is drawn: x to the right, y upwards."""
    @property
    def options(self) -> Dict[str, Dict[str, Any]]:
        """What can be chosen after the id: by key a dict with default, values, numbers (min, max, or None) and about."""
    @property
    def tigers(self) -> int:
        """Tigers on the board and in hand."""
    @property
    def men(self) -> int:
        """Men on the board and in hand at the start."""
    @property
    def first(self) -> str:
        """Who begins: "tigers" or "men"."""
    @property
    def symmetries(self) -> int:
        """How many symmetries of the board keep the rules, the identity included."""
    @property
    def fingerprint(self) -> int:
        """Equal for games whose positions have equal values."""
    def start(self) -> Position:
        """The start of the game."""
    def position(self, text: str) -> Position:
        """A position of this game with these options; any other is refused."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

class Position:
    """A position of a game, read from its line of text (docs/notation.md). Never changes."""

    def __init__(self, text: str) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def tigers(self) -> List[str]:
        """The points with tigers, sorted."""
    @property
    def men(self) -> List[str]:
        """The points with men, sorted."""
    @property
    def tigers_in_hand(self) -> int: ...
    @property
    def men_in_hand(self) -> int: ...
    @property
    def captured(self) -> int:
        """Men taken by leaps so far."""
    @property
    def turn(self) -> str:
        """Who is to move: "tigers" or "men"."""
    @property
    def stage(self) -> str:
        """"opening" before the tigers' opening turn, else "play"."""
    @property
    def ply(self) -> int:
        """Turns made since the start."""
    @property
    def key(self) -> int:
        """A 64-bit Zobrist key of all but the ply; equal on every platform."""
    @property
    def outcome(self) -> Optional[Outcome]:
        """The end by rule; None while the game goes on. Draws by history are Play's to know."""
    def moves(self) -> List[str]:
        """The legal moves in byte order; none when the game is over."""
    def play(self, move: str) -> Position:
        """The position after a legal move."""
    def canonical(self) -> Position:
        """The least of its images under the game's symmetries."""
    def perft(self, depth: int) -> int:
        """The number of sequences of depth legal moves. Releases the interpreter lock."""
    def svg(
        self,
        last: Optional[str] = None,
        *,
        flipped: bool = False,
        coordinates: bool = True,
        tray: bool = True,
        mono: bool = False,
        language: str = "en",
    ) -> str:
        """A picture as an SVG document; last is the move that led here, to be marked."""
    def drawn(self) -> str:
        """The board in characters."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

class Play:
    """A game under way, with the history that draws by repetition and takebacks need."""

    @overload
    def __init__(self, game: Game) -> None: ...
    @overload
    def __init__(self, position: Position) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def position(self) -> Position:
        """The position on the board."""
    @property
    def moves(self) -> List[str]:
        """The moves made."""
    @property
    def positions(self) -> List[Position]:
        """The start and the position after each move."""
    @property
    def outcome(self) -> Optional[Outcome]:
        """The end by rule, by history, or as declared; None while the game goes on."""
    @property
    def occurrences(self) -> int:
        """How often the position has occurred, itself included."""
    @property
    def quiet_plies(self) -> int:
        """Turns since the last drop, capture or opening turn."""
    def legal_moves(self) -> List[str]:
        """The legal moves in byte order; none when the game is over, by a draw too."""
    def play(self, move: str) -> None:
        """Makes a move; a refused one changes nothing."""
    def undo(self) -> bool:
        """Takes back a declared end or else the last move; False when there is none."""
    def resign(self, side: str) -> None: ...
    def agree_draw(self) -> None: ...
    def record(self) -> Record:
        """The game as played, without tags."""
    def copy(self) -> Play: ...
    def __copy__(self) -> Play: ...
    def __deepcopy__(self, memo: Any) -> Play: ...
    def __len__(self) -> int:
        """The number of moves made."""
    def __reduce__(self) -> Tuple[Any, ...]: ...

class Record:
    """A recorded game. Its str() is the text of docs/notation.md, variations and comments included."""

    def __init__(self, text: str) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def start(self) -> Position: ...
    @property
    def tags(self) -> List[Tag]:
        """All but Game, Position, Result and Termination, which follow from the game."""
    def set_tag(self, name: str, value: str) -> None: ...
    @property
    def moves(self) -> List[str]:
        """The moves of the mainline."""
    @property
    def outcome(self) -> Optional[Outcome]: ...
    def comments(self, ply: int) -> List[str]:
        """The comments after that move of the mainline; 0: before the first."""
    def add_comment(self, ply: int, comment: str) -> None: ...
    def play(self) -> Play:
        """The mainline as a game under way."""
    def __copy__(self) -> Record: ...
    def __deepcopy__(self, memo: Any) -> Record: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

def read_records(text: str) -> List[Record]:
    """The records of a file's text; none of a blank one."""

def playouts(
    position: Position, count: int, *, seed: int = 1, max_plies: int = 10000, threads: int = 1
) -> Tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """Uniformly random games from a position, to the end by rule or to max_plies.

    (winners, plies), both of shape (count,): 1 for the tigers, -1 for the men, 0 where it was cut off; and the turns
    made. The same seed gives the same games with any number of threads. Releases the interpreter lock.
    """

def random_positions(position: Position, count: int, *, plies: int, seed: int = 1) -> List[Position]:
    """Where uniformly random play comes to in so many turns, or where it ended before. Releases the interpreter lock."""

def to_arrays(positions: Sequence[Position]) -> Tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """Positions on one board as (boards, states).

    boards, shape (n, points), has 1 for a tiger, -1 for a man, 0 for nothing, in the order of Game.points. states, shape
    (n, 6), has tigers in hand, men in hand, captured, turn (1 tigers, -1 men), stage (0 opening, 1 play), ply.
    """

def from_arrays(game: Game, boards: npt.ArrayLike, states: npt.ArrayLike) -> List[Position]:
    """The inverse of to_arrays(); each row is checked as a text would be."""

def probe_many(
    tables: Tables, positions: Sequence[Position]
) -> Tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """What tables know of positions: (winners, distances), both of shape (n,).

    winners has 1 for the tigers, -1 for the men, 0 for a draw and 2 where nothing is known; distances are in plies, -1
    where not known. Releases the interpreter lock.
    """

def actions(game: Game) -> List[str]:
    """All moves that can ever be legal in the game; a move's place in the list is its number."""

def legal_actions(position: Position) -> npt.NDArray[np.int32]:
    """The numbers of the legal moves, shape (n,), increasing."""

def action_text(game: Game, action: int) -> str:
    """The move of that number."""

class Tables:
    """The table files of some folders: exact values, draws by history left out.

    Files that cannot be used are left out and told in refusals. May be used by several threads.
    """

    def __init__(self, *folders: _Path) -> None: ...
    @property
    def files(self) -> List[str]: ...
    @property
    def refusals(self) -> List[str]: ...
    def probe(self, position: Position) -> Value:
        """The value; raises an Error of kind "unknown" when no table holds the position."""
    def moves(self, position: Position) -> List[Tuple[str, Value]]:
        """Every legal move with the value it leads to, the mover's best first."""

class Searcher:
    """The computer player. hash_mib is at most half of the machine's memory; one search at a time.

    With one thread the same calls in the same order give the same answers everywhere, unless time ends them.
    """

    def __init__(self, hash_mib: int = 16, threads: int = 1, tables: Optional[Tables] = None) -> None: ...
    @overload
    def search(
        self,
        play: Play,
        *,
        depth: int = 0,
        nodes: int = 0,
        movetime_ms: int = 0,
        lines: int = 1,
        progress: Optional[Callable[[SearchReport], None]] = None,
    ) -> SearchReport:
        """Thinks until the first of the limits, of which one must be given; scores are from the mover's view.

        progress is called some twenty times a second with what is known. Releases the interpreter lock; Ctrl-C, or an
        exception of progress, ends the search.
        """
    @overload
    def search(
        self,
        position: Position,
        *,
        depth: int = 0,
        nodes: int = 0,
        movetime_ms: int = 0,
        lines: int = 1,
        progress: Optional[Callable[[SearchReport], None]] = None,
    ) -> SearchReport: ...
    @overload
    def choose(self, play: Play, level: int = 5, seed: int = 1) -> str:
        """The move of a level from 1 to 10, as in rimau play. Releases the interpreter lock."""
    @overload
    def choose(self, position: Position, level: int = 5, seed: int = 1) -> str: ...
    def clear(self) -> None:
        """Forgets what earlier searches learnt."""

def solve(
    game: Game,
    folder: _Path,
    *,
    max_men: int = 0,
    threads: int = 1,
    memory_gib: float = 0.0,
    resume: bool = False,
    progress: Optional[Callable[[str, float], None]] = None,
) -> SolveReport:
    """Makes a game's tables in a folder that exists; max_men bounds men on board and in hand (0: all).

    memory_gib 0 is four fifths of the machine's. progress gets the phase and the share done. Releases the interpreter
    lock; Ctrl-C ends the run, which resume=True goes on with.
    """

def verify(
    tables: Tables,
    game: Game,
    *,
    all: bool = False,
    sample: int = 1000000,
    seed: int = 1,
    threads: int = 1,
    progress: Optional[Callable[[str, float], None]] = None,
) -> VerifyReport:
    """Checks that every value follows from the rules, of all positions or of a sample. Releases the interpreter lock."""
