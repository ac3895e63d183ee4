#!/usr/bin/env python3
"""Makes the figures of README and Documentation anew, and says which differ by more than a third: figures.py [NAME...].

A block of a page between `<!-- figures: NAME -->` and `<!-- end -->` holds the numbers that the command of that name, below, prints,
in the same order. With --write the table of a command that prints a table takes the place of the block. Outside such blocks no page
gives a time or a speed: --check, which `make lint` runs, looks for them without measuring anything.

Instructions are counted by callgrind, so they do not depend on what else the machine does; times do, so most are ratios of one run.
"""

import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from time import monotonic as clock

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(os.environ.get("WAYMARK_SHARED_DATA", ROOT / "../shared/data"))
PEERS = pathlib.Path(os.environ.get("WAYMARK_SHARED_PEERS", ROOT / "../shared/peers"))
BLOCK = re.compile(r"<!-- figures: (\S+) -->\n(.*?)<!-- end -->", re.DOTALL)
UNITS = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "k": 1e3, "M": 1e6, "million": 1e6, "만": 1e4, "MB": 1e6, "MiB": 2**20}
NUMBER = re.compile(r"(?<![\w.:,#-])(\d{1,3}(?:[ \u2009\u00a0,]\d{3})+(?!\d)|\d+)(\.\d+)?(?:\s?(ns|µs|ms|s|k|M|million|만|MB|MiB)\b)?|(?<![\w.])(\.\d+)")
# A time or a speed. What a page gives as a setting, a limit or an example is named with its words.
MEASURED = re.compile(r"\d\s?(?:ns|µs|ms|MB/s)(?![\w/])|\d(?: times)? as (?:long|fast)\b")
GIVEN = [".milliseconds(", "(250 ms)", "1 ms of", "millisecond"]
RUNS, MORE_RUNS = 100_000, 1_000_000


class Missing(Exception):
    """What a command needs is missing here."""


