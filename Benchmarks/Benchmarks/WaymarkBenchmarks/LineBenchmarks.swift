import Benchmark
import MadeUpData
import Waymark

/// Polylines, tracks and routes, on a recorded line of `count` vertices.
func lineBenchmarks(_ count: Int) {
    let line = "line of \(count)"

    run("encoded, \(line)", .waymark, { Track(count).places }) {
        EncodedPolyline.encode($0)
    } check: {
        $1 == NaiveLines.encode($0)
    }
    run("encoded, \(line)", .naive, { Track(count).places }) {
        NaiveLines.encode($0)
    } check: {
        try EncodedPolyline.decode($1).count == $0.count
    }
    let text: @Sendable () -> String = { EncodedPolyline.encode(Track(count).places) }
    run("decoded, \(line)", .waymark, text) {
        try EncodedPolyline.decode($0)
    } check: {
        $1 == NaiveLines.decode($0)
    }
    run("decoded, \(line)", .naive, text) {
        NaiveLines.decode($0)
    } check: {
        try $1 == EncodedPolyline.decode($0)
    }
    // Short numbers, longer ones, and the longest: as bytes, as files have them.
    for (name, precision, places) in [
        ("\(line)", 5, { Track(count).places }), ("\(line), precision 6", 6, { Track(count).places }),
        ("jumps over the world, \(count)", 5, { DataSet(.world, count).places }),
    ] {
        run("encoded as bytes, \(name)", .waymark, { ContiguousArray(places()) }) {
            EncodedPolyline.encodedBytes($0.span, precision: precision)
        } check: {
            $1.elementsEqual(NaiveLines.encode(Array($0), precision: precision).utf8)
        }
        run(
            "decoded from bytes, \(name)", .waymark,
            { ContiguousArray(NaiveLines.encode(places(), precision: precision).utf8) }
        ) {
            try EncodedPolyline.decode($0.span, precision: precision)
        } check: {
            $0.elementsEqual(NaiveLines.encode($1, precision: precision).utf8)
        }
    }
    run("flexible polyline encoded, \(line)", .waymark, { FlexiblePolyline(Track(count).places) }) {
        try $0.encoded()
    } check: {
        try FlexiblePolyline(decoding: $1).coordinates.count == $0.coordinates.count
    }
    run("flexible polyline decoded, \(line)", .waymark, { try FlexiblePolyline(Track(count).places).encoded() }) {
        try FlexiblePolyline(decoding: $0)
    } check: {
        try $1.encoded() == $0
    }

    for method in Polyline.Simplification.allCases {
        run("simplified to 10 m by \(method), \(line)", .waymark, { Polyline(Track(count).places) }) {
            $0.simplified(tolerance: Meters(10), method: method)
        } check: {
            $1.coordinates.count < $0.coordinates.count && $1.coordinates.last == $0.coordinates.last
        }
    }
    // A zigzag that splits one vertex at a time: the worst for Douglas and Peucker's way.
    run(
        "simplified to 10 m by \(Polyline.Simplification.douglasPeucker), shrinking zigzag of \(count)", .waymark,
        { Polyline(shrinkingZigzag(count)) }
    ) {
        $0.simplified(tolerance: Meters(10), method: .douglasPeucker)
    } check: {
        $1.coordinates.count <= $0.coordinates.count && $1.coordinates.last == $0.coordinates.last
    }
    run("resampled every 25 m, \(line)", .waymark, { Polyline(Track(count).places) }) {
        $0.resampled(every: Meters(25))
    } check: {
        abs(Double($1.coordinates.count) - $0.length().value / 25) < 2
    }
    if count <= 100_000 {
        run(
            "columns of a line read, joined and written, \(count) columns", .waymark,
            {
                let numbers = (0..<count).map(String.init)
                let names = numbers.map { "c" + $0 }.joined(separator: ",")
                let values = numbers.joined(separator: ",")
                return ContiguousArray("latitude,longitude,\(names)\n37,127,\(values)\n37,128,\(values)\n".utf8)
            }
        ) { bytes in
            let file = try LineFile(bytes, name: "line")
            return (LineFormat.csv.text(of: file).utf8.count, file.joined.line.columns.count)
        } check: { bytes, found in
            found.0 > bytes.count / 2 && found.1 == count
        }
    }

    run("GPX read, \(line)", .waymark, { Track(count).gpx }) {
        try GPXDocument($0)
    } check: { _, document in
        document.tracks.first?.segments.first?.count == count
    }

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
        places.map { line.nearest(to: $0) }
    } check: { state, found in
        // No vertex is nearer.
        let vertices = Track(count).places
        return zip(state.1, found).prefix(4).allSatisfy { place, found in
            guard let found else { return false }
            return vertices.allSatisfy { Sphere.earth.distance(from: place, to: $0) >= found.separation }
        }
    }
    run("route as GeoJSON, \(line)", .waymark, route) {
        RouteGeoJSON.document($0)
    } check: { _, text in
        text.hasPrefix("{") && text.utf8.count > 20 * count
    }

    // Legs and stops by a batch: a million stops are a file.
    for (name, format) in [("CSV", TripFormat.csv), ("GeoJSON", .geojson)] {
        for (trips, length) in [("trips of 10 stops", 10), ("one trip", count)] {
            run("\(trips) to \(name), \(count) stops", .waymark, { try tripFile(count, stopsInTrip: length) }) {
                (file) async throws -> TripSummary in
                var options = TripOptions()
                options.formats = [format]
                let batch = TripBatch(options, source: GreatCircleLegs())
                return try await batch.run(stops: file.path, outputs: ["/dev/null"])
            } check: { _, summary in
                summary.answered == count && summary.trips == (count + length - 1) / length
            }
        }
    }
    run(
        "one trip of rejected rows, \(count) rows", .waymark, { try tripFile(count, stopsInTrip: count, isGood: false) }
    ) { (file) async throws -> TripSummary in
        let batch = TripBatch(TripOptions(), source: GreatCircleLegs())
        return try await batch.run(stops: file.path, outputs: ["/dev/null"], rejects: "/dev/null")
    } check: { _, summary in
        summary.rejected == count
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

/// A line to and fro over the equator, each time a little less far.
private func shrinkingZigzag(_ count: Int) -> [Coordinate] {
    (0..<count).compactMap { i in
        let height = 1 - Double(i) / Double(count)
        return try? Coordinate(latitude: i % 2 == 0 ? height : -height, longitude: Double(i) * 1e-6)
    }
}
