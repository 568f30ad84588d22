"""The tiger hunt games of the Malay world: rules, records, search, tables and solving.

A Game is named by its GAME text ("rimau-24", "pulijudam:tigers=2"), a Position and a move are texts too, as in
docs/notation.md. What the core refuses raises rimau.Error in its own words.
"""

from rimau._core import (
    Game,
    Play,
    Position,
    Record,
    Searcher,
    Tables,
    action_text,
    actions,
    add_games,
    from_arrays,
    games,
    legal_actions,
    playouts,
    probe_many,
    random_positions,
    read_records,
    solve,
    to_arrays,
    verify,
)
from rimau._types import Error, Outcome, SearchLine, SearchReport, SolveReport, Tag, Value, VerifyReport

__all__ = [
    "Error",
    "Game",
    "Outcome",
    "Play",
    "Position",
    "Record",
    "SearchLine",
    "SearchReport",
    "Searcher",
    "SolveReport",
    "Tables",
    "Tag",
    "Value",
    "VerifyReport",
    "action_text",
    "actions",
    "add_games",
    "from_arrays",
    "games",
    "legal_actions",
    "playouts",
    "probe_many",
    "random_positions",
    "read_records",
    "solve",
    "to_arrays",
    "verify",
]
