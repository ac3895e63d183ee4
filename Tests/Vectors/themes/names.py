#!/usr/bin/env python3
"""Lists the names drawn from the shared files for labels of themes: hash, file, label, name, separated by tabs.

usage: names.py [FOLDER]        all of them, to be labelled in shared.tsv; FOLDER is ../shared/data unless given

The names stay out of the repository; shared.tsv has their XXH64 and label. Drawn are, of each file, the names with the lowest
hashes, a draw that needs no random numbers and gives the same names everywhere. Names of data/attractions.csv are left out."""

import csv
import gzip
import io
import pathlib
import re
import sys
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
MASK = (1 << 64) - 1
P1, P2, P3, P4, P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
# The file, its encoding, the column of the name (0 is the first of a table without a header), and how many names are drawn.
DRAWN = [
    ("attractions/attractions-2024-04-dups.utf8-bom.csv", "utf-8-sig", "관광지명", 110),
    ("attractions/attractions-2019-10.portal.json", "utf-8", "관광지명", 70),
    ("poi-kr/seoul-bus-stops.utf8.csv.gz", "utf-8", "정류소명", 110),
    ("poi-kr/parks-2022.cp949-crlf.csv.gz", "cp949", "공원명", 60),
    ("poi-kr/wifi-2016.cp949.csv.gz", "cp949", "설치장소명", 100),
    ("poi-kr/seoul-hotels-epsg5174.utf8-bom.csv", "utf-8-sig", "사업장명", 50),
    ("poi-kr/campsites-2019.json.gz", "utf-8", "야영(캠핑)장명", 40),
    ("poi-kr/heritage-2019-malformed.json.gz", "utf-8", "향토문화유적명", 60),
    ("attractions/attractions-2021-09-blanks.cp949.csv", "cp949", "관광지명", 70),
    ("attractions/attractions-2022-02-noheader.cp949.csv", "cp949", 0, 70),
    ("attractions/attractions-2024-04-dups.utf8-bom.csv", "utf-8-sig", "관광지명", 60),
    ("flickr/names-Edin.csv", "utf-8", "poiName", 30),
    ("flickr/names-Osak.csv", "utf-8", "poiName", 30),
    ("flickr/names-Toro.csv", "utf-8", "poiName", 30),
]


def rotated(value, count):
    return (value << count | value >> 64 - count) & MASK


def rounded(lane, value):
    return rotated((lane + value * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    """XXH64 with seed 0 (xxHash, Yann Collet)."""
    end = len(data) & ~31
    value = P5
    if end:
        lanes = [(P1 + P2) & MASK, P2, 0, -P1 & MASK]
        for at in range(0, end, 8):
            lanes[at // 8 % 4] = rounded(lanes[at // 8 % 4], int.from_bytes(data[at:at + 8], "little"))
        value = sum(rotated(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            value = ((value ^ rounded(0, lane)) * P1 + P4) & MASK
    value = (value + len(data)) & MASK
    rest = data[end:]
    while len(rest) >= 8:
        value = (rotated(value ^ rounded(0, int.from_bytes(rest[:8], "little")), 27) * P1 + P4) & MASK
        rest = rest[8:]
    if len(rest) >= 4:
        value = (rotated(value ^ int.from_bytes(rest[:4], "little") * P1 & MASK, 23) * P2 + P3) & MASK
        rest = rest[4:]
    for byte in rest:
        value = rotated(value ^ byte * P5 & MASK, 11) * P1 & MASK
    value = (value ^ value >> 33) * P2 & MASK
    value = (value ^ value >> 29) * P3 & MASK
    return value ^ value >> 32


def names(folder, file, encoding, column):
    data = (folder / file).read_bytes()
    text = (gzip.decompress(data) if file.endswith(".gz") else data).decode(encoding, "replace")
    if "json" in file:
        return re.findall(rf'"{re.escape(column)}": "([^"\\]*)"', text)
    if column == 0:
        return [row[0] for row in csv.reader(io.StringIO(text))]
    found = [row[column] for row in csv.DictReader(io.StringIO(text)) if row[column]]
    return [urllib.parse.unquote(name).replace("_", " ") for name in found] if "flickr" in file else found


def drawn(folder):
    """The names by hash: the file they were drawn from, and the name."""
    with open(ROOT / "data" / "attractions.csv", encoding="utf-8", newline="") as own:
        taken = {row["관광지명"] for row in csv.DictReader(own)}
    found = {}
    for file, encoding, column, count in DRAWN:
        fresh = {name for name in map(str.strip, names(folder, file, encoding, column)) if name and "\ufffd" not in name}
        for name in sorted(fresh - taken, key=lambda name: xxh64(name.encode()))[:count]:
            taken.add(name)
            found[f"{xxh64(name.encode()):016x}"] = (file, name)
    return found


def main():
    assert xxh64(b"") == 0xEF46DB3751D8E999 and xxh64(b"abc") == 0x44BC2CF5AD770999
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data"
    labels = {}
    if (file := HERE / "shared.tsv").exists():
        labels = dict(line.split("\t", 1) for line in file.read_text().splitlines() if not line.startswith("//"))
    for key, (source, name) in drawn(folder).items():
        print(key, source.split("/")[1].split(".")[0], labels.get(key, "?"), name, sep="\t")


if __name__ == "__main__":
    main()
