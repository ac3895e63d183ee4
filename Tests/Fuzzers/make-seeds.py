#!/usr/bin/env python3
"""Writes Seeds/: what each fuzzer begins with, of data/ and of the shapes that the tests know. usage: make-seeds.py WAYMARK"""

import argparse
import gzip
import hashlib
import io
import json
import pathlib
import shutil
import struct
import subprocess
import tempfile
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SEEDS = ROOT / "Tests" / "Fuzzers" / "Seeds"


def seed(fuzzer, *inputs, choices=None):
    """Writes inputs, each once for every byte of `choices`, where the fuzzer's first byte chooses how to read."""
    folder = SEEDS / fuzzer
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(inputs):
        data = text if isinstance(text, bytes) else text.encode()
        for choice in choices or [None]:
            prefix = b"" if choice is None else bytes([choice])
            name = f"{number:02}" + ("" if choice is None else f"-{choice:02x}")
            (folder / name).write_bytes(prefix + data)


def archive(method, files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as target:
        for name, contents in files:
            target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), contents, method)
    return data.getvalue()


def tzif():
    """Two offsets, a change between them, and a rule for the years behind."""
    def block(width):
        times = struct.pack(">i" if width == 4 else ">q", 1_000_000_000)
        return (b"TZif2" + bytes(15) + struct.pack(">6i", 0, 0, 0, 1, 2, 8) + times + b"\x01"
                + struct.pack(">iBB", 32400, 0, 0) + struct.pack(">iBB", 36000, 1, 4) + b"KST\0KDT\0")
    return block(4) + block(8) + b"\nKST-9KDT,M3.2.0,M11.1.0/2\n"


def index_files(tool):
    with tempfile.TemporaryDirectory() as folder:
        table, output = pathlib.Path(folder) / "a.csv", pathlib.Path(folder) / "a.waymark"
        for rows in (1, 3, 20):
            table.write_text("id,name,lat,lon\n" + "".join(
                f"a{i},곳 {i},{33 + i * 0.3},{126 + i * 0.2}\n" for i in range(rows)))
            if subprocess.run([tool, "index", "build", table, "--output", output, "--quiet"]).returncode == 0:
                yield output.read_bytes()


def grounds(tool):
    """The sections of the ground of a small made-up town: as what replaces itself in the fuzzer's, by number."""
    with tempfile.TemporaryDirectory() as folder:
        nodes = "".join(f'<node id="{k}" lat="{35.15 + k % 4 / 500}" lon="{129.05 + k // 4 / 500}"/>' for k in range(1, 13))
        town = '<node id="20" lat="35.155" lon="129.055"><tag k="place" v="town"/><tag k="name" v="읍"/></node>'
        street = '<way id="1"><nd ref="1"/><nd ref="6"/><nd ref="11"/><tag k="highway" v="primary"/><tag k="name" v="길"/></way>'
        lake = '<way id="2"><nd ref="2"/><nd ref="3"/><nd ref="7"/><nd ref="2"/><tag k="natural" v="water"/></way>'
        source, file = pathlib.Path(folder) / "town.osm", pathlib.Path(folder) / "town.waymark"
        source.write_text(f'<?xml version="1.0"?><osm version="0.6">{nodes}{town}{street}{lake}</osm>', encoding="utf-8")
        subprocess.run([tool, "town", source, "--output", file, "--quiet"], check=True)
        data = file.read_bytes()
    sections = {}
    for number in range(struct.unpack_from("<I", data, 32)[0]):
        name, offset, size = struct.unpack_from("<32sQQ", data, 64 + 56 * number)
        sections[name.rstrip(b"\0").decode()] = data[offset:offset + size]
    names = ["ground.about", "ground.name.end", "ground.name.text", "ground.tile", "ground.data"]
    for number, name in enumerate(names):
        seed("grounds", sections[name], choices=[number])
    ends = [struct.unpack_from("<Q", sections["ground.tile"], at + 8)[0] for at in range(0, len(sections["ground.tile"]), 16)]
    seed("grounds", *(sections["ground.data"][begin:end] for begin, end in zip([0, *ends], ends)), choices=[4])


