import Foundation
import TestSupport
import Testing
import WaymarkAttractions

@Suite("waymark attractions, help and version")
struct AttractionsCommandTests {
    @Test("check describes the sample, as text and as JSON")
    func check() throws {
        let text = try Tool.run(["attractions", "check", "data/attractions.csv"])
        #expect(text.status == 0 && text.errors.isEmpty)
        #expect(text.output.contains("396") && text.output.contains("UTF-8"), "\(text.output)")
        let json = try Tool.run(["attractions", "check", "data/attractions.csv", "--json"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(report["rowsIn"] as? Int == 396 && report["rowsKept"] as? Int == 396)
    }

    @Test("check reports the position of errors, and --strict exits with 1")
    func checkDirt() throws {
        let folder = try Folder()
        let file = try folder.file(
            "dirt.csv", "id,name,latitude,longitude\n1,a,37,127\n2,b,,127\n3,c,91,127\n4,d,127.5,37.5\n1,a,37,127\n")
        let result = try Tool.run(["attractions", "check", file])
        #expect(result.status == 0)
        for words in ["line 3", "line 4", "line 5"] { #expect(result.output.contains(words), "\(result.output)") }
        #expect(try Tool.run(["attractions", "check", file, "--strict"]).status == 1)
        let mended = try Tool.run(["attractions", "check", file, "--mend-swapped", "--json"])
        let report = try #require(try JSONSerialization.jsonObject(with: Data(mended.output.utf8)) as? [String: Any])
        #expect(report["rowsKept"] as? Int == 2 && report["rowsRejected"] as? Int == 2)
        #expect(report["duplicatesMerged"] as? Int == 1)
    }

    @Test("convert follows the extension, and its output reads back as the same attractions")
    func convert() throws {
        let folder = try Folder()
        let original = try AttractionCatalog(contentsOf: Repository.root.appending(path: "data/attractions.csv").path)
        for name in ["a.csv", "a.geojson"] {
            let result = try Tool.run(["attractions", "convert", "data/attractions.csv", "--output", folder.path(name)])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try AttractionCatalog(contentsOf: folder.path(name)).attractions == original.attractions)
        }
        let toPipe = try Tool.run(["attractions", "convert", "data/attractions.csv", "--format", "csv"])
        #expect(try toPipe.output == folder.text("a.csv"))
        let unknown = try Tool.run(["attractions", "convert", "data/attractions.csv", "--output", folder.path("a.xml")])
        #expect(unknown.status == 64 && unknown.errors.contains("--format"))
    }

    @Test(
        "help shows examples for every command",
        arguments: [
            ["nearby"], ["nearest"], ["regions"], ["index", "build"], ["attractions", "check"],
            ["attractions", "convert"], [],
        ])
    func help(command: [String]) throws {
        let result = try Tool.run(command + ["--help"])
        #expect(result.status == 0 && result.output.contains("EXAMPLES") && result.output.contains("waymark "))
    }

    @Test(
        "help fits a terminal of 80 columns: example lines are not broken, and each exit code has a line",
        arguments: [
            ["nearby"], ["nearest"], ["regions"], ["index", "build"], ["attractions", "check"],
            ["attractions", "convert"], [],
        ])
    func helpLines(command: [String]) throws {
        let lines = try Tool.run(command + ["--help"]).lines
        #expect(lines.allSatisfy { $0.count <= 80 })
        let start = try #require(lines.firstIndex { $0.hasSuffix("EXAMPLES") })
        for line in lines[(start + 1)...].prefix(while: { $0.hasPrefix("  ") }) {
            let isWhole = line.hasPrefix("  waymark ") || line.hasPrefix("  gzip ") || line.hasPrefix("    --")
            #expect(isWhole && line.count <= 78, "\(line)")
        }
        if command.isEmpty {
            for code in ["0", "1", "64", "65", "66", "73", "74", "129", "130", "143"] {
                #expect(lines.contains { $0.hasPrefix("  \(code) ") }, "\(code)")
            }
        }
        if command == ["nearby"] { #expect(lines.contains { $0.contains("(default: 10km)") }) }
    }

    @Test("the version is that of the changelog; there are completions for three shells")
    func version() throws {
        let changes = try String(contentsOf: Repository.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        let latest = try #require(changes.firstMatch(of: /\n## (\d+\.\d+\.\d+) \(/)?.1)
        #expect(try Tool.run(["--version"]).output == "waymark \(latest)\n")
        for shell in ["bash", "zsh", "fish"] {
            let script = try Tool.run(["--generate-completion-script", shell])
            #expect(script.status == 0 && script.output.contains("nearby"))
        }
    }
}
