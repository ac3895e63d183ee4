#!/usr/bin/env python3
"""Guessed ways beside those of OSRM: guessed_ways.py

For each extract of ../shared/osm and each mode, 100 places drawn within 50 m of a way, and all ways between them: the length and the time of OSRM over
what GuessedWays.swift guesses, whose numbers are read from it, as median and 90th percentile, for all pairs farther than 100 m and by straight
length. Beside it the guess of before: the straight line x 1.3 at 50, 15 or 4.5 km/h.
"""

import math
import pathlib
import random
import re
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci"))
from roads import WORK, programs, run, text
from serving import Ports, ask

SHARED = ROOT.parent / "shared/osm"
# West, south, east, north, where the extract is whole.
EXTRACTS = {
    "seoul-central-drive": ("plain", (126.952, 37.546, 127.005, 37.587)),
    "busan-seomyeon": ("plain", (129.048, 35.149, 129.071, 35.167)),
    "andorra": ("steep", (1.41, 42.43, 1.79, 42.66)),
    "monaco": ("steep", (7.412, 43.727, 7.436, 43.745)),
}
MODES = {"driving": ("car", 50), "cycling": ("bicycle", 15), "walking": ("foot", 4.5)}
CLASSES = [100, 300, 700, 1500, 3000, 6000, 12_000, 30_000]


def curves():
    """The lines of each mode, and the factors of steep ground."""
    source = (ROOT / "Sources/Route/WaymarkRoutes/LegSources/GuessedWays.swift").read_text()
    number = r"([\d._]+)"
    found = {}
    for mode, body in re.findall(r"\.(driving|cycling|walking): \((.*?steep: \([^)]*\))", source, re.S):
        lists = [[(float(a), float(b)) for a, b in re.findall(rf"\({number}, {number}\)", curve)]
                 for curve in body.split("steep:")[0].split("GuessedCurve")[1:]]
        found[mode] = (*lists, [float(part) for part in re.findall(number, body.split("steep:")[1])])
    return found


def straight(a, b):
    (x1, y1), (x2, y2) = [(math.radians(x), math.radians(y)) for x, y in (a, b)]
    half = math.sin((y2 - y1) / 2) ** 2 + math.cos(y1) * math.cos(y2) * math.sin((x2 - x1) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(min(1, math.sqrt(half)))


def answers(extract, profile, box, port):
    """The straight length, the length and the time of all ways between drawn places."""
    folder = programs("osrm-bindings")
    if folder is None:
        sys.exit("guessed ways: osrm-bindings cannot be fetched")
    bin, graph = folder / "osrm/bin", WORK / f"graph-{extract}-{profile}" / "roads"
    if not graph.with_suffix(".osrm.mldgr").exists():
        graph.parent.mkdir(parents=True, exist_ok=True)
        graph.with_suffix(".osm.pbf").write_bytes((SHARED / f"{extract}.osm.pbf").read_bytes())
        run(bin / "osrm-extract", "-p", folder / f"osrm/share/profiles/{profile}.lua", graph.with_suffix(".osm.pbf"))
        run(bin / "osrm-partition", graph.with_suffix(".osrm"))
        run(bin / "osrm-customize", graph.with_suffix(".osrm"))
    server = subprocess.Popen(
        [bin / "osrm-routed", "-i", "127.0.0.1", "-p", str(port), "-a", "MLD", graph.with_suffix(".osrm")],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        generator, places, end = random.Random(1), [], time.monotonic() + 60
        while len(places) < 100:
            place = (round(generator.uniform(box[0], box[2]), 6), round(generator.uniform(box[1], box[3]), 6))
            try:
                near = ask(port, f"/nearest/v1/driving/{text([place])}").json["waypoints"][0]
            except OSError:
                if server.poll() is not None or time.monotonic() > end:
                    sys.exit(f"guessed ways: osrm-routed does not start for {extract}")
                time.sleep(0.1)
                continue
            if near["distance"] <= 50:
                places.append(tuple(near["location"]))
        table = ask(port, f"/table/v1/driving/{text(places)}?annotations=duration,distance").json
    finally:
        server.kill()
        server.wait()
    for i, start in enumerate(places):
        for j, goal in enumerate(places):
            meters, seconds = table["distances"][i][j], table["durations"][i][j]
            if (line := straight(start, goal)) > 100 and meters and seconds:
                yield line, meters, seconds


def main():
    if not SHARED.is_dir():
        print(f"guessed ways: there is no {SHARED}")
        return
    known, ports, worst = curves(), Ports(), 0
    print("| extract | ground | mode | ways | length, median | p90 | time, median | p90 | before: length | p90 | time | p90 |\n"
          "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    classes = []
    for extract, (ground, box) in EXTRACTS.items():
        for mode, (profile, speed) in MODES.items():
            lengths, times, steep = known[mode]
            factors = steep if ground == "steep" else [1, 1]
            rows = []
            for line, meters, seconds in answers(extract, profile, box, ports.take()):
                guess = [factor * min(start + slope * line for start, slope in curve)
                         for factor, curve in zip(factors, (lengths, times))]
                rows.append((line, meters / guess[0], seconds / guess[1], meters / (1.3 * line), seconds / (1.3 * line / speed * 3.6)))
            cells = []
            for column in range(1, 5):
                values = sorted(row[column] for row in rows)
                cells += [statistics.median(values), values[len(values) * 9 // 10]]
            worst = max(worst, abs(cells[0] - 1), abs(cells[2] - 1))
            print(f"| {extract} | {ground} | {mode} | {len(rows)} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |")
            parts = [[row for row in rows if low <= row[0] < high] for low, high in zip(CLASSES, CLASSES[1:])]
            classes.append(f"| {extract} | {mode} | " + " | ".join(
                " / ".join(f"{statistics.median(row[column] for row in part):.2f}" for column in (1, 2)) if len(part) >= 50 else ""
                for part in parts) + " |")
    print("\n| length / time, median | mode | " + " | ".join(f"{low / 1000:g}–{high / 1000:g} km" for low, high in zip(CLASSES, CLASSES[1:])) + " |")
    print("| --- | --- |" + " ---: |" * (len(CLASSES) - 1) + "\n" + "\n".join(classes))
    print(f"\nthe worst median is off by {100 * worst:.0f} %")


main()
