#!/usr/bin/env python3
"""The tables of docs/results.md as CSV files in docs/data, one for each: results-HEADING.csv.

Tables under one heading with the same columns are one file, with what stands above each ("Two tigers:") in a first
column. Counts lose their commas; a share keeps its sign (12.5%). With --check nothing is written: the exit code is 1
when a file is not what the page says.
"""

import csv
import io
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
page = root / "docs" / "results.md"
folder = root / "docs" / "data"


def cell(text):
    text = text.strip().replace("`", "")
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    return re.sub(r"(?<=\d) %", "%", text)


def cells(line):
    return [cell(part) for part in line.strip().strip("|").split("|")]


def tables(lines):
    """Yields (headings, caption, rows) of each table; the first row holds the columns' names."""
    headings, caption, rows = [], "", []
    for line in lines + [""]:
        if line.startswith("|"):
            if not re.fullmatch(r"[|\s:-]+", line):
                rows.append(cells(line))
            continue
        if rows:
            yield list(headings), caption, rows
            caption, rows = "", []
        if match := re.match(r"(#+) (.*)", line):
            headings = headings[: len(match[1]) - 1] + [match[2]]
            caption = ""
        elif line.rstrip().endswith(":"):
            caption = line.strip().rstrip(":")


def files():
    """The texts of the files by name."""
    found = {}
    for headings, caption, rows in tables(page.read_text().splitlines()):
        slug = re.sub(r"[^a-z0-9]+", "-", headings[-1].lower()).strip("-")
        found.setdefault(f"results-{slug}.csv", []).append((caption, rows))
    texts = {}
    for name, parts in found.items():
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        captioned = len(parts) > 1
        header = parts[0][1][0]
        writer.writerow((["part"] if captioned else []) + header)
        for caption, rows in parts:
            if rows[0] != header:
                sys.exit(f"{page}: two tables under one heading have other columns: {rows[0]}")
            for row in rows[1:]:
                writer.writerow(([caption] if captioned else []) + row)
        texts[name] = out.getvalue()
    return texts


def main():
    wanted = files()
    kept = {path.name: path.read_text() for path in folder.glob("results-*.csv")}
    if "--check" in sys.argv[1:]:
        stale = sorted(name for name in wanted.keys() | kept.keys() if wanted.get(name) != kept.get(name))
        if stale:
            sys.exit(f"not as docs/results.md says: {', '.join(stale)}; run scripts/results-csv.py")
        return
    for name in kept.keys() - wanted.keys():
        (folder / name).unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text)


main()
