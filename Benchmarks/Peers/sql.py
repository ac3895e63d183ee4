"""DuckDB and chdb: the questions as SQL over a table of the places, and CSV to CSV as a whole process.

    sql.py DuckDB|chdb stops.csv attractions.csv output.csv THREADS

A join on cells of a tenth of a degree that cover the circles, then the haversine: an equality join is by far the
fastest way to ask either (a join on `BETWEEN` took twice to three times as long), and exact at any latitude.
"""

import math
import os
import sys

EARTH_RADIUS = 6371008.8  # metres
HAVERSINE = (
    f"2 * {EARTH_RADIUS} * asin(sqrt(least(1, pow(sin(radians(p.latitude - q.latitude) / 2), 2)"
    " + cos(radians(q.latitude)) * cos(radians(p.latitude)) * pow(sin(radians(p.longitude - q.longitude) / 2), 2))))"
)
COLUMNS = "id, latitude, longitude"


def query_cells(queries, radius, integer, unnested):
    """The rows of `queries`, each repeated with every cell (y, x) that its circle may touch; x goes round at 3 600."""
    height = math.degrees(radius / EARTH_RADIUS) * (1 + 1e-9)
    width = f"degrees(asin(least(1, {math.sin(radius / EARTH_RADIUS)!r} / cos(radians(latitude))))) * (1 + 1e-9)"
    first, last = (integer(f"(longitude {sign} width) * 10") for sign in "-+")
    y = unnested(integer(f"(latitude - {height!r}) * 10"), integer(f"(latitude + {height!r}) * 10") + " + 1")
    x = unnested(first, f"least({last} + 1, {first} + 3600)")
    width = f"CASE WHEN abs(latitude) + {height!r} >= 90 THEN 180 ELSE {width} END AS width"
    wide = f"SELECT {COLUMNS}, {width} FROM {queries}"
    tall = f"SELECT *, {y} AS y FROM ({wide})"
    return f"(SELECT {COLUMNS}, y, (x + 3600) % 3600 AS x FROM (SELECT *, {x} AS x FROM ({tall})))"


def place_cells(places, integer):
    y, x = integer("latitude * 10"), integer("longitude * 10")
    return f"(SELECT {COLUMNS}, {y} AS y, ({x} + 3600) % 3600 AS x FROM {places})"


def within(places, queries, radius):
    """Query, id and metres of all hits. The few queries come last: both engines hash the last table."""
    return (
        f"SELECT * FROM (SELECT q.id AS query, p.id AS id, {HAVERSINE} AS metres FROM {places} p"
        f" JOIN {queries} q ON p.y = q.y AND p.x = q.x) WHERE metres <= {radius}"
    )


def duck_integer(number):
    return f"floor({number})::INT"


def duck_unnested(start, end):
    return f"unnest(range({start}, {end}))::INT"


def chdb_integer(number):
    return f"toInt32(floor({number}))"


def chdb_unnested(start, end):
    return f"arrayJoin(range({start}, {end}))"


class SQL:
    """All queries of a call in one statement; nearest, which sorts all places, in one statement each."""

    engine = None

    def __init__(self, places, radius, k):
        import numpy

        self.np, self.radius, self.k = numpy, radius, k
        if not self.engine:  # one for the process; building anew fills its tables anew
            type(self).engine = self.connect()
        self.fill("places", places)

    def within(self, queries, order=" ORDER BY query"):
        self.fill("queries", queries)
        return self.hits(within("places", self.cells("queries"), self.radius) + order)

    def within_sorted(self, queries):
        return self.within(queries, " ORDER BY query, metres")

    def counts(self, queries):
        self.fill("queries", queries)
        hits = within("places", self.cells("queries"), self.radius)
        query, count, _ = self.hits(f"SELECT query, count(*) AS id, 0.0 AS metres FROM ({hits}) GROUP BY query")
        counts = self.np.zeros(len(queries), self.np.int64)
        counts[query] = count
        return counts

    def nearest(self, queries):
        found = []
        for i, (latitude, longitude) in enumerate(queries.tolist()):
            metres = HAVERSINE.replace("q.latitude", f"({latitude!r})").replace("q.longitude", f"({longitude!r})")
            found.append(
                self.hits(f"SELECT {i} AS query, id, {metres} AS metres FROM places p ORDER BY metres LIMIT {self.k}")
            )
        return tuple(map(self.np.concatenate, zip(*found)))


