"""What the checks against servers of roads share: OSRM and Valhalla, whose programs are inside the wheels osrm-bindings and pyvalhalla of
PyPI, with the roads of a small extract of OpenStreetMap; what they say of pairs of places; and servers that fail in their place."""

import contextlib
import fcntl
import http.server
import itertools
import json
import pathlib
import platform
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import venv
import zipfile

from serving import PATIENCE, ROOT, ask

WORK = ROOT / ".build" / "service-roads"
EXTRACT = ROOT.parent / "shared/osm/andorra.osm.pbf"
# The middle of Andorra, west, south, east and north: most of its roads.
BOX = (1.44, 42.44, 1.70, 42.62)
# What is farther from roads has no leg, in metres.
MAX_SNAP = 1000


# MARK: The servers

def programs(package):
    """The unzipped wheel of a package; None if it cannot be fetched."""
    folder = WORK / package
    if not (folder / "complete").exists():
        try:
            # A machine's own Python may have no pip.
            if not (WORK / "python").exists():
                venv.create(WORK / "python", with_pip=True)
            subprocess.run(
                [WORK / "python/bin/python", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                 "--only-binary=:all:", "--python-version", "3.12", "--platform", f"manylinux_2_28_{platform.machine()}",
                 "--dest", folder, package], check=True)
            with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
                wheel.extractall(folder)
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            print(f"roads: {error}", file=sys.stderr)
            return None
        for program in folder.glob("*/bin/*"):
            program.chmod(0o755)
        (folder / "complete").touch()
    return folder


def run(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"roads: {command[0]}: {done.stdout[-2000:]}")
    return done.stdout


def osrm(extract, port, _):
    """The command that serves, and a path that it answers once it is ready; None without the programs."""
    folder = programs("osrm-bindings")
    if folder is None:
        return None
    bin, graph = folder / "osrm" / "bin", WORK / "graph" / "roads"
    if not graph.with_suffix(".osrm.mldgr").exists():
        graph.parent.mkdir(exist_ok=True)
        graph.with_suffix(".osm.pbf").write_bytes(extract.read_bytes())
        run(bin / "osrm-extract", "-p", folder / "osrm/share/profiles/car.lua", graph.with_suffix(".osm.pbf"))
        run(bin / "osrm-partition", graph.with_suffix(".osrm"))
        run(bin / "osrm-customize", graph.with_suffix(".osrm"))
    return (
        [bin / "osrm-routed", "-i", "127.0.0.1", "-p", port, "-a", "MLD", graph.with_suffix(".osrm")],
        f"/nearest/v1/driving/{BOX[0]},{BOX[1]}")


def valhalla(extract, port, own):
    """The command that serves, and a path that it answers once it is ready; None without the programs."""
    folder = programs("pyvalhalla")
    if folder is None:
        return None
    tiles, settings = WORK / "tiles", own / "valhalla.json"
    sockets = [f"--{name}=ipc://{own}/{name}" for name in (
        "httpd-service-loopback", "httpd-service-interrupt", "loki-service-proxy", "thor-service-proxy", "odin-service-proxy",
        "meili-service-proxy")]
    # Run as a file, it needs no Python of the wheel's version.
    settings.write_text(run(
        sys.executable, folder / "valhalla/valhalla_build_config.py", "--mjolnir-tile-dir", tiles, "--mjolnir-tile-extract", "",
        "--mjolnir-concurrency", 1, "--httpd-service-listen", f"tcp://127.0.0.1:{port}", *sockets))
    if not (tiles / "complete").exists():
        run(folder / "valhalla/bin/valhalla_build_tiles", "-c", settings, extract)
        (tiles / "complete").touch()
    return [folder / "valhalla/bin/valhalla_service", settings, 2], "/status"


class Roads:
    """Both servers over an extract, if they can be had: `ports` has those that run, by name, and `missing` why others do not."""

    def __init__(self, extract, ports):
        self.ports, self.missing, self.running = {}, [], []
        # Of this run alone: two may run at once.
        self.folder = tempfile.TemporaryDirectory(prefix="roads-")
        if not extract.exists():
            self.missing.append(f"roads, for there is no {extract}")
            return
        WORK.mkdir(parents=True, exist_ok=True)
        try:
            for make in (osrm, valhalla):
                port, own = ports.take(), pathlib.Path(self.folder.name)
                with open(WORK / "lock", "w") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    made = make(extract, port, own)
                if made is None:
                    self.missing.append(f"{make.__name__}, which cannot be fetched from PyPI")
                else:
                    self.start(port, *made, own / f"{make.__name__}.log")
                    self.ports[make.__name__] = port
        except BaseException:
            self.__exit__()
            raise

    def start(self, port, command, path, log):
        with open(log, "w") as file:
            process = subprocess.Popen([str(part) for part in command], stdout=file, stderr=file)
        self.running.append(process)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if ask(port, path).status < 500:
                    return
            except OSError:
                pass
            if process.poll() is not None or time.monotonic() > end:
                sys.exit(f"roads: {command[0]} does not start: {log.read_text(errors='replace')[-2000:]}")
            time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.running:
            process.kill()
            process.wait()
        self.folder.cleanup()


# MARK: Places and what a server says of them

def text(places):
    """Places as OSRM has them, longitude first."""
    return ";".join(f"{x:.6f},{y:.6f}" for x, y in places)


def drawn(generator, count):
    return [(round(generator.uniform(BOX[0], BOX[2]), 6), round(generator.uniform(BOX[1], BOX[3]), 6)) for _ in range(count)]


def near(one, other, tolerance):
    return one is not None and other is not None and abs(one - other) <= tolerance


