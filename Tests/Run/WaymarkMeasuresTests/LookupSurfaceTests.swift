import Foundation
import TestSupport
import Testing
import WaymarkAttractions
import WaymarkBatch
import WaymarkGeodesy
import WaymarkIndex
import WaymarkMeasures
import WaymarkProjections
import WaymarkTables

/// Runs a batch over some stops; returns the output, the rejections, and the counts.
private func run(
    _ places: [Coordinate], _ options: LookupBatchOptions, stops: [Coordinate]
) throws -> (text: String, rejections: [Rejection], summary: BatchSummary, leftOut: (count: Int, reason: String)?) {
    let catalog = AttractionCatalog(
        places.enumerated().map { Attraction(id: "a\($0)", name: "place \($0)", coordinate: $1) })
    let path = FileManager.default.temporaryDirectory.appending(path: "surface-\(UInt64.random(in: 0 ... .max)).csv")
        .path
    defer {
        try? FileManager.default.removeItem(atPath: path)
    }
    let csv =
        "id,latitude,longitude\n"
        + stops.enumerated()
        .map { "s\($0),\($1.latitude),\($1.longitude)\n" }.joined()
    let batch = LookupBatch(catalog, options)
    var rejections: [Rejection] = []
    let summary = try batch.run(
        stops: MemorySource(ContiguousArray(csv.utf8), name: "stops"), output: OutputFile(path: path),
        onRejection: { rejections.append($0) })
    return (try String(contentsOfFile: path, encoding: .utf8), rejections, summary, batch.attractionsLeftOut)
}

/// A row for each match, found by a linear scan.
private func rows(
    _ column: String, _ stops: [Coordinate], _ answer: (Coordinate) -> [Match]
) -> String {
    var text = "stop_id,rank,attraction_id,\(column)\n"
    for (stop, center) in stops.enumerated() {
        for (rank, match) in answer(center).enumerated() {
            text += "s\(stop),\(rank + 1),a\(match.index),\(String(format: "%.3f", match.distance.value))\n"
        }
    }
    return text
}

private let shown: [OutputColumn] = [.stopID, .rank, .attraction(.id), .distance]

private let lookups: [Lookup] = [
    .within(.kilometers(40), limit: nil), .within(.kilometers(400), limit: nil), .within(.kilometers(90), limit: 3),
    .nearest(count: 4, within: nil), .nearest(count: 50, within: .kilometers(120)),
]

extension Lookup {
    /// The answer out of all matches, nearest first.
    fileprivate func answer(_ all: [Match]) -> [Match] {
        switch self {
        case .within(let radius, let limit):
            Array(all.filter { $0.distance <= radius }.prefix(limit ?? .max))
        case .nearest(let count, let radius):
            Array(all.filter { $0.distance <= radius ?? Meters(.infinity) }.prefix(count))
        }
    }
}

@Suite("Batches on the ellipsoid and on maps")
struct LookupSurfaceTests {
    @Test("rows of a batch on WGS 84 equal a linear scan of geodesics", arguments: lookups)
    func geodesic(lookup: Lookup) throws {
        for (seed, regime) in [Regime.korea, .antimeridian, .northPole, .grid].enumerated() {
            var generator = SplitMix64(seed: UInt64(seed))
            let (places, stops) = (regime.points(400, using: &generator), regime.points(60, using: &generator))
            var options = LookupBatchOptions(lookup, columns: shown)
            options.surface = try LookupSurface(.geodesic)
            let expected = rows("geodesic_m", stops) { center in
                lookup.answer(
                    places.indices.map {
                        Match(index: $0, distance: Geodesic.wgs84.distance(from: center, to: places[$0]))
                    }.sorted())
            }
            let isSame = try run(places, options, stops: stops).text == expected
            #expect(isSame, "\(regime)")
        }
    }

    @Test("rows of a batch on a map equal a linear scan in metres east and north", arguments: lookups)
    func map(lookup: Lookup) throws {
        var generator = SplitMix64(seed: 9)
        // Some lie outside the map's area of use: 122.71 to 134.28 E.
        let places = Regime.korea.points(400, using: &generator) + [coordinate(36, 140), coordinate(-33, 151)]
        let stops = Regime.korea.points(60, using: &generator)
        for system in ["EPSG:5179", "EPSG:32652", "EPSG:3857"] {
            var options = LookupBatchOptions(lookup, columns: shown)
            options.surface = try LookupSurface(.map(system))
            var projection = try Projection(to: system)
            var points: [(index: Int, point: ProjectedPoint)] = []
            for (index, place) in places.enumerated() {
                if let point = try? projection.project(place) { points.append((index, point)) }
            }
            var (expected, inside) = ("", [Coordinate]())
            let column = system.lowercased().replacing(":", with: "") + "_m"
            var answers: [[Match]] = []
            for stop in stops {
                guard let center = try? projection.project(stop) else { continue }
                inside.append(stop)
                answers.append(
                    lookup.answer(
                        points.map { Match(index: $0.index, distance: Meters(center.distance(to: $0.point))) }.sorted())
                )
            }
            var next = 0
            expected = rows(column, inside) { _ in
                defer { next += 1 }
                return answers[next]
            }
            let result = try run(places, options, stops: inside)
            let isSame = result.text == expected
            #expect(isSame, "\(system)")
            #expect((result.leftOut?.count ?? 0) == places.count - points.count)
        }
    }

