import Foundation
import TestSupport
import Testing

@testable import WaymarkService

/// The answers of the service beside those of the command.
@Suite("Service answers")
struct QuestionTests {
    private static let stops = try! Data(contentsOf: Repository.root.appending(path: "data/stops.csv"))
    private static let pairs = """
        id,from_latitude,from_longitude,to_latitude,to_longitude
        1,37.5796,126.9770,35.7898,129.3320
        2,91,126.9770,35.7898,129.3320
        3,37.5,127,37.5,127

        """
    private static let land = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"서울","code":"11"},"geometry":
        {"type":"Polygon","coordinates":[[[126.7,37.4],[127.2,37.4],[127.2,37.7],[126.7,37.7],[126.7,37.4]]]}}]}
        """

    /// A stream of rows: the command and its options, the path with the same ones, the form.
    static let streamed: [(command: [String], target: String, accept: String)] = [
        (["nearby", "-", "--radius", "3km"], "/v1/nearby?radius=3km", "text/csv"),
        (
            ["nearby", "-", "--radius", "20km", "--limit", "3", "--format", "ndjson"], "/v1/nearby?radius=20km&limit=3",
            "application/x-ndjson"
        ),
        (["nearby", "-", "--format", "geojson"], "/v1/nearby", "application/geo+json"),
        (["nearest", "-", "--count", "4"], "/v1/nearest?count=4", "text/csv"),
        (["recommend", "-", "--explain", "--language", "en"], "/v1/recommend?explain=true&language=en", "text/csv"),
        (
            ["recommend", "-", "--limit", "2", "--format", "ndjson", "--left-out", "--language", "ko"],
            "/v1/recommend?limit=2&left-out=true", "application/x-ndjson"
        ),
        (
            [
                "recommend", "-", "--exclude", "덕수궁", "--exclude", "theme:쇼핑", "--limit", "12", "--explain",
                "--language", "ko",
            ],
            "/v1/recommend?exclude=%EB%8D%95%EC%88%98%EA%B6%81&exclude=theme:%EC%87%BC%ED%95%91&limit=12&explain=true",
            "text/csv"
        ),
        (
            ["recommend", "-", "--interests", "역사:1", "--format", "geojson"],
            "/v1/recommend?interests=%EC%97%AD%EC%82%AC:1",
            "application/geo+json"
        ),
    ]

    @Test("a stream of CSV gives the bytes of the command, and ends with the counts", arguments: streamed)
    func streams(command: [String], target: String, accept: String) async throws {
        let service = try await RunningService.shared
        let rows = Self.stops + Data("x,bad,,95,127,,\n".utf8)
        let answer = try await service.post(target, type: "text/csv", rows, ["Accept: \(accept)"])
        let expected = try await Program.waymark(
            command + ["--attractions", "data/attractions.csv", "--quiet"], input: rows)
        #expect(answer.status == 200 && answer.isWhole)
        #expect(!expected.isEmpty && answer.text == expected)
        #expect(answer.headers["content-type"]?.hasPrefix(accept) == true)
        #expect(answer.trailers["waymark-rows-in"] == "12" && answer.trailers["waymark-rows-rejected"] == "1")
        #expect(answer.trailers["waymark-first-rejection"] == "line 13: 95 is outside -90...90")
    }

    @Test("pairs, regions and queries are streamed as the command writes them")
    func otherStreams() async throws {
        let folder = try Folder()
        let boundaries = try folder.file("land.geojson", Self.land)
        let service = try await RunningService(boundaries: [("province", boundaries)])
        let distances = try await service.post(
            "/v1/distance?using=haversine,geodesic,EPSG:5179", type: "text/csv", Self.pairs.utf8)
        #expect(
            try await distances.text
                == Program.waymark(
                    ["distance", "-", "--using", "haversine,geodesic,EPSG:5179", "--quiet"], input: Self.pairs.utf8))
        let regions = try await service.post("/v1/regions?tolerance=5km", type: "text/csv", Self.stops)
        #expect(
            try await regions.text
                == Program.waymark(
                    ["regions", "-", "--boundaries", "province=\(boundaries)", "--tolerance", "5km", "--quiet"],
                    input: Self.stops))
        let queries = "query,latitude,longitude\n경복,,\n남산,37.55,126.98\n"
        let found = try await service.post("/v1/search?limit=4", type: "text/csv", queries.utf8)
        #expect(
            try await found.text
                == Program.waymark(
                    ["search", "--queries", "-", "--limit", "4", "--attractions", "data/attractions.csv", "--quiet"],
                    input: queries.utf8))
        await service.end()
    }

    @Test("JSON lines give the answers of the same rows as CSV; a line that is no object is rejected with its place")
    func jsonLines() async throws {
        let service = try await RunningService.shared
        let lines = """
            {"latitude":37.5547,"longitude":126.9707,"id":"a","name":"서울역\\n1"}
            nothing
            {"latitude":37.58,"longitude":"126.98"}
            """
        let answer = try await service.post("/v1/nearest?count=2", type: "application/x-ndjson", lines.utf8)
        let table = "id,name,latitude,longitude\na,서울역 1,37.5547,126.9707\n,,,\n,,37.58,126.98\n"
        let expected = try await Program.waymark(
            ["nearest", "-", "--count", "2", "--format", "ndjson", "--attractions", "data/attractions.csv", "--quiet"],
            input: table.utf8)
        #expect(answer.text == expected && answer.text.contains("\"stop_id\":\"3\""))
        #expect(answer.trailers["waymark-rows-in"] == "3" && answer.trailers["waymark-rows-rejected"] == "1")
        #expect(answer.trailers["waymark-first-rejection"]?.hasPrefix("line 3: ") == true)
    }

    @Test("the results of a GET are the lines of the command, and its GeoJSON is the command's")
    func onePlace() async throws {
        let service = try await RunningService.shared
        let row = "latitude,longitude\n37.5796,126.977\n"
        for (target, command) in [
            ("/v1/nearby?radius=5km", ["nearby", "-", "--radius", "5km"]),
            ("/v1/nearest?count=3", ["nearest", "-", "--count", "3"]),
            ("/v1/recommend?explain=true&language=en", ["recommend", "-", "--explain", "--language", "en"]),
        ] {
            let target = target + "&latitude=37.5796&longitude=126.977"
            let options = command + ["--attractions", "data/attractions.csv", "--quiet", "--format"]
            let lines = try await Program.waymark(options + ["ndjson"], input: row.utf8)
            let answer = try await service.get(target)
            let data = try #require(service.service.store.data?.version)
            let list = lines.split(separator: "\n").map { "\n" + $0 }.joined(separator: ",")
            #expect(!list.isEmpty)
            #expect(answer.text == "{\"data\":\"\(data)\",\"results\":[\(list)],\"rejected\":[]}\n")
            let map = try await service.get(target, ["Accept: application/geo+json"])
            #expect(try await map.text == Program.waymark(options + ["geojson"], input: row.utf8))
        }
        let search = try await service.get(
            "/v1/search?q=%EA%B2%BD%EB%B3%B5&near=37.5,127&limit=3", ["Accept: application/geo+json"])
        #expect(
            try await search.text
                == Program.waymark([
                    "search", "경복", "--near", "37.5,127", "--limit", "3", "--attractions", "data/attractions.csv",
                    "--format",
                    "geojson", "--quiet",
                ]))
    }

    @Test("several files are answered together, an index file among them, and what they share is there once")
    func severalFiles() async throws {
        let folder = try Folder()
        let more = try folder.file(
            "more.csv", "id,name,name_en,latitude,longitude\nx,나의 집,My House,37.5796,126.977\nx,Nuraghe,,40,9\n")
        let index = folder.url.appending(path: "more.waymark").path
        _ = try await Program.waymark(["index", "build", more, "--output", index, "--quiet"])
        for second in [more, index] {
            let service = try await RunningService(attractions: [RunningService.attractions, second, more])
            let near = try await service.get("/v1/nearest?latitude=37.5796&longitude=126.977&count=3")
            let rows = try #require(near.json["results"] as? [[String: Any]])
            let names = rows.map { $0["name"] as? String }
            #expect(names.contains("나의 집"))
            let ids = rows.compactMap { $0["name"] as? String == "나의 집" ? $0["attraction_id"] as? String : nil }
            #expect(ids.count == 1)
            let found = try await service.get("/v1/search?q=nuraghe")
            #expect((try found.json["results"] as? [Any])?.count == 1)
            let english = try await service.get("/v1/search?q=my%20house")
            #expect((try english.json["results"] as? [Any])?.isEmpty == false)
            await service.end()
        }
    }

    @Test(
        "a route is written in every form of the command, of stops as JSON and as a table of any encoding",
        arguments: [
            ("json", "application/json"), ("geojson", "application/geo+json"), ("csv", "text/csv"),
            ("gpx", "application/gpx+xml"), ("kml", "application/vnd.google-earth.kml+xml"), ("svg", "image/svg+xml"),
        ])
    func routeForms(format: String, type: String) async throws {
        let service = try await RunningService.shared
        let expected = try await Program.waymark(
            ["route", "-", "--mode", "driving", "--format", format, "--quiet"]
                + (format == "svg" ? ["--title", "봄"] : []), input: Self.stops)
        let title = "?title=%EB%B4%84"
        let table = try await service.post("/v1/route\(title)", type: "text/csv", Self.stops, ["Accept: \(type)"])
        #expect(table.status == 200 && table.headers["content-type"]?.hasPrefix(type) == true)
        #expect(!expected.isEmpty && table.text == expected)
        let body = #"{"stops":[{"latitude":37.5,"longitude":127,"name":"<b>"},{"latitude":35.1,"longitude":129}]}"#
        let json = try await service.post("/v1/route", type: "application/json", body.utf8, ["Accept: \(type)"])
        #expect(
            json.status == 200 && !json.text.contains("<b>") || format == "json" || format == "csv"
                || format == "geojson")
        let bad = try await service.post("/v1/route", type: "text/csv", "name,latitude,longitude\na,95,127\n".utf8)
        #expect(bad.status == 400 && bad.text.contains("95 is outside"))
    }

    @Test("what the command writes only as CSV has its columns as members, with its numbers")
    func columns() async throws {
        let folder = try Folder()
        let service = try await RunningService(boundaries: [("province", try folder.file("land.geojson", Self.land))])
        let distance = try await service.get(
            "/v1/distance?from_latitude=37.5796&from_longitude=126.977&to_latitude=35.7898&to_longitude=129.332&using=haversine"
        )
        #expect(
            distance.text.contains(
                "\n{\"from_latitude\":37.5796,\"from_longitude\":126.977,\"to_latitude\":35.7898,\"to_longitude\":129.332,\"haversine_m\":"
            ))
        let region = try await service.get("/v1/regions?latitude=37.5&longitude=127")
        #expect(region.text.contains("\"province_code\":\"11\",\"province_name\":\"서울\""))
        let none = try await service.get("/v1/regions?latitude=35&longitude=127")
        #expect(none.text.contains("\"province_code\":null,\"province_name\":null"))
        await service.end()
    }

    @Test("many places in JSON give one list, with the rejected ones beside it")
    func manyPlaces() async throws {
        let service = try await RunningService.shared
        let body = """
            {"radius":"3km","limit":1,"stops":[{"id":"a","latitude":37.5547,"longitude":126.9707},{"latitude":95,"longitude":127},
            {"id":"b","latitude":37.58,"longitude":126.98,"name":"경복궁"}]}
            """
        let answer = try await service.post("/v1/nearby", type: "application/json", body.utf8)
        let json = try answer.json
        let results = try #require(json["results"] as? [[String: Any]])
        #expect(results.map { $0["stop_id"] as? String } == ["a", "b"])
        let rejected = try #require((json["rejected"] as? [[String: Any]])?.first)
        #expect(rejected["place"] as? Int == 1 && rejected["field"] as? String == "latitude")
        #expect(rejected["reason"] as? String == "95 is outside -90...90")
    }

    @Test("order and route are those of the command")
    func trips() async throws {
        let service = try await RunningService.shared
        let stops = "37.5547,126.9707;37.2850,127.0150;37.8930,127.7232;37.7541,128.8985"
        let table = "latitude,longitude\n" + stops.replacing(";", with: "\n") + "\n"
        for (form, accept) in [("geojson", "application/geo+json"), ("csv", "text/csv"), ("json", "application/json")] {
            let answer = try await service.get("/v1/route?mode=walking&stops=\(stops)", ["Accept: \(accept)"])
            #expect(
                try await answer.text
                    == Program.waymark(
                        ["route", "-", "--mode", "walking", "--format", form, "--quiet"], input: table.utf8))
        }
        let order = try await service.get("/v1/order?round-trip=true&iterations=100&stops=\(stops)")
        let command = try await Program.waymark(
            ["order", "-", "--round-trip", "--iterations", "100", "--format", "json", "--quiet"], input: table.utf8)
        func timeless(_ text: String) -> String { text.replacing(/"seconds":[0-9.]+/, with: "") }
        #expect(order.text.contains("\"proven\":true") && timeless(order.text) == timeless(command))
    }

    @Test("a large stream is answered in bounded memory while it is sent")
    func largeStream() async throws {
        let service = try await RunningService.shared
        let port = service.port
        // More than the pipes and the sockets hold: the server answers before it has read all.
        let (rows, rounds) = (2_000, 200)
        let answer = try await Connection.talk(port: port) { connection in
            let head =
                "POST /v1/nearest?count=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n"
            connection.send(Array(head.utf8))
            @Sendable func chunk(_ text: String) -> [UInt8] {
                Array("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n".utf8)
            }
            let sender = Thread {
                connection.send(chunk("latitude,longitude\n"))
                for round in 0..<rounds {
                    connection.send(chunk(String(repeating: "37.\(100 + round),127.1\n", count: rows)))
                }
                connection.send(Array("0\r\n\r\n".utf8))
            }
            sender.start()
            return HTTPAnswer(connection.rest())
        }
        #expect(answer.isWhole && answer.trailers["waymark-rows-answered"] == "\(rows * rounds)")
    }
}

/// A folder for one test, removed with it.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "waymark-service-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String, _ text: String) throws -> String {
        try Data(text.utf8).write(to: url.appending(path: name))
        return url.appending(path: name).path
    }
}
