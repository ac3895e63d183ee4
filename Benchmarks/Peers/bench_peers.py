"""The same questions to Waymark and to what one would otherwise pick, in one run, on the same places.

    bench_peers.py --folder .build/bench-peers --peer-questions PROGRAM --waymark PROGRAM [--sizes 10000,100000] [--quick]

Prints tables: Waymark's time, and how many times as long each other took. The answers to the first queries are compared
with a linear scan: a difference marks the cell with `!` and makes the exit code 1.
"""

import argparse
import json
import os
import subprocess
import sys
import time

from asking import (
    HERE,
    NOT_INSTALLED,
    QUESTIONS,
    TOLERANCE,
    Asker,
    answers,
    difference,
    duration,
    markdown,
    say,
    significant,
    size,
)
from places import places, places_csv

# The others, and the most points they are asked about.
PEERS = {
    "linear scan": 10_000_000,
    "nanoflann": 10_000_000,
    "boost": 10_000_000,
    "cKDTree": 10_000_000,
    "BallTree": 1_000_000,
    "STRtree": 1_000_000,
    "geoindex-rs": 10_000_000,
    "DuckDB": 1_000_000,
    "chdb": 1_000_000,
}
QUICK_PEERS = ["linear scan", "nanoflann", "boost"]
TITLES = {
    "within_sorted": "within 10 km, sorted",
    "within_ids": "within 10 km, unsorted",
    "within_count": "count within 10 km",
    "knn": "10 nearest",
    "build": "build, per point",
}
NOT_OFFERED = {
    "linear scan": "nothing to build",
    "STRtree": "no nearest on a sphere",
    "geoindex-rs": "no nearest on a sphere",
}

# CSV to CSV: attractions and stops, both Korea-like.
FILES = [(1_000, 100_000), (100_000, 10_000)]
FILE_PEERS = ["DuckDB", "chdb"]
CHECKED = 100