    @Test("a stop outside the map is rejected with line, column and reason, and attractions outside are omitted")
    func outside() throws {
        var options = LookupBatchOptions(.nearest(count: 1, within: nil), columns: shown)
        options.surface = try LookupSurface(.map("EPSG:5186"))
        let result = try run(
            [coordinate(37.5, 127), coordinate(35.1, 129.1), coordinate(51, 0)], options,
            stops: [coordinate(37.6, 127), coordinate(48.8, 2.3), coordinate(37.7, 127)])
        #expect(result.summary.rowsIn == 3 && result.summary.answered == 2 && result.summary.rejected == 1)
        let rejection = try #require(result.rejections.first)
        #expect(rejection.line == 3 && rejection.column == 2 && rejection.columnName == "latitude")
        #expect(rejection.reason.contains("48.8, 2.3 lies outside the area of use of EPSG:5186"))
        let leftOut = try #require(result.leftOut)
        #expect(leftOut.count == 2 && leftOut.reason.hasPrefix("35.1, 129.1 lies outside"))
        #expect(result.text.split(separator: "\n").count == 3)
    }

    @Test("the column states the surface, in every format, and stops keep their own column of that name")
    func columns() throws {
        for (measure, column) in [(Measure.geodesic, "geodesic_m"), (.map("EPSG:5179"), "epsg5179_m")] {
            for format in [RowFormat.csv, .ndjson, .geojson] {
                var options = LookupBatchOptions(.nearest(count: 1, within: nil), format: format)
                options.surface = try LookupSurface(measure)
                let text = try run([coordinate(37.5, 127)], options, stops: [coordinate(37.6, 127)]).text
                #expect(text.contains(column) && !text.contains("haversine_m"), "\(text)")
            }
            var options = LookupBatchOptions(.nearest(count: 1, within: nil))
            options.surface = try LookupSurface(measure)
            options.columns = [.stopID, OutputColumn(name: column)]
            let text = try run([coordinate(37.5, 127)], options, stops: [coordinate(37.6, 127)]).text
            #expect(text.hasPrefix("stop_id,\(column)\n"))
            options.columns = [.distance, OutputColumn(name: column)]
            #expect(throws: BatchError.repeatedColumn(column)) {
                _ = try run([coordinate(37.5, 127)], options, stops: [coordinate(37.6, 127)])
            }
        }
    }

    @Test("an unknown system, one of degrees, and the usual map are refused before anything is read")
    func refusals() {
        #expect(throws: ProjectionError.self) { _ = try LookupSurface(.map("EPSG:999999")) }
        #expect(throws: ProjectionError.wrongKind("EPSG:4326", needed: .projected)) {
            _ = try LookupSurface(.map("EPSG:4326"))
        }
        #expect(throws: ProjectionError.self) { _ = try LookupSurface(.usualMap) }
    }

    @Test("an index over a map finds what a linear scan finds, at any radius and count")
    func planeIndex() throws {
        var generator = SplitMix64(seed: 12)
        for count in [0, 1, 33, 700, 3000] {
            let places = Regime.korea.points(count, using: &generator)
            let map = TransverseMercator.unifiedKorea
            let plane = PlaneIndex(PointIndex(places), jobs: 2) {
                { place in
                    let point = map.project(place)
                    // Every fifth is missing.
                    if Int(place.latitude * 1e6) % 5 == 0 { return nil }
                    return point
                }
            }
            let points = places.map(map.project)
            var buffer = MatchBuffer()
            for query in 0..<40 {
                let center = map.project(Regime.korea.points(1, using: &generator)[0])
                let all = places.indices.filter { Int(places[$0].latitude * 1e6) % 5 != 0 }
                    .map { Match(index: $0, distance: Meters(center.distance(to: points[$0]))) }.sorted()
                let radius: Meters =
                    query % 3 == 0
                    ? all.randomElement(using: &generator)?.distance ?? .zero
                    : [Meters(0), .kilometers(30), .kilometers(3000), Meters(.infinity)][query % 4]
                let near = all.filter { $0.distance <= radius }
                let k = query * 3
                buffer.findPoints(within: radius, of: center, in: plane)
                let isSame =
                    plane.points(within: radius, of: center) == near
                    && Array(buffer.matches[..<buffer.count]) == near
                    && plane.nearest(to: center, count: k) == Array(all.prefix(k))
                    && plane.nearest(to: center, count: k, within: radius) == Array(near.prefix(k))
                #expect(isSame, "\(count) places, \(radius), \(k) nearest")
            }
        }
    }

    @Test("no map covers points that are not finite, or beyond any map")
    func coveredPoints() {
        #expect(!PlaneIndex.covers(ProjectedPoint(east: .nan, north: 0)))
        #expect(!PlaneIndex.covers(ProjectedPoint(east: 0, north: .infinity)))
        #expect(!PlaneIndex.covers(ProjectedPoint(east: 1e9, north: 0)))
        #expect(PlaneIndex.covers(ProjectedPoint(east: 60_500_000, north: -1e7)))
        let all = PlaneIndex(PointIndex([coordinate(90, 0)]), jobs: 1) { { _ in ProjectedPoint(east: 0, north: .nan) } }
        #expect(all.leftOut == 1)
    }
}
