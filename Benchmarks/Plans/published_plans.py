#!/usr/bin/env python3
"""Plans the published instances in a folder by PlanGaps, and courses by PlanGaps and by `waymark plan`, for so many seconds of processor
time each; reads every plan again; and prints the tables of Documentation/Plans.md.

It shares no code with what it checks. A plan that does not fit, that is above a proved optimum, or whose bound is below its score or
below a known score, ends it with an error, as does a course that is over 2 % longer than its shortest order. The folder holds
orienteering/ with its lists of the best known scores, and courses/. --self-check gives wrong plans to the checks."""

import argparse
import collections
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

TOLERANCE = 1e-6
RADIUS = 6_371_008.8  # of the sphere, in metres
# The list of each family; its columns of the number of paths, of the best score and of the routes; the first node of its routes.
LISTS = {"op": ("op-best.tsv", None, "best", "route_0based", 0), "top": ("top-own.tsv", "m", "own_best", "routes_0based", 0),
         "toptw1": ("toptw-best.tsv", "m", "own_best", "own_routes_0based", 0),
         "toptw2": ("toptw-best.tsv", "m", "own_best", "own_routes_0based", 0),
         "oplib": ("oplib-best.tsv", None, "best", "best_route_1based", 1)}

# Opens and closes are those of a visit's start; ways is a function of two nodes; the end has the score of the start, which counts.
Instance = collections.namedtuple("Instance", "scores stays opens closes start end limit ways")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--self-check", action="store_true")
    parser.add_argument("--plan-gaps", help="the program PlanGaps")
    parser.add_argument("--waymark", help="the program waymark")
    parser.add_argument("--seconds", default="1")
    parser.add_argument("--each", action="store_true", help="say each result on standard error")
    parser.add_argument("folder", type=pathlib.Path, nargs="?")
    parser.add_argument("families", nargs="*", help=", ".join([*LISTS, "courses"]))
    options = parser.parse_args()
    self_check()
    if options.self_check:
        return
    families = options.families or [*LISTS, "courses"]
    if unknown := set(families) - {*LISTS, "courses"}:
        sys.exit(f"published_plans: unknown families: {' '.join(unknown)}")
    wrong, refused = [], 0
    if families != ["courses"]:
        print("| instances | number | seconds each | mean below best known | worst | bound above score, mean | worst | "
              "up to 50 candidates | their bound, mean | worst | above 10 % |")
        print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for family in families:
        if family != "courses":
            refused += measure(family, options, wrong)
    if refused:
        print(f"\nRefused, since the end cannot be reached in time: {refused} instances.")
    if "courses" in families:
        measure_courses(options, wrong)
    if wrong:
        sys.exit("published_plans: wrong:\n" + "\n".join(wrong))


def measure(family, options, wrong):
    """Prints the row of a family, and returns how many instances were refused, as they must be."""
    name, path_column, best_column, route_column, first = LISTS[family]
    folder, requests = options.folder / "orienteering", []
    for row in csv.DictReader((folder / name).read_text().splitlines(), delimiter="\t"):
        if family[:5] == "toptw" and row["m"] != family[5]:
            continue
        instance = read(row["file"], (folder / row["file"]).read_text())
        routes = [[int(node) - first for node in route.split()] for route in row[route_column].split(";") if route.strip()]
        if family == "oplib":
            routes[0].append(routes[0][0])
        known = float(row[best_column])
        # The list's own routes are read as plans are, which tests the reader: the best ones fit, with their scores.
        if reachable(instance):
            wrong += [f"{name}: {row['file']}: {fault}" for fault in faults(instance, routes, known)]
        requests.append((row, instance, int(row[path_column]) if path_column else 1))
    gaps, excesses, small, refused = [], [], [], 0
    answers = plan_gaps(options, [f"{folder / row['file']}\t{paths}" for row, _, paths in requests])
    for (row, instance, paths), answer in zip(requests, answers, strict=True):
        best = float(row.get("best") or row[best_column])
        found = answer_faults(instance, paths, answer, best, optimum(row, best))
        wrong += [f"{row['file']}, paths {paths}: {fault}" for fault in found]
        if "error" in answer:
            refused += not found
            continue
        gaps.append(1 - answer["score"] / best if best else 0.0)
        excesses.append(above(answer["bound"], answer["score"]))
        candidates = len(instance.scores) - len({instance.start, instance.end})
        if candidates <= 50:
            small.append(excesses[-1])
        if options.each:
            print(row["file"], paths, f"{candidates} candidates, best {best:g}:", answer["score"], answer["bound"], answer["ending"],
                  answer["iterations"], f"{answer['seconds']:.3f} s", file=sys.stderr)
    print(f"| `{family}` | {len(gaps)} | {options.seconds} | {mean(gaps)} | {100 * max(gaps):.2f} % | {mean(excesses, 1)} | "
          f"{100 * max(excesses):.1f} % | {len(small) or ''} | {mean(small, 1)} | {f'{100 * max(small):.1f} %' if small else ''} | "
          f"{sum(excess > 0.1 for excess in small) if small else ''} |", flush=True)
    return refused