class Run:
    def __init__(self, asker, waymark):
        self.asker, self.waymark = asker, waymark
        self.data = os.path.join(asker.folder, "data")
        self.rows, self.notes, self.differences, self.compared = [], [], [], 0

    def note(self, words):
        if words not in self.notes:
            self.notes.append(words)

    def differs(self, words):
        say("  DIFFERENCE: " + words)
        self.differences.append(words)

    def lookups(self, region, count, peers, queries):
        """The lines of the table for one set of points: question, points, hits, Waymark's time, the others' ratios."""
        data, queries = places(self.data, region, count), places(self.data, region, queries, "queries")
        # Where hits dominate, all are timed on the same queries; over the world each as many as its time allows.
        sample = max(8, min(4096, 50_000_000 // count)) if region == "korea" else 0
        truth, own, others, wrong = {}, [], {}, set()
        # Waymark first and last: how far the two are apart tells how far the ratios are to be trusted.
        for peer in ["linear scan", "Waymark", *peers[1:], "Waymark"]:
            if count > PEERS.get(peer, count):
                self.note(f"{peer}: not asked about {size(count)} points, which would take minutes")
                continue
            say(f"{region}, {size(count)} points: {peer}")
            rows, found = self.asker.ask(peer, data, queries, checked(region, count), sample)
            if rows is None:
                if peer in ("linear scan", "Waymark"):
                    sys.exit(f"{peer}: {found}")
                self.note(f"{peer}: {found}")
                if found.startswith("failed"):
                    self.differs(f"{peer}, {region}, {size(count)} points: {found}")
                continue
            self.rows += [row | {"peer": peer, "region": region} for row in rows.values()]
            if peer == "linear scan":
                truth = {question: answers(found, question) for question in QUESTIONS}
            for question in filter(rows.get, QUESTIONS):
                given = answers(found, question)
                self.compared += len(given)
                if words := difference(truth[question], given, question):
                    wrong.add((peer, question))
                    self.differs(f"{peer}, {region}, {size(count)} points, {question}: {words}")
            if peer == "Waymark":
                own.append(rows)
            else:
                others[peer] = rows

        lines = []
        for question, title in TITLES.items():
            times = [rows[question]["median_ns"] for rows in own]
            mean = sum(times) / len(times)
            hits = hits_of(own[0][question]["hits_per_q"]) if question.startswith("within") else ""
            line = [title, size(count), hits, duration(mean * 1e-9), f"{(max(times) - min(times)) / mean / 2:.0%}"]
            if ("Waymark", question) in wrong:
                line[3] = "!" + line[3]
            for peer in peers:
                if row := others.get(peer, {}).get(question):
                    line.append(("!" if (peer, question) in wrong else "") + significant(row["median_ns"] / mean) + "x")
                else:
                    line.append("-")
                    if peer in others:
                        self.note(f"{peer}: {NOT_OFFERED[peer]}")
            lines.append(line)
        return lines

    def file_command(self, peer, attractions, stops, output, threads):
        if peer == "Waymark":
            return [
                self.waymark,
                "nearby",
                stops,
                "--attractions",
                attractions,
                "--radius",
                "10km",
                "--jobs",
                str(threads),
                "--columns",
                "stop_id,attraction_id,haversine_m",
                "--output",
                output,
                "--quiet",
            ]
        return [self.asker.python, os.path.join(HERE, "sql.py"), peer, stops, attractions, output, str(threads)]

    def files(self, attractions, stops, peers, threads):
        """The line of the table for CSV to CSV by whole processes: CPU seconds of one thread, wall seconds of all."""
        from_points = (places(self.data, "korea", attractions), places(self.data, "korea", stops, "queries"))
        from_csv = (places_csv(self.data, "korea", attractions), places_csv(self.data, "korea", stops, "queries"))
        output = os.path.join(self.asker.folder, "output.csv")
        _, found = self.asker.ask("linear scan", *from_points, CHECKED, 8)
        truth = answers(found, "within_sorted")
        times, written, wrong = {}, None, set()
        for peer in ["Waymark", *peers]:
            say(f"CSV to CSV, {size(attractions)} x {size(stops)}, {threads} threads: {peer}")
            runs = []
            while len(runs) < 5 and sum(runs) < 8:
                before, start = os.times(), time.perf_counter()
                done = subprocess.run(
                    self.file_command(peer, *from_csv, output, threads),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    text=True,
                )
                wall, after = time.perf_counter() - start, os.times()
                cpu = after.children_user + after.children_system - before.children_user - before.children_system
                if done.returncode:
                    break
                runs.append(cpu if threads == 1 else wall)
            if done.returncode:
                last = (done.stderr.strip().splitlines() or [""])[-1]
                self.note(f"{peer}: {'not installed' if done.returncode == NOT_INSTALLED else 'failed'}: {last}")
                if done.returncode != NOT_INSTALLED:
                    self.differs(f"{peer}, CSV to CSV: {last}")
                continue
            times[peer] = sorted(runs)[len(runs) // 2]
            count, words = csv_difference(truth, output)
            self.compared += len(truth)
            written = written or count
            if words or count != written:
                wrong.add(peer)
                self.differs(f"{peer}, CSV to CSV: {words or f'{count} rows, not {written}'}")
        os.remove(output)
        self.rows += [
            {
                "peer": peer,
                "workload": "csv",
                "attractions": attractions,
                "stops": stops,
                "threads": threads,
                "seconds": seconds,
                "rows": written,
            }
            for peer, seconds in times.items()
        ]
        title = f"{size(attractions)} attractions x {size(stops)} stops, " + (
            "1 thread, CPU" if threads == 1 else f"{threads} threads, wall"
        )
        return [
            title,
            f"{written:,}".replace(",", " "),
            ("!" if "Waymark" in wrong else "") + duration(times["Waymark"]),
        ] + [
            ("!" if peer in wrong else "") + significant(times[peer] / times["Waymark"]) + "x" if peer in times else "-"
            for peer in peers
        ]


def hits_of(mean):
    return f"{mean:,.0f}".replace(",", " ") if mean >= 100 else f"{mean:.2g}"


def checked(region, count):
    """How many queries' answers are compared; over the world more, for few have hits."""
    return 10 if count >= 10_000_000 else CHECKED if region == "korea" else max(CHECKED, 20_000_000 // count)


def prove_checking(folder):
    """Answers that are wrong must be told from right ones: one hit left out, one exchanged, one a hundredth of a
    millimetre off, two out of order."""
    right = answers(folder, "knn")
    ids, metres = map(list, right[0])
    assert difference(right, right, "knn") is None
    for wrong in (
        (ids[1:], metres[1:]),
        ([ids[0] ^ 1 << 40, *ids[1:]], metres),
        (ids, [metres[0] + 1e-5, *metres[1:]]),
        (ids[::-1], metres[::-1]),
    ):
        assert difference(right, [wrong, *right[1:]], "knn"), wrong


def csv_difference(truth, path):
    """How many rows a file has, and what differs first in those of the first stops from the true answers."""
    found = [[] for _ in truth]
    with open(path, "rb") as file:
        file.readline()
        count = 0
        for line in file:
            count += 1
            stop, attraction, metres = line.split(b",")
            if int(stop) >= len(truth):
                break
            found[int(stop)].append((int(attraction), float(metres)))
        while block := file.read(1 << 20):
            count += block.count(b"\n")
    for stop, (right, rows) in enumerate(zip(truth, found)):
        distances = dict(zip(*right))
        if sorted(distances) != sorted(attraction for attraction, _ in rows):
            return count, f"stop {stop}: {len(rows)} attractions, not the {len(distances)}"
        # Metres have three decimals in the file.
        if any(abs(metres - distances[attraction]) > 0.0005 + TOLERANCE for attraction, metres in rows):
            return count, f"stop {stop}: another distance"
        if [metres for _, metres in rows] != sorted(metres for _, metres in rows):
            return count, f"stop {stop}: not in order"
    return count, None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", required=True, help="where places, answers and the peers are")
    parser.add_argument("--peer-questions", required=True, help="the program PeerQuestions")
    parser.add_argument("--waymark", help="the command; without it the questions about files are left out")
    parser.add_argument("--sizes", default="10000,100000,1000000", help="numbers of points")
    parser.add_argument(
        "--quick", action="store_true", help="a thousand points and the C++ peers: does it all still work?"
    )
    options = parser.parse_args()
    start = time.time()
    run = Run(Asker(options.folder, options.peer_questions), options.waymark)
    sizes = [1_000] if options.quick else [int(count) for count in options.sizes.split(",")]
    peers = QUICK_PEERS if options.quick else list(PEERS)
    for region, title in (("korea", "Korea-like points"), ("world", "Points all over the world")):
        lines = [
            line for count in sizes for line in run.lookups(region, count, peers, 1_000 if options.quick else 100_000)
        ]
        lines.sort(key=lambda line: list(TITLES.values()).index(line[0]))
        print(
            f"\n{title}: CPU time of Waymark (± how far two passes of it were apart),"
            " and how many times as long others took\n"
        )
        print(markdown(["question", "points", "hits", "Waymark", "±", *peers], lines), flush=True)
    if options.quick:
        prove_checking(os.path.join(options.folder, "answers", "Waymark"))
    if options.waymark and not options.quick:
        lines = [run.files(*pair, FILE_PEERS, threads) for pair in FILES for threads in sorted({1, os.cpu_count()})]
        print("\nWhole process, CSV to CSV: Waymark, and how many times as long others took\n")
        print(markdown(["files", "rows out", "Waymark", *FILE_PEERS], lines))

    print()
    for words in run.notes:
        print(f"- {words}")
    print(
        f"- {run.compared} answers compared with the linear scan's: "
        + (f"{len(run.differences)} DIFFERENCES" if run.differences else "no difference")
    )
    for words in run.differences:
        print(f"  - {words}")
    with open(os.path.join(options.folder, "results.json"), "w") as file:
        json.dump(run.rows, file, indent=0)
    print(f"- {time.time() - start:.0f} s; every number: {file.name}")
    sys.exit(1 if run.differences else 0)


if __name__ == "__main__":
    main()
