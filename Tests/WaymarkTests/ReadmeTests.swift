import Foundation
import TestSupport
import Testing
import Waymark

/// The examples of README.md and Documentation, as they stand there, between `// name:` and `// :name`.
@Suite("Documents")
struct ReadmeTests {
    /// A folder of its own, removed at the end, in which files are written that an example names.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(at: url) }

        /// The path of a file that an example names as a program at the top of the repository would.
        func callAsFunction(_ name: String) -> String {
            (name.hasPrefix("data/") ? Repository.root : url).appending(path: name).path
        }
    }

    private static let seoul = """
        {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "서울", "code": "11"},
        "geometry": {"type": "Polygon", "coordinates": [[[126.7, 37.4], [127.2, 37.4], [127.2, 37.7], [126.7, 37.7],
        [126.7, 37.4]]]}}, {"type": "Feature", "properties": {"name": "부산", "code": "26"},
        "geometry": {"type": "Polygon", "coordinates": [[[128.7, 35.0], [129.3, 35.0], [129.3, 35.4], [128.7, 35.4],
        [128.7, 35.0]]]}}]}
        """

    @Test("the examples of the documents run, from the top of the repository")
    func examples() async throws {
        let at = try Folder()
        try Self.seoul.write(toFile: at("provinces.geojson"), atomically: true, encoding: .utf8)
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }

        // lookups:
        let catalog = try AttractionCatalog(contentsOf: at("data/attractions.csv"))
        let haeundae = try Coordinate(latitude: 35.1587, longitude: 129.1604)

        for near in catalog.attractions(within: .kilometers(10), of: haeundae) {
            print(near.attraction.name, near.attraction.category ?? "", near.distance)
        }

        // The same for any points: coordinates in, positions and distances out.
        let index = PointIndex(catalog.attractions.map(\.coordinate))
        let three = index.nearest(to: haeundae, count: 3)
        let within = index.countOfPoints(within: .miles(5), of: haeundae)

        // And for a whole file of stops, streamed, as the command does it.
        let batch = LookupBatch(catalog, LookupBatchOptions(.within(.kilometers(10), limit: 5)))
        let output = try OutputFile(path: at("nearby.csv"))
        let summary = try batch.run(stops: FileSource(path: at("data/stops.csv")), output: output)
        print(three.count, within, summary.rowsIn, summary.hits)
        // :lookups

        #expect(printed.count == 12)
        #expect(printed[0].hasSuffix(" m"))
        #expect(printed[11].hasPrefix("3 ") && summary.rowsIn == 11 && summary.answered == 11)
        #expect(
            try String(contentsOfFile: at("nearby.csv"), encoding: .utf8).split(separator: "\n").count == summary.hits
                + 1)
        printed = []

        // route:
        let places = [("서울역", 37.5547, 126.9707), ("강릉역", 37.7645, 128.8995), ("춘천역", 37.8848, 127.7170)]
        let stops = try places.map { name, latitude, longitude in
            try Stop(id: name, name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
        }

        // Begin at the first stop; end where it is shortest.
        let best = await StopOrder.best(visiting: stops.map(\.coordinate), ends: .start(0))
        let ordered = try StopList(best.order.map { stops[$0] })

        // legs[i] joins stops[i] to stops[i + 1], whatever order answers come in. Here they are great circles; servers,
        // recorded tracks and your own code are other sources.
        let route = try await Route(joining: ordered, by: GreatCircleLegs(mode: .driving))
        print(route.stops.map(\.name), route.totals.distance)

        // Colours by leg, for a line that MapLibre, Mapbox or MapKit draws.
        let colors = route.gradient(by: .leg, measuredOn: .webMercator).stops(atMost: 16)
        print(try colors.mapLibreExpression)

        // What lies within 5 km of the way, in the order one passes it.
        let corridor = Corridor(along: route, width: .kilometers(5))
        for match in corridor.points(of: index) { print(catalog.attractions[match.index].name, match.along) }
        // :route

        #expect(printed[0].hasPrefix("[\"서울역\", \"춘천역\", \"강릉역\"] "))
        #expect(printed[1].contains("\"line-progress\""))
        #expect(printed.count > 10)
        printed = []

        // regions:
        let provinces = try RegionSet(contentsOf: at("provinces.geojson"))
        if let found = provinces.region(containing: haeundae) { print(provinces.regions[found].name) }
        // :regions

        #expect(printed == ["부산"])
    }

    @Test("the documents show the examples as they were run")
    func shown() throws {
        let documents = ["README.md", "README.ko.md", "Documentation/Library.md"].compactMap { name in
            try? String(contentsOf: Repository.root.appending(path: name), encoding: .utf8)
        }
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        var examples = 0
        for match in source.matches(of: try Regex("        // ([a-z-]+):\n(?s:(.*?))        // :")) {
            let shown = String(match.output[2].substring ?? "")
                .replacing(try Regex("at\\((\"[^\"]*\")\\)")) { String($0.output[1].substring ?? "") }
                .split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : String($0) }
                .joined(separator: "\n")
            #expect(
                documents.contains { $0.contains("```swift\nimport Waymark\n\n" + shown + "```\n") },
                "\(match.output[1].substring ?? "") is in no document as it was run")
            examples += 1
        }
        #expect(examples >= 3)
    }
}
