#!/usr/bin/env python3
"""Routes over the roads of the shared extracts beside those of OSRM and Valhalla, which run here, from their wheels.

For each extract and mode, the routes between the pairs of `refs` and random ones near a road: which are found, and the ratios of distance
and duration between each two of the three programs. The question is whether Waymark is no farther from either peer than they are from each
other. With --worst, the pairs at which Waymark is farthest from its peers; with --maps, drawn, too.
"""

import argparse
import dataclasses
import json
import math
import pathlib
import random
import shutil
import statistics
import subprocess
import sys

import osmium

from routers import VERSIONS, osrm_routes, valhalla_routes, waymark_routes

PROGRAMS = {"Waymark": waymark_routes, "OSRM": osrm_routes, "Valhalla": valhalla_routes}
PAIRS = [("Waymark", "OSRM"), ("Waymark", "Valhalla"), ("OSRM", "Valhalla")]
PEERS = ["OSRM", "Valhalla"]
VALUES = ["meters", "seconds"]
# Random pairs are at least this far apart, in metres.
NEAREST = 300
# Distances of programs that differ by less than this are taken as equal.
SLACK = 0.01


@dataclasses.dataclass
class Ends:
    """The kinds of ways near which random pairs of a mode begin and end, and how far apart they are at most, in metres."""

    kinds: str
    farthest: float


STREETS = "primary secondary tertiary unclassified residential living_street service "
MODES = {
    "driving": Ends(STREETS + "trunk", math.inf),
    "cycling": Ends(STREETS + "cycleway track path", 15_000),
    "walking": Ends(STREETS + "footway pedestrian track path steps", 8000),
}
DRIVEN_ONLY = ["seoul-central-drive"]


class Roads:
    """The ways of an extract that have a highway tag: their kinds and lines, for places near them and for maps."""

    def __init__(self, extract):
        self.ways = []
        for way in osmium.FileProcessor(extract).with_locations().with_filter(osmium.filter.KeyFilter("highway")):
            if way.is_way():
                self.ways.append((way.tags["highway"], [(node.lon, node.lat) for node in way.nodes if node.location.valid()]))

    def pairs(self, count, ends, seed):
        """Random pairs of places, each 2 to 20 m from a node of a way."""
        generator, kinds, found = random.Random(seed), ends.kinds.split(), []
        nodes = [node for kind, line in self.ways if kind in kinds for node in line]

        def place():
            longitude, latitude = generator.choice(nodes)
            angle, meters = generator.uniform(0, 2 * math.pi), generator.uniform(2, 20)
            north, east = meters * math.cos(angle) / 111_195, meters * math.sin(angle) / 111_195
            return round(longitude + east / math.cos(math.radians(latitude)), 6), round(latitude + north, 6)

        while len(found) < count:
            start, end = place(), place()
            if NEAREST <= straight(start, end) <= ends.farthest:
                found.append((start, end))
        return found


def straight(a, b):
    """The metres between two places that are near each other."""
    east = (b[0] - a[0]) * math.cos(math.radians((a[1] + b[1]) / 2))
    return 111_195 * math.hypot(east, b[1] - a[1])


def given_pairs(folder, extract):
    """The pairs of the references of an extract."""
    file = folder / f"refs/{extract}/requests.json"
    pairs = json.loads(file.read_text())["pairs"] if file.exists() else []
    return [(tuple(pair["from"]), tuple(pair["to"])) for pair in pairs]


# MARK: The comparison

def ratios(routes, first, second, value):
    """By pair: the ratio of two programs, none where one has no route. What is below one metre or second counts as one."""
    return [max(getattr(a, value), 1) / max(getattr(b, value), 1) if a and b else None
            for a, b in zip(routes[first], routes[second])]


def share(values, part):
    return sorted(values)[round(part * (len(values) - 1))] if values else math.nan


def figures(routes, first, second):
    """The cells of a row: found by both, by one only, and how the distances and durations of both compare."""
    both = sum(a is not None and b is not None for a, b in zip(routes[first], routes[second]))
    alone = [sum(route is not None for route in routes[name]) - both for name in (first, second)]
    cells = [both, f"{alone[0]} + {alone[1]}"]
    for value in VALUES:
        known = [one for one in ratios(routes, first, second, value) if one]
        cells += [f"{share(known, part):.2f}" for part in (0.5, 0.1, 0.9)]
    return cells


