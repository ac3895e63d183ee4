import Foundation
import TestSupport
import Testing
import Waymark

/// The examples of README.md and Documentation, exactly as there, between `// name:` and `// :name`.
@Suite("Documents")
struct ReadmeTests {
    /// A separate folder for the files written by the examples, removed at the end.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(at: url) }

        /// The path of a file in an example, as seen by a program at the top of the repository.
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

        // An index over any coordinates: it answers with positions in the array and distances.
        let index = PointIndex(catalog.attractions.map(\.coordinate))
        let three = index.nearest(to: haeundae, count: 3)
        let within = index.countOfPoints(within: .miles(5), of: haeundae)

        // A whole file of stops, streamed, as the command does it.
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

        // order:
        let places = [("서울역", 37.5547, 126.9707), ("강릉역", 37.7645, 128.8995), ("춘천역", 37.8848, 127.7170)]
        let stops = try places.map { name, latitude, longitude in
            try Stop(id: name, name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
        }

        // Start at the first stop; end wherever the route is shortest.
        let best = await StopOrder.best(visiting: stops.map(\.coordinate), ends: .start(0))
        let ordered = try StopList(best.order.map { stops[$0] })

        // legs[i] joins stops[i] to stops[i + 1]. These legs are great circles; other sources are routing servers, recorded
        // tracks and your own code.
        let route = try await Route(joining: ordered, by: GreatCircleLegs(mode: .driving))
        print(route.stops.map(\.name), route.totals.distance)
        // :order
        // gradient:
        // One colour per leg, as a MapLibre or Mapbox expression; `colors.colors` and `colors.locations` suit MapKit.
        let colors = route.gradient(by: .leg, measuredOn: .webMercator).stops(atMost: 16)
        print(try colors.mapLibreExpression)
        // :gradient
        // corridor:
        // Attractions within 5 km of the route, in the order in which you pass them.
        let corridor = Corridor(along: route, width: .kilometers(5))
        for match in corridor.points(of: index) { print(catalog.attractions[match.index].name, match.along) }
        // :corridor

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

    /// Records what an example prints.
    private final class Printed {
        private(set) var lines: [String] = []

        func callAsFunction(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
    }

    /// A user's own error.
    private struct SlowServer: Error {}

    /// A route along places of the sample data.
    private static func route() async throws -> Route {
        let stops = try [(37.5547, 126.9707), (37.8848, 127.7170), (37.7645, 128.8995)].enumerated().map {
            number, place in
            try Stop(id: "\(number)", coordinate: Coordinate(latitude: place.0, longitude: place.1))
        }
        return try await Route(joining: StopList(stops), by: GreatCircleLegs(mode: .driving))
    }

    @Test("lookups in an app, and a batch's answers in a server")
    func lookups() async throws {
        let (at, print) = (try Folder(), Printed())
        let catalog = try AttractionCatalog(contentsOf: at("data/attractions.csv"))
        let here = try Coordinate(latitude: 35.1587, longitude: 129.1604)

        for near in catalog.attractions(within: .kilometers(3), of: here) { print(near.attraction.name, near.distance) }
        #expect(!print.lines.isEmpty && print.lines.allSatisfy { $0.hasSuffix(" m") })
        try await answers()
    }

    @Test("names are found while they are typed")
    func typing() async throws {
        let (at, print) = (try Folder(), Printed())
        let here = try Coordinate(latitude: 37.58, longitude: 126.98)
        // typing:
        let search = PlaceSearch(try AttractionCatalog(contentsOf: at("data/attractions.csv")))
        let remote = ClosureProvider(name: "mine") { query in PlaceSuggestions([]) }
        let session = SearchSession(search, provider: remote.limited(to: 5, per: .seconds(1)).timeout(.seconds(3)))

        for text in TwoSetKeyboard.textsWhileTyping("경복궁") { session.type(SearchQuery(text, near: here, limit: 5)) }
        for await update in session.updates {
            for place in update.suggestions { print(place.name, place.category ?? "", place.distance ?? .zero) }
            if update.provider.isLast { break }
        }
        // :typing
        #expect(print.lines.first?.hasPrefix("경복궁 관광지 ") == true)
    }

    private func answers() async throws {
        let (at, print) = (try Folder(), Printed())
        // answers:
        let catalog = try AttractionCatalog(contentsOf: at("data/attractions.csv"))
        let batch = LookupBatch(catalog, LookupBatchOptions(.nearest(count: 3, within: .kilometers(50))))

        for try await row in batch.answers(for: try FileSource(path: at("data/stops.csv"))) {
            switch row {
            case .answered(let stop): print(stop.id, stop.matches.map { catalog.attractions[$0.index].name })
            case .rejected(let rejection): print("line \(rejection.line): \(rejection.reason)")
            }
        }
        // :answers
        #expect(print.lines.count == 11)
    }

    @Test("an order is searched, and legs come from your own source")
    func ordersAndLegs() async throws {
        let print = Printed()
        let places = try [(37.5547, 126.9707), (37.7645, 128.8995), (37.8848, 127.7170)].map {
            try Coordinate(latitude: $0, longitude: $1)
        }
        let best = await StopOrder.best(visiting: places, ends: .roundTrip(from: 0))
        print(best.order, best.length, best.isProven)
        #expect(print.lines[0].hasSuffix("true"))
        // legs-from-a-source:
        let stops = try [("서울역", 37.5547, 126.9707), ("춘천역", 37.8848, 127.7170)].map { name, latitude, longitude in
            try Stop(id: name, name: name, coordinate: Coordinate(latitude: latitude, longitude: longitude))
        }
        // Your own source here; `OSRMLegs` of the product WaymarkOSRM is one that asks a server.
        let source = ClosureLegs(name: "mine", mode: .driving) { start, end in
            try Leg(
                coordinates: [start.coordinate, end.coordinate], distance: .kilometers(100), distanceKind: .network,
                duration: .seconds(5400), source: "mine")
        }
        let legs = source.retrying(where: { $0 is SlowServer }).coalesced().cached(10_000)
        let route = try await Route(joining: StopList(stops), by: legs.fallback(to: GreatCircleLegs(mode: .driving)))
        let seconds = try await TravelMatrix(between: stops, by: legs, width: 4) { _ in 86_400 }
        print(route.totals.distance, seconds[0, 1])
        // :legs-from-a-source
        #expect(print.lines[1] == "100000.0 m 5400.0")
    }

    @Test("legs and routes are drawn")
    func drawing() async throws {
        let (print, route) = (Printed(), try await Self.route())
        // leg-by-leg:
        let gradients = route.legGradients(by: .speed, measuredOn: .webMercator)
        for (outcome, gradient) in zip(route.legs, gradients) {
            guard let leg = outcome.leg, let gradient else { continue }
            let stops = gradient.stops(atMost: 16)
            print(leg.coordinates.count, try stops.mapLibreExpression)
        }
        // :leg-by-leg
        #expect(print.lines.count == 2 && print.lines.allSatisfy { $0.contains("line-progress") })
        let stops = route.gradient(by: .leg, measuredOn: .webMercator).stops(atMost: 16)

        // MapLibre and Mapbox: the value of `line-gradient`.
        print(try stops.mapLibreExpression)
        // MapKit: MKGradientPolylineRenderer.setColors(_:locations:), each colour made a UIColor or NSColor.
        print(stops.colors.map { ($0.red, $0.green, $0.blue) }, stops.locations)
        #expect(print.lines.count == 4 && print.lines[2].contains("line-progress"))
        #expect(stops.colors.count == stops.locations.count)
    }

    @Test("places along a route, visited land, and a stored route")
    func placesAndStorage() async throws {
        let (at, print, route) = (try Folder(), Printed(), try await Self.route())
        try Self.seoul.write(toFile: at("provinces.geojson"), atomically: true, encoding: .utf8)
        let catalog = try AttractionCatalog(contentsOf: at("data/attractions.csv"))
        let haeundae = try Coordinate(latitude: 35.1587, longitude: 129.1604)
        let index = PointIndex(catalog.attractions.map(\.coordinate))
        let corridor = Corridor(along: route, width: .kilometers(5))
        for match in corridor.points(of: index) { print(catalog.attractions[match.index].name, match.along) }
        #expect(!print.lines.isEmpty)
        // visited-land:
        let provinces = try RegionSet(contentsOf: at("provinces.geojson"))
        let levels = RegionLevels([RegionLevels.Level(name: "province", regions: provinces)])
        var land = VisitedLand(levels: levels, tolerance: .kilometers(5))
        land.add(VisitRecord(id: "1", coordinate: haeundae, date: .now))
        print(land.share(ofLevel: 0).regions)

        // The records are stored; the regions come from their own file again.
        let stored = try JSONEncoder().encode(land.records)
        let records = try JSONDecoder().decode([VisitRecord].self, from: stored)
        land = VisitedLand(levels: levels, tolerance: .kilometers(5), records: records)
        // :visited-land
        #expect(print.lines.last == "0.5" && land.count == 1)
        try storing(route, print)
    }

    private func storing(_ route: Route, _ print: Printed) throws {
        // storing:
        let stored = try JSONEncoder().encode(route)
        let again = try JSONDecoder().decode(Route.self, from: stored)
        print(again.stops.count, again.totals.distance)
        // :storing
        #expect(print.lines.last == "3 \(route.totals.distance)")
    }

    @Test("the documents have exactly the examples that were run")
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
        #expect(examples >= 11)
    }
}
