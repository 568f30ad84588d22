#!/usr/bin/env python3
"""Plots the share of positions that the men win against the men left, out of the tables of docs/results.md.

    bench/plot_men_left.py docs/data/results-rimau-with-few-men.csv docs/data/results-with-one-mountain-full.csv \
        docs/images/men-left.svg
"""

import csv
import math
import sys

from plot import Plot

POINTS = 37  # of the board of Rimau
LOWEST = 1e-5  # a share of 0.001 %


def whole_board(path):
    """Shares by men, the men to move and the tiger to move, out of counts."""
    lines = ({}, {})
    with open(path, newline="") as file:
        for men, to_move, _, tiger_to_move, _ in list(csv.reader(file))[1:]:
            if not men.isdigit():
                continue
            positions = POINTS * math.comb(POINTS - 1, int(men))
            for line, count in zip(lines, (to_move, tiger_to_move)):
                line[int(men)] = int(count) / positions
    return lines


def one_mountain_full(path):
    lines = ({}, {})
    with open(path, newline="") as file:
        for men, *shares in list(csv.reader(file))[1:]:
            if not men.isdigit():
                continue
            for line, share in zip(lines, shares):
                line[int(men)] = 1.0 if share.startswith("all") else float(share.rstrip("%")) / 100
    return lines


def plot(curves, path):
    """A plot with a logarithmic share as SVG; a curve is (name, colour, dashes, {men: share})."""
    first, last = 4, max(men for *_, line in curves for men in line)
    lowest = round(math.log10(LOWEST))
    title = "Share of Rimau's positions that the men win, against the men left"
    picture = Plot(title, (first, last), (lowest, 0), 520, 320, above=52)
    picture.grid(
        {men: men for men in range(first, last + 1)},
        {exponent: f"{100 * 10.0**exponent:g} %" for exponent in range(lowest, 1)},
        "men on the board, none in hand",
    )
    for number, (name, colour, dashes, line) in enumerate(curves):
        points = [(men, math.log10(max(share, LOWEST))) for men, share in sorted(line.items()) if men >= first]
        picture.line(points, colour, dashes=dashes)
        picture.dots(points, colour)
        x, y = picture.left + 270 * (number % 2), 18 + 20 * (number // 2)
        picture.path(f"M{x} {y - 4}h26", colour, 2, dashes)
        picture.text(x + 32, y, name)
    picture.save(path)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    men, tiger = whole_board(sys.argv[1])
    men_there, tiger_there = one_mountain_full(sys.argv[2])
    plot(
        [
            ("one mountain full, men to move", "#7a2e1d", "none", men_there),
            ("one mountain full, tiger to move", "#7a2e1d", "5 4", tiger_there),
            ("whole board, men to move", "#1d5a7a", "none", men),
            ("whole board, tiger to move", "#1d5a7a", "5 4", tiger),
        ],
        sys.argv[3],
    )


if __name__ == "__main__":
    main()