def roads():
    """Streets of a grid of two by three junctions: plain, with restrictions over a node and over ways, with a barrier and a ferry."""
    nodes = "".join(f'<node id="{k}" lat="{42.5 + k // 3 / 1000}" lon="{1.5 + k % 3 / 1000}"/>' for k in range(6))
    pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]

    def way(number, pair, tags='<tag k="highway" v="residential"/>'):
        return f'<way id="{number}">' + "".join(f'<nd ref="{ref}"/>' for ref in pair) + tags + "</way>"

    def restriction(kind, members):
        roles = "".join(f'<member type="{kind}" ref="{ref}" role="{role}"/>' for kind, ref, role in members)
        return f'<relation id="1">{roles}<tag k="type" v="restriction"/><tag k="restriction" v="{kind}"/></relation>'

    streets = "".join(way(k + 1, pair) for k, pair in enumerate(pairs))
    over_node = restriction("no_straight_on", [("way", 1, "from"), ("node", 1, "via"), ("way", 2, "to")])
    over_way = restriction("only_left_turn", [("way", 1, "from"), ("way", 6, "via"), ("way", 4, "to")])
    barrier = '<node id="9" lat="42.5005" lon="1.5"><tag k="barrier" v="gate"/><tag k="access" v="no"/></node>'
    ferry = way(9, (3, 9, 0), '<tag k="route" v="ferry"/><tag k="duration" v="0:20"/>')
    oneway = way(8, (0, 4), '<tag k="highway" v="primary"/><tag k="oneway" v="-1"/><tag k="maxspeed" v="30 mph"/>')
    for more in ("", over_node, over_way, oneway + over_node + over_way):
        yield f'<osm version="0.6">{nodes}{streets}{more}</osm>'
    yield f'<osm version="0.6">{nodes}{barrier}{streets}{ferry}</osm>'


def road_sections():
    """Changes of one byte, and of several sections: see the fuzzer."""
    yield b""
    for section in range(0, 36, 5):
        yield bytes([section, 1, 0, 1])
    yield bytes([16, 4, 0, 255, 17, 8, 0, 127, 20, 0, 0, 3])


def extracts():
    """The first byte says whether the rest is a file (0) or a block of PBF (1)."""
    def varint(number):
        number &= 2 ** 64 - 1
        text = b""
        while number >= 0x80:
            text, number = text + bytes([number & 0x7F | 0x80]), number >> 7
        return text + bytes([number])

    def value(field, number):
        return varint(field << 3) + varint(number)

    def message(field, *parts):
        data = b"".join(parts)
        return varint(field << 3 | 2) + varint(len(data)) + data

    def numbers(field, *list):
        return message(field, *map(varint, list))

    def signed(number):
        return number << 1 ^ number >> 63

    def differences(field, *list):
        return numbers(field, *(signed(b - a) for a, b in zip((0,) + list, list)))

    def blob(kind, data, packed=True):
        packed = value(2, len(data)) + message(3, zlib.compress(data)) if packed else message(1, data)
        head = message(1, kind) + value(3, len(packed))
        return struct.pack(">I", len(head)) + head + packed

    texts = message(1, *(message(1, text.encode()) for text in ("", "name", "서면", "type", "site", "outer")))
    dense = message(2, message(2, differences(1, 13_600_000_001, 7, -1), message(5, numbers(6, 1, 1, 1)), differences(8, 351_573_000, 5, -9),
                               differences(9, 1_290_590_000, 3, 2 ** 40), numbers(10, 1, 2, 3, 4, 0, 0, 1, 2, 0)))
    nodes = message(2, *(message(1, value(1, signed(i)), numbers(2, 1), numbers(3, 2), message(4, value(6, 1)), value(8, signed(-i)),
                                 value(9, signed(i))) for i in (5, -6)))
    ways = message(2, message(3, value(1, 5), numbers(2, 1, 3), numbers(3, 2, 4), differences(8, 7, -1, 13_600_000_001),
                              differences(9, 1, 2, 3), differences(10, 4, 5, 6)), message(3, value(1, 2 ** 63 - 1)))
    relations = message(2, message(4, value(1, 3), numbers(2, 3), numbers(3, 4), numbers(8, 5, 0), differences(9, 5, -1), numbers(10, 1, 0)))
    blocks = [texts + dense + ways, dense + texts + value(17, 1000) + value(19, -5) + value(20, 7), nodes + texts + relations]
    box = message(1, *(value(i, signed(i * 10 ** 9)) for i in (1, 2, 4, 3)))
    header = box + message(4, b"OsmSchema-V0.6") + message(4, b"DenseNodes") + message(5, b"LocationsOnWays") + value(32, 10 ** 9)
    xml = ('<?xml version="1.0" encoding="UTF-8"?><osm version="0.6"><bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/>'
           '<node id="1" visible="true" lat="35.1573" lon="129.059"><tag k="name" v="서면 &amp; x"/></node><node id="-7" lat="91" lon="-1e2"/>'
           '<way id="5"><nd ref="1"/><nd ref="-7"/><tag k="a" v="b"/></way><relation id="3"><member type="way" ref="5" role="outer"/>'
           '<member type="node" ref="1"/><tag k="type" v="site"/></relation></osm>').encode()
    seed("extracts", blob(b"OSMHeader", header) + b"".join(blob(b"OSMData", block) for block in blocks),
         blob(b"OSMHeader", header, False) + b"".join(blob(b"OSMData", block, False) for block in blocks), xml, gzip.compress(xml, mtime=0),
         choices=[0])
    seed("extracts", *blocks, choices=[1])


