#!/usr/bin/env python3
"""Compares ways over the roads of the shared extracts with the answers of Valhalla that lie beside them: which are found, and the ratios of
distance and duration."""

import argparse
import csv
import io
import json
import pathlib
import subprocess
import sys

MODES = [("auto", "driving"), ("pedestrian", "walking"), ("bicycle", "cycling")]


def share(values, part):
    return sorted(values)[int(part * (len(values) - 1))]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--shared", type=pathlib.Path, default="../shared/osm")
    options = parser.parse_args()
    folders = sorted(options.shared.glob("refs/*/requests.json"))
    if not folders:
        return print(f"compare-routers: {options.shared}/refs is missing", file=sys.stderr)
    print("| extract | mode | found by both | distance, median | p10 | p90 | duration, median | p10 | p90 |")
    print("| --- | --- | --: | --: | --: | --: | --: | --: | --: |")
    for requests in folders:
        extract = requests.parent.name
        pairs = json.loads(requests.read_text())["pairs"]
        for costing, mode in MODES:
            answers = next(requests.parent.glob(f"*{costing}*"), None)
            if answers is None:
                continue
            peer = {str(route["id"]): route for route in json.loads(answers.read_text())["routes"]}
            table = io.StringIO()
            writer = csv.writer(table)
            writer.writerow(["trip_id", "name", "latitude", "longitude"])
            for pair in pairs:
                for longitude, latitude in [value for value in pair.values() if isinstance(value, list)][:2]:
                    writer.writerow([pair["id"], "", latitude, longitude])
            result = subprocess.run(
                [options.program, "route", "-", "--legs", f"roads:{options.shared}/{extract}.osm.pbf", "--mode", mode, "--quiet"],
                input=table.getvalue(), capture_output=True, text=True, check=True)
            meters, seconds, one = [], [], 0
            for row in csv.DictReader(io.StringIO(result.stdout)):
                other = peer[row["trip_id"]]
                if (row["status"] == "found") != ("error" not in other):
                    one += 1
                elif row["status"] == "found":
                    meters.append(float(row["distance_m"]) / other["distance_m"])
                    seconds.append(float(row["duration_s"]) / other["duration_s"])
            figures = [f"{share(values, part):.2f}" for values in (meters, seconds) for part in (0.5, 0.1, 0.9)]
            print(f"| `{extract}` | {mode} | {len(meters)} of {len(meters) + one} | " + " | ".join(figures) + " |")


main()
