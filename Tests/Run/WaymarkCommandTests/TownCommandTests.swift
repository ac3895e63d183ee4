import Foundation
import TestSupport
import Testing

@Suite("waymark town")
struct TownCommandTests {
    private static let extract = "data/busan-seomyeon.osm.pbf"

    /// The town around Seomyeon with the sample, in a folder.
    private func town(in folder: Folder, _ options: [String] = []) throws -> (path: String, said: String) {
        let path = folder.path("town.waymark")
        let result = try Tool.run(["town", Self.extract, "--output", path] + options)
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        return (path, result.errors)
    }

    @Test("it says what it found, and info says it again; every byte is verified")
    func report() throws {
        let folder = try Folder()
        let (path, said) = try town(in: folder, ["--attractions", "data/attractions.csv"])
        for words in ["Kind", "sight", "food", "With hours", "left out:", "0 of 396 rows of the table"] {
            #expect(said.contains(words), "\(said)")
        }
        let info = try Tool.run(["index", "info", path, "--verify"])
        #expect(info.output.contains(said), "\(info.output)")
        #expect(info.output.contains("© OpenStreetMap contributors, ODbL"))
        #expect(info.lines.last == "verified: every byte is as it was written, and all parts fit")
    }

    @Test("any number of threads, and another run, give the same bytes")
    func sameBytes() throws {
        let folder = try Folder()
        let (path, _) = try town(in: folder, ["--quiet"])
        for jobs in ["1", "3"] {
            let again = try Tool.shell(
                "$WAYMARK town \(Self.extract) --output - --quiet --jobs \(jobs) | cmp - '\(path)'")
            #expect(again.status == 0)
        }
    }

    @Test("sights, food and names in other languages are found in it; what comes of it is attributed")
    func questions() throws {
        let folder = try Folder()
        let (path, _) = try town(in: folder, ["--attractions", "data/attractions.csv", "--quiet"])
        let stop = "printf 'name,latitude,longitude\\n서면역,35.1577,129.0592\\n'"
        let sights = try Tool.shell(
            "\(stop) | $WAYMARK recommend - --attractions '\(path)' --limit 6 --explain --language en")
        #expect(sights.lines.count == 7 && sights.output.contains("부산시민공원"), "\(sights.output)")
        #expect(!sights.output.contains(",restaurant,") && !sights.output.contains(",hotel,"))
        let food = try Tool.shell(
            "\(stop) | $WAYMARK recommend - --attractions '\(path)' --limit 5 --kind food --quiet")
        #expect(food.lines.count == 6, "\(food.errors)")
        #expect(food.lines.dropFirst().allSatisfy { $0.contains("먹거리") || $0.contains("food") }, "\(food.output)")
        let wrong = try Tool.shell("\(stop) | $WAYMARK recommend - --attractions '\(path)' --kind fun")
        #expect(wrong.status == 64 && wrong.errors.contains("sight, food, stay, transport, other"))
        let found = try Tool.run(["search", "Busan citizen park", "--attractions", path, "--limit", "1"])
        #expect(found.output.contains("부산시민공원"), "\(found.output)")
        let json = try Tool.run(["attractions", "convert", path, "--format", "geojson", "--quiet"])
        #expect(json.output.contains("\"placeKind\":\"food\""))
        let csv = folder.path("town.csv")
        #expect(try Tool.run(["attractions", "convert", path, "--output", csv, "--quiet"]).status == 0)
        // What was written as a table is read as the same places.
        let again = try Tool.run(["attractions", "convert", csv, "--format", "geojson", "--quiet"])
        #expect(again.output == json.output)
    }

