#!/usr/bin/env python3
"""Orders the published instances in a folder by OrderGaps, each for half a second, and prints how far the lengths are
from the published ones, as the table of Documentation/StopOrder.md.

The folder holds lists of instances, separated by tabs: tsplib/optima.tsv (name, nodes, edge weights, length), atsp/atsp-optima.tsv and
tsptw/tsptw-best.tsv (name, nodes, length)."""

import argparse
import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

LISTS = [("tsplib/optima.tsv", 3), ("atsp/atsp-optima.tsv", 2), ("tsptw/tsptw-best.tsv", 2)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--order-gaps", required=True, help="the program")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    print("| instance | nodes | optimum | ours | above | bound below optimum | proved | s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- | ---: |")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name, column in LISTS:
            for line in (options.folder / name).read_text().splitlines()[1:]:
                cells = line.split("\t")
                optimum, path = float(cells[column]), instance(options.folder / name, cells[0], folder)
                answer = json.loads(subprocess.run([options.order_gaps, "0.5"], check=True, input=f"{path}\n".encode(),
                                                   stdout=subprocess.PIPE).stdout)
                if "error" in answer:
                    sys.exit(f"published_orders: {path}: {answer['error']}")
                length, bound = answer["length"], answer.get("bound")
                # A length below the published one, or a window missed where all can be met, is no answer.
                if length < optimum * (1 - 1e-9) and name != LISTS[2][0] or answer.get("missed"):
                    wrong.append(f"{cells[0]}: {length}, missed: {answer.get('missed')}")
                below = "" if bound is None else f"{100 * (1 - bound / optimum):.2f} %"
                print(f"| {path.name} | {cells[1]} | {optimum:.12g} | {length:.12g} | {100 * (length / optimum - 1):.2f} % | {below} | "
                      f"{'yes' if answer['isProven'] else ''} | {answer['seconds']:.3f} |", flush=True)
    if wrong:
        sys.exit("published_orders: wrong:\n" + "\n".join(wrong))


def instance(instances, name, folder):
    """The file of an instance, unpacked into `folder` where it is compressed."""
    path = next((p for p in (instances.parent / (name + end) for end in ("", ".tsp", ".tsp.gz")) if p.is_file()), None)
    if path is None:
        sys.exit(f"published_orders: {instances} names {name}, which is missing")
    if path.suffix != ".gz":
        return path
    unpacked = pathlib.Path(folder, path.stem)
    unpacked.write_bytes(gzip.decompress(path.read_bytes()))
    return unpacked


if __name__ == "__main__":
    main()
