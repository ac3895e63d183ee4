import Foundation
import TestSupport
import Testing

@Suite("waymark regions")
struct RegionsCommandTests {
    private let folder: Folder
    private let west: String
    private let rows: String

    init() throws {
        folder = try Folder()
        // Two squares of a degree, the second with a ring next to it that crosses itself, and a point.
        west = try folder.file(
            "regions.geojson",
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"name":"서쪽","code":"W"},"geometry":{"type":"Polygon","coordinates":[[[127,37],[128,37],[128,38],[127,38],[127,37]]]}},
            {"type":"Feature","properties":{"name":"동쪽","code":"E"},"geometry":{"type":"MultiPolygon","coordinates":[[[[128,37],[129,37],[129,38],[128,38],[128,37]]],[[[130,37],[131,38],[131,37],[130,38],[130,37]]]]}},
            {"type":"Feature","properties":{"name":"점","code":"P"},"geometry":{"type":"Point","coordinates":[128,37]}}
            ]}
            """)
        rows = try folder.file(
            "rows.csv",
            "name,lat,lon,date,owner\na,37.5,127.5,2024-05-01,kim\nb,37.5,128.5,2024-05-03,lee\nc,36.99,128.5,2024-05-02,lee\n"
                + "d,,1,,\ne,0,0,,kim\n")
    }

    @Test("each row gets its region; repaired and refused features, rejected rows and places in no region are reported")
    func append() throws {
        let result = try Tool.run(["regions", rows, "--boundaries", west])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines == [
                "name,lat,lon,date,owner,region_code,region_name", "a,37.5,127.5,2024-05-01,kim,W,서쪽",
                "b,37.5,128.5,2024-05-03,lee,E,동쪽", "c,36.99,128.5,2024-05-02,lee,,", "e,0,0,,kim,,",
            ])
        for words in [
            "rows.csv, line 5, column 2 (lat): no latitude", "5 rows in: 4 answered, 1 rejected",
            "line 3, feature 2 (동쪽): mended: Self-intersection",
            "line 4, feature 3 (점): refused: the geometry is a Point",
            "2 places lie in no region",
        ] {
            #expect(result.errors.contains(words), "\(result.errors)")
        }
        #expect(try Tool.run(["regions", rows, "--boundaries", west, "--strict"]).status == 1)
        let near = try Tool.run(["regions", rows, "--boundaries", "r=" + west, "--tolerance", "5km", "--quiet"])
        #expect(near.lines[0].hasSuffix("r_code,r_name,r_distance_m") && near.lines[1].hasSuffix("W,서쪽,0.000"))
        #expect(near.lines[3].hasSuffix("E,동쪽,1111.951") && near.lines[4].hasSuffix(",,") && near.errors.isEmpty)
    }

    @Test("several levels are appended side by side, and each has its own properties")
    func levels() throws {
        let result = try Tool.run([
            "regions", rows, "--boundaries", "a=" + west, "--boundaries", "b=" + west, "--name-property", "name",
            "--name-property", "code", "--quiet",
        ])
        #expect(result.lines[0].hasSuffix("a_code,a_name,b_code,b_name") && result.lines[1].hasSuffix("W,서쪽,W,W"))
    }

    @Test("rows are counted as CSV, GeoJSON and a map, with equal counts")
    func count() throws {
        let csv = try Tool.run(["regions", rows, "--boundaries", west, "--count", "--tolerance", "5km"])
        #expect(csv.lines == ["level,code,name,count,nearest", "region,W,서쪽,1,0", "region,E,동쪽,2,1"])
        let geoJSON = try Tool.run(["regions", rows, "--boundaries", west, "--count", "--format", "geojson"])
        let top = try #require(try JSONSerialization.jsonObject(with: Data(geoJSON.output.utf8)) as? [String: Any])
        let features = try #require(top["features"] as? [[String: Any]])
        let properties = features.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties.map { $0["count"] as? Int } == [1, 1] && top["outside"] as? Int == 2)
        let svg = try Tool.run(["regions", rows, "--boundaries", "도=" + west, "--count", "--format", "svg"])
        #expect(svg.output.contains("<title>동쪽: 1</title>") && svg.output.contains(">도</text>"))
        let titled = try Tool.run([
            "regions", rows, "--boundaries", west, "--count", "--format", "svg", "--title", "세어 본 곳", "--language",
            "ko",
        ])
        #expect(titled.output.contains(">세어 본 곳</text>") && titled.output.contains(">장소 수</text>"))
        let full = try Tool.shell("\"$WAYMARK\" regions '\(rows)' --boundaries '\(west)' --count > /dev/full")
        #expect(full.status == 74, "\(full.errors)")
    }

    @Test("visited land has visits, dates, colours and shares")
    func visited() throws {
        let csv = try Tool.run(["regions", rows, "--boundaries", west, "--visited", "--tolerance", "5km"])
        #expect(csv.lines[0] == "level,code,name,visits,first_visit,last_visit,fill")
        #expect(csv.lines[1].hasPrefix("region,W,서쪽,1,2024-05-01,2024-05-01,#"), "\(csv.output)")
        #expect(csv.lines[2].hasPrefix("region,E,동쪽,2,2024-05-02,2024-05-03,#"))
        #expect(csv.errors.contains("region: 2 of 2 visited (100.0 %; 100.0 % of the area); 1 in none"))
        let owners = try Tool.run([
            "regions", rows, "--boundaries", west, "--visited", "--owner-color", "kim=#010203", "--format", "geojson",
        ])
        #expect(owners.output.contains("\"fill\":\"#010203\"") && owners.output.contains("\"fill\":\"#0072b2\""))
        let misnamed = try Tool.run([
            "regions", rows, "--boundaries", west, "--visited", "--owner-color", "kin=#0072b2",
        ])
        #expect(misnamed.errors.contains("--owner-color: no row has the owner kin; the owners are: kim, lee"))
        #expect(misnamed.status == 0 && !misnamed.output.contains("#0072b2"))
        let plain = try Tool.run(["regions", rows, "--boundaries", west, "--visited", "--color-by", "row"])
        #expect(plain.errors.contains("--color-by: no row has a colour: every visited region is #888888"))
        let shares = try Tool.run(["regions", rows, "--boundaries", west, "--visited", "--shares"])
        #expect(shares.lines.last == "region,2,2,1.000000,1.000000,2,2")
        let some = try Tool.run(
            ["regions", "-", "--boundaries", west, "--visited", "--skip-empty"],
            input: Array("lat,lon\n37.5,127.5\n".utf8))
        #expect(some.lines.count == 2)
    }

    @Test(
        "contradictory options are refused before anything is read",
        arguments: [
            ["--count", "--visited"], ["--format", "svg"], ["--level", "region"], ["--shares"],
            ["--shares", "--count"],
            ["--breaks", "3,2", "--count"], ["--breaks", "1,2"], ["--color-by", "owner"],
            ["--date-column", "date", "--count"],
            ["--count", "--level", "city"], ["--visited", "--owner-color", "kim"], ["--tolerance", "-1km"],
            ["--skip-empty"],
            ["--visited", "--color-by", "owner", "--breaks", "1,2"],
            ["--visited", "--owner-color", "kim=#010203", "--breaks", "1,2"],
            ["--visited", "--owner-color", "kim=#010203", "--color-by", "visits"],
            ["--visited", "--owner-color", "kim=#010203", "--color-by", "row"],
            ["--count", "--breaks", "1,2"], ["--count", "--title", "x"], ["--count", "--language", "ko"],
            ["--visited", "--shares", "--skip-empty"], ["--visited", "--shares", "--breaks", "1,2"],
            ["--visited", "--shares", "--color-by", "visits"], ["--visited", "--shares", "--level", "region"],
            ["--visited", "--shares", "--owner-color", "kim=#010203"],
        ])
    func usage(options: [String]) throws {
        let result = try Tool.run(["regions", rows, "--boundaries", west] + options)
        #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
    }

    @Test("several levels need names, a map needs one of them, and standard input is read once")
    func severalLevels() throws {
        #expect(try Tool.run(["regions", rows, "--boundaries", west, "--boundaries", west]).status == 64)
        let two = ["regions", rows, "--boundaries", "a=" + west, "--boundaries", "b=" + west, "--count"]
        #expect(try Tool.run(two + ["--format", "svg"]).status == 64)
        #expect(try Tool.run(two + ["--format", "svg", "--level", "b"]).status == 0)
        #expect(
            try Tool.run(two + ["--name-property", "a", "--name-property", "b", "--name-property", "c"]).status == 64)
        #expect(try Tool.run(["regions", "-", "--boundaries", "-"]).status == 64)
        for output in [["--output", west], ["--output", "out.csv", "--rejects", "out.csv"], ["--tolerance", "-1km"]] {
            let refused = try Tool.run(["regions", rows, "--boundaries", west] + output)
            #expect(refused.status == 64 && refused.errors.contains("Usage: waymark regions"), "\(refused.errors)")
            if output[0] == "--tolerance" { #expect(refused.errors.contains("a tolerance must not be negative")) }
        }
        let empty = try Tool.run(["regions", "-", "--boundaries", west])
        #expect(empty.status == 65 && empty.errors.contains("standard input is empty: a header line and rows"))
        #expect(try folder.text("regions.geojson").contains("서쪽"))
    }

    @Test("unusable boundaries are reported with reason, file and position")
    func boundaries() throws {
        func run(_ text: String, _ options: String...) throws -> Tool.Result {
            let file = try folder.file("bad.geojson", text)
            return try Tool.run(["regions", rows, "--boundaries", file] + options)
        }
        let cases: [(Tool.Result, Int32, String)] = [
            (try Tool.run(["regions", rows, "--boundaries", folder.path("absent")]), 66, "absent"),
            (try run("{\"type\":\n x}"), 65, "bad.geojson:2:2"),
            (try run("{\"type\":\"Topology\"}"), 65, "a Topology"),
            (try run("{\"type\":\"FeatureCollection\",\"features\":[]}"), 65, "the file has no features"),
            (
                try run("{\"type\":\"Feature\",\"properties\":{\"code\":1},\"geometry\":null}"), 65,
                "line 1, feature 1: refused: the geometry is missing"
            ),
            (
                try run(
                    "{\"type\":\"Feature\",\"properties\":{\"이름\":1},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}"
                ), 65, "use --name-property or --code-property; the properties are: 이름"
            ),
            (
                try Tool.run(["regions", rows, "--boundaries", west, "--name-property", "nm"]), 65,
                "the properties are: name, code"
            ),
        ]
        for (result, status, words) in cases {
            #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
        }
    }
}

@Suite("--crs")
struct SystemCommandTests {
    private let folder: Folder
    private let points: String

    init() throws {
        folder = try Folder()
        points = try folder.file(
            "points.csv",
            "name,X,Y\n서울,953898.4669,1952035.9792\n부산,1140000,1690000\n뒤바뀜,1952035.9792,953898.4669\n,,\n")
    }

    @Test("stops and attractions are read in their own systems, and answers are in degrees")
    func nearest() throws {
        let result = try Tool.run([
            "nearest", points, "--crs", "EPSG:5179", "--attractions", points, "--attractions-crs", "EPSG:5179",
            "--count", "1",
            "--columns", "stop_name,stop_latitude,stop_longitude,name,latitude,longitude,haversine_m",
        ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines.count == 3 && result.lines[1].hasPrefix("서울,37.566") && result.lines[1].hasSuffix(",0.000"))
        #expect(
            result.errors.contains("points.csv, line 4, column 3 (Y): 1952035.9792 E, 953898.4669 N lies outside"))
        #expect(result.errors.contains("with east and north exchanged it lies inside"))
        #expect(result.errors.contains("points.csv, line 5, column 3 (Y): no y and no x"))
        let both = try Tool.run([
            "nearby", "data/stops.csv", "--attractions", points, "--attractions-crs", "EPSG:5179", "--radius", "5km",
            "--quiet",
        ])
        #expect(both.status == 0 && both.output.contains("서울"), "\(both.errors)")
    }

    @Test("attractions are checked, repaired, converted and indexed in degrees")
    func attractions() throws {
        let check = try Tool.run(["attractions", "check", points, "--crs", "EPSG:5179"])
        #expect(check.status == 0 && check.output.contains("rejected"), "\(check.errors)")
        let out = folder.path("out.csv")
        let convert = try Tool.run([
            "attractions", "convert", points, "--crs", "EPSG:5179", "--mend-swapped", "--keep-duplicates", "--output",
            out,
        ])
        #expect(convert.status == 0 && convert.errors.contains("4 rows in: 3 kept, 1 rejected"), "\(convert.errors)")
        let index = folder.path("out.waymark")
        #expect(try Tool.run(["index", "build", points, "--crs", "EPSG:5179", "--output", index]).status == 0)
        let near = try Tool.run(["nearest", points, "--crs", "EPSG:5179", "--attractions", index, "--count", "1"])
        #expect(near.lines.count == 3)
        let again = try Tool.run(["attractions", "check", index, "--crs", "EPSG:5179"])
        #expect(again.status == 65 && again.errors.contains("settled when an index file is built"), "\(again.errors)")
    }

    @Test("routes, orders, pairs, matrices and regions accept it too")
    func others() throws {
        let good = try folder.file("good.csv", "name,X,Y\n서울,953898.4669,1952035.9792\n부산,1140000,1690000\n")
        let route = try Tool.run(["route", good, "--crs", "EPSG:5179", "--quiet"])
        let order = try Tool.run(["order", good, "--crs", "EPSG:5179"])
        let matrix = try Tool.run(["distance", "--matrix", good, "--crs", "EPSG:5179", "--using", "geodesic"])
        let pairs = try Tool.run(
            ["distance", "-", "--crs", "EPSG:5179"],
            input: Array("from_x,from_y,to_x,to_y\n953898,1952035,1140000,1690000\n".utf8))
        for result in [route, order, matrix, pairs] { #expect(result.status == 0, "\(result.errors)") }
        #expect(route.lines.count == 2 && route.lines[1].contains(",found,321707"), "\(route.output)")
        #expect(order.errors.contains("2 stops") && matrix.lines.count == 3 && pairs.lines.count == 2)
        let server = try Tool.run(["route", good, "--crs", "EPSG:5179", "--legs", "osrm:http://localhost:1"])
        #expect(server.status == 64 && server.errors.contains("waymark project"), "\(server.errors)")
    }

    @Test("degrees need no --crs: EPSG:4326 is the default")
    func degrees() throws {
        let plain = try Tool.run(["nearest", "data/stops.csv", "--attractions", "data/attractions.csv", "--count", "1"])
        let named = try Tool.run([
            "nearest", "data/stops.csv", "--crs", "epsg:4326", "--attractions", "data/attractions.csv", "--count", "1",
        ])
        #expect(named.status == 0 && named.output == plain.output)
    }

    @Test("an unknown system, one of degrees, missing columns and a missing database are reported")
    func refusals() throws {
        func run(_ crs: String) throws -> Tool.Result {
            try Tool.run(["nearest", points, "--crs", crs, "--attractions", "data/attractions.csv", "--count", "1"])
        }
        let unknown = try run("EPSG:999999")
        #expect(
            unknown.status == 64
                && unknown.errors.contains("--crs: 'EPSG:999999' is not a known coordinate reference system")
        )
        let geographic = try run("EPSG:4737")
        #expect(geographic.status == 64 && geographic.errors.contains("is not a projected"), "\(geographic.errors)")
        let absent = try Tool.run([
            "nearest", "data/stops.csv", "--crs", "EPSG:5179", "--attractions", "data/attractions.csv", "--count", "1",
        ])
        #expect(
            absent.status == 65 && absent.errors.contains("no columns for the x and y of EPSG:5179"), "\(absent.errors)"
        )
        #expect(absent.errors.contains("--longitude-column (x)"))
        #expect(try Tool.run(["order", "data/stops.csv", "--crs", "EPSG:5179"]).status == 65)
        #expect(try Tool.run(["attractions", "check", "data/attractions.csv", "--outside-area"]).status == 64)
        let missing = try Tool.shell(
            "PROJ_DATA='\(folder.path(""))' PROJ_LIB='\(folder.path(""))' \"$WAYMARK\" attractions check '\(points)' --crs EPSG:5179"
        )
        #expect(missing.status == 69 && missing.errors.contains("proj.db"), "\(missing.errors)")
    }
}
