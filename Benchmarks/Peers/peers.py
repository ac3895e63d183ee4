"""The Python peers, one thread: the questions of PeerQuestions, asked as each library's users would ask them.

    peers.py cKDTree|BallTree|STRtree|geoindex-rs|DuckDB|chdb --data N.f64 --queries Q.f64 --radius 10000 --k 10
             --check 100 --runs 5 --q 512 --answers FOLDER

Prints a JSON line for each question; exits with 69 where the library is not installed. Where a library answers many
queries in one call, it is given all of them at once. Arrays called `queries` are of shape (m, 2), latitude and longitude
in degrees; hits are three arrays of the same length: query, id and metres, those of one query side by side.
"""

import argparse
import json
import os
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

try:
    import numpy as np
except ImportError as error:
    print(error, file=sys.stderr)
    sys.exit(69)

EARTH_RADIUS = 6371008.8  # metres


def unit_vectors(degrees):
    latitude, longitude = np.radians(degrees).T
    return np.stack([np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)], 1)


def haversine(a, b):
    """Metres between places in degrees, row by row."""
    (p, l), (q, m) = np.radians(a).T, np.radians(b).T
    h = np.sin((q - p) / 2) ** 2 + np.cos(p) * np.cos(q) * np.sin((m - l) / 2) ** 2
    return 2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(1, h)))


def chord(metres):
    return 2 * np.sin(metres / EARTH_RADIUS / 2)


def metres_of_chord(chord):
    return 2 * EARTH_RADIUS * np.arcsin(np.minimum(1, chord / 2))


def half_widths(latitude, radius):
    """Half the height and width, in degrees, of boxes that surely cover circles; all round where a pole is in."""
    margin = 1 + 1e-9
    height = np.degrees(radius / EARTH_RADIUS) * margin
    with np.errstate(invalid="ignore"):
        width = np.degrees(np.arcsin(np.sin(radius / EARTH_RADIUS) / np.cos(np.radians(latitude)))) * margin
    return height, np.where(np.abs(latitude) + height >= 90, 180.0, width)


def together(lists):
    """Lists of hits, one for each query, as one array of queries and one of ids."""
    counts = np.fromiter(map(len, lists), np.int64, len(lists))
    return np.repeat(np.arange(len(lists)), counts), np.concatenate([np.asarray(ids, np.int64) for ids in lists])


class Peer:
    """What a library answers. `nearest` is None where it has no exact answer on a sphere."""

    nearest = None

    def __init__(self, places, radius, k):
        self.places, self.radius, self.k = places, radius, k

    def within(self, queries):
        raise NotImplementedError

    def within_sorted(self, queries):
        """Sorted query by query: five times as fast as one `lexsort` of all hits."""
        query, ids, metres = self.within(queries)
        ends = np.searchsorted(query, np.arange(len(queries)), side="right").tolist()
        start = 0
        for end in ends:
            if end - start > 1:
                order = np.argsort(metres[start:end])
                ids[start:end], metres[start:end] = ids[start:end][order], metres[start:end][order]
            start = end
        return query, ids, metres

    def counts(self, queries):
        return np.bincount(self.within(queries)[0], minlength=len(queries))


class CKDTree(Peer):
    """scipy: unit vectors; `query_ball_point` and `query` on arrays."""

    def __init__(self, places, radius, k):
        from scipy.spatial import cKDTree

        super().__init__(places, radius, k)
        self.vectors = unit_vectors(places)
        self.tree = cKDTree(self.vectors)

    def within(self, queries):
        centers = unit_vectors(queries)
        query, ids = together(self.tree.query_ball_point(centers, chord(self.radius), workers=1))
        return query, ids, metres_of_chord(np.sqrt(((self.vectors[ids] - centers[query]) ** 2).sum(1)))

    def counts(self, queries):
        return self.tree.query_ball_point(unit_vectors(queries), chord(self.radius), workers=1, return_length=True)

    def nearest(self, queries):
        chords, ids = self.tree.query(unit_vectors(queries), self.k, workers=1)
        return np.repeat(np.arange(len(queries)), self.k), ids.ravel(), metres_of_chord(chords.ravel())


class BallTree(Peer):
    """scikit-learn: its haversine metric; `query_radius` and `query` on arrays."""

    def __init__(self, places, radius, k):
        from sklearn.neighbors import BallTree

        super().__init__(places, radius, k)
        self.tree = BallTree(np.radians(places), metric="haversine")

    def query_radius(self, queries, sort):
        ids, angles = self.tree.query_radius(
            np.radians(queries), self.radius / EARTH_RADIUS, return_distance=True, sort_results=sort
        )
        return *together(ids), np.concatenate(angles) * EARTH_RADIUS

    def within(self, queries):
        return self.query_radius(queries, False)

    def within_sorted(self, queries):
        return self.query_radius(queries, True)

    def counts(self, queries):
        return self.tree.query_radius(np.radians(queries), self.radius / EARTH_RADIUS, count_only=True)

    def nearest(self, queries):
        angles, ids = self.tree.query(np.radians(queries), self.k)
        return np.repeat(np.arange(len(queries)), self.k), ids.ravel(), angles.ravel() * EARTH_RADIUS


