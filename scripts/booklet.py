"""Writes the booklet of rules and boards as one HTML page: booklet.py LANGUAGE >booklet.html. Needs the Python package."""

import html
import re
import sys

import rimau

TITLES = {
    "en": ("Tigers and men", "Rules and boards of the tiger hunt games", "Games"),
    "ms": ("Harimau dan orang", "Peraturan dan papan permainan harimau", "Permainan"),
    "id": ("Macan dan orang", "Aturan dan papan permainan macan", "Permainan"),
    "es": ("Tigres y hombres", "Reglas y tableros de los juegos de caza del tigre", "Juegos"),
}

STYLE = """
@page { size: A5; margin: 14mm 13mm 16mm }
body { font: 9.5pt/1.35 "DejaVu Serif", Georgia, serif; color: #000 }
h1 { font-size: 21pt; margin: 0 } h2 { font-size: 16pt; margin: 0 0 2mm } h3 { font-size: 10.5pt; margin: 3.2mm 0 .6mm }
p { margin: 0 0 1mm } .game { break-before: page } .cover { padding-top: 42mm; text-align: center }
.cover svg { width: 92mm; height: auto; margin-top: 18mm } .board { text-align: center; margin: 1mm 0 3mm }
.board svg { width: 100%; max-height: 82mm; height: auto } .empty svg { max-height: 165mm }
h3, tr, p { break-inside: avoid } h3 { break-after: avoid }
table { border-collapse: collapse; font-size: 8.5pt } td { vertical-align: top; padding: .2mm 3mm .2mm 0 }
.note { font-size: 8.5pt; font-style: italic } .source { font-size: 8.5pt } ol { line-height: 1.7 }
"""


def blocks(text):
    """The parts of the told rules: (heading or None, lines)."""
    for block in text.split("\n\n"):
        lines = block.split("\n")
        heading = None if lines[0].startswith(" ") else lines.pop(0)
        yield heading, [line for line in lines if line.strip()]


def facts(lines):
    rows = (re.split(r"\s{2,}", line.strip(), maxsplit=1) + [""] for line in lines)
    cells = "".join(f"<tr><td><b>{html.escape(row[0])}</b></td><td>{html.escape(row[1])}</td></tr>" for row in rows)
    return f"<table>{cells}</table>"


def picture(position, **options):
    return re.sub(r"^<\?xml[^>]*\?>\s*", "", position.svg(mono=True, **options))


def told(game, language):
    parts = list(blocks(game.rules(language, 10_000)))
    title, notes = parts[0]
    name = re.sub(r" \([a-z0-9-]+\)", "", title)
    page = [f'<section class="game" id="{game.id}"><h2>{html.escape(name)}</h2>']
    page += [f'<p class="note">{html.escape(note.strip())}</p>' for note in notes]
    page.append(f'<div class="board">{picture(game.start(), tray=False, language=language)}</div>')
    for heading, lines in parts[1:]:
        if heading is None:
            # What comes at once after the title may hold a note besides the facts.
            page.append(facts(lines))
            continue
        kind = "source" if lines and re.match(r"  [A-Z0-9]+  ", lines[0]) else ""
        page.append(f"<h3>{html.escape(heading)}</h3>")
        optional = any(line.startswith("      ") for line in lines) and not kind
        for line in lines:
            text = html.escape(line.strip())
            # An option's values stand above what is said about them.
            above = optional and not line.startswith("      ")
            page.append(f'<p class="{kind}">{f"<b>{text}</b>" if above else text}</p>')
    page.append("</section>")
    return "\n".join(page), name


def main():
    language = sys.argv[1]
    title, subtitle, contents = TITLES[language]
    games = [rimau.Game(name) for name in rimau.games()]
    pages, names = zip(*(told(game, language) for game in games))
    entries = "".join(f"<li>{html.escape(name)}</li>" for name in names)
    print(f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>')
    print(f'</head><body><section class="cover"><h1>{title}</h1><p>{subtitle}</p>')
    print(picture(rimau.Game("rimau-24").start(), tray=False, coordinates=False, language=language))
    print(f'</section><section class="game"><h2>{contents}</h2><ol>{entries}</ol></section>')
    print("\n".join(pages))
    print("</body></html>")


main()
