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
    left, top, width, height = 80, 30, 460, 300
    xs = [math.log10(int(row["positions"])) for row in rows]
    ys = [math.log10(float(row["cpu_seconds"])) for row in rows]
    x0, x1 = math.floor(min(xs)), math.ceil(max(xs))
    y0, y1 = math.floor(min(ys)), math.ceil(max(ys))

    def at(x, y):
        return left + (x - x0) / (x1 - x0) * width, top + (y1 - y) / (y1 - y0) * height

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {top + height + 60}"'
        ' font-family="sans-serif" font-size="13" role="img">',
        "<title>Processor time of solving against positions</title>",
        '<rect width="100%" height="100%" fill="#fdfaf3"/>',
    ]
    for x in range(x0, x1 + 1):
        px, _ = at(x, y0)
        out.append(f'<path d="M{px:.1f} {top}V{top + height}" stroke="#d8cfbd"/>')
        out.append(f'<text x="{px:.1f}" y="{top + height + 20}" text-anchor="middle">1e{x}</text>')
    for y in range(y0, y1 + 1):
        _, py = at(x0, y)
        out.append(f'<path d="M{left} {py:.1f}H{left + width}" stroke="#d8cfbd"/>')
        out.append(f'<text x="{left - 8}" y="{py + 4:.1f}" text-anchor="end">{10.0**y:g} s</text>')
    points = [at(x, y) for x, y in zip(xs, ys)]
    # Through the first point: what time in proportion to positions would be.
    slope_end = min(x1, xs[0] + (y1 - ys[0]))
    (ax, ay), (bx, by) = at(xs[0], ys[0]), at(slope_end, ys[0] + slope_end - xs[0])
    out.append(f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="#8a7a5c" stroke-dasharray="5 4"/>')
    out.append(
        '<path d="M' + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + '" fill="none" stroke="#7a2e1d" stroke-width="2"/>'
    )
    for (x, y), row in zip(points, rows):
        out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#7a2e1d"/>')
        label = "1 tiger" if row["tigers"] == "1" else f'{row["tigers"]} tigers'
        out.append(f'<text x="{x - 8:.1f}" y="{y - 9:.1f}" text-anchor="end">{label}</text>')
    out.append(
        f'<text x="{left + width / 2}" y="{top + height + 44}" text-anchor="middle">'
        "positions of the sliding phase, both sides to move (dashed: in proportion)</text>"
    )
    out.append("</svg>\n")
    with open(path, "w") as file:
        file.write("\n".join(out))


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