class Boxes(Peer):
    """Trees over boxes of degrees: those in boxes round the circles, on both sides of 180 degrees, then the haversine."""

    def in_boxes(self, west, south, east, north):
        """Boxes and the places in them."""
        raise NotImplementedError

    def within(self, queries):
        latitude, longitude = queries.T
        height, width = half_widths(latitude, self.radius)
        west, east = longitude - width, longitude + width
        query, ids = self.in_boxes(west, latitude - height, east, latitude + height)
        for over, turn in ((west < -180, 360.0), (east > 180, -360.0)):
            if over.any():
                found, more = self.in_boxes(
                    west[over] + turn, latitude[over] - height, east[over] + turn, latitude[over] + height
                )
                query, ids = np.append(query, np.flatnonzero(over)[found]), np.append(ids, more)
                order = np.argsort(query, kind="stable")
                query, ids = query[order], ids[order]
        metres = haversine(queries[query], self.places[ids])
        inside = metres <= self.radius
        return query[inside], ids[inside], metres[inside]


class STRtree(Boxes):
    """shapely: GEOS's tree; `query` on an array of boxes."""

    def __init__(self, places, radius, k):
        import shapely

        super().__init__(places, radius, k)
        self.box = shapely.box
        self.tree = shapely.STRtree(shapely.points(places[:, 1], places[:, 0]))
        self.tree.query(shapely.box(0, 0, 0, 0))  # the tree is made by the first query

    def in_boxes(self, west, south, east, north):
        return self.tree.query(self.box(west, south, east, north))


class GeoIndex(Boxes):
    """geoindex-rs: its R-tree; `search` takes one box at a time."""

    def __init__(self, places, radius, k):
        from geoindex_rs import rtree

        super().__init__(places, radius, k)
        builder = rtree.RTreeBuilder(len(places))
        latitude, longitude = np.ascontiguousarray(places.T)
        builder.add(longitude, latitude, longitude, latitude)
        self.search, self.tree = rtree.search, builder.finish()

    def in_boxes(self, west, south, east, north):
        return together([np.asarray(self.search(self.tree, *box)) for box in zip(west, south, east, north)])


def peers():
    from sql import ChDB, DuckDB

    return {
        "cKDTree": CKDTree,
        "BallTree": BallTree,
        "STRtree": STRtree,
        "geoindex-rs": GeoIndex,
        "DuckDB": DuckDB,
        "chdb": ChDB,
    }


def median(runs, body):
    """Median of up to `runs` runs in CPU seconds; fewer where they take more than two seconds together."""
    seconds = []
    while len(seconds) < runs and (not seconds or sum(seconds) < 2):
        start = time.process_time()
        body()
        seconds.append(time.process_time() - start)
    return sorted(seconds)[len(seconds) // 2]


def write(path, asked, counts, ids=(), metres=()):
    """Answers, query by query: how many, the ids, the metres."""
    starts = np.concatenate([[0], np.cumsum(counts)])
    with open(path, "wb") as file:
        for i in range(asked):
            file.write(np.int64(counts[i]).tobytes())
            if len(ids):
                file.write(np.asarray(ids[starts[i] : starts[i + 1]], "<i8").tobytes())
                file.write(np.asarray(metres[starts[i] : starts[i + 1]], "<f8").tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer")
    for option, kind in (
        ("data", str),
        ("queries", str),
        ("radius", float),
        ("k", int),
        ("check", int),
        ("runs", int),
        ("q", int),
        ("answers", str),
    ):
        parser.add_argument("--" + option, type=kind, required=True)
    options = parser.parse_args()
    places, queries = (np.fromfile(path, "<f8").reshape(-1, 2) for path in (options.data, options.queries))

    def row(question, seconds, asked, hits):
        print(
            json.dumps(
                {
                    "peer": options.peer,
                    "workload": question,
                    "n": len(places),
                    "q": asked,
                    "median_ns": seconds * 1e9 / asked,
                    "hits_per_q": hits,
                }
            ),
            flush=True,
        )

    peer = None

    def build():
        nonlocal peer
        peer = None
        peer = peers()[options.peer](places, options.radius, options.k)

    try:
        build()
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(69)
    row("build", median(options.runs, build), len(places), 0)

    def ask(question, answer):
        def hits(result):
            return int(sum(result)) if question == "within_count" else len(result[0])

        # The sample, or without one (nearest too) all queries; fewer where that takes more than a second.
        most = options.q if options.q and question != "knn" else len(queries)
        asked = min(4, most)
        while median(1, lambda: answer(queries[:asked])) < 0.3 and asked < most:
            asked = min(most, asked * 4)
        seconds = median(options.runs, lambda: answer(queries[:asked]))
        row(question, seconds, asked, hits(answer(queries[:asked])) / asked)

        # Nearest by SQL sorts all places for each query: no more answers than were timed.
        check = min(options.check, len(queries), asked if question == "knn" else options.check)
        result = answer(queries[:check])
        if question == "within_count":
            write(os.path.join(options.answers, question), check, result)
        else:
            counts = np.bincount(result[0], minlength=check)
            write(os.path.join(options.answers, question), check, counts, result[1], result[2])

    ask("within_sorted", peer.within_sorted)
    ask("within_ids", peer.within)
    ask("within_count", peer.counts)
    if peer.nearest:
        ask("knn", peer.nearest)


if __name__ == "__main__":
    main()
