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
