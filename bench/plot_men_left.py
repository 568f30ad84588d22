#!/usr/bin/env python3
"""Plots the share of positions that the men win against the men left, out of the tables of docs/results.md.

    bench/plot_men_left.py docs/data/results-rimau-with-few-men.csv docs/data/results-with-one-mountain-full.csv \
        docs/images/men-left.svg
"""

import csv
import math
import sys

POINTS = 37  # of the board of Rimau
LOWEST = 1e-5  # a share of 0.001 %
LEFT, TOP, WIDTH, HEIGHT = 84, 52, 520, 320


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

    def at(men, share):
        y = math.log10(max(share, LOWEST)) / math.log10(LOWEST)
        return LEFT + (men - first) / (last - first) * WIDTH, TOP + y * HEIGHT

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {TOP + HEIGHT + 60}"'
        ' font-family="sans-serif" font-size="13" role="img">',
        "<title>Share of Rimau's positions that the men win, against the men left</title>",
        '<rect width="100%" height="100%" fill="#fdfaf3"/>',
    ]
    for men in range(first, last + 1):
        x, _ = at(men, 1)
        out.append(f'<path d="M{x:.1f} {TOP}V{TOP + HEIGHT}" stroke="#d8cfbd"/>')
        out.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 20}" text-anchor="middle">{men}</text>')
    for exponent in range(round(math.log10(LOWEST)), 1):
        _, y = at(first, 10.0**exponent)
        out.append(f'<path d="M{LEFT} {y:.1f}H{LEFT + WIDTH}" stroke="#d8cfbd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 * 10.0**exponent:g} %</text>')
    for number, (name, colour, dashes, line) in enumerate(curves):
        points = [at(men, share) for men, share in sorted(line.items()) if men >= first]
        path_data = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        out.append(f'<path d="{path_data}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        out.extend(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points)
        x, y = LEFT + 270 * (number % 2), 18 + 20 * (number // 2)
        out.append(f'<path d="M{x} {y - 4}h26" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>')
        out.append(f'<text x="{x + 32}" y="{y}">{name}</text>')
    out.append(f'<text x="{LEFT + WIDTH / 2}" y="{TOP + HEIGHT + 44}" text-anchor="middle">men on the board, none in hand</text>')
    out.append("</svg>\n")
    with open(path, "w") as file:
        file.write("\n".join(out))


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