def trip_files():
    """Of each format that is imported: what other programs write, what has faults, and the extension of GPX."""
    trip, stop = ("017f22e2-79b0-7cc3-98c4-dc0c0c07398" + n for n in "fe")
    seed("gpx-trips", '<gpx xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>a &amp; b</name></metadata><wpt lat="33.4" lon="126.9">'
         '<time>2027-04-01T00:00:00Z</time><name><![CDATA[곳]]></name></wpt><!-- c --><rte><name>x</name><rtept lat="1" lon="2"/></rte>'
         '<trk><name>&#xAC00;</name><trkseg><trkpt lat="1" lon="2"><ele>3</ele><time>2027-04-01T00:00:00+09:00</time></trkpt>'
         "<trkpt lat='1' lon='-180'/></trkseg><trkseg/></trk></gpx>",
         '<g:gpx xmlns:g="x"><g:wpt lat="91" lon="0"/><wpt/></g:gpx>',
         '<gpx><metadata><extensions><w:trip xmlns:w="urn:waymark:trip" version="1">'
         f'<w:record kind="trip" id="{trip}">{{"title":"\\ufffe"}}</w:record>'
         f'<w:record kind="stop" id="{stop}">{{"trip":"{trip}","latitude":1,"longitude":2}}</w:record>'
         '<w:record kind="x" id=""/></w:trip></extensions></metadata><wpt/></gpx>',
         # What JSON has and XML has not, in each text; the same written and by reference, which is refused.
         '<gpx><metadata><extensions><w:trip xmlns:w="urn:waymark:trip" version="1">'
         f'<w:record kind="trip" id="{trip}">{{"title":"\\ufffe","notes":"\\uffff\\u0001","time_zone":"\\ufffe"}}</w:record>'
         f'<w:record kind="stop" id="{stop}">{{"trip":"{trip}","name":"\\uffff","notes":"\\ufffe","latitude":1,"longitude":2}}</w:record>'
         '</w:trip></extensions></metadata></gpx>',
         '<gpx><wpt lat="1" lon="2"><name>\ufffe</name></wpt></gpx>', '<gpx><wpt lat="1" lon="2"><name>&#xFFFE;</name></wpt></gpx>',
         "<gpx xmlns:a='u' xmlns:b='u'><wpt lat='1' lon='2' a:x='' b:x=''/></gpx>")
    seed("kml-trips", '<kml><Document><name>제주</name><Style id="a"/><Folder><Placemark><name>곳</name><TimeStamp><when>2027-04-01T00:00:00Z</when>'
         '</TimeStamp><ExtendedData><Data name="time_zone"><value>Asia/Seoul</value></Data></ExtendedData><Point><coordinates>126.9,33.4,0'
         '</coordinates></Point></Placemark></Folder><Placemark><MultiGeometry><LineString><coordinates>1,2 3,4</coordinates></LineString>'
         '<Polygon/></MultiGeometry></Placemark></Document></kml>',
         '<kml xmlns:gx="x"><Placemark><gx:Track><when>2027-04-01T00:00:00Z</when><gx:coord>1 2 3</gx:coord><when>2027-04-02</when>'
         '<gx:coord>2 2</gx:coord></gx:Track></Placemark><Placemark><name>e</name><TimeSpan><begin>2027</begin></TimeSpan><Point><coordinates>'
         '1,91</coordinates></Point></Placemark></kml>',
         '<kml><Placemark><TimeStamp><when>2027-04-01</when></TimeStamp><ExtendedData><Data name="kind"><value>entry</value></Data></ExtendedData>'
         '<Point><coordinates>1,2</coordinates></Point></Placemark></kml>')
    point = '{"type":"Feature","properties":%s,"geometry":{"type":"Point","coordinates":[126.9,33.4]}}'
    seed("geojson-trips", '{"type":"FeatureCollection","name":"제주","features":[' + ",".join(point % p for p in (
        '{"name":"곳","arrival":"2027-04-01T09:00+09:00","stay":"1h30m","time_zone":"Asia/Seoul","nights":1,"pinned":true}',
        '{"kind":"entry","title":"t","text":"글","time":"2027-04-01"}', '{"stay_ms":60000,"x":null}', '{"stay":"x"}')) + ',5]}',
        '{"geometry":{"type":"GeometryCollection","geometries":[{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},{"type":"LineString",'
        '"coordinates":[[1,2],[3,4,5]]},{"type":"Polygon"}]},"type":"Feature"}',
        '{"coordinates":[[[1,2],[3,4]],[[5,6],[180,-90]]],"type":"MultiLineString"}')
    def visit(place, more=""):
        return ('{"startTime":"2024-01-01T00:00:00.000+09:00"' + more + ',"visit":{"hierarchyLevel":0,"topCandidate":{"semanticType":"HOME",'
                '"placeLocation":' + place + "}}}")
    path = '{"startTime":"2024-01-01T00:00:00Z","timelinePath":[{"point":"geo:1,2","time":"x"}]}'
    seed("timelines", '{"semanticSegments":[' + visit('{"latLng":"33.4°, 126.9°"}') + "," + path + '],"rawSignals":[]}',
         "[" + visit('"geo:33.4,126.9"', ',"startTimeTimezoneUtcOffsetMinutes":540') + "," + path + "," + visit('"geo:91,0"') + ',5,{"visit":1}]')
    seed("stop-tables", 'trip,name,lat,lon,arrival,stay,timezone,notes,nights,pinned,attraction,x\n제주,"곳\n",33.4,126.9,2027-04-01T09:00,45,'
         'Asia/Seoul,메모,1,yes,a,1\n,b,1,2,,,,,,,,\n제주,c,91,2,x,,,,,,,\n', "이름,위도,경도\n경복궁,37.57,126.97\n".encode("cp949"),
         "lat;lon;nights;pinned\n1;2;-1;\n1;2;;maybe\n1;2\n")
    end = '{"name":"%s","latitude":35.8,"longitude":129.%d}'
    day = ('{"date":"2027-04-0%d","start":' + end % ("a", 2) + ',"end":' + end % ("b", 3) + ',"opens":"09:00","closes":"18:00","departure":"09:00",'
           '"arrival":"00:10+1","foot_min":0,"car_min":9,"bicycle_min":0,"last_way_min":0,"last_ways":[],"visits":[%s],"breaks":[{"start":"12:10",'
           '"end":"13:10","opens":"11:30","closes":"13:30","visits_before":0,"is_lunch":true,"ways":[],"place":' + end % ("c", 4) + "}]}")
    seen = ('{"place_id":"a1","name":"대릉원","latitude":35.838,"longitude":129.21,"with":["x"],"way_min":9,"ways":[{"by":"car","min":9,"m":2.5,'
            '"to_car":false,"is_guess":true,"line":[[129.2,35.8]]}],"arrival":"09:09","start":"09:13","leave":"10:00","wait_min":4,"score":118,'
            '"worth":2.36,"is_must":false,"is_pinned":true,"has_unknown_hours":false,"costs_min":55}')
    seed("trip-plans", '{"mode":"mixed","score":118,"bound":640,"ended_by":"optimal","iterations":8,"candidates":6,"ways":"x","ways_kind":"estimated",'
         '"facilities":{"names":[],"of":8},"days":[' + day % (3, seen) + "," + day % (4, "") + '],"left_out":[],"conflicts":[],"remarks":[]}', '{"days":[]}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition(" usage:")[0])
    parser.add_argument("waymark", help="the built program, which makes the index files")
    tool = parser.parse_args().waymark
    shutil.rmtree(SEEDS, ignore_errors=True)
    stops = (ROOT / "data" / "stops.csv").read_bytes()
    attractions = b"\n".join((ROOT / "data" / "attractions.csv").read_bytes().split(b"\n")[:3]) + b"\n"
    korean = "관광지명,위도,경도\n경복궁,37.57,126.97\n"
    tables = [stops[:400], korean, korean.encode("cp949"), 'a,b\r\n"x ""y""",1\r\n"open,2\n3,4\n', "a;b\tc|d\n1;2\n\n\r3;\"\n\""]
    seed("csv", *tables, choices=[0, 1, 0x12, 0xE6])
    seed("encodings", *tables[:3], "\ufeffa", "다람쥐 헌 쳇바퀴".encode("cp949"), b"\xc6\x52\xff\x80", choices=[0, 1, 2])
    seed("numbers", "37.5547", "-126.9707e0", " 1e-400 ", "+.5E+10", "1" * 30 + ".5", "9007199254740993", "4.9e-324",
         "1.7976931348623157e308", "0." + "0" * 320 + "1", "nan", "2.2250738585072011e-308")
    seed("json", '{"a":[1,-2.5e3,true,false,null,"\\u00e9\\ud83d\\ude00\\n"],"b":{"c":[]}}', "[[[]]]", '"가"', " 1 ", '{"a":1,"a":2}')
    line = '{"type":"LineString","coordinates":[[126.97,37.55,10],[127.0,37.28],[-179.9,-89]]}'
    gpx = ('<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">'
           '<metadata><name>a &amp; b</name></metadata><wpt lat="37.5" lon="127"><ele>12.5</ele><time>2013-07-06T17:26:26.5+02:00'
           '</time><name><![CDATA[<가>]]></name></wpt><rte><rtept lat="1" lon="2"/></rte><trk><name>&#xAC00;</name><trkseg>'
           '<trkpt lat="37.5" lon="127"/><trkpt lat="-90" lon="-180"><speed>3</speed></trkpt></trkseg><trkseg/></trk></gpx>')
    seed("lines", "latitude,longitude,time,grade\n37.5,127,2027-04-01T09:00:00Z,x\n37.6,127.1,,2\n", line,
         '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"x"},"geometry":' + line + "}]}", gpx,
         "lat,lon,line\n1,2,0\n3,4,0\n5,6,1\n", "polyline\n_p~iF~ps|U_ulLnnqC_mqNvxq`@\n")
    seed("gpx", gpx, '<gpx version="1.0"><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
         '<!-- c --><g:gpx xmlns:g="http://www.topografix.com/GPX/1/0" version="1.0"><g:wpt lat=\'0\' lon="0"/></g:gpx>')
    header = "NAME: x\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: "
    seed("tsplib", *[header + t + "\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 1e1 -5.5\nEOF\n" for t in ("EUC_2D", "GEO", "ATT")],
         *[header + "EXPLICIT\nEDGE_WEIGHT_FORMAT: " + f + "\nEDGE_WEIGHT_SECTION\n" + w + "\nEOF\n" for f, w in
           (("FULL_MATRIX", "0 1 2\n3 0 4\n5 6 0"), ("UPPER_ROW", "1 2 3"), ("LOWER_DIAG_ROW", "0\n1 0\n2 3 0"))])
    seed("plans", "10\t1\n0 0 0\n4 0 0\n1 0 7\n0 90 9\n", "n 4\nm 2\ntmax 6\n0 0 0\n1 0 7\n1 1 8\n2 0 0\n",
         "4 1 2 1\n0 200\n0 0 0 0 0 0 0 0 50\n1 3 4 9 10 1 1 1 5 6\n2 3.05 4 9 10 1 1 1 5 6\n",
         "NAME : x\nTYPE : OP\nDIMENSION : 3\nCOST_LIMIT : 10\nEDGE_WEIGHT_TYPE : EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 30 4\n"
         "NODE_SCORE_SECTION\n1 2\n2 5\n3 5\nDEPOT_SECTION\n1\n-1\nEOF\n")
    ends = ",".join(f'"{end}":{{"name":"a","latitude":0,"longitude":127}}' for end in ("start", "end"))
    seed("stored-plans", '{"days":[{"date":"2027-04-03",' + ends + ',"opens":"09:00","closes":"18:00","departure":"09:00","arrival":"13:00",'
         '"last_way_min":7,"visits":[{"place_id":"b","name":"b","latitude":0,"longitude":127.1,"theme":null,"way_min":7,"arrival":"09:07",'
         '"wait_min":0,"start":"09:07","leave":"10:00","score":50,"is_must":true,"is_pinned":false}],"breaks":[{"start":"12:00",'
         '"end":"12:30","opens":"12:00","closes":"13:00","visits_before":1}]}]}', '{"days":[]}')
    seed("questions", "불국사@2/14:00", "12:00-14:00/60m", "불국사@2=09:00-12:00,13:00-18:00", "10km", "2027-04-03", "7.5", "true")
    windows = "3\n0 1 2\n3 0 4\n5 6 0\n0 100\n10 20\n30 40.5\n"
    seed("windows", windows, "1\n0\n0 1\n")
    seed("orders", "name,lat,lon\na,37,127\nb,38,128\n", ",a,b\na,0,1\nb,2,0\n", windows,
         header + "EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n3 1 1\nEOF\n", "id,name,lat,lon,opens\n1,a,37,127,09:00\n1,a,38,128,x\n")
    seed("polylines", "_p~iF~ps|U_ulLnnqC_mqNvxq`@", "{aowFperbM}PdI~Jyd@", "??", "_gsia@_cidP", choices=[5, 6, 0])
    seed("flexible-polylines", "BFoz5xJ67i1B1B7PzIhaxL7Y", "BlBoz5xJ67i1BU1B7PUzIhaUxL7YU", "BA")
    seed("gradient-lines", "BFEA-PAAgpoPAAAA9PA-PgpoPAAABwk0Hwk0Hgx_qH_x09Wg2tNvvyEguyP35yhB", "BFEA", "_~")
    seed("times", "2013-07-06T17:26:26.5+02:00", "2027-04-01 09:00", "2024-02-29", "1h30m", "PT1H30M", "1시간 30분", "45", "P1DT2.5S",
         "9999-12-31T24:00:00Z", "0001-01-01T00:00:60-14:00", " 5")
    seed("zones", tzif(), tzif().replace(b"TZif2", b"TZif\0"), tzif().replace(b"KST-9KDT,M3.2.0,M11.1.0/2", b"<+09>-9<+10>,J60/-24,300/167:59:59"))
    files = list(index_files(tool))
    seed("index-files", *files, choices=[1, 0x82])
    seed("attraction-files", *files, choices=[1, 0x82])
    seed("shards", json.dumps({
        "waymark_shard": 1, "shard": 2, "of": 4, "part": {"size": 10, "xxh64": "0123456789abcdef"},
        "rejects": {"path": "bad.csv", "size": 3, "xxh64": "a"}, "stops": {"size": 99, "xxh64_before": "b", "xxh64_through": "c"},
        "attractions": {"count": 3, "xxh64": "d"}, "question": {"radius": "10km", "가": "\n"},
        "counts": {"rows_in": 5, "answered": 4, "rejected": 1, "without_hits": 0, "hits": 12}}, ensure_ascii=False))
    stop = {"id": "a", "name": "서울역", "latitude": 37.5547, "longitude": 126.9707}
    leg = {"latitudes": [37.5547, 37.6], "longitudes": [126.9707, 127], "distance_m": 9000.5, "distance_kind": "network",
           "duration_s": 600.25, "source": "osrm", "is_fallback": True, "times_s": [0, 600.25], "speeds_m_s": [1, None],
           "elevations_m": [None, 3.5]}
    route = {"version": 1, "stops": [
        {**stop, "arrival_unix_s": 1806537600, "stay_s": 600, "time_zone": "Asia/Seoul"}, {**stop, "id": "b"}, {**stop, "id": "c"},
        {**stop, "id": "d", "time_zone": "GMT+0900"}],
        "legs": [{"status": "found", "leg": {**leg, "alternatives": [leg]}}, {"status": "not_found", "reason": "sea"},
                 {"status": "failed", "error": {"other": {"_0": "x"}}}]}
    seed("routes", json.dumps(route, ensure_ascii=False), '{"version":1,"stops":[],"legs":[]}',
         json.dumps({"version": 1, "stops": [stop, stop], "legs": [{"status": "cancelled"}]}))
    point = '{"type":"Feature","properties":{"name":"a","id":"1"},"geometry":{"type":"Point","coordinates":[127,37]}}'
    seed("attractions", attractions, "id,name,lat,lon\n1,a,37,127\n1,a,37.0001,127\n2,b,127,37\n3,c,x,\n", korean.encode("cp949"),
         '{"type":"FeatureCollection","features":[' + point + "," + point + "]}",
         '[{"name":"a","latitude":"37","longitude":127,"tags":["x",null]}]', "lat,lon\n37,127\n37,127\n0,0\n", choices=[0, 1, 0x0E])
    def polygon(*rings):
        return '{"type":"Feature","properties":{"name":"n","code":"c"},"geometry":{"type":"Polygon","coordinates":' + json.dumps(rings) + "}}"
    square = [[126, 36], [128, 36], [128, 38], [126, 38], [126, 36]]
    hole = [[126.5, 36.5], [126.5, 37], [127, 37], [126.5, 36.5]]
    seed("regions", '{"type":"FeatureCollection","features":[' + polygon(square, hole) + "," + polygon([[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]) + "]}",
         polygon([[170, -10], [180, -10], [180, 10], [170, 10]]),
         '{"type":"MultiPolygon","coordinates":[[[[0,80],[90,80],[180,80],[180,90],[0,90],[0,80]]],[[[1,1],[2,1],[2,2],[1,1]]]]}')
    way = {"latitudes": [37, 37.5], "longitudes": [127, 128], "distance_m": 1000.5, "distance_kind": "network", "duration_s": 60.25,
           "source": "osrm", "start_snap_m": 1, "end_snap_m": 2, "times_s": [0, None], "speeds_m_s": [None, 1.5],
           "elevations_m": [0, -3]}
    kept = {**stop, "arrival_unix_s": 1806537600.5, "stay_s": 3, "time_zone": "Asia/Seoul"}
    for number, value in enumerate((
            kept, [kept, {**kept, "id": "b"}], "Asia/Seoul",
            {"south": 33, "west": 170, "north": 38, "east": -170}, {"file": "f", "format": "standardCSV", "encoding": "UTF-8",
            "hasHeader": True, "rowsIn": 3, "rowsKept": 1, "rowsRejected": 1, "duplicatesMerged": 1, "rejections": [{"kind": "unparsable",
            "line": 2, "column": 3, "reason": "x"}], "notes": [], "duplicates": []},
            {**stop, "coordinate": {"latitude": 37, "longitude": 127}, "publicFacilities": ["x"], "designated": "2026-11-01"},
            "2026-11-01", "#ff8800", {"latitude": 37.5, "longitude": -180}, way, {"status": "found", "leg": way},
            {"locations": [0, 0.5, 0.5, 1], "colors": ["#000000", "#ff8800", "#0088ff", "#ffffff"], "missing": [[0.25, 0.5]],
             "color_error": 0.01, "measure": "webMercator"},
            {"stops": [{"position": 0, "lightness": 0, "a": 0, "b": 0}, {"position": 1, "lightness": 1, "a": 0.1, "b": -0.1}]},
            {"id": "1", "latitude": 37, "longitude": 127, "seconds_since_2001": 814000000.5, "color": "#ff8800", "owner": "me"},
            {"order": [2, 0, 1], "length": 10.5, "lower_bound": 9, "is_proven": False, "iterations": 3,
             "missed": [{"stop": 1, "lateness": 2}], "conflicts": [{"kind": "exclusive", "stops": [0, 1]},
             {"kind": "unreachable", "stops": [2], "earliest": 7}]})):
        (SEEDS / "stored").mkdir(exist_ok=True)
        (SEEDS / "stored" / f"{number:02}").write_bytes(bytes([number]) + json.dumps(value, ensure_ascii=False).encode())
    seed("searches", "경복ㄱ", "ㄱㅂㄱ", "rudqhrrnd", "63ㅂㄷ", "(봉화) 남호", "\u1100\u1167\u11bc", "ＣＡＦＥ́", "ㅣㅐㅅㅅㄷ ㅁ", "경벅궁 서울")
    seed("weights", '{"version": 1, "weights": {"neighbours": 0.4, "theme": 2e-1}}', '{"version":1,"weights":{"way":1}}',
         '{"version":2,"weights":{"fame":-1}}')
    seed("lexicons", "// two themes\nthemes\t물\t산\nconcept\t산\t산\t산$ 봉우리\nconcept\t공원\t물?\t공원\tindoors\nconcept\t역\t-\t역$\n",
         "themes\ta\tb\n")
    seed("courses", "course_id,order,name,lat,lon,theme,user\n1,1,(경주)불국사,35.79,129.33,역사,a\n1,2,석굴암,35.79,129.35,역사,a\n2,2026-11-01,b,35,129,,\n",
         "companion,theme,interest\n나,역사,1\n너,자연/힐링,0.5\n", "trajID,poiID,startTime\n1,2,3\n", "역사:1,자연:0.5", "id,name,lat,lon\n1,a,37,127\n",
         gzip.compress(b"course,name,lat,lon\n1,a,1,2\n1,b,1,3\n" * 3, mtime=0))
    seed("small-texts", "2026-11-01", "20261101", "2026.11.1", "#ff8800", "#FF8800", "f80", "2/4", "256/256")
    seed("hours", "09:00-12:00, 13:00~18:00", "Mo-Su 18:00–02:00", "연중무휴", "화-일 09:00-18:00, 월 휴무", "Tu-Su 09:00-18:00; Mo off; PH off",
         "평일 09:00-18:00, 주말 10:00-17:00", "10:00-17:00, 휴관일: 월(공휴일인 경우 다음날)+1월 1일", "오전 9시~오후 6시 30분", "9am-5:30pm", "Fr-Mo 24/7", "휴무", "월화수 10:00-18:00")
    trip_id = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
    seed("trips", *[json.dumps(record, ensure_ascii=False) for record in (
        {"title": "제주", "first_day": "2027-04-01", "last_day": "2027-04-03", "time_zone": "Asia/Seoul", "color": "#ff8800",
         "notes": "\n", "companions": [trip_id], "later": {"b": [1.50, None], "a": True}},
        {"trip": trip_id, "name": "성산", "latitude": 33.46, "longitude": 126.94, "attraction": "a", "arrival_unix_ms": 1806537600000,
         "stay_ms": 3600000, "nights": 1, "pinned": True},
        {"time_unix_ms": 0, "title": "", "text": "글", "category": trip_id, "subject": trip_id, "time_zone": "GMT+0900"},
        {"owner": trip_id, "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "size": 3, "media_type": "image/jpeg"},
        {"latitude": 1, "longitude": 2, "time_unix_ms": -1, "visitor": "나"}, {"name": "곰", "interests": ["박물관", ""]},
        {"trip": trip_id, "route": {"version": 1, "stops": [], "legs": []}})],
         trip_id, trip_id + "/17", "8040c005", b"\x80\x3f\x10\xc1\x01\x05", "\u200b\n a\u202eb \n", "❤️")
    other_id = trip_id[:-1] + "0"
    seed("backups", '{"waymark_trips":1}', json.dumps({
        "waymark_trips": 1, "companions": [{"id": other_id, "name": "곰", "deleted_unix_ms": 5, "deleted_with": other_id}],
        "trips": [{"id": trip_id, "title": "제주", "companions": [other_id], "modified_unix_ms": 7}],
        "stops": [{"id": trip_id[:-1] + n, "trip": trip_id, "latitude": 33, "longitude": 126.5, **rank, "later": 1.50}
                  for n, rank in (("1", {"rank": "80"}), ("2", {}), ("3", {"rank": "8040c005"}))]}, ensure_ascii=False))
    photo = b"a photo"
    name = "files/" + hashlib.sha256(photo).hexdigest()
    store = json.dumps({"waymark_trips": 1, "trips": [{"id": trip_id}],
                        "stops": [{"id": other_id, "trip": trip_id, "latitude": 33, "longitude": 126.5}],
                        "attachments": [{"id": trip_id[:-1] + "1", "owner": other_id, "sha256": name[6:]}]})
    seed("archives", *[archive(method, [("trips.json", store.encode()), (name, photo)]) for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)],
         archive(zipfile.ZIP_DEFLATED, [("doc/", b""), ("doc/a.kml", b"<kml>" * 9)]), store,
         gzip.compress(b"latitude,longitude\n37,127\n" * 9, mtime=0) + gzip.compress(bytes(range(64)), 1, mtime=0) + b"\0\0")
    trip_files()
    extracts()
    grounds(tool)
    seed("roads", *roads())
    seed("road-sections", *road_sections())
    answer = {"code": "Ok", "routes": [{"distance": 1234.5, "duration": 99.5, "geometry": "{aowFperbM}PdI~Jyd@",
              "legs": [{"annotation": {"duration": [40, 59.5], "speed": [1, 2]}}]}] * 2,
              "waypoints": [{"distance": 1.5, "location": [1, 2]}, {"distance": 0}]}
    lines = json.loads(json.dumps(answer))
    for r in lines["routes"]:
        r["geometry"] = {"type": "LineString", "coordinates": [[127, 37], [127.1, 37.2], [127.2, 37.3]]}
    seed("osrm-answers", json.dumps(answer), json.dumps(lines), '{"code":"NoRoute","message":"no"}', '{"error_code":442,"error":"x"}',
         json.dumps({**answer, "waypoints": [{"distance": 1e300}, {"distance": 3}]}),
         choices=[0, 5, 0x12])
    table = {"code": "Ok", "durations": [[0, 99.5], [None, 0]], "distances": [[0, 1234.5], [1e9, 0]],
             "sources": [{"distance": 1.5}, {"distance": 2000}]}
    for number, value in enumerate((table, {"code": "Ok", "durations": [], "distances": []}, {**table, "sources": [None]})):
        for choice in (0x20, 0x22, 0x62):
            (SEEDS / "osrm-answers" / f"table-{number:02}-{choice:02x}").write_bytes(bytes([choice]) + json.dumps(value).encode())


main()