    @Test("lunch of a plan is at a place of the map, and hours of the map are kept")
    func plan() throws {
        let folder = try Folder()
        let (path, _) = try town(in: folder, ["--quiet"])
        let plan = try Tool.run(
            ["plan", "--attractions", path, "--start", "서면역", "--hours", "7", "--mode", "foot", "--quiet"])
        #expect(plan.status == 0 && plan.output.contains("부산시민공원"), "\(plan.output)\(plan.errors)")
        #expect(plan.output.contains("lunch: ") || plan.output.contains("점심: "), "\(plan.output)")
        // The map has the times of the text, and lunch.
        let map = try Tool.run([
            "plan", "--attractions", path, "--start", "서면역", "--hours", "7", "--mode", "foot", "--quiet", "--language",
            "ko", "--format", "svg", "--dark",
        ])
        let times = plan.lines.dropFirst(2).filter { $0.first?.isNumber ?? false && !$0.contains("점심") }
            .filter { !$0.contains("lunch") }.map { $0.prefix { $0 != " " } }
        #expect(times.count > 4 && map.output.contains("#1a232f"))
        for time in times { #expect(map.output.contains(">\(time)<"), "\(time)") }
        #expect(map.output.contains(" · 점심 "))
    }

    @Test("maps are drawn on the ground of their attractions, or of --ground, and say whom it is from")
    func ground() throws {
        let folder = try Folder()
        let (path, said) = try town(in: folder, ["--attractions", "data/attractions.csv"])
        #expect(said.contains("ground: ") && said.contains("building "), "\(said)")
        let stops = try folder.file(
            "s.csv", "name,latitude,longitude\n서면역,35.1577,129.0592\n시민공원,35.1678,129.0560\n")
        let words = ["<use href=", "가야대로", "© OpenStreetMap contributors"]
        for question in [
            ["route", stops, "--format", "svg", "--attractions", path],
            ["route", stops, "--format", "svg", "--ground", path],
            ["recommend", stops, "--attractions", path, "--format", "svg"],
            ["recommend", stops, "--attractions", "data/attractions.csv", "--ground", path, "--format", "svg"],
            ["plan", "--attractions", path, "--start", "서면역", "--hours", "7", "--mode", "foot", "--format", "svg"],
        ] {
            let map = try Tool.run(question + ["--quiet"])
            #expect(map.status == 0, "\(question): \(map.errors)")
            // A map of many kilometres has no room for the names of streets.
            for word in words where !question.contains("data/attractions.csv") || word != words[1] {
                #expect(map.output.contains(word), "\(question): \(word)")
            }
            let plain = try Tool.run(
                question.filter { $0 != "--ground" }.filter { $0 != path || !question.contains("--ground") } + [
                    "--quiet", "--no-ground",
                ])
            #expect(plain.status == 0 && !plain.output.contains("<use href="), "\(question): \(plain.errors)")
        }
        let square = "[[129.05,35.15],[129.07,35.15],[129.07,35.17],[129.05,35.17],[129.05,35.15]]"
        let regions = try folder.file(
            "r.geojson",
            "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"name\":\"서면\"},"
                + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(square)]}}]}")
        for how in ["--count", "--visited"] {
            let question = ["regions", stops, "--boundaries", regions, how, "--quiet"]
            let map = try Tool.run(question + ["--format", "svg", "--ground", path])
            for word in words + ["fill-opacity=\"0.55\""] {
                #expect(map.status == 0 && map.output.contains(word), "\(how): \(word), \(map.errors)")
            }
            #expect(try !Tool.run(question + ["--format", "svg"]).output.contains("<use href="))
            #expect(try Tool.run(question + ["--ground", path]).status == 64)
        }
        let index = folder.path("a.waymark")
        #expect(try Tool.run(["index", "build", "data/attractions.csv", "--output", index, "--quiet"]).status == 0)
        let none = try Tool.run(["route", stops, "--format", "svg", "--ground", index])
        #expect(none.status == 65 && none.errors.contains("there is no ground in it"), "\(none.errors)")
        #expect(try Tool.run(["route", stops, "--ground", path, "--no-ground"]).status == 64)
    }

    @Test("what is no extract, and an extract without places, is an error that says so")
    func refusals() throws {
        let folder = try Folder()
        func refused(_ path: String, _ status: Int32, _ words: String...) throws {
            let output = folder.path("none.waymark")
            let result = try Tool.run(["town", path, "--output", output])
            #expect(result.status == status, "\(path): \(result.errors)")
            for word in words { #expect(result.errors.contains(word), "\(path): \(result.errors)") }
            #expect(!FileManager.default.fileExists(atPath: output))
        }
        func written(_ name: String, _ bytes: Data) throws -> String {
            let path = folder.path(name)
            try bytes.write(to: URL(filePath: path))
            return path
        }
        try refused(folder.path("missing.osm.pbf"), 66)
        try refused("data/stops.csv", 65, "not an extract")
        try refused(try written("empty.osm.pbf", Data()), 65)
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n"
        try refused(try written("pointer.osm.pbf", Data(pointer.utf8)), 65, "LFS")
        let whole = try Data(contentsOf: Repository.root.appending(path: Self.extract))
        try refused(try written("cut.osm.pbf", whole.prefix(whole.count / 2)), 65, "byte")
        let bare = "<osm version=\"0.6\"><node id=\"1\" lat=\"1\" lon=\"1\"/></osm>"
        try refused(try written("bare.osm", Data(bare.utf8)), 65, "no place was found")
        let pipe = try Tool.shell("cat \(Self.extract) | $WAYMARK town - --output '\(folder.path("x.waymark"))'")
        #expect(pipe.status == 65 && pipe.errors.contains("pipe"), "\(pipe.errors)")
        let same = try Tool.run(["town", Self.extract, "--output", Self.extract])
        #expect(same.status == 64, "\(same.errors)")
    }
}
