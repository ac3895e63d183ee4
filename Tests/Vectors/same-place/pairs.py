#!/usr/bin/env python3
"""Lists the pairs of rows drawn for labels of the same place: hash, label, stratum, metres, name, name, separated by tabs.

usage: pairs.py [FOLDER]        all of them, to be labelled in shared.tsv; FOLDER is ../shared/data unless given

A row is a name and a place: of the four editions of the national data, of data/attractions.csv, of the shared courses, museums and
cities, rounded to five decimals, each once. Drawn are, of each stratum of pairs within 1.5 km, those with the lowest XXH64 of both
rows, one of each pair of names: a draw that needs no random numbers and gives the same pairs everywhere. Names of shared files stay
out of the repository; shared.tsv has the hashes and the labels."""

import csv
import gzip
import importlib.util
import json
import math
import pathlib
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
spec = importlib.util.spec_from_file_location("names", HERE.parent / "themes" / "names.py")
names = importlib.util.module_from_spec(spec)
spec.loader.exec_module(names)

# The kind of stratum, from and below how many metres, and how many pairs are drawn: names equal but for case and blanks, names that
# share two letters in a row, other names.
STRATA = [
    ("equal", 100, 1500, 30), ("share", 0, 100, 160), ("share", 100, 300, 80), ("share", 300, 1000, 100), ("share", 1000, 1500, 30),
    ("unlike", 0, 100, 50),
]


def text(folder, path, encoding="utf-8"):
    data = (folder / path).read_bytes()
    return (gzip.decompress(data) if path.endswith(".gz") else data).decode(encoding).splitlines()


def read(folder):
    """Name, latitude and longitude of each row."""
    editions = folder / "attractions"
    standard = [
        csv.DictReader(text(ROOT, "data/attractions.csv")),
        csv.DictReader(text(editions, "attractions-2024-04-dups.utf8-bom.csv", "utf-8-sig")),
        csv.DictReader(text(editions, "attractions-2021-09-blanks.cp949.csv", "cp949")),
        json.loads((editions / "attractions-2019-10.portal.json").read_bytes())["records"],
    ]
    for table in standard:
        for row in table:
            yield row["관광지명"], row["위도"], row["경도"]
    for row in csv.reader(text(editions, "attractions-2022-02-noheader.cp949.csv", "cp949")):
        yield row[0], row[4], row[5]
    for row in csv.reader(text(folder, "courses/kma-courses-even.csv", "utf-8-sig")):
        yield row[4].split(")", 1)[-1] if row[4].startswith("(") else row[4], row[6], row[5]
    for row in json.loads(gzip.decompress((folder / "hours" / "museums-2026.json.gz").read_bytes()))["records"]:
        yield row["FCLTY_NM"], row["LATITUDE"], row["LONGITUDE"]
    for city in ("Osak", "Edin", "Toro"):
        for row in csv.DictReader(text(folder, f"flickr/names-{city}.csv")):
            yield urllib.parse.unquote(row["poiName"]).replace("_", " "), row["poiLat"], row["poiLon"]


def rows(folder):
    """The rows, each once: name, latitude and longitude in units of 1e-5 degrees."""
    found = set()
    for name, latitude, longitude in read(folder):
        try:
            place = [math.floor(float(value) * 1e5 + 0.5) for value in (latitude, longitude)]
        except ValueError:
            continue
        if name.strip() and all(place):
            found.add((name.strip(), *place))
    return sorted(found, key=lambda row: (row[1], row[2], row[0]))


def distance(a, b):
    """Metres on the sphere of radius R1."""
    (p, q), (r, s) = ([math.radians(value / 1e5) for value in row[1:]] for row in (a, b))
    chord = math.sin((r - p) / 2) ** 2 + math.cos(p) * math.cos(r) * math.sin((s - q) / 2) ** 2
    return 2 * 6371008.8 * math.asin(math.sqrt(chord))


def key(a, b):
    """The hash of a pair: of both rows, the smaller first by its UTF-8."""
    return f"{names.xxh64(chr(10).join(sorted((chr(9).join(map(str, row)) for row in (a, b)), key=str.encode)).encode()):016x}"


def letters(name):
    return "".join(letter for letter in name.lower() if letter.isalnum())


def kind(a, b):
    a, b = letters(a[0]), letters(b[0])
    if a == b:
        return "equal"
    return "share" if any(a[at:at + 2] in b for at in range(len(a) - 1)) else "unlike"


def drawn(folder):
    """Hash, stratum, metres and both rows of the pairs drawn."""
    near, ordered = [], rows(folder)
    for at, a in enumerate(ordered):
        for b in ordered[at + 1:]:
            if b[1] - a[1] > 1350:
                break
            if (meters := distance(a, b)) < 1500:
                near.append((meters, a, b))
    for like, start, end, count in STRATA:
        taken = set()
        pairs = [(key(a, b), meters, a, b) for meters, a, b in near if start <= meters < end and kind(a, b) == like]
        for pair, meters, a, b in sorted(pairs):
            if len(taken) < count and (both := frozenset((a[0], b[0]))) not in taken:
                taken.add(both)
                yield pair, f"{like} {start}-{end}", meters, a, b


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data"
    labels = {}
    if (file := HERE / "shared.tsv").exists():
        labels = dict(line.split("\t") for line in file.read_text().splitlines() if not line.startswith("//"))
    for pair, stratum, meters, a, b in drawn(folder):
        print(pair, labels.get(pair, "?"), stratum, round(meters), a[0], b[0], sep="\t")


if __name__ == "__main__":
    main()
