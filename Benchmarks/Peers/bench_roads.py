#!/usr/bin/env python3
"""Times ways over the roads of the shared extracts beside a bidirectional search of our own, and on Andorra beside OSRM, in one thread; and
holds 10 000 pairs of each mode to Dijkstra's search, a million routes to tables."""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

MODES = [("car", "driving"), ("bicycle", "cycling"), ("foot", "walking")]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--road-times", required=True, help="the program RoadTimes")
    parser.add_argument("--extracts", type=pathlib.Path, default="../shared/osm")
    parser.add_argument("--osrm", help="a Python with OSRM, and its folder of graphs", nargs=2)
    parser.add_argument("names", nargs="*", default=["busan-seomyeon", "seoul-central-drive", "monaco", "andorra", "andorra-x16"])
    options = parser.parse_args()
    making, ways, wrong = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names:
            places = pathlib.Path(folder) / f"{name}.csv"
            done = subprocess.run(
                [options.road_times, options.extracts / f"{name}.osm.pbf", places], stdout=subprocess.PIPE, text=True)
            if done.returncode not in (0, 1):
                sys.exit(f"bench-roads: {name}: RoadTimes ended with {done.returncode}")
            wrong += [name] * done.returncode
            found = collections.defaultdict(dict)
            for line in done.stdout.splitlines():
                about, what, number = line.split("\t")
                found[about][what] = float(number)
            junctions = found["graph"]["count"]
            customisation = max(found[f"customisation of {mode}"]["time"] for mode, _ in MODES)
            making.append([
                f"`{name}`", f"{junctions:.0f}", f"{found['graph']['time'] / 1e6:.2f} s", f"{found['order']['time'] / junctions:.0f} µs",
                f"{customisation / found['contraction']['count']:.2f} µs", f"{found['graph']['bytes'] / junctions:.0f}",
                ", ".join(f"{found[mode]['bytes'] / junctions:.0f}" for mode, _ in MODES), f"{found['file']['opening']:.0f} µs"])
            for mode, _ in MODES:
                own = found[mode]
                ways.append([
                    f"`{name}`", mode, f"{own['query']:.1f} µs", f"{own['bidirectional']:.0f} µs", f"{own['snapping']:.1f} µs",
                    f"{own['route']:.0f} µs", f"{own['table 20'] / 1000:.2f} ms", f"{own['table 100'] / 1000:.2f} ms",
                    f"{own['reach'] / 1000:.2f} ms", f"{own['unlike Dijkstra']:.0f} of {own['found']:.0f}"])
            if options.osrm and name == "andorra":
                python, graphs = options.osrm
                script = pathlib.Path(__file__).parent / "time_osrm.py"
                osrm = subprocess.run([python, script, places, "--folder", graphs, "--extract", options.extracts / f"{name}.osm.pbf"],
                                      stdout=subprocess.PIPE, text=True, check=True).stdout
                medians = [float(line.split("|")[2]) for line in osrm.splitlines() if line.startswith("| ") and "|" in line[2:] and line.split("|")[2].strip().isdigit()]
                route, line, small, large = medians
                ways.append(["`andorra`", "OSRM, car", "-", "-", "-", f"{line:.0f} µs", f"{small / 1000:.2f} ms", f"{large / 1000:.2f} ms", "-", "-"])
    show(["extract", "junctions", "graph", "order, a junction", "customisation, a joint", "graph, bytes a junction",
          "hierarchies of car, bicycle, foot, bytes a junction", "opening"], making)
    print()
    show(["extract", "mode", "query", "bidirectional", "snapping", "route with line", "20 × 20", "100 × 100", "one to all", "unlike Dijkstra"], ways)
    if wrong:
        sys.exit(f"bench-roads: wrong ways in {', '.join(wrong)}")


def show(titles, rows):
    print("| " + " | ".join(titles) + " |")
    print("| --- |" + " --: |" * (len(titles) - 1))
    for row in rows:
        print("| " + " | ".join(row) + " |")


main()
