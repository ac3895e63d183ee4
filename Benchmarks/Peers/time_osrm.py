#!/usr/bin/env python3
"""Times OSRM over the roads of an extract, in this process and in one thread: time_osrm.py PLACES.csv

The places are rows with the columns latitude and longitude. Routes lead from the first row to the second, from the third to the fourth,
and so on; tables are among the first places. The times are medians of the calls alone: the graph is loaded and the parameters are made
before, and no answer is turned into text. Snapping to roads is part of each call.
"""

import argparse
import csv
import pathlib
import statistics
import time

from routers import VERSIONS, osrm, osrm_engine


def median_microseconds(call, parameters, rounds):
    """The median time of calls, after one round that is not counted, and the number of calls that found no answer."""
    times, missing = [], 0
    for number in range(rounds + 1):
        for one in parameters:
            begun = time.perf_counter_ns()
            try:
                call(one)
            except RuntimeError:
                missing += number == 0
                continue
            if number > 0:
                times.append(time.perf_counter_ns() - begun)
    return statistics.median(times) / 1000, missing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", type=pathlib.Path)
    parser.add_argument("--extract", type=pathlib.Path, default="../shared/osm/andorra.osm.pbf")
    parser.add_argument("--folder", type=pathlib.Path, default=".build/compare-routers", help="for the graph")
    parser.add_argument("--mode", choices=["driving", "cycling", "walking"], default="driving")
    parser.add_argument("--algorithm", choices=["CH", "MLD"], default="CH")
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    with open(options.places) as file:
        places = [(float(row["longitude"]), float(row["latitude"])) for row in csv.DictReader(file)]
    if len(places) < 100:
        parser.error(f"{options.places} has {len(places)} places; tables need 100")
    engine = osrm_engine(options.folder, options.extract, options.mode, options.algorithm)
    pairs = list(zip(places[::2], places[1::2]))

    def routes(**more):
        return [osrm.RouteParameters(coordinates=list(pair), steps=False, generate_hints=False, **more) for pair in pairs]

    def table(count):
        return [osrm.TableParameters(coordinates=places[:count], annotations=["duration"], generate_hints=False)]

    rows = [
        ("route without a line", engine.Route, routes(overview="false"), options.rounds),
        ("route with its line", engine.Route, routes(overview="full", geometries="polyline6"), options.rounds),
        ("table of 20 x 20 durations", engine.Table, table(20), 10 * options.rounds),
        ("table of 100 x 100 durations", engine.Table, table(100), options.rounds),
    ]
    name = f"OSRM {VERSIONS['OSRM']}, {options.algorithm}"
    print(f"{options.extract.name}, {options.mode}, one thread; {len(pairs)} pairs\n\n| {name} | median, µs |\n| --- | --: |")
    for what, call, parameters, rounds in rows:
        microseconds, missing = median_microseconds(call, parameters, rounds)
        print(f"| {what} | {microseconds:.0f} |" + (f" {missing} of {len(parameters)} not found" if missing else ""))


main()
