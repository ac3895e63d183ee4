import Foundation
import TestSupport
import Testing

@Suite("Nothing answered")
struct NothingAnsweredTests {
    /// Points of a map, as in a table of Seoul, which are not degrees.
    private static let projected =
        "name,x,y\n" + (0..<1500).map { "r\($0),\(200_000 + $0).5,\(450_000 + $0).25\n" }.joined()
    private static let exchanged = "id,latitude,longitude\n1,127,37\n2,128,36\n3,,\n"

    #if !WAYMARK_SERVICE
        @Test("serve, where it is not built in, says how to get it")
        func service() throws {
            let result = try Tool.run(["serve", "--attractions", "data/attractions.csv"])
            #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
            #expect(result.errors.contains("`make install SERVICE=1`") && result.errors.contains("`make serve`"))
            #expect(try Tool.run(["serve", "--help"]).status == 0)
        }
    #endif

    @Test(
        "is not a success for any command, and reports the likeliest cause: the exit code was 0",
        arguments: [
            ["nearby", "IN", "--attractions", "data/attractions.csv"],
            ["nearest", "IN", "--attractions", "data/attractions.csv", "--count", "1"],
            ["route", "IN"], ["order", "IN"], ["project", "IN", "--to", "EPSG:5179"],
            ["distance", "--matrix", "IN"], ["attractions", "check", "IN"],
            ["attractions", "convert", "IN", "--format", "csv"], ["index", "build", "IN", "--output", "OUT"],
            ["nearby", "data/stops.csv", "--attractions", "IN"],
            ["benchmark", "--attractions", "IN"],
        ])
    func everyCommand(arguments: [String]) throws {
        let folder = try Folder()
        let file = try folder.file("in.csv", Self.projected)
        for options in [[], ["-q"]] where options.isEmpty || !["check", "--attractions"].contains(arguments[1]) {
            let result = try Tool.run(
                arguments.map { $0 == "IN" ? file : $0 == "OUT" ? folder.path("out") : $0 } + options)
            #expect(result.status == 65, "\(result.errors)")
            #expect(result.errors.contains("1500 rows"), "\(result.errors)")
            let system =
                switch (arguments[0], arguments.last) {
                case ("project", _): "--from"
                case ("nearby", "IN"): "--attractions-crs"
                default: "--crs"
                }
            #expect(result.errors.contains("give their system with \(system)"), "\(result.errors)")
        }
        #expect(try folder.names.allSatisfy { $0 == "in.csv" })
    }

    @Test("a map without a usable attraction is not a success")
    func map() throws {
        let folder = try Folder()
        let file = try folder.file("in.csv", Self.projected)
        let result = try Tool.run([
            "route", "data/stops.csv", "--format", "svg", "--attractions", file, "--output", folder.path("map.svg"),
        ])
        #expect(result.status == 65 && result.errors.contains("all 1500 rows were rejected"), "\(result.errors)")
        #expect(try folder.names == ["in.csv"])
    }

    @Test("the cause is the most frequent one, with a remedy; rejects are kept")
    func likeliest() throws {
        let folder = try Folder()
        let result = try Tool.run(
            ["nearby", "-", "--attractions", "data/attractions.csv", "--rejects", folder.path("bad.csv")],
            input: Array(Self.exchanged.utf8))
        #expect(result.status == 65)
        #expect(
            result.errors.contains(
                "nothing was answered: all 3 rows were rejected; the likeliest cause, on line 2, column 2 (latitude): 127 is "
                    + "outside -90...90; are latitude and longitude exchanged? Then swap them with --latitude-column and "
                    + "--longitude-column."), "\(result.errors)")
        #expect(try folder.text("bad.csv").split(separator: "\n").count == 4)
        let cured = try Tool.run(
            [
                "nearby", "-", "--attractions", "data/attractions.csv", "--latitude-column", "longitude",
                "--longitude-column", "latitude",
            ],
            input: Array(Self.exchanged.utf8))
        #expect(cured.status == 0)
    }

    @Test("one answered row is a success, as are a table without rows and a part of one")
    func success() throws {
        let base = ["nearby", "-", "--attractions", "data/attractions.csv"]
        let some = try Tool.run(base, input: Array((Self.projected + "a,127,37\n").utf8))
        #expect(some.status == 0, "\(some.errors)")
        #expect(try Tool.run(base, input: Array("id,latitude,longitude\n".utf8)).status == 0)
        let folder = try Folder()
        let file = try folder.file("in.csv", Self.projected)
        for part in 1...2 {
            let result = try Tool.run([
                "nearby", file, "--attractions", "data/attractions.csv", "--shard", "\(part)/2", "--output",
                folder.path("part-\(part)"),
            ])
            #expect(result.status == 0, "\(result.errors)")
        }
        let whole = try Tool.run([
            "merge", folder.path("part-1"), folder.path("part-2"), "--output", folder.path("whole"),
        ])
        #expect(whole.status == 65 && whole.errors.contains("all 1500 rows"), "\(whole.errors)")
    }
}