class Pairs:
    """Length, time and the farther snap of the roads from place to place, as a server of roads says them itself."""

    def __init__(self, find):
        self.find, self.known = find, {}

    def __call__(self, start, end):
        if (start, end) not in self.known:
            self.known[start, end] = self.find(start, end)
        return self.known[start, end]


def osrm_path(places, options):
    return f"/route/v1/driving/{text(places)}?{options}"


def valhalla_path(places, **options):
    asked = {"locations": [{"lon": x, "lat": y} for x, y in places], "costing": "auto", "directions_type": "none", "format": "osrm",
             "alternates": 0, **options}
    return "/route?json=" + urllib.parse.quote(json.dumps(asked))


def osrm_pair(port):
    return lambda start, end: pair(ask(port, osrm_path([start, end], "overview=false")))


def valhalla_pair(port):
    return lambda start, end: pair(ask(port, valhalla_path([start, end])))


def pair(reply):
    if reply.status != 200:
        raise RuntimeError(f"the server of roads answers {reply.status}: {reply.body[:200]!r}")
    route = reply.json["routes"][0]
    return route["distance"], route["duration"], max(way["distance"] for way in reply.json["waypoints"])


def table_part(dialect, port, starts, ends):
    """Durations and distances from places to places, and the snaps of the former, as a server's table has them."""
    if dialect == "osrm":
        lists = "&sources={}&destinations={}".format(
            ";".join(map(str, range(len(starts)))), ";".join(map(str, range(len(starts), len(starts) + len(ends)))))
        reply = ask(port, f"/table/v1/driving/{text(starts + ends)}?annotations=duration,distance{lists}")
    else:
        asked = {name: [{"lon": x, "lat": y} for x, y in places] for name, places in (("sources", starts), ("targets", ends))}
        reply = ask(port, "/sources_to_targets?json=" + urllib.parse.quote(json.dumps(asked | {"costing": "auto", "format": "osrm"})))
    if reply.status != 200:
        raise RuntimeError(f"the server of roads answers {reply.status}: {reply.body[:200]!r}")
    return reply.json["durations"], reply.json["distances"], [place["distance"] for place in reply.json["sources"]]


# Places in each part of a table: fewer than either server allows in all.
PART = 40


def table(dialect, port, places):
    """The time and the length from each place to each, as a server's table has them, which may differ from those of its routes; None
    from and to what is too far from roads."""
    costs, snaps = {"duration": {}, "distance": {}}, {}
    parts = [places[first:first + PART] for first in range(0, len(places), PART)]
    for starts, ends in itertools.product(parts, repeat=2):
        durations, distances, ways = table_part(dialect, port, starts, ends)
        snaps |= zip(starts, ways)
        for row, start in enumerate(starts):
            for column, end in enumerate(ends):
                costs["duration"][start, end] = durations[row][column]
                costs["distance"][start, end] = distances[row][column]
    return {name: {
        step: cost if max(snaps[place] for place in step) <= MAX_SNAP else None for step, cost in values.items()}
        for name, values in costs.items()}


def best_cost(places, cost, is_round=False, start=None, end=None):
    """The least cost of all orders of a few places: of round trips, or of ways with these positions at their ends, if given."""
    return min(
        whole_cost([places[place] for place in order], cost, is_round)
        for order in itertools.permutations(range(len(places)))
        if (0 if is_round else start) in (None, order[0]) and end in (None, order[-1]))


def whole_cost(places, cost, is_round=False):
    visited = places + places[:1] if is_round else places
    return sum(cost(*step) for step in zip(visited, visited[1:]))


# MARK: Servers in their place

class Stub(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """A server that answers by a function of the request; `asked` has the path and the headers of each."""

    daemon_threads, allow_reuse_address = True, True
    request_queue_size = 256

    def __init__(self, port, answer):
        self.answer, self.over, self.asked = answer, threading.Event(), []
        super().__init__(("127.0.0.1", port), Answering)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.over.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *_):
        """A client that gives up is what is expected here."""


@contextlib.contextmanager
def standing(port, answer):
    """A stub, or without an answer a port that refuses connections, and that no other gets."""
    if answer:
        with Stub(port, answer) as stub:
            yield stub
    else:
        with socket.socket() as deaf:
            deaf.bind(("127.0.0.1", port))
            yield deaf


class Answering(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        """Nothing."""

    def do_GET(self):
        self.server.asked.append((self.path, self.headers))
        self.server.answer(self)

    def send(self, status, body, headers):
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def says(status, body, kind="application/json", **headers):
    """A server with one answer to everything."""
    headers = {"Content-Type": kind} | {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda request: request.send(status, body, headers)


def page(status, title, **headers):
    return says(status, f"<html>{title}</html>".encode(), "text/html", **headers)


def forwards(port):
    """A gateway of a server."""
    def answer(request):
        reply = ask(port, request.path)
        request.send(reply.status, reply.body, {"Content-Type": reply.type})
    return answer


def hangs(request):
    request.server.over.wait(PATIENCE)


def closes(request):
    request.close_connection = True


def endless(request):
    request.send_response(200)
    request.end_headers()
    request.close_connection = True
    while not request.server.over.is_set():
        request.wfile.write(b" " * 65536)


# How servers of roads fail; one that is down does not even listen.
FAILURES = {
    "down": None, "slow": hangs, "closes": closes, "endless": endless,
    "over its limit": says(429, b'{"message":"Too Many Requests"}', Retry_After="7"),
    "busy": page(503, "busy", Retry_After="7"),
    "broken": page(502, "Bad Gateway"),
    "failing": says(500, b'{"code":"InternalError","message":"oh"}'),
    "not JSON": page(200, "Welcome"),
    "cut off": says(200, b'{"code":"Ok","routes":[{"legs":'),
    "forbidden": page(403, "Forbidden"),
}