class DuckDB(SQL):
    def connect(self):
        import duckdb

        return duckdb.connect(config={"threads": 1})

    def cells(self, queries):
        return query_cells(queries, self.radius, duck_integer, duck_unnested)

    def fill(self, table, degrees):
        # DuckDB finds the variable by the name in the statement.
        rows = {"id": self.np.arange(len(degrees)), "latitude": degrees[:, 0].copy(), "longitude": degrees[:, 1].copy()}
        source = place_cells("rows", duck_integer) if table == "places" else "rows"
        self.engine.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT * FROM {source}")

    def hits(self, statement):
        columns = self.engine.execute(statement).fetchnumpy()
        return columns["query"], columns["id"], columns["metres"]


class ChDB(SQL):
    def connect(self):
        from chdb import session

        engine = session.Session()
        for statement in ("SET max_threads = 1", "CREATE DATABASE peers", "USE peers"):
            engine.query(statement)
        return engine

    def cells(self, queries):
        return query_cells(queries, self.radius, chdb_integer, chdb_unnested)

    def fill(self, table, degrees):
        import tempfile

        with tempfile.NamedTemporaryFile() as file:
            degrees.tofile(file.name)
            rows = f"file('{file.name}', 'RowBinary', 'latitude Float64, longitude Float64')"
            rows = f"(SELECT toInt64(rowNumberInAllBlocks()) AS id, latitude, longitude FROM {rows})"
            source = place_cells(rows, chdb_integer) if table == "places" else rows
            self.engine.query(f"DROP TABLE IF EXISTS {table}")
            self.engine.query(f"CREATE TABLE {table} ENGINE = Memory AS SELECT * FROM {source}")

    def hits(self, statement):
        statement = f"SELECT toInt64(query), toInt64(id), toFloat64(metres) FROM ({statement})"
        bytes = self.engine.query(statement, "RowBinary").bytes()
        rows = self.np.frombuffer(bytes, dtype=[("query", "<i8"), ("id", "<i8"), ("metres", "<f8")])
        return rows["query"], rows["id"], rows["metres"]


def csv_to_csv(peer, stops, attractions, output, threads, radius=10_000.0):
    """All attractions within the radius of each stop, in the order of the stops, nearest first."""

    def rows(places, integer, cells):
        hits = within(place_cells(places(attractions), integer), cells(places(stops)), radius)
        columns = "query AS stop_id, id AS attraction_id, round(metres, 3) AS haversine_m"
        return f"SELECT {columns} FROM ({hits}) ORDER BY query, metres"

    if peer == "DuckDB":
        import duckdb

        statement = rows(
            lambda path: f"read_csv('{path}')",
            duck_integer,
            lambda queries: query_cells(queries, radius, duck_integer, duck_unnested),
        )
        duckdb.connect(config={"threads": threads}).execute(f"COPY ({statement}) TO '{output}' (HEADER)")
    else:
        import chdb

        if os.path.exists(output):
            os.remove(output)
        types = "id UInt32, latitude Float64, longitude Float64"
        statement = rows(
            lambda path: f"file('{path}', 'CSVWithNames', '{types}')",
            chdb_integer,
            lambda queries: query_cells(queries, radius, chdb_integer, chdb_unnested),
        )
        chdb.query(f"{statement} INTO OUTFILE '{output}' FORMAT CSVWithNames SETTINGS max_threads = {threads}")


if __name__ == "__main__":
    try:
        csv_to_csv(*sys.argv[1:5], int(sys.argv[5]))
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(69)
