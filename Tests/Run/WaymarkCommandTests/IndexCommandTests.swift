import Foundation
import TestSupport
import Testing

@Suite("waymark index")
struct IndexCommandTests {
    /// The sample's index file in a folder.
    private func built(in folder: Folder) throws -> String {
        let path = folder.path("a.waymark")
        let result = try Tool.run(["index", "build", "data/attractions.csv", "--output", path])
        #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors == "396 rows in: 396 kept, 0 rejected, 0 duplicates merged\n")
        return path
    }

    @Test("every command accepts the index file as attractions, and gives the same answers")
    func everywhere() throws {
        let folder = try Folder()
        let index = try built(in: folder)
        for question in [
            ["nearby", "data/stops.csv", "--quiet", "--attractions"],
            ["nearby", "data/stops.csv", "--format", "table", "--quiet", "--attractions"],
            ["nearby", "data/stops.csv", "--format", "geojson", "--quiet", "--attractions"],
            [
                "nearest", "data/stops.csv", "--count", "3", "--columns",
                "stop_name,name,introduction,road_address,base_date",
                "--quiet",
                "--attractions",
            ],
            ["attractions", "convert", "--format", "csv", "--quiet"],
            ["attractions", "convert", "--format", "geojson", "--quiet"],
        ] {
            let (fromFile, fromTable) = (
                try Tool.run(question + [index]), try Tool.run(question + ["data/attractions.csv"])
            )
            #expect(fromFile.status == 0 && !fromFile.output.isEmpty, "\(fromFile.errors)")
            let isSame = fromFile.output == fromTable.output
            #expect(isSame, "\(question)")
        }
        let check = try Tool.run(["attractions", "check", index])
        #expect(check.output.contains("396 in = 396 kept"), "\(check.output)")
        // A pipe cannot be mapped, but gives the same answer.
        let piped = try Tool.shell("cat '\(index)' | $WAYMARK nearby data/stops.csv --attractions - --quiet")
        let mapped = try Tool.run(["nearby", "data/stops.csv", "--attractions", index, "--quiet"])
        #expect(piped.output == mapped.output)
    }

    @Test("building twice gives the same bytes, and info describes them")
    func info() throws {
        let folder = try Folder()
        let index = try built(in: folder)
        let again = try Tool.shell("$WAYMARK index build data/attractions.csv --output - --quiet | cmp - '\(index)'")
        #expect(again.status == 0)
        let info = try Tool.run(["index", "info", index])
        #expect(info.status == 0 && info.lines[0].hasPrefix("396 attractions; "), "\(info.output)")
        #expect(info.output.contains("tree.node") && !info.output.contains("verified"))
        let verified = try Tool.run(["index", "info", index, "--verify"])
        #expect(verified.lines.last == "verified: every byte is as it was written, and all parts fit")
    }

    @Test("only the file's fault is reported, with its name")
    func faults() throws {
        let folder = try Folder()
        let index = try built(in: folder)
        var bytes = try Array(Data(contentsOf: URL(filePath: index)))
        func expect(_ file: String, _ status: Int32, _ words: String, _ arguments: [String]) throws {
            let result = try Tool.run(arguments + [file])
            #expect(result.status == status && result.output.isEmpty)
            #expect(result.errors == "waymark: \(words)\n")
        }
        let nearby = ["nearby", "data/stops.csv", "--attractions"]
        let cut = try folder.file("cut.waymark", Array(bytes[..<1000])).path
        try expect(cut, 65, "\(cut): truncated: 1000 of \(bytes.count) bytes", nearby)
        try expect(cut, 65, "\(cut): truncated: 1000 of \(bytes.count) bytes", ["index", "info"])
        for size in [1, 5, 7, 8, 63] {
            let stub = try folder.file("stub.waymark", Array(bytes[..<size])).path
            try expect(
                stub, 65, "\(stub): truncated: \(size) bytes, fewer than any Waymark index file has", nearby)
        }
        bytes[bytes.count - 1] ^= 1
        let flipped = try folder.file("flipped.waymark", bytes).path
        try expect(
            flipped, 65, "\(flipped): damaged: the checksum of section recommend.text is wrong (XXH64)",
            ["index", "info", "--verify"])
        try expect(
            "data/stops.csv", 65, "data/stops.csv: not a Waymark index file", ["index", "info"])
        try expect("no.waymark", 66, "cannot open no.waymark: No such file or directory", ["index", "info"])
        let options = try Tool.run(nearby + [index, "--attractions-latitude-column", "lat"])
        #expect(options.status == 65 && options.errors.contains("settled when an index file is built"))
        let same = try Tool.run(["index", "build", index, "--output", index])
        #expect(same.status == 64 && same.errors.contains("--output"), "\(same.errors)")
    }

    @Test("overlapping texts end the run before they are written repeatedly")
    func overlapping() throws {
        let folder = try Folder()
        var bytes = try ContiguousArray(Data(contentsOf: URL(filePath: built(in: folder))))
        // The table has the position of the name ends; each name gets the text of all others.
        let entries: [Int] = (0..<Int(IndexFileForgery.number(bytes, 32, bytes: 4))).map { 64 + 56 * $0 }
        let entry = try #require(entries.first { bytes[$0..<$0 + 9].elementsEqual("name.end\0".utf8) })
        let start = Int(IndexFileForgery.number(bytes, entry + 32, bytes: 8))
        for i in stride(from: 0, to: 396, by: 2) { for byte in 0..<4 { bytes[start + 4 * i + byte] = 0 } }
        let forged = try folder.file("forged.waymark", Array(bytes)).path
        let output = folder.path("out.csv")
        let result = try Tool.run(["nearby", "data/stops.csv", "--attractions", forged, "--output", output])
        #expect(result.status == 65 && !FileManager.default.fileExists(atPath: output))
        #expect(try Tool.run(["nearby", "data/stops.csv", "--attractions", forged]).lines.count <= 1)
        #expect(result.errors == "waymark: \(forged): damaged: field name: its texts end where they cannot\n")
    }

    @Test("rejected rows are counted, and --strict exits with 1")
    func strict() throws {
        let folder = try Folder()
        let table = try folder.file("t.csv", "id,name,latitude,longitude\n1,a,37,127\n2,b,,127\n")
        let output = folder.path("t.waymark")
        let result = try Tool.run(["index", "build", table, "--output", output, "--strict"])
        #expect(result.status == 1 && result.errors == "2 rows in: 1 kept, 1 rejected, 0 duplicates merged\n")
        #expect(try Tool.run(["index", "info", output]).lines[0].hasPrefix("1 attraction; "))
    }
}
