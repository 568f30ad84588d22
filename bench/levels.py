#!/usr/bin/env python3
"""How much stronger each level is than the one below.

    levels.py [--build DIR] [--games N] [--first LEVEL] [--last LEVEL] [GAME ...]

For each GAME and each level from FIRST + 1 to LAST, a match against the level below: N games (rimau match, balanced
openings of seven random plies, both seats each). Prints lines of Markdown: the levels, and by game the Elo with its
range at 95 %.
"""
import argparse
import json
import pathlib
import subprocess
import sys


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=["rimau-24", "meurimueng-rimueng-do"])
    parser.add_argument("--build", default="build/release", help="where the programs are")
    parser.add_argument("--games", dest="count", type=int, default=100, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="LEVEL")
    parser.add_argument("--last", type=int, default=7, metavar="LEVEL")
    return parser.parse_args()


def elo(arguments, game, level):
    """What one match says, as text."""
    command = [pathlib.Path(arguments.build) / "rimau", "match", game, f"level={level}", f"level={level - 1}",
               "--openings", "balanced", "--plies", "7", "--max-plies", "300", "--games", str(arguments.count), "--json"]
    result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["elo"]
    shown = {key: "…" if result[key] is None else f"{result[key]:+.0f}" for key in ("elo", "low", "high")}
    return f"{shown['elo']} ({shown['low']} to {shown['high']})"


def main():
    arguments = parse_arguments()
    print("| levels | " + " | ".join(f"`{game}`" for game in arguments.games) + " |")
    print("|---|" + "---|" * len(arguments.games), flush=True)
    for level in range(arguments.first + 1, arguments.last + 1):
        cells = " | ".join(elo(arguments, game, level) for game in arguments.games)
        print(f"| {level} over {level - 1} | {cells} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
