"""Measures `waymark serve` with wrk: rates beside /healthz, waits at half load, memory, tables, tiles of a town, and the start.

All runs of a rate are taken in turns against one running server, so that a busy machine slows all of them alike; the
figures are medians of ratios.
"""

import argparse
import csv
import http.client
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

CONNECTIONS = 16


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="waymark")
    parser.add_argument("--waymark", required=True, help="waymark, which builds the index files")
    parser.add_argument("--attractions", default="data/attractions.csv", help="the attractions that are repeated")
    parser.add_argument("--seconds", type=int, default=4, help="the length of a run of wrk")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--places", type=int, default=100_000)
    parser.add_argument("--extract", default="../shared/osm/andorra.osm.pbf", help="the town whose tiles are drawn")
    parser.add_argument("--large", type=int, default=1_000_000, help="the places of the index file that is started")
    return parser.parse_args()


def write_places(source, path, count):
    """Repeats the rows of a table, each copy at a place of its own within about 30 km of the first, under a name of its own."""
    rng = random.Random(1)
    with open(source, encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    names = [name.strip("\ufeff") for name in header]
    name, latitude, longitude = (names.index(field) for field in ("관광지명", "위도", "경도"))
    with open(path, "w", encoding="utf-8", newline="") as file:
        out = csv.writer(file)
        out.writerow(names)
        for copy in range(count):
            row = list(rows[copy % len(rows)])
            row[name] = f"{row[name]} {copy}"
            row[latitude] = f"{float(row[latitude]) + rng.gauss(0, 0.15):.7f}"
            row[longitude] = f"{float(row[longitude]) + rng.gauss(0, 0.15):.7f}"
            out.writerow(row)


class Server:
    """A running service on a free port."""

    def __init__(self, program, *options):
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", *options], stderr=subprocess.PIPE, text=True)
        self.port = None
        for line in self.process.stderr:
            if found := re.search(r"listening on http://[^:]+:(\d+)", line):
                self.port = int(found[1])
                break
        if self.port is None:
            sys.exit(f"bench-service: {program} did not start")
        # Lines of the log are read away, or the server would wait for a full pipe.
        self.reader = subprocess.Popen(["cat"], stdin=self.process.stderr, stdout=subprocess.DEVNULL)
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        while self.get("/readyz")[0] != 200:
            time.sleep(0.001)
        self.ready = time.monotonic() - self.began

    def get(self, path):
        try:
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
        except http.client.RemoteDisconnected:
            # It was idle for too long.
            self.connection.close()
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
        return answer.status, answer.read()

    def memory(self):
        """Resident megabytes."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1]) / 1024

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.reader.wait()


def wrk(server, script, seconds, *options):
    """The rate and the 99th percentile in milliseconds of a run."""
    result = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", script, *options,
         f"http://127.0.0.1:{server.port}"], capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in result or "Socket errors" in result:
        sys.exit(f"bench-service: not every request was answered:\n{result}")
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", result).groups()
    return float(re.search(r"Requests/sec:\s+([\d.]+)", result)[1]), \
        float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def write_script(path, targets, delay=0):
    """A script of wrk that asks for targets in turns."""
    lines = ",".join(f'"{target}"' for target in targets)
    with open(path, "w") as file:
        file.write(f"local targets = {{{lines}}}\nlocal next = 0\n"
                   "function request()\n  next = next % #targets + 1\n"
                   "  return wrk.format('GET', targets[next])\nend\n")
        if delay:
            file.write(f"function delay()\n  return math.random(0, {2 * delay})\nend\n")


def circles(server, places, hits):
    """Targets of nearby, each with a radius that has this many hits."""
    targets = []
    for latitude, longitude in places:
        body = server.get(f"/v1/nearest?latitude={latitude}&longitude={longitude}&count={hits + 1}")[1]
        distances = [row["haversine_m"] for row in json.loads(body)["results"]]
        if distances[-1] - distances[-2] < 0.01:
            continue
        radius = (distances[-1] + distances[-2]) / 2
        targets.append(f"/v1/nearby?latitude={latitude}&longitude={longitude}&radius={radius:.3f}m")
    body = json.loads(server.get(targets[0])[1])
    assert len(body["results"]) == hits, (targets[0], len(body["results"]))
    return targets


def tiles_of(box, zoom):
    """Targets of the tiles of a box, in any order."""
    west, south, east, north = box
    side = 2 ** zoom

    def column(longitude):
        return int((longitude + 180) / 360 * side)

    def line(latitude):
        return int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * side)

    all_tiles = [f"/tiles/{zoom}/{x}/{y}.svg" for x in range(column(west), column(east) + 1)
                 for y in range(line(north), line(south) + 1)]
    random.Random(zoom).shuffle(all_tiles)
    return all_tiles


def measure_tiles(options, folder):
    """Tiles of a town: waits for fresh ones by zoom, rates of fresh ones and of those asked for again, and memory."""
    if not os.path.exists(options.extract):
        return print(f"bench-service: {options.extract} is missing: no tiles", file=sys.stderr)
    town = f"{folder}/town.waymark"
    subprocess.run([options.waymark, "town", options.extract, "--output", town, "--quiet"], check=True)
    server = Server(options.program, "--attractions", town)
    whole = json.loads(server.get("/tiles.json")[1])["bounds"]
    # An eighth of the sides of the box, around the middle of the places, where most is drawn.
    latitude, longitude = json.loads(server.get("/page/settings.json")[1])["middle"]
    wide, high = (whole[2] - whole[0]) / 16, (whole[3] - whole[1]) / 16
    middle = (longitude - wide, latitude - high, longitude + wide, latitude + high)
    waits, spent = [], []
    for zoom in range(13, 18):
        times = []
        for target in tiles_of(middle, zoom)[:100]:
            began = time.perf_counter()
            assert server.get(target)[0] == 200
            times.append((time.perf_counter() - began) * 1000)
        waits.append(sorted(times)[len(times) * 95 // 100])
        spent += times
    row("95th percentile of a fresh tile, zoom 13 to 17", ", ".join(f"{wait:.1f}" for wait in waits) + " ms", "20 ms",
        max(waits) <= 20)
    row("fresh tiles a second on one connection", f"{len(spent) / sum(spent) * 1000:.0f}", "100", len(spent) / sum(spent) >= 0.1)
    fresh, again = f"{folder}/fresh.lua", f"{folder}/again.lua"
    write_script(again, tiles_of(middle, 15)[:48])
    wrk(server, again, 1, "-H", "Accept-Encoding: gzip")
    rate, _ = wrk(server, again, options.seconds, "-H", "Accept-Encoding: gzip")
    row("tiles asked for again, a second", f"{rate:.0f}", "1000", rate >= 1000)
    used = []
    for part in range(2):
        write_script(fresh, tiles_of(whole, 18)[part * 25_000:(part + 1) * 25_000])
        wrk(server, fresh, 3 * options.seconds)
        used.append(server.memory())
    row("memory after many tiles, and after as many others", f"{used[0]:.0f}, {used[1]:.0f} MB", "flat",
        used[1] <= used[0] * 1.1)
    server.stop()


def row(name, value, goal, holds):
    print(f"| {name} | {value} | {goal} | {'yes' if holds else 'no'} |")


def main():
    options = arguments()
    with tempfile.TemporaryDirectory() as folder:
        def index(count):
            table, file = f"{folder}/{count}.csv", f"{folder}/{count}.waymark"
            write_places(options.attractions, table, count)
            subprocess.run([options.waymark, "index", "build", "--quiet", table, "--output", file], check=True)
            return table, file

        table, file = index(options.places)
        rng = random.Random(2)
        with open(table, encoding="utf-8") as rows:
            known = [(line["위도"], line["경도"]) for line in csv.DictReader(rows)]
        places = [(f"{float(lat) + rng.gauss(0, 0.01):.6f}", f"{float(lon) + rng.gauss(0, 0.01):.6f}")
                  for lat, lon in rng.sample(known, 512)]
        print("| what | measured | goal | holds |\n|:--|--:|--:|:--|")

        server = Server(options.program, "--attractions", file)
        scripts = {}
        for name, targets in (("/healthz", ["/healthz"]), ("10 hits", circles(server, places, 10)),
                              ("100 hits", circles(server, places, 100))):
            scripts[name] = f"{folder}/{len(scripts)}.lua"
            write_script(scripts[name], targets)
        rates = {name: [] for name in scripts}
        for script in scripts.values():
            wrk(server, script, 1)
        for _ in range(options.rounds):
            for name, script in scripts.items():
                rates[name].append(wrk(server, script, options.seconds)[0])
        for name, goal in (("10 hits", 0.85), ("100 hits", 0.60)):
            ratio = statistics.median(a / b for a, b in zip(rates[name], rates["/healthz"]))
            row(f"`nearby` with {name}, rate beside `/healthz`", f"{ratio:.0%}", f"{goal:.0%}", ratio >= goal)

        # Half of the full rate: each connection waits as long again as its turn takes.
        full = statistics.median(rates["10 hits"])
        write_script(f"{folder}/half.lua", circles(server, places[:100], 10), max(1, round(CONNECTIONS / (full / 2) * 1000)))
        rate, wait = wrk(server, f"{folder}/half.lua", options.seconds * 2)
        row(f"99th percentile with 10 hits at {rate / full:.0%} of the full rate", f"{wait:.1f} ms", "5 ms", wait <= 5)
        memory = server.memory()
        row(f"memory with {options.places} places in an index file, after this", f"{memory:.0f} MB", "80 MB", memory <= 80)

        stops = ";".join(f"{lon},{lat}" for lat, lon in places[:100])
        times = []
        for _ in range(200):
            began = time.perf_counter()
            status, _ = server.get(f"/table/v1/driving/{stops}?annotations=distance,duration")
            times.append((time.perf_counter() - began) * 1000)
            assert status == 200
        spent = statistics.median(times)
        row("a table of 100 by 100, from request to answer", f"{spent:.1f} ms", "5 ms", spent <= 5)
        server.stop()

        server = Server(options.program, "--attractions", table)
        memory = server.memory()
        row(f"memory with {options.places} places in a CSV, when ready", f"{memory:.0f} MB", "80 MB", memory <= 80)
        server.stop()

        measure_tiles(options, folder)

        _, large = index(options.large)
        starts = []
        for _ in range(5):
            server = Server(options.program, "--attractions", large)
            starts.append(server.ready * 1000)
            server.stop()
        spent = statistics.median(starts)
        row(f"from the start to ready with an index file of {options.large} places", f"{spent:.0f} ms", "100 ms",
            spent <= 100)


if __name__ == "__main__":
    main()
