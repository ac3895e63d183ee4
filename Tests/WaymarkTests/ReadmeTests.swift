import Foundation
import TestSupport
import Testing
import Waymark

@Suite("README", .serialized)
struct ReadmeTests {
    @Test("the library example runs, from the top of the repository")
    func example() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The example names files as a program at the top of the repository would.
        func at(_ name: String) -> String {
            name.hasPrefix("data/") ? Repository.root.appending(path: name).path : folder.appending(path: name).path
        }
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

        // README:
        let catalog = try AttractionCatalog(contentsOf: at("data/attractions.csv"))
        let haeundae = try Coordinate(latitude: 35.1587, longitude: 129.1604)

        for near in catalog.attractions(within: .kilometers(10), of: haeundae) {
            print(near.attraction.name, near.attraction.category ?? "", near.distance)
        }

        // The same over any points: positions in, positions and distances out.
        let index = PointIndex(catalog.attractions.map(\.coordinate))
        let three = index.nearest(to: haeundae, count: 3)
        let within = index.countOfPoints(within: .miles(5), of: haeundae)

        // And for a whole file of stops, streamed, as the command does it.
        let batch = LookupBatch(catalog, LookupBatchOptions(.within(.kilometers(10), limit: 5)))
        let output = try OutputFile(path: at("nearby.csv"))
        let summary = try batch.run(stops: FileSource(path: at("data/stops.csv")), output: output)
        print(three.count, within, summary.rowsIn, summary.hits)
        // :README

        #expect(printed.count == 12)
        #expect(printed[0].hasSuffix(" m"))
        #expect(printed[11].hasPrefix("3 ") && summary.rowsIn == 11 && summary.answered == 11)
        #expect(
            try String(contentsOfFile: at("nearby.csv"), encoding: .utf8).split(separator: "\n").count == summary.hits
                + 1)
    }

    @Test("shows the example as it was run")
    func exampleIsTheOneShown() throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let begin = try #require(source.range(of: "        // README:\n"))
        let end = try #require(source.range(of: "        // :README\n"))
        let shown = source[begin.upperBound..<end.lowerBound]
            .replacing(try Regex("at\\((\"[^\"]*\")\\)")) { String($0.output[1].substring ?? "") }
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
            .joined(separator: "\n")
        #expect(readme.contains("```swift\nimport Waymark\n\n" + shown + "```\n"))
    }
}
