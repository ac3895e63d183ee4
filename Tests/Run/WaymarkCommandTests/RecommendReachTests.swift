import TestSupport
import Testing

private let attractions = ["--attractions", "data/attractions.csv"]

@Suite("waymark recommend: how far, among which, without which")
struct RecommendReachTests {
    private static let stops = """
        id,name,lat,lon
        1,안동역,36.5446,128.6765
        2,독도,37.2411,131.8646
        3,서울시청,37.5663,126.9779
        4,바다,30,140

        """

    private func names(_ output: String) -> [String: [String]] {
        Dictionary(
            grouping: output.split(separator: "\n").dropFirst().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            }, by: { $0[0] }
        ).mapValues { $0.map { $0[3] } }
    }

    @Test("a stop that has too little within 10 km looks farther, and that is said; a stated radius is kept")
    func reach() throws {
        let folder = try Folder()
        let stops = try folder.file("s.csv", Self.stops)
        let wide = try Tool.run(["recommend", stops, "--limit", "9"] + attractions)
        let found = names(wide.output)
        #expect(found["1"]?.count == 9 && found["1"]?.contains("안동 하회마을") == true, "\(wide.output)")
        #expect(found["2"]?.isEmpty == false && found["4"] == nil)
        #expect(
            wide.errors.contains("radius widened from 10km for 3 of 4 stops, up to 320km"), "\(wide.errors)")
        let kept = try Tool.run(["recommend", stops, "--limit", "9", "--radius", "10km"] + attractions)
        #expect(names(kept.output)["2"] == nil && names(kept.output)["3"] == found["3"])
        #expect(names(kept.output)["1"]?.count ?? 0 < 9 && !kept.errors.contains("widened"))
        #expect(try !Tool.run(["recommend", stops, "--quiet"] + attractions).errors.contains("widened"))
        // Row by row it is told by --explain.
        let explained = try Tool.run(
            ["recommend", stops, "--explain", "--format", "ndjson", "--limit", "9"] + attractions)
        for line in explained.lines {
            let radius =
                line.contains("\"stop_id\":\"3\"") ? 10_000 : line.contains("\"stop_id\":\"1\"") ? 40_000 : 320_000
            #expect(line.contains("\"radius_m\":\(radius),"), "\(line)")
        }
        let trip = try Tool.run(
            ["recommend", try folder.file("t.csv", "id,name,lat,lon\n2,독도,37.2411,131.8646\n"), "--per", "trip"]
                + attractions)
        #expect(trip.errors.contains("for 1 trip, up to 320km"), "\(trip.errors)")
        let none = try Tool.run(
            ["recommend", try folder.file("n.csv", "id,lat,lon\n4,30,140\n")] + attractions)
        #expect(none.status == 0 && none.errors.contains("nothing to recommend within 320km of any stop"))
    }

    @Test("places are left out by name, id and theme; a name of no place is said")
    func excluded() throws {
        let folder = try Folder()
        let stops = try folder.file("s.csv", "id,name,lat,lon\n3,서울시청,37.5663,126.9779\n")
        let plain = try Tool.run(["recommend", stops, "--limit", "9"] + attractions)
        let first = try #require(names(plain.output)["3"]?.first)
        let id = plain.lines[2].split(separator: ",")[2]
        let result = try Tool.run(
            [
                "recommend", stops, "--exclude", first, "--exclude", String(id), "--exclude", "theme:쇼핑", "--exclude",
                "없는곳",
            ]
                + attractions)
        #expect(result.errors.contains("--exclude: no attraction is called \"없는곳\";"), "\(result.errors)")
        #expect(result.lines.count == 6 && names(result.output)["3"]?.contains(first) == false)
        #expect(!result.output.contains(id) && !result.output.contains("쇼핑/놀이"))
    }

    @Test("several files of attractions, in any format, are one; their common places are merged, and that is said")
    func severalFiles() throws {
        let folder = try Folder()
        let stops = try folder.file("s.csv", "id,name,lat,lon\n1,여기,36.5,128\n")
        let one = try folder.file("one.csv", "id,name,latitude,longitude\na,가시장,36.51,128\nb,나폭포,36.52,128\n")
        let two = try folder.file(
            "two.geojson",
            #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"id":"x","name":"가시장"},"geometry":{"type":"Point","coordinates":[128.0005,36.51]}},
            {"type":"Feature","properties":{"id":"a","name":"라사찰"},"geometry":{"type":"Point","coordinates":[128,36.53]}}]}
            """#)
        let three = try folder.file(
            "three.csv", "id,name,latitude,longitude,stars\nz,마계곡,36.54,128,4\nw,나폭포,36.5201,128,5\n")
        let index = folder.path("one.waymark")
        #expect(try Tool.run(["index", "build", one, "--output", index]).status == 0)
        for first in [one, index] {
            let files = [first, two, three].flatMap { ["--attractions", $0] }
            let result = try Tool.run(["recommend", stops] + files)
            #expect(result.status == 0, "\(result.errors)")
            #expect(names(result.output)["1"] == ["가시장", "나폭포", "라사찰", "마계곡"])
            #expect(result.errors.contains("2 attractions of a file merged"), "\(result.errors)")
            // What a merged row says of a place counts for it.
            let worth = try Tool.run(["recommend", stops, "--worth-column", "stars", "--explain"] + files)
            #expect(worth.status == 0 && worth.errors.contains("merged"), "\(worth.errors)")
            #expect(worth.output.split(separator: "\n").contains { $0.contains("나폭포") && $0.contains("stars") })
            #expect(
                try Tool.run(
                    ["recommend", stops, "--keep-duplicates"] + [one, two].flatMap { ["--attractions", $0] }
                )
                .lines.count == 4)
            #expect(try Tool.run(["nearby", stops, "--radius", "9km"] + files).lines.count == 5)
            #expect(try Tool.run(["search", "나폭포"] + files).output.contains("나폭포"))
            let named = try folder.file("named.csv", "id,name,lat,lon\n1,마계곡,,\n")
            #expect(try Tool.run(["recommend", named, "--find-stops"] + files).lines.count == 4)
        }
        let missing = try Tool.run([
            "recommend", stops, "--worth-column", "nothing", "--attractions", one, "--attractions", two,
        ])
        #expect(missing.status == 65 && missing.errors.contains("nothing"), "\(missing.errors)")
        let rated = folder.path("rated.waymark")
        #expect(try Tool.run(["index", "build", three, "--worth-column", "stars", "--output", rated]).status == 0)
        let lost = try Tool.run(["recommend", stops, "--attractions", one, "--attractions", rated])
        #expect(lost.status == 65 && lost.errors.contains("keeps what places are worth"), "\(lost.errors)")
    }
}