def make(target, *words):
    """What `make TARGET` prints."""
    done = subprocess.run(["make", "-s", target, *words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.stderr.write(done.stdout[-2000:])
        raise RuntimeError(f"make {target} ended with {done.returncode}")
    return done.stdout


def needs(path):
    if not path.exists():
        raise Missing(f"{path} is missing")
    return path


def program():
    make("build")
    return make("where-waymark").strip()


def weights_program():
    make("weights-tool")
    return make("where-waymark").strip() + "-weights"


def table(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def tables(text):
    """The Markdown tables in what a command printed."""
    return re.findall(r"(?:^\|.*\n)+", text if text.endswith("\n") else text + "\n", re.MULTILINE)


def chosen(text, names):
    """The rows of a Markdown table that a page shows, by their first cells."""
    lines = text.strip().split("\n")
    rows = [line for line in lines[2:] if line.split("|")[1].strip() in names]
    if len(rows) != len(names):
        raise RuntimeError(f"of {', '.join(names)} only {len(rows)} are printed")
    return "\n".join(lines[:2] + rows)


# ---------------------------------------------------------------- whole runs

def instructions(command, folder):
    counts = pathlib.Path(folder, "callgrind.out")
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", *command], cwd=folder, text=True,
        env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr[-1000:]}")
    return int(re.search(r"^(?:summary|totals): (\d+)", counts.read_text(), re.MULTILINE)[1])


# The kernel counts as a process's own peak what its memory held before exec, which is the peak of the one that starts it: that of this
# program is above many that it measures. So another, of 8 MiB, starts them.
STARTER = """import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
sys.exit(f"ended with {status}" if status else print(usage.ru_maxrss))"""


def memory(command):
    """The peak of resident memory, in bytes."""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", STARTER, *command], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-500:]}")
    return int(done.stdout) * 1024


def stripped(folder):
    copy = os.path.join(folder, "waymark")
    subprocess.run(["strip", "--strip-debug", "-o", copy, program()], check=True)
    return copy


def millions(count):
    return f"{count / 1e6:,.0f} M".replace(",", " ")


def ratio(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def places(count, shape=None):
    """A table of attractions over Korea, in random order."""
    chance = random.Random(1)
    yield "name,category,latitude,longitude" if shape == "no ids" else "id,name,category,latitude,longitude"
    for number in range(count):
        latitude, longitude = f"{chance.uniform(33, 38.7):.6f}", f"{chance.uniform(124.5, 131):.6f}"
        cells = [f"a{number}", f"attraction {number}", f"category {number % 7}", latitude, longitude]
        if shape == "one row repeated" and number == count - 1:
            cells = first
        if shape == "ids in Hangul":
            cells[0] = f"가{number}"
        if number == 0:
            first = cells
        cells = cells[1:] if shape == "no ids" else cells
        yield ",".join(f'"{cell}"' for cell in cells) if shape == "every cell quoted" else ",".join(cells)


def written(folder, name, lines):
    with open(os.path.join(folder, name), "w") as file:
        file.writelines(line + "\n" for line in lines)
    return os.path.join(folder, name)


def run_figures(parts):
    """Rows (what, instructions for 100 000 rows, memory for a million); `parts` gives the runs for a number of rows."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        waymark = stripped(folder)
        few = dict(parts(waymark, folder, RUNS))
        counts = {name: instructions(command, folder) for name, command in few.items()}
        for name, command in parts(waymark, folder, MORE_RUNS):
            rows.append([name, millions(counts[name]), f"{memory(command) / 2**20:.0f} MiB"])
    return rows


def attraction_runs(waymark, folder, count):
    chance = random.Random(2)
    stops = written(folder, "stops.csv", ["id,latitude,longitude", *(
        f"s{n},{chance.uniform(33, 38.7):.6f},{chance.uniform(124.5, 131):.6f}" for n in range(1000))])
    for shape in ["distinct ids", "one row repeated", "no ids", "ids in Hangul", "every cell quoted"]:
        file = written(folder, f"{shape.replace(' ', '-')}-{count}.csv", places(count, shape))
        yield f"`nearby --radius 1km`, attractions with {shape}", [
            waymark, "nearby", stops, "--attractions", file, "--radius", "1km", "--output", os.devnull, "--jobs", "1", "--quiet"]
    file = os.path.join(folder, f"distinct-ids-{count}.csv")
    index = os.path.join(folder, f"{count}.waymark")
    yield "`index build`", [waymark, "index", "build", file, "--output", index + ".again", "--quiet"]
    yield "`attractions check`", [waymark, "attractions", "check", file]
    yield "`attractions convert --format geojson`", [
        waymark, "attractions", "convert", file, "--format", "geojson", "--output", os.devnull, "--jobs", "1", "--quiet"]
    if not os.path.exists(index):
        subprocess.run([waymark, "index", "build", file, "--output", index, "--quiet"], check=True)
    yield "`nearby --radius 10km`, 1 000 stops, an index file", [
        waymark, "nearby", stops, "--attractions", index, "--radius", "10km", "--output", os.devnull, "--jobs", "1", "--quiet"]


def runs():
    return table(["run", "instructions, 100 000 rows", "peak memory, a million rows"], run_figures(attraction_runs))


def start():
    words = {"`--version`": "--version", "`nearby`, the stops of `data/`": "nearby data/stops.csv --attractions data/attractions.csv --quiet",
             "`project --to EPSG:5179`": "project data/stops.csv --to EPSG:5179 --quiet"}
    with tempfile.TemporaryDirectory() as folder:
        waymark = stripped(folder)
        shutil.copytree(ROOT / "data", os.path.join(folder, "data"))
        os.chdir(folder)
        rows = [[name, millions(instructions([waymark, *line.split()], folder)),
                 f"{memory([waymark, *line.split()]) / 2**20:.0f} MiB"] for name, line in words.items()]
        os.chdir(ROOT)
        return table(["run", "instructions", "peak memory"], rows)


# ---------------------------------------------------------------- make bench

NEAR = "within 10 km {}, korea 100000: Waymark"
PARTS = [  # what, the benchmark of it, and that of what it is compared with
    ("within 10 km on the ellipsoid, beside the sphere", NEAR.format("on the ellipsoid by distance"), NEAR.format("by distance")),
    ("10 nearest on the ellipsoid, beside the sphere", "10 nearest on the ellipsoid, korea 100000: Waymark", "10 nearest, korea 100000: Waymark"),
    ("10 nearest to each of 10 000, as a batch, beside one by one", "10 nearest to each of 10 000, as a batch on one thread, korea 100000: Waymark",
     "10 nearest to each of 10 000, one by one, korea 100000: Waymark"),
    ("within 10 km in a live index with 1 % changed, beside a packed one", NEAR.format("by distance, live with 1 % changed"), NEAR.format("by distance")),
    ("10 nearest in a live index with 10 % changed, beside a packed one", "10 nearest, live with 10 % changed, korea 100000: Waymark",
     "10 nearest, korea 100000: Waymark"),
    ("polyline encoded, beside the textbook's loop", "encoded, line of 100000: Waymark", "encoded, line of 100000: naive"),
    ("polyline decoded, beside the textbook's loop", "decoded, line of 100000: Waymark", "decoded, line of 100000: naive"),
    ("gradient, beside one colour a vertex", "gradient by values, line of 100000: Waymark", "gradient by values, line of 100000: naive"),
    ("ten recommendations for a trip, beside the ten nearest", "10 of 1250 places for a trip of 4 stops: Waymark",
     "10 of 1250 places for a trip of 4 stops: naive"),
    ("five recommendations around a stop, beside the five nearest", "5 places within 10 km of a stop, of 100000: Waymark",
     "5 places within 10 km of a stop, of 100000: naive"),
]


def parts():
    text = make("bench", "BENCH_SIZES=100000", "BENCH_FORMAT=--format markdown --grouping benchmark")
    times = {}
    for name, rest in re.findall(r"^### (.+?)\n(.*?)(?=^### |\Z)", text, re.MULTILINE | re.DOTALL):
        if row := re.search(r"Time \(wall clock\) \((\S+?)\)[^|]*\|\s*([\d.e+]+)", rest):
            times[name.strip()] = float(row[2]) * {"ns": 1e-9, "μs": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1}[row[1]]
    rows = []
    for what, one, other in PARTS:
        if absent := [name for name in (one, other) if name not in times]:
            raise RuntimeError(f"make bench does not print {absent[0]}")
        rows.append([what, ratio(times[one] / times[other])])
    return table(["part", "time, relative"], rows)


# ---------------------------------------------------------------- other programs

def peers():
    """The rows of 100 000 points, and of files."""
    lines = "\n".join(tables(make("bench-peers"))).split("\n")
    return "\n".join(line for line in lines if not re.match(r"\|[^|]*\| +(10 k|1 M) \|", line))


def growth():
    return tables(make("bench-growth", f"GROWTH_CHART={tempfile.gettempdir()}/growth.svg"))[0]


SHARED_ROWS = {}


def shared_rows():
    """What the peers of the shared folder measure beside Waymark, once for all blocks."""
    if not SHARED_ROWS:
        needs(PEERS / "run.sh")
        make("peer-questions")
        questions = make("where-peer-questions").strip()
        with tempfile.TemporaryDirectory() as folder:
            files = pathlib.Path(folder, "files.sh")
            files.write_text(f'#!/bin/sh\njobs=$1\nexec {program()} nearby "$3" --attractions "$2" --radius 10km --output "$4" '
                             '--columns stop_id,attraction_id,haversine_m --quiet --jobs "$jobs"\n')
            files.chmod(0o755)
            out = pathlib.Path(folder, "rows.json")
            subprocess.run(
                ["sh", PEERS / "run.sh", "--jobs", "index,e2e", "--sizes", "10000,100000,1000000", "--out", out,
                 "--only", "anchor,nanoflann,waymark,anchor_1t,waymark_1,waymark_2"], check=True, stdout=subprocess.DEVNULL,
                env=os.environ | {"PEERS_EXTRA_INDEX": f"waymark={questions}",
                                  "PEERS_EXTRA_E2E": f"waymark_1={files} 1;waymark_2={files} 2"})
            for row in json.loads(out.read_text())["rows"]:
                SHARED_ROWS[row["peer"], row["workload"], row["dataset"]] = row
    return SHARED_ROWS


def time(seconds):
    for unit, size in [("s", 1), ("ms", 1e-3), ("µs", 1e-6)]:
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def shared_lookups():
    rows, lines = shared_rows(), []
    others = ["anchor_hilbert3d", "anchor_grid", "nanoflann_3d"]

    def line(what, work, data, words):
        ours = rows["waymark", work, data]["median_ns"]
        beside = [rows.get((peer, work, data)) for peer in others]
        lines.append([what, words, time(ours / 1e9), *(ratio(row["median_ns"] / ours) if row else "-" for row in beside)])

    for region, where in [("korea", "Korea-like"), ("globe", "world")]:
        for work, what in [("within_sorted", "sorted"), ("knn", "10 nearest")]:
            line(f"{what}, {where}", work, f"{region}_100000", "100 k")
    line("build, per point, Korea-like", "build", "korea_100000", "100 k")
    return table(["job, 10 km", "points", "Waymark", "C++", "C++, grid", "nanoflann"], lines)


def shared_files():
    rows, lines = shared_rows(), []
    for data, words in [("korea_1000 x q_korea_100000", "1 000 × 100 000 (1.3 million)"), ("korea_100000 x q_korea_10000", "100 000 × 10 000 (12.6 million)"),
                        ("globe_1000000 x q_korea_1000000", "1 million × 1 million, world and Korea (few)")]:
        two, one, plain = (rows[peer, "e2e", data] for peer in ("waymark_2", "waymark_1", "anchor_1t"))
        lines.append([words, *(f"{row['wall_min_s']:.2f}" for row in (two, one, plain)), f"{two['rss_mb']} MB"])
    return table(["attractions × stops (output rows)", "Waymark, 2 cores", "`--jobs 1`", "C++, 1 thread", "peak memory"], lines)


# ---------------------------------------------------------------- orders, search, stores, recommendations

ORDERS = {}
ORDERS_SHOWN = ["gr96.tsp", "gr431.tsp", "berlin52.tsp", "kroA100.tsp", "pcb442.tsp", "pr1002.tsp", "usa13509.tsp", "br17.atsp"]


def published_orders():
    """Rows of the table that `make bench-orders` prints."""
    if not ORDERS:
        text = make("bench-orders", f"ORDERS={needs(DATA)}")
        for line in tables(text)[0].splitlines()[2:]:
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            ORDERS[cells[0]] = cells
    return ORDERS


def orders():
    return table(["instance", "nodes", "optimum", "Waymark", "above", "bound below optimum", "proven", "s"],
                 [published_orders()[name] for name in ORDERS_SHOWN])


def windows():
    rows = [cells for name, cells in published_orders().items() if not name.endswith("tsp")]
    lines = []
    for words, chosen in [("to 41 nodes", [r for r in rows if int(r[1]) <= 41]), ("more", [r for r in rows if int(r[1]) > 41])]:
        above = [float(row[4].rstrip(" %")) for row in chosen]
        lines.append([words, len(chosen), sum(a <= 0 for a in above), sum(row[6] == "yes" for row in chosen),
                      f"{sum(above) / len(above):.2f} %", f"{max(above):.2f} %", f"{sum(float(row[7]) for row in chosen) / len(chosen):.2f}"])
    return table(["instances with windows", "number", "optimum (or best known) found", "proven", "mean above", "worst", "s, mean"], lines)


PLANS = []


def plans(number):
    """A table of `make bench-plans`: of the published instances, or of the courses."""
    if not PLANS:
        runs = [tables(make("bench-plans", f"ORDERS={needs(DATA)}", f"SECONDS={seconds}", f"FAMILIES={families}"))
                for seconds, families in [("0.05", "op toptw1"), ("0.2", "op"), ("1", "top toptw1 toptw2 oplib courses")]]
        PLANS.extend(["".join([runs[0][0], *("\n".join(run[0].split("\n")[2:]) for run in runs[1:])]), runs[-1][1]])
    return PLANS[number]


TRAVELLERS = []


def travellers(number):
    """A table of `make evaluate-plans`: of the cities, the courses or the panels."""
    needs(DATA / "flickr"), needs(DATA / "courses")
    if not TRAVELLERS:
        text = make("evaluate-plans").replace("traj-Edin", "Edinburgh").replace("traj-Osak", "Osaka").replace("traj-Toro", "Toronto")
        TRAVELLERS.extend(re.sub(r"\b0\.", ".", found).strip() for found in tables(text))
    return TRAVELLERS[number]


def ways():
    """Guessed ways beside OSRM's."""
    needs(ROOT / "../shared/osm")
    return tables(make("evaluate-ways"))[0]


SEARCH_KINDS = ["each keystroke", "half of its keys", "초성", "the wrong keyboard", "Revised Romanization", "a syllable missing",
                "syllables left out inside", "three letters in order", "µs a keystroke", "µs another query"]
SEARCH_TIMES = ["building, one thread", "index, in bytes of text", "a key typed: median", "one consonant: longest", "a key typed: 99 %",
                "a word too many: 99 %", "a vowel replaced by any other: 99 %", "초성: 99 %",
                "공원 공원 공원 공원 공원 공원 공원 공원: 99 %", "공원공원공원공원공원공원공원공원: 99 %", "공원 어린이 근린 서울 정류장 학교: 99 %", "123456789: 99 %",
                "seoul children park: 99 %", "all: 99 %"]


def search_kinds():
    return chosen(tables(make("bench-search"))[1], SEARCH_KINDS)


def service():
    return "".join(tables(make("bench-service")))


def page():
    return "".join(tables(make("bench-page")))


def search_times():
    needs(DATA / "poi-kr")
    text = make("search-times")
    columns = []
    for part in re.split(r"(?=^\d+ names)", text, flags=re.MULTILINE)[1:]:
        size = re.search(r"index: (\d+) bytes for (\d+)", part)
        numbers = re.findall(r"^  (.+): median, 99 %, longest of \d+: ([\d.]+), ([\d.]+), ([\d.]+) ms", part, re.MULTILINE)
        kinds = {}
        for kind, *values in numbers:
            kinds.setdefault(kind, []).append(values)
        said = {"building, one thread": f"{float(re.search(r'built in ([0-9.]+) ms', part)[1]) / 1000:.1f} s",
                "index, in bytes of text": f"{int(size[1]) / int(size[2]):.2f}"}
        rows = [("a key typed", 0, "median"), ("one consonant", 2, "longest")]
        rows += [(kind, 1, "99 %") for kind in sorted(kinds, key=lambda kind: (kind == "all", kind)) if kind != "one consonant"]
        for kind, which, words in rows:
            said[f"{kind}: {words}"] = ", ".join(f"{float(values[which]):.2f}" for values in kinds[kind])
        columns.append(said)
    return chosen(
        table(["", "100 000", "1 000 000"], [[name, *(column.get(name, "-") for column in columns)] for name in columns[0]]), SEARCH_TIMES)


def store():
    text = make("bench-store")
    rows = [[what, goal or "", f"{float(time):.3g}", plain and f"{float(plain):.3g}" or ""] for what, time, goal, plain in re.findall(
        r"^(.+): ([\d.]+) ms(?: \(goal (\d+) ms\))?(?:; plain SQL ([\d.]+) ms)?$", text, re.MULTILINE)]
    rows += [[what, "", f"{speed} MB/s", f"{peak} MB"] for what, speed, peak in re.findall(
        r"^(.*), \d+ MB: (\d+) MB/s \(goal 100\), memory (\d+) MB", text, re.MULTILINE)]
    return table(["", "goal, ms", "store, ms", "plain SQL, ms"], rows)


COURSES = ["--course-column", "#2", "--name-column", "#5", "--longitude-column", "#6", "--latitude-column", "#7", "--order-column", "#8"]
METHODS = {"model": "model", "diverse": "the same, diverse", "nearest": "nearest to any stop", "sum-of-distances": "sum of distances",
           "popularity": "popularity"}


def evaluated(heading, *options):
    """The rows of the table under a heading of what `waymark-weights evaluate` prints; the first table without one."""
    text = subprocess.run([weights_program(), "evaluate", *map(str, options)], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    if heading:
        text = text[text.index(heading):].split("\n", 2)[2]
    lines = text.split("─", 1)[1].split("\n")[1:]
    rows = {}
    for line in lines:
        if not line.strip():
            break
        name, *cells = re.split(r"\s{2,}", line.strip())
        rows[name] = [re.sub(r"\b0\.", ".", cell) for cell in cells]
    return rows


def course_file():
    return next(iter(sorted(needs(DATA / "courses").glob("*.csv"))))


def universe_files():
    """Places that know nothing of the courses."""
    names = [ROOT / "data/attractions.csv", "attractions/attractions-2024-04-dups.cp949.csv", "hours/museums-2026.json.gz", "poi-kr/campsites-2019.json.gz"]
    return [word for name in names for word in ("--among", needs(DATA / name))]


def panel():
    """The last lines of what `waymark-weights panel` prints, for both panels on each set of places."""
    sample = ROOT / "data/attractions.csv"
    editions = {year: needs(DATA / f"attractions/attractions-{name}.cp949.csv") for year, name in
                [("2021", "2021-09-blanks"), ("2024", "2024-04-dups")]}
    rows = []
    for file in ("panel.csv", "panel-more.csv"):
        for what, places in [("union", [sample, editions["2024"]]), ("sample", [sample]), ("2024", [editions["2024"]]), ("2021", [editions["2021"]])]:
            options = [word for path in places for word in ("--attractions", path)]
            text = subprocess.run([weights_program(), "panel", ROOT / "data" / file, *options], check=True, stdout=subprocess.PIPE, text=True).stdout
            # Beside the plain ways of the table there is one for the places of maps.
            lines = text.strip().split("\n")[-6:-1]
            stops, count = re.findall(r"\d+", lines[0])[:2]
            shares = [re.sub(r"\b0\.", ".", re.search(r": ([0-9.]+ ± [0-9.]+)", line).group(1)) for line in lines[1:]]
            gain = re.sub(r"\b0\.", ".", lines[2].rsplit(": ", 1)[1])
            rows.append([file, what, stops, count, *shares[:2], gain, *shares[2:]])
    return table(["panel", "places", "stops", "expected", "recommended", "nearest", "recommended less nearest", "nearest of each theme", "plain formula"], rows)


EXTRACTS = ["andorra", "monaco", "busan-seomyeon"]


def towns():
    """What `waymark town` takes of each extract, and how large its file is."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in [*EXTRACTS, "andorra-x16"]:
            extract, made = needs(DATA / f"../osm/{name}.osm.pbf"), pathlib.Path(folder, "town.waymark")
            command = [program(), "town", str(extract), "--output", str(made), "--jobs", "1", "--quiet"]
            used = sorted(seconds(command) for _ in range(5))[2]
            count = subprocess.run([program(), "index", "info", made], check=True, stdout=subprocess.PIPE, text=True).stdout.split(";")[0]
            rows.append([f"`{name}`", f"{extract.stat().st_size / 1e6:.2f} MB", count.split()[0], f"{used:.2f} s",
                         f"{memory(command) / 1e6:.0f} MB", f"{made.stat().st_size / 1e6:.2f} MB"])
    return table(["extract", "size", "places", "processor time, one thread", "memory", "file"], rows)


def town_panel():
    """The shares of the panel of towns that `waymark-weights panel` prints, by the method."""
    with tempfile.TemporaryDirectory() as folder:
        options = []
        for name in EXTRACTS:
            made = pathlib.Path(folder, f"{name}.waymark")
            subprocess.run([program(), "town", needs(DATA / f"../osm/{name}.osm.pbf"), "--output", made, "--quiet"], check=True)
            options += ["--attractions", made]
        text = subprocess.run([weights_program(), "panel", ROOT / "data/panel-towns.csv", *options], check=True, stdout=subprocess.PIPE, text=True).stdout
    lines = text.strip().split("\n")[-6:]
    rows = []
    for line in lines[1:]:
        method, share = line.split(": ")[:2]
        rows.append(["what is recommended" if method == "model" else method, *(re.sub(r"\b0\.", ".", part) for part in (share.split(";")[0], line.rsplit(": ", 1)[1] if "less" in line else ""))])
    return table(["around stops of towns", "among the first five", "recommended less this"], rows)


def themes():
    needs(DATA / "courses")
    return tables(make("evaluate-themes"))[0].strip()


def same_place():
    needs(DATA / "courses")
    return tables(make("evaluate-same-place"))[0].strip()


def ablation():
    """What is lost without a part, among places that know nothing of the courses, question by question."""
    found = evaluated("Differences from all of these", course_file(), *COURSES, "--ablation", *universe_files())
    return table(["into a trip", "MRR@10", "Recall@10"], [[name, found[name][0], found[name][2]] for name in found if name.startswith("without")])


def universe():
    """Courses ranked among places that know nothing of them."""
    return ranked(*universe_files())


def held_out():
    """Courses ranked among all their places."""
    return ranked()


def ranked(*options):
    found = evaluated("", course_file(), *COURSES, *options)
    return table(["", "MRR@10", "Recall@5", "Recall@10"], [[METHODS[name], *found[name][:3]] for name in ("model", "nearest", "sum-of-distances")])


def city_files():
    folder = needs(DATA / "flickr")
    return [word for city in ("Osak", "Edin", "Toro")
            for word in (folder / f"traj-{city}.csv.gz", "--attractions", folder / f"poi-{city}.csv.gz")]


def cities():
    rows = evaluated("F1 by file", "--task", "between", *city_files())
    names = {**{name: words for name, words in METHODS.items() if name != "diverse"},
             "model - nearest": "model, beside nearest", "model - sum-of-distances": "model, beside sum of distances"}
    return table(["", "Osaka", "Edinburgh", "Toronto", "mean"], [[words, *rows[name]] for name, words in names.items()])


def million_places(count, name):
    """Places with Hangul names, most of them near eleven cities, the others anywhere in Korea, and stops like them."""
    chance = random.Random(25)
    cities = [(37.57, 126.98, 20), (35.18, 129.08, 8), (37.46, 126.71, 7), (35.87, 128.60, 6), (36.35, 127.38, 5), (35.16, 126.85, 5),
              (33.50, 126.53, 6), (37.75, 128.88, 4), (35.86, 129.22, 4), (35.82, 127.15, 4), (34.76, 127.66, 4)]
    endings = "해수욕장 박물관 시장 공원 사 계곡 전망대 미술관 마을 성당 폭포 온천 수목원 테마파크 고분군 향교 호수 거리 체험관 캠핑장".split()
    yield "id,관광지명,소재지도로명주소,위도,경도"
    for number in range(count):
        if chance.random() < 0.6:
            city = chance.choices(cities, weights=[city[2] for city in cities])[0]
            latitude, longitude = chance.gauss(city[0], 0.1), chance.gauss(city[1], 0.12)
        else:
            latitude, longitude = chance.uniform(34.4, 38.3), chance.uniform(126.4, 129.4)
        letters = "".join(chance.choice("가나다라마바사아자차하노도로모보소오조호구누두루무부수우한강산들솔별달은금청백홍") for _ in range(3))
        city = "가나다라마바사아자차카타파하거너더러머버서어저처"[int(4 * latitude) % 24] + "남북동서중"[int(4 * longitude) % 5]
        address = f"경기도 {city}시 {letters}로 {number % 300 + 1}"
        yield f"{name}{number},{letters}{chance.choice(endings)},{address},{latitude:.6f},{longitude:.6f}"


def recommend_million():
    """Recommendations from an index file of a million attractions, beside the five nearest of them."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        waymark = stripped(folder)
        places, index = written(folder, "places.csv", million_places(MORE_RUNS, "a")), os.path.join(folder, "places.waymark")
        subprocess.run([waymark, "index", "build", places, "--output", index, "--quiet"], check=True)
        many = written(folder, "stops.csv", million_places(RUNS, "s"))

        def line(command, stops, *more, index=index):
            return [waymark, command, stops, "--attractions", index, "--quiet", "--output", os.devnull, *more]

        near = ["--radius", "10km", "--limit", "5"]

        def measured(command):
            start = clock()
            spent = seconds(command)
            return clock() - start, spent

        def middle(values):
            values = sorted(values)
            return values[len(values) // 2]

        for what, stops, runs, index, explain in [
            ("12 stops", str(ROOT / "data/stops.csv"), 11, index, []), ("100 000 stops, `--explain`", many, 3, index, ["--explain"]),
            ("12 stops, a CSV of the million", str(ROOT / "data/stops.csv"), 3, places, []),
        ]:
            for jobs in ["1"]:
                ours, theirs = ([measured(line(command, stops, "--jobs", jobs, *more, index=index)) for _ in range(runs)]
                                for command, more in [("recommend", explain), ("nearby", near)])
                rows.append([what, *(time(middle(run[which] for run in ours)) for which in (0, 1)),
                             *(f"{middle(a[which] / b[which] for a, b in zip(ours, theirs)):.1f}" for which in (0, 1))])
    return table(["a million attractions, 1 thread", "time of `recommend`", "processor time", "time / of `nearby`", "processor time / of `nearby`"], rows)


def packed():
    """What gzip costs inside the program, beside gzip before and behind it."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        waymark = stripped(folder)
        stops = written(folder, "stops.csv", places(300_000))
        subprocess.run(["gzip", "-k", stops], check=True)
        shared = f"--attractions {ROOT}/data/attractions.csv --radius 10km --limit 1 --quiet"
        for what, one, other in [
            ("read", f"{waymark} nearby stops.csv.gz {shared} -o read.csv", f"gzip -dc stops.csv.gz | {waymark} nearby - {shared} -o read.csv"),
            ("written", f"{waymark} nearby stops.csv {shared} -o written.csv.gz",
             f"{waymark} nearby stops.csv {shared} -o - | gzip -6 > written.csv.gz"),
        ]:
            def elapsed(line):
                start = clock()
                subprocess.run(["sh", "-c", line], cwd=folder, check=True, stdout=subprocess.DEVNULL)
                return clock() - start
            ratios = sorted(elapsed(one) / elapsed(other) for _ in range(11))
            rows.append([what, f"{ratios[5]:.2f}", f"{ratios[2]:.2f} to {ratios[8]:.2f}"])
    return table(["300 000 stops packed by gzip", "time, beside `gzip` in a pipe", "quartiles"], rows)


def seconds(command):
    """The processor time of a run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def routers():
    """The comparison without its first line, of the real extracts."""
    text = make("compare-routers", "COMPARE=--extracts andorra monaco busan-seomyeon seoul-central-drive")
    return text.split("\n", 2)[2].strip()


FIGURES = {
    "runs": runs, "start": start, "parts": parts, "peers": peers, "growth": growth, "lookups": shared_lookups, "files": shared_files,
    "orders": orders, "windows": windows, "plans": lambda: plans(0), "ways": ways, "courses": lambda: plans(1),
    "cities-planned": lambda: travellers(0), "courses-planned": lambda: travellers(1), "panels-planned": lambda: travellers(2),
    "search-kinds": search_kinds,
    "search-times": search_times, "service": service, "page": page, "store": store, "ablation": ablation,
    "themes": themes, "same-place": same_place, "towns": towns, "town-panel": town_panel,
    "universe": universe, "held-out": held_out, "panel": panel, "cities": cities, "recommend-million": recommend_million,
    "packed": packed, "roads": lambda: make("bench-roads").strip(), "routers": routers,
}


# ---------------------------------------------------------------- comparing

def numbers(text):
    """The numbers of a text as it gives them, with their values and half a unit of their last place."""
    found = []
    for match in NUMBER.finditer(re.sub(r"± *[\d.]+ ?%?|(?<=\|) *\d+% *(?=\|)", "", text)):
        digits = match[4] or re.sub(r"[ \u2009\u00a0,]", "", match[1]) + (match[2] or "")
        unit = UNITS.get(match[3], 1)
        found.append((match[0].strip(), float(digits) * unit, 10 ** -len((digits + ".").split(".")[1]) * unit))
    return found


def differences(old, new):
    """What differs by more than a third, or by more than a unit of the last place where that is more."""
    before, now = numbers(old), numbers(new)
    if len(before) != len(now):
        return [f"{len(before)} numbers on the page, {len(now)} measured"]
    return [f"{one[0]} is {other[0]}" for one, other in zip(before, now)
            if abs(other[1] - one[1]) > max(abs(one[1]) / 3, 1.5 * one[2])]


def replaced(page, block, now):
    """The block with the table of today; in a translation each cell of numbers is replaced, and the words stay."""
    text = now.strip()
    if page.name == "README.ko.md":
        rows = [(old.split("|"), new.split("|")) for old, new in zip(block[2].strip().splitlines(), text.splitlines())]
        text = "\n".join("|".join(old[:2] + new[2:] if number > 1 else old) for number, (old, new) in enumerate(rows))
    return f"<!-- figures: {block[1]} -->\n{text}\n<!-- end -->"


def check_rules():
    """Checks that differences and unmarked figures are found, and that memory is that of the program alone."""
    held = bytearray(64 << 20)
    if (used := memory(["/bin/sh", "-c", ":"])) > len(held) / 2:
        sys.exit(f"figures: a program of 2 MiB has {used} bytes, which is what this one holds")
    planted = [("| a | 3.0 µs |", "| a | 3.9 µs |", 0), ("| a | 3.0 µs |", "| a | 4.1 µs |", 1), ("| a | 300 ns |", "| a | 0.3 µs |", 0),
               ("| 1 164 233 | .507 ± .047 |", "| 1 164 233 | .300 ± .1 |", 1), ("| 0.00 % |", "| 0.01 % |", 0), ("| 1 | 2 |", "| 1 |", 1)]
    for old, new, count in planted:
        if len(differences(old, new)) != count:
            sys.exit(f"figures: {old} and {new} differ in {differences(old, new)}, expected {count}")
    for text, count in [("It takes 3 ms.", 1), ("Twice.\n```\n3 ms\n```\n", 0), ("<!-- figures: runs -->\n| 3 ms |\n<!-- end -->", 0),
                        ("1.3 times as long", 1), ("<!-- figures: nothing -->\n<!-- end -->", 1)]:
        if len(unmarked(text)) != count:
            sys.exit(f"figures: in {text!r} is found {unmarked(text)}, expected {count}")


def unmarked(text):
    found = [f"no command makes the figures {name}" for name, _ in BLOCK.findall(text) if name not in FIGURES]
    text = re.sub(r"^```.*?^```", lambda block: re.sub(r"[^\n]", "", block[0]), text, flags=re.MULTILINE | re.DOTALL)
    text = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)
    return found + [f"line {number}: not in a block of figures: {match[0]}" for number, line in enumerate(text.splitlines(), 1)
                    if not line.startswith("    ") and not any(words in line for words in GIVEN) for match in MEASURED.finditer(line)]


def pages():
    return sorted([ROOT / "README.md", ROOT / "README.ko.md", *(ROOT / "Documentation").glob("*.md")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="which figures; all, unless named")
    parser.add_argument("--check", action="store_true", help="look for figures outside of blocks, and measure nothing")
    parser.add_argument("--write", action="store_true", help="write the tables of today into the pages")
    options = parser.parse_args()
    check_rules()
    texts = {page: page.read_text() for page in pages()}
    if options.check:
        wrong = [f"{page.relative_to(ROOT)}: {words}" for page, text in texts.items() for words in unmarked(text)]
        blocks = {name for text in texts.values() for name, _ in BLOCK.findall(text)}
        wrong += [f"no page has the figures {name}" for name in FIGURES if name not in blocks]
        print("\n".join(wrong) or f"figures: {len(blocks)} blocks, each with its command")
        sys.exit(1 if wrong else 0)
    if unknown := [name for name in options.names if name not in FIGURES]:
        sys.exit(f"figures: there are no {', '.join(unknown)}: there are {', '.join(FIGURES)}")
    failed = False
    for name in options.names or FIGURES:
        try:
            now = FIGURES[name]()
        except Missing as reason:
            print(f"{name}: skipped: {reason}", flush=True)
            continue
        except (RuntimeError, subprocess.CalledProcessError, KeyError, IndexError, TypeError) as error:
            print(f"{name}: FAILED: {error!r}", flush=True)
            failed = True
            continue
        print(f"{name}:\n{now}", flush=True)
        for page, text in texts.items():
            for block in BLOCK.finditer(text):
                if block[1] == name:
                    found = differences(block[2], now)
                    failed = failed or bool(found) and not options.write
                    print(f"{name} in {page.relative_to(ROOT)}: " + ("; ".join(found) or "nothing differs by more than a third"), flush=True)
            if options.write:
                page.write_text(BLOCK.sub(lambda block: replaced(page, block, now) if block[1] == name else block[0], page.read_text()))
    sys.exit(1 if failed else 0)


main()
