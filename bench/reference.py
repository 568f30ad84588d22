#!/usr/bin/env python3
"""Plays the engine against plain Monte-Carlo tree search (bench/uct.cpp) at equal time.

    reference.py [--build DIR] [--tables DIR] [--movetime MS] [--count N] [--start-games N] [--contempt N]
                 [--max-plies N] [--seed N] [GAME ...]

For each GAME whose tables are in DIR: from N random positions each that the tables call won for the tigers, won for
the men (the engine in the winner's seat) and drawn (both seats), none of them trivial (bench/draw_positions.cpp). Then
rimau-24 from the start, both seats. The engine has no tables. Games that last 300 plies (--max-plies) are draws. Prints
one line of Markdown for each set of games.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--build", default="build/release", help="where the programs are")
    parser.add_argument("--tables", default="tables")
    parser.add_argument("--movetime", type=int, default=100, metavar="MS")
    parser.add_argument("--count", type=int, default=20, metavar="N", help="positions of each kind")
    parser.add_argument("--start-games", type=int, default=20, metavar="N", help="games of rimau-24 from its start")
    parser.add_argument("--contempt", type=int, default=150, help="what a draw costs the engine, 100 to a man")
    parser.add_argument("--max-plies", type=int, default=300, metavar="N", help="a game that lasts so long is a draw")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def play(arguments, game, games, *more):
    """The result of one match, as rimau match --json tells it."""
    build = pathlib.Path(arguments.build)
    limit = f"movetime={arguments.movetime}"
    command = [build / "rimau", "match", game, f"{limit},hash=64,contempt={arguments.contempt}",
               f"{limit},cmd={build / 'bench' / 'uct'}", "--games", str(games), "--max-plies", str(arguments.max_plies),
               "--margin", "2000", "--seed", str(arguments.seed), "--json", *more]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def tell(game, what, result):
    tallies = [result["as_tigers"], result["as_men"]]
    won, drawn, lost = (sum(tally[key] for tally in tallies) for key in ("won", "drawn", "lost"))
    print(f"| `{game}` | {what} | {won} | {drawn} | {lost} | {100 * result['share']:.1f} % |", flush=True)


def from_positions(arguments, game, folder):
    draw = pathlib.Path(arguments.build) / "bench" / "draw_positions"
    for value, seats, what in (("tigers", "tigers", "won, as the tigers"), ("men", "men", "won, as the men"),
                               ("draw", "both", "drawn, both seats")):
        positions = pathlib.Path(folder) / f"{game}-{value}"
        text = subprocess.run([draw, game, arguments.tables, value, str(arguments.count), str(arguments.seed)],
                              stdout=subprocess.PIPE, check=True).stdout
        positions.write_bytes(text)
        games = arguments.count * (2 if seats == "both" else 1)
        tell(game, what, play(arguments, game, games, "--positions", str(positions), "--plies", "0", "--seats", seats))


def main():
    arguments = parse_arguments()
    print("| game | positions | won | drawn | lost | share |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for game in arguments.games:
            from_positions(arguments, game, folder)
    if arguments.start_games > 0:
        tell("rimau-24", "the start, both seats", play(arguments, "rimau-24", arguments.start_games, "--plies", "0"))


if __name__ == "__main__":
    sys.exit(main())
