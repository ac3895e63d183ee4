"""Routes of Waymark, and of OSRM and Valhalla from their wheels, between pairs of places; of each extract, a graph that is made once."""

import dataclasses
import importlib.metadata
import json
import pathlib
import shutil
import subprocess
import sys

try:
    import osrm
    import valhalla
except ImportError as error:
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {error}: run Benchmarks/Peers/setup, which needs Python 3.12 or later")

# How OSRM and Valhalla name each mode.
PROFILES = {"driving": ("car", "auto"), "cycling": ("bicycle", "bicycle"), "walking": ("foot", "pedestrian")}
# The maximum distance of a place from its road, in metres.
MAX_SNAP = 1000
VERSIONS = {"OSRM": importlib.metadata.version("osrm-bindings"), "Valhalla": importlib.metadata.version("pyvalhalla")}


@dataclasses.dataclass
class Route:
    """Its length, its duration, and its line of longitudes and latitudes."""

    meters: float
    seconds: float
    line: list


def run(log, *command):
    """Runs a command; its output goes to a log, which is shown if it fails."""
    with open(log, "w") as file:
        if subprocess.run([str(part) for part in command], stdout=file, stderr=file).returncode:
            sys.exit(f"{command[0]}: {log.read_text()[-2000:]}")


def graph(folder, extract, kind, make):
    """The folder of a graph of an extract, which `make` fills if it is missing."""
    made = folder / "graphs" / f"{extract.name.split('.')[0]}-{kind}"
    if not (made / "complete").exists():
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir(parents=True)
        make(made)
        (made / "complete").touch()
    return made


def osrm_engine(folder, extract, mode, algorithm="CH"):
    """OSRM with its own profile of a mode: by contraction hierarchies, or by multi-level Dijkstra (MLD)."""
    home, profile = pathlib.Path(osrm.__file__).parent, PROFILES[mode][0]

    def make(made):
        shutil.copy(extract, made / "roads.osm.pbf")
        lua = home / f"share/profiles/{profile}.lua"
        run(made / "extract.log", home / "bin/osrm-extract", "-p", lua, made / "roads.osm.pbf")
        for step in ("contract",) if algorithm == "CH" else ("partition", "customize"):
            run(made / f"{step}.log", home / f"bin/osrm-{step}", made / "roads.osrm")

    made = graph(folder, extract, f"osrm-{VERSIONS['OSRM']}-{profile}-{algorithm.lower()}", make)
    return osrm.OSRM(storage_config=str(made / "roads.osrm"), algorithm=algorithm, use_shared_memory=False)


def valhalla_engine(folder, extract):
    def make(made):
        (made / "tiles").mkdir()
        settings = valhalla.get_config(tile_extract="", tile_dir=made / "tiles")
        settings["mjolnir"]["concurrency"] = 1
        (made / "valhalla.json").write_text(json.dumps(settings))
        build = pathlib.Path(valhalla.__file__).parent / "bin/valhalla_build_tiles"
        run(made / "tiles.log", build, "-c", made / "valhalla.json", extract)

    return valhalla.Actor(graph(folder, extract, f"valhalla-{VERSIONS['Valhalla']}", make) / "valhalla.json")


# MARK: Routes, none where there is no way

def osrm_routes(options, extract, mode, pairs):
    engine = osrm_engine(options.folder, extract, mode)
    for pair in pairs:
        try:
            answer = engine.Route(osrm.RouteParameters(
                coordinates=list(pair), radiuses=[MAX_SNAP] * 2, overview="full", geometries="geojson"))
        except RuntimeError as error:
            if not any(code in str(error) for code in ("NoRoute", "NoSegment")):
                raise
            yield None
            continue
        route = answer["routes"][0]
        yield Route(route["distance"], route["duration"], [(point[0], point[1]) for point in route["geometry"]["coordinates"]])


def valhalla_routes(options, extract, mode, pairs):
    engine = valhalla_engine(options.folder, extract)
    for pair in pairs:
        try:
            answer = engine.route({
                "locations": [{"lon": longitude, "lat": latitude, "search_cutoff": MAX_SNAP} for longitude, latitude in pair],
                "costing": PROFILES[mode][1], "format": "osrm", "shape_format": "geojson", "directions_type": "none"})
        except valhalla.ValhallaError as error:
            # No road near a place, no way between two, and too far for the mode.
            if error.code not in (171, 442, 154):
                raise
            yield None
            continue
        route = answer["routes"][0]
        yield Route(route["distance"], route["duration"], route["geometry"]["coordinates"])


def waymark_routes(options, extract, mode, pairs):
    rows = ["trip_id,latitude,longitude"]
    rows += [f"{number},{latitude},{longitude}" for number, pair in enumerate(pairs) for longitude, latitude in pair]
    done = subprocess.run(
        [options.program, "route", "-", "--legs", f"roads:{extract}", "--mode", mode, "--max-snap", f"{MAX_SNAP}m", "--format", "geojson",
         "--quiet"], input="\n".join(rows), capture_output=True, text=True)
    if not done.stdout:
        sys.exit(f"{options.program}: {done.stderr}")
    for feature in json.loads(done.stdout)["features"]:
        leg = feature["properties"]
        if leg["kind"] == "leg":
            line = feature["geometry"] and feature["geometry"]["coordinates"]
            yield Route(leg["distance_m"], leg["duration_s"], line) if line else None