def verdict(routes):
    """The cells of a row: how far the programs are from each other on the pairs that all of them find, and whether Waymark is no farther
    from either peer than they are from each other.

    The distance of two programs is the mean size of the logarithm of their ratios: about the share by which they differ."""
    found = [all(answers) for answers in zip(*routes.values())]
    cells, answers = [], []
    for value in VALUES:
        apart = []
        for pair in PAIRS:
            known = [abs(math.log(one)) for one, is_found in zip(ratios(routes, *pair, value), found) if is_found]
            apart.append(statistics.mean(known) if known else math.nan)
        cells += [f"{100 * one:.1f} %" for one in apart]
        answers.append("yes" if max(apart[:2]) <= apart[2] + SLACK else "no")
    return cells + answers


def worst(routes, count):
    """The pairs at which Waymark is farthest from its peers: those that only it or only a peer finds, then by duration and by distance.

    A ratio counts by how far it is from the median of its peer. The nearer peer decides: what one does alone is its own."""
    def misses(number):
        return sum((routes[peer][number] is None) != (routes["Waymark"][number] is None) for peer in PEERS)

    numbers = range(len(routes["Waymark"]))
    chosen = sorted(filter(misses, numbers), key=misses, reverse=True)[:count]
    for value in VALUES:
        off = [math.inf] * len(numbers)
        for peer in PEERS:
            known = ratios(routes, "Waymark", peer, value)
            middle = statistics.median([one for one in known if one] or [1])
            off = [min(best, abs(math.log(one / middle))) if one else best for best, one in zip(off, known)]
        chosen += sorted((number for number in numbers if off[number] < math.inf), key=lambda number: -off[number])[:count]
    return list(dict.fromkeys(chosen))


def described(routes, number):
    """The cells of a row of the worst: the ratios of distance and duration to each peer, or who finds no route."""
    cells = []
    for value in VALUES:
        for peer in PEERS:
            one = ratios(routes, "Waymark", peer, value)[number]
            missing = [name for name in ("Waymark", peer) if routes[name][number] is None]
            cells.append("no " + ", ".join(missing) if missing else f"{one:.2f}")
    return cells


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


# MARK: Maps

COLORS = {"OSRM": "#1f6fd0", "Valhalla": "#2a9d3a", "Waymark": "#d62828"}
SIZE, LEGEND = 900, 96


def drawn(roads, pair, routes, title):
    """An SVG of the routes of a pair over the roads around, below a legend."""
    points = [*pair, *(point for route in routes.values() if route for point in route.line)]
    (west, east), (south, north) = [(min(values), max(values)) for values in zip(*points)]
    middle, shrink = ((west + east) / 2, (south + north) / 2), math.cos(math.radians((south + north) / 2))
    side = max((east - west) * shrink, north - south, 0.001) * 1.1

    def at(point):
        x, y = (point[0] - middle[0]) * shrink / side, (point[1] - middle[1]) / side
        return f"{SIZE * (0.5 + x):.1f}", f"{LEGEND + SIZE * (0.5 - y):.1f}"

    def line(points, color, width, opacity=1.0):
        path = " ".join(",".join(at(point)) for point in points)
        return (f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}" stroke-opacity="{opacity}" '
                'stroke-linejoin="round"/>')

    def is_near(point):
        return abs(point[0] - middle[0]) * shrink < side / 2 and abs(point[1] - middle[1]) < side / 2

    size = f'width="{SIZE}" height="{SIZE + LEGEND}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="15">', f'<rect {size} fill="#fff"/>']
    for kind, nodes in roads.ways:
        if any(is_near(node) for node in nodes):
            is_main = kind.split("_")[0] in ("motorway", "trunk", "primary", "secondary", "tertiary")
            parts.append(line(nodes, "#ccc" if is_main else "#ddd", 3 if is_main else 1))
    for (name, color), width in zip(COLORS.items(), (9, 6, 2.5)):
        if routes[name]:
            parts.append(line(routes[name].line, color, width, 0.75))
    for point, letter in zip(pair, "AB"):
        x, y = at(point)
        parts.append(f'<circle cx="{x}" cy="{y}" r="5"/><text x="{x}" y="{y}" dx="8" dy="-8" font-weight="bold">{letter}</text>')
    parts.append(f'<rect width="{SIZE}" height="{LEGEND}" fill="#fff"/><text x="10" y="20">{title}</text>')
    for number, (name, color) in enumerate(COLORS.items()):
        route = routes[name]
        text = f"{name}: {route.meters / 1000:.2f} km, {route.seconds / 60:.1f} min" if route else f"{name}: no route"
        parts.append(f'<text x="10" y="{42 + 21 * number}" fill="{color}" font-weight="bold">{text}</text>')
    return "\n".join(parts) + "\n</svg>\n"


