"""How Waymark's cost grows with the points, Korea-like: within 10 km, within a radius that keeps about a hundred hits, 10
nearest, and building, beside a linear scan that the answers are compared with.

    bench_growth.py --folder .build/bench-peers --peer-questions PROGRAM --output growth.svg [--sizes 1000,10000]

Prints a table and draws it. Exits with 1 where an answer differs.
"""

import argparse
import math
import os
import sys

from asking import QUESTIONS, Asker, answers, difference, duration, markdown, say, size
from places import places

HITS = 100


def measure(asker, count):
    """The rows for one number of points: within 10 km, within the radius of about a hundred hits, and the scan's."""
    data, queries = (
        places(os.path.join(asker.folder, "data"), "korea", *which) for which in ((count,), (100_000, "queries"))
    )
    check = 100 if count < 10_000_000 else 10
    results, scan = [], None
    for hits in (None, HITS):
        say(f"{size(count)} points, " + (f"{hits} hits" if hits else "10 km"))
        sample = 0 if hits else max(64, min(4096, 50_000_000 // count))
        rows, given = asker.ask("Waymark", data, queries, check, sample, hits=hits)
        if rows is None:
            sys.exit(f"PeerQuestions {given}")
        results.append(rows)
        scanned, right = asker.ask(
            "linear scan", data, queries, check, 8, radius=rows["within_count"]["radius_m"], runs=1
        )
        if scanned is None:
            sys.exit(f"linear scan {right}")
        scan = scan or scanned
        for question in QUESTIONS:
            if words := difference(answers(right, question), answers(given, question), question):
                sys.exit(f"{size(count)} points, {question}: {words}")
    return *results, scan


def seconds(row):
    return row["median_ns"] * 1e-9


def table(counts, measured):
    header = [
        "points",
        "hits in 10 km",
        "sorted",
        "unsorted",
        "count",
        "linear scan",
        "10 nearest",
        "radius of its own",
        "hits",
        "sorted",
        "unsorted",
        "count",
        "build, a point",
    ]
    lines = []
    for count, (wide, narrow, scan) in zip(counts, measured):
        withins = [
            [f"{rows['within_count']['hits_per_q']:.0f}"]
            + [duration(seconds(rows[question])) for question in QUESTIONS[:3]]
            for rows in (wide, narrow)
        ]
        radius = narrow["within_count"]["radius_m"]
        lines.append(
            [
                size(count),
                *withins[0],
                duration(seconds(scan["within_count"])),
                duration(seconds(wide["knn"])),
                f"{radius / 1000:.3g} km",
                *withins[1],
                duration(seconds(wide["build"])),
            ]
        )
    return markdown(header, lines)


# The picture: three panels with logarithmic axes in common.
WIDTH, HEIGHT, TOP, BOTTOM = 960, 400, 60, 50
PANELS = [(60, 200), (375, 200), (720, 130)]  # left edge and width
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #444 }
.title { font-weight: 600; fill: #111 }
.grid { stroke: #ddd; fill: none }
.line { fill: none; stroke-width: 2; stroke: currentColor }
.dot { fill: currentColor }
.scan { color: #767676 } .sorted { color: #1f6fc4 } .unsorted { color: #14866d }
.count { color: #b4540a } .nearest, .build { color: #8a46b8 }
@media (prefers-color-scheme: dark) {
  text { fill: #bbb } .title { fill: #eee } .grid { stroke: #444 }
  .scan { color: #999 } .sorted { color: #6cb1ff } .unsorted { color: #4fd0b0 }
  .count { color: #ffa45c } .nearest, .build { color: #cf9bf5 }
}
.name { fill: currentColor }  /* after the rules of all text */
"""


def picture(counts, measured):
    wide, narrow, scan = zip(*measured)

    def series(rows, question):
        return [seconds(row[question]) for row in rows]

    panels = [
        (
            "within 10 km, a query",
            [
                ("linear scan", "scan", series(scan, "within_count")),
                ("sorted", "sorted", series(wide, "within_sorted")),
                ("unsorted", "unsorted", series(wide, "within_ids")),
                ("count", "count", series(wide, "within_count")),
            ],
        ),
        (
            f"about {HITS} hits, or 10 nearest, a query",
            [
                ("10 nearest", "nearest", series(wide, "knn")),
                ("sorted", "sorted", series(narrow, "within_sorted")),
                ("unsorted", "unsorted", series(narrow, "within_ids")),
                ("count", "count", series(narrow, "within_count")),
            ],
        ),
        ("build, a point", [("build", "build", series(wide, "build"))]),
    ]
    every = [value for _, lines in panels for _, _, values in lines for value in values]
    low, high = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)))
    first, last = math.log10(counts[0]), math.log10(counts[-1])

    def y(value):
        return HEIGHT - BOTTOM - (math.log10(value) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = []
    for (left, width), (title, lines) in zip(PANELS, panels):

        def x(count):
            return left + (math.log10(count) - first) / max(last - first, 1) * width

        parts.append(f'<text class="title" x="{left}" y="{TOP - 20}">{title}</text>')
        for power in range(low, high + 1):
            parts.append(f'<path class="grid" d="M{left} {y(10.0**power):.1f}h{width}"/>')
            parts.append(f'<text x="{left - 6}" y="{y(10.0**power) + 4:.1f}" text-anchor="end">{tick(power)}</text>')
        for count in counts:
            parts.append(f'<path class="grid" d="M{x(count):.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
            parts.append(
                f'<text x="{x(count):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">'
                f"{size(count).replace(' ', '')}</text>"
            )
        parts.append(f'<text x="{left + width / 2}" y="{HEIGHT - BOTTOM + 38}" text-anchor="middle">points</text>')
        below = -math.inf
        for name, style, values in sorted(lines, key=lambda line: -line[2][-1]):
            dots = [(f"{x(count):.1f}", f"{y(value):.1f}") for count, value in zip(counts, values)]
            below = max(below + 14, y(values[-1]) + 4)  # names keep clear of each other
            parts.append(
                f'<g class="{style}"><path class="line" d="M{"L".join(" ".join(dot) for dot in dots)}"/>'
                + "".join(f'<circle class="dot" cx="{cx}" cy="{cy}" r="3"/>' for cx, cy in dots)
                + f'<text class="name" x="{left + width + 8}" y="{below:.1f}">{name}</text></g>'
            )
    title = f"Time by number of points, {size(counts[0])} to {size(counts[-1])}, both axes logarithmic"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def tick(power):
    unit = math.floor(power / 3)
    return f"{10 ** (power - 3 * unit)} {({-3: 'ns', -2: 'µs', -1: 'ms', 0: 's'})[unit]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", required=True, help="where places, answers and the peers are")
    parser.add_argument("--peer-questions", required=True, help="the program PeerQuestions")
    parser.add_argument("--output", required=True, help="the picture, SVG")
    parser.add_argument("--sizes", default="1000,10000,100000,1000000,10000000", help="numbers of points")
    options = parser.parse_args()
    counts = [int(count) for count in options.sizes.split(",")]
    asker = Asker(options.folder, options.peer_questions)
    measured = [measure(asker, count) for count in counts]
    print(table(counts, measured))
    os.makedirs(os.path.dirname(os.path.abspath(options.output)), exist_ok=True)
    with open(options.output, "w") as file:
        file.write(picture(counts, measured))
    say(f"drawn: {options.output}")


if __name__ == "__main__":
    main()
