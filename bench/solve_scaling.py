#!/usr/bin/env python3
"""Solves the games of the triangle with one to five tigers and plots processor time against positions.

    bench/solve_scaling.py build/release/rimau docs/data/solve-scaling.csv docs/images/solve-scaling.svg

Takes some minutes and up to 7 GiB of memory, and some 2 GiB of disk for the tables, which are thrown
away. With only the last two arguments (--plot CSV SVG) it draws the picture again from the numbers.
"""

import csv
import math
import re
import resource
import subprocess
import sys
import tempfile

from plot import Plot

GAMES = [
    (1, "pulijudam:tigers=1"),
    (2, "pulijudam:tigers=2"),
    (3, "pulijudam"),
    (4, "pulijudam:tigers=4"),
    (5, "meurimueng-rimueng-do"),
]
COLUMNS = ["tigers", "game", "positions", "sliding_seconds", "total_seconds", "rounds", "cpu_seconds"]


def solve(rimau, game):
    """One run of `rimau solve`; the numbers it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with tempfile.TemporaryDirectory() as folder:
        text = subprocess.run(
            [rimau, "solve", game, "--out", folder], check=True, capture_output=True, text=True
        ).stdout
    sliding = re.search(r"sliding phase: (\d+) positions in ([\d.]+) s, .* a second, (\d+) rounds", text)
    total = re.search(r"whole run: ([\d.]+) s", text)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    return int(sliding[1]), float(sliding[2]), float(total[1]), int(sliding[3]), round(used, 2)


def measure(rimau, path):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for tigers, game in GAMES:
            row = (tigers, game, *solve(rimau, game))
            print(*row, flush=True)
            writer.writerow(row)
            file.flush()


def plot(rows, path):
    """A log-log plot as SVG: processor time of the whole run against positions of the sliding phase."""
    points = [(math.log10(int(row["positions"])), math.log10(float(row["cpu_seconds"]))) for row in rows]
    xs, ys = zip(*points)
    x0, x1 = math.floor(min(xs)), math.ceil(max(xs))
    y0, y1 = math.floor(min(ys)), math.ceil(max(ys))
    picture = Plot("Processor time of solving against positions", (x0, x1), (y0, y1), 460, 300)
    picture.grid(
        {x: f"1e{x}" for x in range(x0, x1 + 1)},
        {y: f"{10.0**y:g} s" for y in range(y0, y1 + 1)},
        "positions of the sliding phase, both sides to move (dashed: in proportion)",
    )
    # Through the first point: what time in proportion to positions would be.
    end = min(x1, xs[0] + (y1 - ys[0]))
    picture.line([points[0], (end, ys[0] + end - xs[0])], "#8a7a5c", 1, "5 4")
    picture.line(points, "#7a2e1d")
    picture.dots(points, "#7a2e1d")
    for point, row in zip(points, rows):
        x, y = picture.at(*point)
        picture.text(x - 8, y - 9, "1 tiger" if row["tigers"] == "1" else f'{row["tigers"]} tigers', "end")
    picture.save(path)


def main():
    arguments = sys.argv[1:]
    if len(arguments) != 3:
        sys.exit(__doc__)
    if arguments[0] != "--plot":
        measure(arguments[0], arguments[1])
    with open(arguments[1], newline="") as file:
        plot(list(csv.DictReader(file)), arguments[2])


if __name__ == "__main__":
    main()