def draw(file, svg):
    """Writes an SVG, and where rsvg-convert is installed a PNG."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(svg)
    if shutil.which("rsvg-convert"):
        subprocess.run(["rsvg-convert", file, "--output", file.with_suffix(".png")], check=True)


# MARK: The run

def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, help="waymark")
    parser.add_argument("--shared", type=pathlib.Path, default="../shared/osm", metavar="FOLDER", help="the extracts")
    parser.add_argument("--folder", type=pathlib.Path, default=".build/compare-routers", help="for the graphs of the peers")
    parser.add_argument("--extracts", nargs="+", metavar="NAME", help="some of the extracts; all by default")
    parser.add_argument("--pairs", type=int, default=100, metavar="N", help="the number of pairs of each extract and mode")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="list the N worst pairs by duration, and by distance")
    parser.add_argument("--maps", type=pathlib.Path, metavar="FOLDER", help="draw the worst, as SVG and by rsvg-convert as PNG")
    options = parser.parse_args()
    extracts = {file.name.split(".")[0]: file for file in sorted(options.shared.glob("*.osm.pbf"))}
    unknown = set(options.extracts or extracts) - set(extracts)
    if unknown or not extracts:
        sys.exit(f"compare-routers: {options.shared} has no extract {' '.join(sorted(unknown))}")
    print("Routes beside " + " and ".join(f"{name} {version}" for name, version in VERSIONS.items()) + f", {options.pairs} pairs each.\n")
    print(row("extract", "mode", "routes of", "both", "one only", "distance, median", "p10", "p90", "duration, median", "p10", "p90"))
    print(row("---", "---", "---", *["--:"] * 8))
    verdicts, lists = [], []
    for extract in options.extracts or extracts:
        roads = Roads(extracts[extract])
        for mode, ends in MODES.items():
            if mode != "driving" and extract in DRIVEN_ONLY:
                continue
            pairs = given_pairs(options.shared, extract)[:options.pairs]
            pairs += roads.pairs(options.pairs - len(pairs), ends, f"{extract} {mode}")
            routes = {name: list(find(options, extracts[extract], mode, pairs)) for name, find in PROGRAMS.items()}
            for first, second in PAIRS:
                print(row(f"`{extract}`", mode, f"{first} / {second}", *figures(routes, first, second)), flush=True)
            verdicts.append(row(f"`{extract}`", mode, *verdict(routes)))
            for number in worst(routes, options.worst) if options.worst else []:
                start, end = [f"{latitude}, {longitude}" for longitude, latitude in pairs[number]]
                lists.append(row(f"`{extract}`", mode, number, start, end, *described(routes, number)))
                if options.maps:
                    svg = drawn(roads, pairs[number], {name: found[number] for name, found in routes.items()},
                                f"{extract}, {mode}, pair {number}: {start} to {end}")
                    draw(options.maps / f"{extract}-{mode}-{number:03}.svg", svg)
    print("\nHow far the programs are from each other, as the mean of |ln ratio| over the pairs that all find, and whether Waymark is no "
          f"farther from either\npeer than they are from each other, up to {100 * SLACK:g} %:\n")
    names = [f"{first[0]}–{second[0]}" for first, second in PAIRS]
    heads = [f"{value} {name}" for value in ("distance", "duration") for name in names]
    print(row("extract", "mode", *heads, "by distance", "by duration"))
    print(row("---", "---", *["--:"] * 6, "---", "---"), *verdicts, sep="\n")
    if lists:
        print("\nThe worst pairs, as Waymark / peer:\n")
        print(row("extract", "mode", "pair", "from", "to", "distance / OSRM", "/ Valhalla", "duration / OSRM", "/ Valhalla"))
        print(row("---", "---", "--:", "---", "---", *["--:"] * 4), *lists, sep="\n")


main()