def plan_gaps(options, lines):
    done = subprocess.run([options.plan_gaps, options.seconds], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, check=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def mean(values, decimals=3):
    return f"{100 * sum(values) / len(values):.{decimals}f} %" if values else ""


def above(bound, score):
    return bound / score - 1 if score else math.inf if bound else 0.0


def optimum(row, best):
    """The proved optimum of an instance, if there is one: that of the list, all scores, or for one path with windows the published one."""
    proved = row.get("proved_optimal") == "yes" or "optimal" in row.get("note", "")
    return best if proved else float(row.get("recalled_literature_m1") or math.inf)


# ---------------------------------------------------------------- the checks

def reachable(instance):
    return instance.ways(instance.start, instance.end) <= instance.limit + TOLERANCE


def answer_faults(instance, paths, answer, best, optimum):
    """What is wrong with a line of PlanGaps; `best` is a score that a plan is known to have."""
    if "error" in answer:
        return [f"refused: {answer['error']}"] if reachable(instance) else []
    if not reachable(instance):
        return ["planned, though the end cannot be reached in time"]
    found = faults(instance, answer["paths"], answer["score"])
    if len(answer["paths"]) != paths:
        found.append(f"{len(answer['paths'])} paths instead of {paths}")
    if answer["score"] > optimum + TOLERANCE:
        found.append(f"a score of {answer['score']} above the proved optimum {optimum}")
    if answer["bound"] < answer["score"] - TOLERANCE:
        found.append(f"a bound of {answer['bound']} below the score {answer['score']}")
    if answer["bound"] < best - TOLERANCE:
        found.append(f"a bound of {answer['bound']} below the known score {best}")
    return found


def faults(instance, paths, score):
    """What is wrong with paths and their score, each path with its ends."""
    found, seen, total = [], set(), instance.scores[instance.start] if instance.start == instance.end else 0
    for number, path in enumerate(paths):
        if len(path) < 2 or path[0] != instance.start or path[-1] != instance.end:
            found.append(f"path {number} does not join the ends")
            continue
        time = 0.0
        for before, node in zip(path, path[1:]):
            time = max(time + instance.stays[before] + instance.ways(before, node), instance.opens[node])
            if time > instance.closes[node] + TOLERANCE:
                found.append(f"path {number} comes to {node} at {time}, which closes at {instance.closes[node]}")
        if time > instance.limit + TOLERANCE:
            found.append(f"path {number} ends at {time} of {instance.limit}")
        for node in path[1:-1]:
            if node in seen or node in (instance.start, instance.end):
                found.append(f"node {node} is visited twice")
            seen.add(node)
            total += instance.scores[node]
    if abs(total - score) > TOLERANCE:
        found.append(f"a score of {score} instead of {total}")
    return found


# ---------------------------------------------------------------- the instances

def read(name, text):
    """An instance, whose family is that of its folder."""
    rows = [line.replace(":", " ").split() for line in text.splitlines() if line.strip()]
    family = name.split("/")[0]
    if family == "oplib":
        return library(rows)
    if family == "toptw":
        # Distances are cut off after one decimal in Solomon's files and after two in Cordeau's (pr), here in whole thousandths.
        unit = 10 if pathlib.Path(name).name.startswith("pr") else 100
        points = [tuple(round(float(word) * 1000) for word in row[1:3]) for row in rows[2:]]
        ways = lambda a, b: math.isqrt((points[a][0] - points[b][0]) ** 2 + (points[a][1] - points[b][1]) ** 2) // unit * unit / 1000
        stays, scores, opens, closes = ([float(row[column]) for row in rows[2:]] for column in (3, 4, -2, -1))
        return Instance(scores, stays, opens, closes, 0, 0, closes[0], ways)
    points = [tuple(map(float, row)) for row in rows[3 if family == "top" else 1:]]
    end, limit = (len(points) - 1, float(rows[2][1])) if family == "top" else (1, float(rows[0][0]))
    scores = [point[2] for point in points]
    return untimed(scores, 0, end, limit, lambda a, b: math.dist(points[a][:2], points[b][:2]))


def untimed(scores, start, end, limit, ways):
    count = len(scores)
    return Instance(scores, [0] * count, [0] * count, [math.inf] * count, start, end, limit, ways)


def library(rows):
    header, sections, section = {}, collections.defaultdict(list), None
    for row in rows:
        if row[0].endswith("_SECTION"):
            section = row[0]
        elif row[0][0].isalpha():
            section, header[row[0]] = None, row[1:]
        elif section:
            sections[section].append([float(word) for word in row])
    scores = [score for _, score in sections["NODE_SCORE_SECTION"]]
    points, kind = [row[1:] for row in sections["NODE_COORD_SECTION"]], header["EDGE_WEIGHT_TYPE"][0]
    if kind == "EXPLICIT":
        if header["EDGE_WEIGHT_FORMAT"] != ["LOWER_DIAG_ROW"]:
            raise ValueError(f"no known matrix: {header['EDGE_WEIGHT_FORMAT']}")
        numbers = [number for row in sections["EDGE_WEIGHT_SECTION"] for number in row]
        ways = lambda a, b: numbers[max(a, b) * (max(a, b) + 1) // 2 + min(a, b)]
    elif kind == "GEO":
        angles = [[3.141592 * (int(x) + 5 * (x - int(x)) / 3) / 180 for x in point] for point in points]
        ways = lambda a, b: geographic(*angles[a], *angles[b])
    else:
        ways = lambda a, b: EUCLIDEAN[kind](math.dist(points[a], points[b]))
    start = int(sections["DEPOT_SECTION"][0][0]) - 1
    return untimed(scores, start, start, float(header["COST_LIMIT"][0]), ways)


# The reports of TSPLIB say how each rounds; that of ATT is a distance over the root of ten, rounded up.
EUCLIDEAN = {"EUC_2D": lambda d: math.floor(d + 0.5), "CEIL_2D": math.ceil, "ATT": lambda d: math.ceil(d / math.sqrt(10))}


def geographic(a, x, b, y):
    if (a, x) == (b, y):
        return 0
    cosine = ((1 + math.cos(x - y)) * math.cos(a - b) - (1 - math.cos(x - y)) * math.cos(a + b)) / 2
    return int(6378.388 * math.acos(cosine) + 1)


# ---------------------------------------------------------------- courses

# Degrees of longitude from Korea to the middle of Asia.
INLAND = 27


def measure_courses(options, wrong):
    """Plans each course of at least three places anew, all of them to be seen between its first and its last."""
    found = list(courses(options.folder / "courses/kma-courses-even.csv"))
    shortest = [held_karp(distances([point for _, point in places])) for _, places in found]
    print("\n| courses | number | seconds each | mean above the shortest | worst | over 2 % |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for course, places in found:
            files.append(pathlib.Path(folder, f"{course}.csv"))
            files[-1].write_text("".join(f"{latitude!r},{longitude!r}\n" for _, (latitude, longitude) in places))
        answers = plan_gaps(options, map(str, files))
        orders = [(answer["paths"][0], answer.get("error")) if "paths" in answer else ([], answer["error"]) for answer in answers]
        course_row("PlanGaps", options.seconds, found, shortest, orders, options, wrong)
        orders = [by_command(options, folder, places) for _, places in found]
        course_row("waymark plan", "", found, shortest, orders, options, wrong)


def course_row(name, seconds, found, shortest, orders, options, wrong):
    ratios = []
    for (course, places), least, (order, error) in zip(found, shortest, orders, strict=True):
        ways = distances([point for _, point in places])
        reason = error or order_fault(order, ways, least)
        if reason:
            wrong.append(f"course {course} by {name}: {reason}")
        if sorted(order) == list(range(len(places))):
            ratios.append(length(order, ways) / least - 1)
        if options.each:
            print(course, name, len(places), order, f"{100 * ratios[-1]:.2f} %", file=sys.stderr)
    print(f"| `{name}` | {len(ratios)} | {seconds} | {mean(ratios)} | {100 * max(ratios):.2f} % | {sum(r > 0.02 for r in ratios)} |", flush=True)


def order_fault(order, ways, least):
    """What is wrong with an order of a course, whose least length is known."""
    last = len(ways) - 1
    if sorted(order) != list(range(last + 1)) or order[0] != 0 or order[-1] != last:
        return f"the order {order} is not one of all places between the ends"
    total = length(order, ways)
    if total < least * (1 - 1e-9):
        return f"{total} m is below the shortest length, {least} m"
    return f"{total:.0f} m is over 2 % above the shortest length, {least:.0f} m" if total > 1.02 * least else None


def courses(path):
    """Each course of three places or more, as names and points; a point in it for the second time is left out."""
    rows = collections.defaultdict(list)
    for row in csv.reader(path.read_text("utf-8-sig").splitlines()):
        rows[row[1]].append((int(row[7]), row[4], (float(row[6]), float(row[5]))))
    for course, places in rows.items():
        places = [place[1:] for place in sorted(places)]
        first, last = places[0], places[-1]
        between = {point: name for name, point in reversed(places) if point not in (first[1], last[1])}
        if len({point for _, point in places}) >= 3:
            yield course, [first, *((name, point) for point, name in reversed(between.items())), last]


def by_command(options, folder, places):
    """The order of a course by `waymark plan`, and what went wrong."""
    # Where no water is between places, across which no way is planned: distances are the same along a circle of latitude.
    places = [(name, (latitude, longitude - INLAND)) for name, (latitude, longitude) in places]
    path = pathlib.Path(folder, "places.csv")
    with path.open("w") as file:
        csv.writer(file).writerows([("name", "latitude", "longitude"), *((name, *point) for name, point in places)])
    ends = [f"{latitude!r},{longitude!r}" for _, (latitude, longitude) in (places[0], places[-1])]
    # Only the order is asked for: no hours, no lunch, no car that has to be gone back to, straight lines, and as slow as the day allows,
    # so that whole minutes tell ways apart.
    wishes = [word for name, _ in places[1:-1] for word in ("--must", name, "--open", f"{name}=00:00-24:00")]
    speed = max(5, length(range(len(places)), distances([point for _, point in places])) * 1.3 / 8000)
    done = subprocess.run([options.waymark, "plan", "--attractions", path, "--start", ends[0], "--end", ends[1], *wishes, "--radius", "1000km",
                           "--depart", "00:00", "--hours", "24", "--pace", "fast", "--mode", "foot", "--speed", f"{speed:.3f}", "--no-lunch",
                           "--format", "json", "--quiet"], capture_output=True, text=True)
    if done.returncode:
        return [], f"exit code {done.returncode}: {done.stderr.strip()}"
    answer = json.loads(done.stdout)
    nodes = {point: node for node, (_, point) in enumerate(places)}
    visits = [nodes[visit["latitude"], visit["longitude"]] for visit in answer["days"][0]["visits"]]
    return [0, *visits, len(places) - 1], "; ".join(answer["conflicts"])


def distances(points):
    """Great-circle distances between points, in metres."""
    def distance(a, b):
        (p, x), (q, y) = (map(math.radians, point) for point in (a, b))
        return 2 * RADIUS * math.asin(math.sqrt(math.sin((p - q) / 2) ** 2 + math.cos(p) * math.cos(q) * math.sin((x - y) / 2) ** 2))
    return [[distance(a, b) for b in points] for a in points]


def length(order, ways):
    return sum(ways[a][b] for a, b in zip(order, order[1:]))


def held_karp(ways):
    """The least length from the first node over all others to the last (Held, Karp 1962, doi:10.1137/0110015)."""
    count, last = len(ways) - 2, len(ways) - 1
    best = [[math.inf] * count for _ in range(1 << count)]
    for node in range(count):
        best[1 << node][node] = ways[0][node + 1]
    for subset in range(1, 1 << count):
        inside = [node for node in range(count) if subset >> node & 1]
        for node in range(count):
            if not subset >> node & 1:
                row = ways[node + 1]
                best[subset | 1 << node][node] = min(best[subset][before] + row[before + 1] for before in inside)
    return min(best[-1][node] + ways[node + 1][last] for node in range(count))


# ---------------------------------------------------------------- the checks, checked

def self_check():
    """Gives right and wrong answers to the checks; each wrong one must be found by its own words."""
    plane = read("op/a", "10 1\n0 0 0\n4 0 0\n1 1 5\n2 2 7\n20 0 9\n")
    timed = read("toptw/a", "4 1 2 1\n0 9\n0 0 0 0 0 0 0 0 30\n1 3 4 2 6 1 1 1 9 10\n2 0 3.1 1 8 1 1 1 0 30\n")
    tour = library([line.split() for line in "DIMENSION 3\nCOST_LIMIT 12\nEDGE_WEIGHT_TYPE EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 0 2.6\n"
                    "NODE_SCORE_SECTION\n1 0\n2 5\n3 6\nDEPOT_SECTION\n1\n-1\nEOF".splitlines()])
    far = read("top/a", "n 2\nm 1\ntmax 1\n0 0 0\n2 0 0\n")
    good = {"score": 12, "bound": 13, "paths": [[0, 2, 3, 1]]}
    line = distances([(0, 0), (0, 1), (0, 2), (0, 3)])
    cases = [
        ("", plane, 1, good), ("does not join", plane, 1, good | {"paths": [[0, 2, 3]]}), ("does not join", plane, 1, good | {"paths": [[2, 3, 1]]}),
        ("twice", plane, 1, good | {"paths": [[0, 2, 2, 3, 1]]}), ("twice", plane, 2, {"score": 10, "bound": 13, "paths": [[0, 2, 1], [0, 2, 1]]}),
        ("twice", plane, 1, good | {"paths": [[0, 2, 1, 3, 1]]}), ("ends at", plane, 1, {"score": 9, "bound": 13, "paths": [[0, 4, 1]]}),
        ("instead of 12", plane, 1, good | {"score": 12.5}), ("paths instead of", plane, 2, good),
        ("proved optimum", plane, 1, good, 0, 11), ("below the score", plane, 1, good | {"bound": 11}),
        ("below the known", plane, 1, good, 14), ("refused", plane, 1, {"error": "no"}),
        ("", far, 1, {"error": "no"}), ("though", far, 1, {"score": 0, "bound": 0, "paths": [[0, 1]]}),
        # Waits from 5 to 9, stays to 11, goes 3.1 of the 3.13 m to the second one and on, for 1 and 3.1: 18.2.
        ("", timed, 1, {"score": 14, "bound": 14, "paths": [[0, 1, 2, 0]]}),
        ("", timed._replace(limit=18.2), 1, {"score": 14, "bound": 14, "paths": [[0, 1, 2, 0]]}),
        ("ends at", timed._replace(limit=18.1), 1, {"score": 14, "bound": 14, "paths": [[0, 1, 2, 0]]}),
        ("", timed, 1, {"score": 8, "bound": 14, "paths": [[0, 2, 0]]}),
        ("closes at", timed._replace(closes=[30, 4.9, 30]), 1, {"score": 6, "bound": 14, "paths": [[0, 1, 0]]}),
        # 5 and 3 and 3, rounded.
        ("", tour, 1, {"score": 11, "bound": 11, "paths": [[0, 1, 2, 0]]}),
        ("ends at", tour._replace(limit=10.9), 1, {"score": 11, "bound": 11, "paths": [[0, 1, 2, 0]]}),
    ]
    failed = []
    for words, instance, paths, answer, *known in cases:
        best, optimal = (*known, *(0, math.inf)[len(known):])
        found = answer_faults(instance, paths, answer, best, optimal)
        if bool(found) != bool(words) or words and not any(words in fault for fault in found):
            failed.append(f"{answer}: {found} instead of {words or 'nothing'}")
    shortest, along = held_karp(line), [0, 1, 2, 3]
    for words, order, least in [("", along, shortest), ("2 %", [0, 2, 1, 3], shortest), ("", along, shortest / 1.019), ("2 %", along, shortest / 1.021),
                                ("is below", along, shortest * 1.01), ("not one of", [0, 1, 3], shortest), ("not one of", [1, 0, 2, 3], shortest)]:
        found = order_fault(order, line, least) or ""
        if bool(found) != bool(words) or words not in found:
            failed.append(f"{order}: {found} instead of {words or 'nothing'}")
    if failed:
        sys.exit("published_plans: the checks are wrong:\n" + "\n".join(failed))


if __name__ == "__main__":
    main()
