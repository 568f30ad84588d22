"""A plot as SVG, both axes in plain numbers (take logarithms before), for the scripts beside it."""

GRID = "#d8cfbd"


class Plot:
    """`x` and `y` are the ends of the axes, from left to right and bottom to top; `above` leaves room for text."""

    def __init__(self, title, x, y, width, height, above=30):
        self.x, self.y, self.width, self.height, self.above, self.left = x, y, width, height, above, 84
        self.out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.left + width + 30} {above + height + 60}"'
            ' font-family="sans-serif" font-size="13" role="img">',
            f"<title>{title}</title>",
            '<rect width="100%" height="100%" fill="#fdfaf3"/>',
        ]

    def at(self, x, y):
        (x0, x1), (y0, y1) = self.x, self.y
        return self.left + (x - x0) / (x1 - x0) * self.width, self.above + (y1 - y) / (y1 - y0) * self.height

    def text(self, x, y, text, anchor="start"):
        self.out.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>')

    def path(self, data, colour, width=1, dashes="none"):
        self.out.append(
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'
        )

    def grid(self, columns, rows, below):
        """Lines at {place: label}, and what the lower axis counts."""
        bottom = self.above + self.height
        for place, label in columns.items():
            x, _ = self.at(place, self.y[0])
            self.path(f"M{x:.1f} {self.above}V{bottom}", GRID)
            self.text(x, bottom + 20, label, "middle")
        for place, label in rows.items():
            _, y = self.at(self.x[0], place)
            self.path(f"M{self.left} {y:.1f}H{self.left + self.width}", GRID)
            self.text(self.left - 8, y + 4, label, "end")
        self.text(self.left + self.width / 2, bottom + 44, below, "middle")

    def line(self, points, colour, width=2, dashes="none"):
        ends = (self.at(*point) for point in points)
        self.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends), colour, width, dashes)

    def dots(self, points, colour):
        for x, y in (self.at(*point) for point in points):
            self.out.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>')

    def save(self, path):
        with open(path, "w") as file:
            file.write("\n".join([*self.out, "</svg>\n"]))
