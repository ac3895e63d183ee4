"""Seeded places, written once as files of little-endian doubles (latitude, longitude in degrees) and as CSV.

Coordinates have seven decimals, so that both forms hold exactly the same numbers.
"""

import array
import bisect
import itertools
import math
import os
import random

SOUTH, NORTH, WEST, EAST = 33.0, 38.7, 124.5, 131.0

# Twenty Korean cities: latitude, longitude, population in 100 000, spread in degrees of latitude.
CITIES = [
    (37.566, 126.978, 94, 0.12),
    (35.180, 129.075, 33, 0.09),
    (37.456, 126.705, 30, 0.09),
    (35.871, 128.601, 24, 0.08),
    (36.350, 127.385, 14, 0.07),
    (35.160, 126.852, 14, 0.07),
    (37.264, 127.029, 12, 0.06),
    (35.539, 129.311, 11, 0.07),
    (37.658, 126.832, 11, 0.05),
    (37.241, 127.178, 11, 0.08),
    (35.228, 128.682, 10, 0.08),
    (37.200, 126.831, 9, 0.08),
    (37.420, 127.127, 9, 0.04),
    (36.642, 127.489, 8, 0.07),
    (37.504, 126.766, 8, 0.03),
    (36.815, 127.114, 7, 0.06),
    (35.824, 127.148, 7, 0.06),
    (36.019, 129.343, 5, 0.06),
    (33.499, 126.531, 5, 0.06),
    (37.751, 128.876, 2, 0.06),
]


def korea(count, rng):
    """60 % in Gaussian clusters round the cities, 40 % uniform in a box round the country."""
    totals = list(itertools.accumulate(city[2] for city in CITIES))
    for _ in range(count):
        if rng.random() < 0.6:
            latitude, longitude, _, spread = CITIES[bisect.bisect(totals, rng.random() * totals[-1])]
            latitude += rng.gauss(0, spread)
            longitude += rng.gauss(0, spread) / math.cos(math.radians(latitude))
            yield min(max(latitude, SOUTH), NORTH), min(max(longitude, WEST), EAST)
        else:
            yield rng.uniform(SOUTH, NORTH), rng.uniform(WEST, EAST)


def world(count, rng):
    """Uniform on the sphere."""
    for _ in range(count):
        yield math.degrees(math.asin(rng.uniform(-1, 1))), rng.uniform(-180, 180)


REGIONS = {"korea": korea, "world": world}


def places(folder, region, count, role="points"):
    """The path of the doubles of `count` places of a region; `role` is points, or the queries asked there."""
    path = os.path.join(folder, f"{region}-{role}-{count}.f64")
    if not os.path.exists(path):
        numbers = array.array("d")
        for pair in REGIONS[region](count, random.Random(f"{region} {role} {count}")):
            numbers.extend(round(degrees, 7) for degrees in pair)
        _complete(path, lambda file: numbers.tofile(file))
    return path


def places_csv(folder, region, count, role="points"):
    """The same as CSV with columns id, latitude, longitude; the ids are positions."""
    path = os.path.join(folder, f"{region}-{role}-{count}.csv")
    if not os.path.exists(path):
        numbers = load(places(folder, region, count, role))

        def write(file):
            file.write(b"id,latitude,longitude\n")
            for i in range(count):
                file.write(b"%d,%.7f,%.7f\n" % (i, numbers[2 * i], numbers[2 * i + 1]))

        _complete(path, write)
    return path


def load(path):
    numbers = array.array("d")
    with open(path, "rb") as file:
        numbers.frombytes(file.read())
    return numbers


def _complete(path, write):
    """Writes a file that is there complete or not at all."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".part", "wb") as file:
        write(file)
    os.replace(path + ".part", path)
