import Foundation
import MadeUpData
import Waymark

/// Runs one hot path of the library, so that `make gate` can count its instructions: `HotPaths NAME`. What it needs is made
/// before `counted` is called, and not counted. `HotPaths files FOLDER` writes the files that the command's paths read.
@main
enum HotPaths {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "files", let folder = arguments.dropFirst().first {
            try Files(folder: folder).write()
        } else if let name = arguments.first, let path = paths[name] {
            print(name, try path())
        } else {
            print("HotPaths \(paths.keys.sorted().joined(separator: "|")), or HotPaths files FOLDER")
            exit(64)
        }
    }

    /// Each answers with a number that depends on all it did.
    private static let paths: [String: @Sendable () throws -> Int] = [
        "build": {
            let places = DataSet(.korea, 100_000).places
            return try counted { PointIndex(places, jobs: 1).nearest(to: places[0], count: 1).count }
        },
        "within": {
            let (index, queries) = indexAndQueries()
            return try counted {
                queries.reduce(0) { sum, query in
                    sum + index.points(within: .kilometers(10), of: query).count
                        + index.unsortedPoints(within: .kilometers(10), of: query).count
                        + index.countOfPoints(within: .kilometers(10), of: query)
                }
            }
        },
        "nearest": {
            let (index, queries) = indexAndQueries()
            return try counted {
                (0..<10).reduce(0) { sum, more in
                    queries.reduce(sum) { $0 + index.nearest(to: $1, count: 10 + more).count }
                }
            }
        },
        "geodesic": {
            let (index, queries) = indexAndQueries()
            return try counted {
                queries.reduce(0) { sum, query in
                    sum + index.points(within: .kilometers(10), of: query, on: .wgs84).count
                        + queries.count { Geodesic.wgs84.distance(from: query, to: $0) < .kilometers(100) }
                }
            }
        },
        "polyline": {
            let line = Polyline(Track(50_000).places)
            return try counted {
                let text = EncodedPolyline.encode(line.coordinates)
                let decoded = try EncodedPolyline.decode(text).count
                return decoded + line.simplified(tolerance: Meters(10), method: .douglasPeucker).coordinates.count
            }
        },
        "order": {
            let places = DataSet(.korea, 300).places
            return try counted { StopOrder.bestBlocking(visiting: places, effort: .iterations(3000)).order[1] }
        },
        "route": {
            let places = Track(20_000).places
            let routes = try stride(from: 0, to: 20_000, by: 100).map { try route(over: places[$0..<$0 + 100]) }
            return try counted {
                routes.reduce(0) { sum, route in
                    let line = RouteLine(route)
                    let nearest = route.stops.reduce(0) { $0 + (line.nearest(to: $1.coordinate)?.point.leg ?? 0) }
                    return sum + RouteGeoJSON.document(route).utf8.count + nearest
                }
            }
        },
        "csv-read": {
            let bytes = TableShape.distinctIDs.csv(DataSet(.korea, 50_000).places)
            return try counted {
                var reader = try CSVReader(MemorySource(bytes))
                var record = CSVRecord()
                var sum = 0.0
                while try reader.read(into: &record) { sum += (record.double(3) ?? 0) + (record.double(4) ?? 0) }
                return Int(sum)
            }
        },
        "csv-write": {
            let data = DataSet(.korea, 50_000)
            return try counted { data.csv.count }
        },
    ]

    /// A route with a stop at every tenth place, by legs over those between.
    private static func route(over places: ArraySlice<Coordinate>) throws -> Route {
        let parts = stride(from: places.startIndex, to: places.endIndex - 10, by: 10).map {
            Array(places[$0...$0 + 10])
        }
        let legs = try parts.map { part in
            try LegOutcome.found(
                Leg(coordinates: part, distance: Polyline(part).length(), distanceKind: .greatCircle, source: "made up")
            )
        }
        let stops = (parts.map { $0[0] } + [parts[parts.count - 1][10]]).enumerated().map {
            Stop(id: "\($0)", name: "place \($0)", coordinate: $1)
        }
        return Route(stops: stops, legs: legs)
    }

    private static func indexAndQueries() -> (index: PointIndex, queries: [Coordinate]) {
        let data = DataSet(.korea, 20_000)
        return (PointIndex(data.places, jobs: 1), data.queries)
    }

    /// Runs `body` where callgrind collects.
    private static func counted(_ body: @escaping () throws -> Int) throws -> Int {
        pending = body
        runPending()
        return try answer.get()
    }

    nonisolated(unsafe) fileprivate static var pending: () throws -> Int = { 0 }
    nonisolated(unsafe) fileprivate static var answer = Result<Int, any Error>.success(0)
}

/// Callgrind collects while the function of this name runs. It takes the work from outside: given a closure, the compiler would
/// make a copy of the function, of another name, for each.
@inline(never)
@_silgen_name("waymark_counted")
private func runPending() {
    HotPaths.answer = Result(catching: HotPaths.pending)
}

/// The files that the command's paths read.
private struct Files {
    let folder: String

    func write() throws {
        try write("attractions.csv", TableShape.distinctIDs.csv(DataSet(.korea, 20_000).places))
        try write("many-attractions.csv", TableShape.distinctIDs.csv(DataSet(.korea, 100_000).places))
        try write("stops.csv", DataSet(.korea, 1000).csv)
        try write("rows.csv", DataSet(.korea, 20_000).csv)
        try write("regions.geojson", Fields().geoJSON)
    }

    private func write(_ name: String, _ bytes: ContiguousArray<UInt8>) throws {
        try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
    }
}
