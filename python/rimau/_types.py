"""Plain values that the core answers with."""

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Tuple

if TYPE_CHECKING:
    from rimau._core import Play


class Error(Exception):
    """What the core refused, in its own words, with the place where it was found.

    kind is one of text, illegal, unknown, unavailable, damaged, unsupported, limit, cancelled and busy. file, line,
    column and field are empty or 0 where they are not known.
    """

    def __init__(
        self, message: str, kind: str = "", file: str = "", line: int = 0, column: int = 0, field: str = ""
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.file = file
        self.line = line
        self.column = column
        self.field = field

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Error, (str(self), self.kind, self.file, self.line, self.column, self.field))


class Outcome(NamedTuple):
    """How a game ended: winner is "tigers", "men" or "draw", reason as records write it in Termination."""

    winner: str
    reason: str


class Value(NamedTuple):
    """What a position is worth with best play: winner is "tigers", "men" or "draw"; distance in plies where known."""

    winner: str
    distance: Optional[int]


class SearchLine(NamedTuple):
    """A move, the replies expected, and what it is worth to the side that makes it (100 to a man)."""

    moves: Tuple[str, ...]
    score: int
    value: Optional[Value]


class SearchReport(NamedTuple):
    """What a search found: best is None when the game is over; lines are the best first."""

    best: Optional[str]
    score: int
    depth: int
    nodes: int
    lines: Tuple[SearchLine, ...]


class SolveReport(NamedTuple):
    """What a solver made: the game's folder, the bytes of its files, positions of the sliding phase, and the time."""

    folder: str
    bytes: int
    positions: int
    seconds: float


class VerifyReport(NamedTuple):
    """What was checked; faults are the first few of fault_count, one sentence each, and none when all is well."""

    files: int
    positions: int
    faults: Tuple[str, ...]
    fault_count: int


class Tag(NamedTuple):
    """A tag of a record."""

    name: str
    value: str


def play_of_record(text: str) -> "Play":
    """The mainline of a record as a game under way: how a Play comes out of a pickle."""
    from rimau._core import Record

    return Record(text).play()
