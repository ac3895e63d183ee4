import Benchmark
import Waymark

/// Polylines, gradients, tracks and routes, on a recorded line of `count` vertices.
func lineBenchmarks(_ count: Int) {
    let line = "line of \(count)"

    run("encoded, \(line)", .waymark, { Track(count).places }) { blackHole(EncodedPolyline.encode($0)) }
    run("encoded, \(line)", .naive, { Track(count).places }) { blackHole(NaiveLines.encode($0)) }
    let text: @Sendable () -> String = { EncodedPolyline.encode(Track(count).places) }
    run("decoded, \(line)", .waymark, text) { blackHole(try EncodedPolyline.decode($0)) }
    run("decoded, \(line)", .naive, text) { blackHole(NaiveLines.decode($0)) }
    run("flexible polyline encoded, \(line)", .waymark, { FlexiblePolyline(Track(count).places) }) {
        blackHole(try $0.encoded())
    }
    run("flexible polyline decoded, \(line)", .waymark, { try FlexiblePolyline(Track(count).places).encoded() }) {
        blackHole(try FlexiblePolyline(decoding: $0))
    }

    for method in Polyline.Simplification.allCases {
        run("simplified to 10 m by \(method), \(line)", .waymark, { Polyline(Track(count).places) }) {
            blackHole($0.simplified(tolerance: Meters(10), method: method))
        }
    }
    run("resampled every 25 m, \(line)", .waymark, { Polyline(Track(count).places) }) {
        blackHole($0.resampled(every: Meters(25)))
    }
    run(
        "gradient by value, in 64 stops, \(line)", .waymark,
        {
            let track = Track(count)
            return (track.values, Polyline(track.places).locations())
        }
    ) { values, locations in
        blackHole(Gradient(values: values, at: locations, measuredOn: .greatCircle, scale: .viridis).stops(atMost: 64))
    }

    run(
        "columns of a line read, joined and written, \(min(count, 100_000)) columns", .waymark,
        {
            let numbers = (0..<min(count, 100_000)).map(String.init)
            let names = numbers.map { "c" + $0 }.joined(separator: ",")
            let values = numbers.joined(separator: ",")
            return ContiguousArray("latitude,longitude,\(names)\n37,127,\(values)\n37,128,\(values)\n".utf8)
        }
    ) { bytes in
        let file = try LineFile(bytes, name: "line")
        blackHole(LineFormat.csv.text(of: file).utf8.count + file.joined.line.columns.count)
    }

    run("GPX read, \(line)", .waymark, { Track(count).gpx }) { blackHole(try GPXDocument($0)) }

    // A leg every hundred vertices.
    let route: @Sendable () throws -> Route = {
        let places = Track(count).places
        let ends = Array(stride(from: 0, to: count - 1, by: 100)) + [count - 1]
        return Route(
            stops: ends.map { Stop(id: "\($0)", coordinate: places[$0]) },
            legs: try zip(ends, ends.dropFirst()).map { from, to in
                let part = Array(places[from...to])
                return .found(
                    try Leg(
                        coordinates: part, distance: Polyline(part).length(), distanceKind: .track, source: "made up"))
            })
    }
    run(
        "nearest point on the route from 512 places, \(line)", .waymark,
        { (RouteLine(try route()), DataSet(.korea, 0).queries) }
    ) { line, places in
        for place in places { blackHole(line.nearest(to: place)) }
    }
    run("route as GeoJSON, \(line)", .waymark, route) { blackHole(RouteGeoJSON.document($0)) }

    // Legs and stops by a batch: a million stops are a file.
    for (name, format) in [("CSV", TripFormat.csv), ("GeoJSON", .geojson)] {
        for (trips, length) in [("trips of 10 stops", 10), ("one trip", count)] {
            run("\(trips) to \(name), \(count) stops", .waymark, { try tripFile(count, stopsInTrip: length) }) { file in
                var options = TripOptions()
                options.format = format
                let batch = TripBatch(options, source: GreatCircleLegs())
                let summary = try await batch.run(stops: file.path, output: "/dev/null")
                precondition(summary.answered == count, "each stop is in a route")
            }
        }
    }
    run(
        "one trip of rejected rows, \(count) rows", .waymark, { try tripFile(count, stopsInTrip: count, isGood: false) }
    ) {
        file in
        let batch = TripBatch(TripOptions(), source: GreatCircleLegs())
        let summary = try await batch.run(stops: file.path, output: "/dev/null", rejects: "/dev/null")
        precondition(summary.rejected == count, "no row is a stop")
    }
}

/// A CSV of the stops of trips, one after another; where they are not good, none of them is a stop.
private func tripFile(_ count: Int, stopsInTrip: Int, isGood: Bool = true) throws -> TemporaryFile {
    try TemporaryFile { file in
        var buffer = CSVBuffer()
        for name in ["trip_id", "stop_index", "latitude", "longitude"] { buffer.append(field: name) }
        buffer.endRecord()
        for (i, place) in Track(count).places.enumerated() {
            buffer.append(integer: i / stopsInTrip)
            buffer.append(integer: i % stopsInTrip)
            buffer.append(shortest: isGood ? place.latitude : 91)
            buffer.append(shortest: place.longitude)
            buffer.endRecord()
        }
        try file.write(buffer.bytes.span)
    }
}
