import WaymarkBatch
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTables
import WaymarkText

extension Fuzzer {
    /// `LineFile`: lines of CSV, GeoJSON and GPX; what is written in each of them reads back.
    static let lines = Fuzzer("lines", maxLength: 2048) { bytes in
        guard let file = try read({ try LineFile(bytes, name: "fuzz") }) else { return }
        try require(!file.lines.isEmpty, "a file has lines")
        for line in file.lines {
            try require(!line.coordinates.isEmpty, "a line has vertices")
            try require(
                line.columns.allSatisfy { $0.values.count == line.coordinates.count }, "a value for each vertex")
        }
        for format in LineFormat.allCases {
            let text = ContiguousArray(format.text(of: file).utf8)
            let again = try LineFile(text, name: "written as \(format)")
            // GeoJSON is for drawing: cut at 180°, without repeated vertices, and with at least two.
            if format == .geojson { continue }
            try require(
                again.lines.map(\.coordinates.count) == file.lines.map(\.coordinates.count),
                "as many vertices in \(format)")
            let places = zip(again.lines.flatMap(\.coordinates), file.lines.flatMap(\.coordinates))
            try require(
                places.allSatisfy { Sphere.earth.distance(from: $0, to: $1) < Meters(0.02) }, "the places in \(format)")
        }
    }

    /// `GPXDocument`, with its XML: what is written reads back.
    static let gpx = Fuzzer("gpx", maxLength: 2048) { bytes in
        guard let document = try read({ try GPXDocument(Array(bytes)) }) else { return }
        let again = try GPXDocument(Array(text(of: document).utf8))
        try require(again == document, "what is written reads back")
    }

    /// `EncodedPolyline`: equals the algorithm, and what is written reads back.
    static let polylines = Fuzzer("polylines") { input in
        let (choice, bytes) = split(input)
        let precision = Int(choice & 7)
        let line = try read { try EncodedPolyline.decode(bytes.span, precision: precision) }
        // Numbers of more than 60 bits are not coordinates, and the published algorithm does not define them.
        if bytes.split(whereSeparator: { $0 < 95 }).contains(where: { $0.count >= 12 }) { return }
        let plain = plainPolyline(bytes, precision: precision)
        try require((line == nil) == (plain == nil), "a line where the algorithm sees one")
        guard let line, let plain else { return }
        try require(line.count == plain.count, "as many vertices as the algorithm sees")
        let scale = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7][precision]
        for (place, units) in zip(line, plain) {
            try require(
                place.latitude == Double(units.latitude) / scale && place.longitude == Double(units.longitude) / scale
                    || abs(units.longitude) == Int(180 * scale),
                "the places that the algorithm sees")
        }
        let text = EncodedPolyline.encode(line, precision: precision)
        try require(try EncodedPolyline.decode(text, precision: precision) == line, "what is written reads back")
    }

    /// `FlexiblePolyline`: what is written reads back.
    static let flexiblePolylines = Fuzzer("flexible-polylines") { bytes in
        guard let line = try read({ try FlexiblePolyline(decoding: bytes.span) }) else { return }
        try require(
            line.thirdDimension.map { $0.values.count == line.coordinates.count } ?? true, "a value for each vertex")
        // A third value may be too large to be written.
        guard let text = try read({ try line.encoded() }) else { return }
        let again = try FlexiblePolyline(decoding: text).coordinates
        // From 14 decimals on, a double cannot represent all units of a longitude.
        let isSame =
            line.precision < 14
            ? again == line.coordinates
            : again.count == line.coordinates.count
                && zip(again, line.coordinates).allSatisfy {
                    abs($0.latitude - $1.latitude) < 1e-12 && abs($0.longitude - $1.longitude) < 1e-12
                }
        try require(isSame, "what is written reads back")
    }

    /// `GradientLine`: what is written reads back.
    static let gradientLines = Fuzzer("gradient-lines") { bytes in
        guard let line = try read({ try GradientLine(decoding: bytes.span) }) else { return }
        let locations = line.stops.locations
        try require(
            locations.first == 0 && locations.last == 1
                && zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 },
            "locations ascend from 0 to 1")
        try require(try GradientLine(decoding: line.encoded()) == line, "what is written reads back")
    }

    /// The published algorithm, in units of the last decimal; nil for an invalid line.
    private static func plainPolyline(
        _ bytes: ContiguousArray<UInt8>, precision: Int
    ) -> [(latitude: Int, longitude: Int)]? {
        let scale = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000][precision]
        var numbers: [Int] = []
        var (value, shift, isOpen) = (UInt64(0), 0, false)
        for byte in bytes {
            guard (63...126).contains(byte) else { return nil }
            let chunk = UInt64(byte - 63)
            value |= (chunk & 31) << UInt64(shift)
            shift += 5
            isOpen = chunk >= 32
            if !isOpen {
                numbers.append(value & 1 == 0 ? Int(value >> 1) : -Int(value >> 1) - 1)
                (value, shift) = (0, 0)
            }
        }
        guard !isOpen, numbers.count % 2 == 0 else { return nil }
        var places: [(latitude: Int, longitude: Int)] = []
        var (latitude, longitude) = (0, 0)
        for i in stride(from: 0, to: numbers.count, by: 2) {
            let (north, isTooFar) = latitude.addingReportingOverflow(numbers[i])
            let (east, isTooFarEast) = longitude.addingReportingOverflow(numbers[i + 1])
            guard !isTooFar, !isTooFarEast, abs(Double(north)) <= Double(90 * scale),
                abs(Double(east)) <= Double(180 * scale)
            else { return nil }
            (latitude, longitude) = (north, east)
            places.append((north, east))
        }
        return places
    }

    private static func text(of document: GPXDocument) -> String {
        func element(_ name: String, _ text: String?) -> String {
            text.map { "<\(name)>\(XMLText.escaped($0))</\(name)>" } ?? ""
        }
        func point(_ point: TrackPoint, _ name: String) -> String {
            let (latitude, longitude) = (point.coordinate.latitude, point.coordinate.longitude)
            return "<\(name) lat=\"\(NumberText.shortest(latitude))\" lon=\"\(NumberText.shortest(longitude))\">"
                + element("ele", point.elevation.map { NumberText.shortest($0.value) })
                + element("time", point.time.flatMap { time(seconds: $0.timeIntervalSince1970) })
                + element("name", point.name)
                + element("speed", point.speed.map { NumberText.shortest($0) }) + "</\(name)>"
        }
        return
            "<?xml version=\"1.0\"?><gpx version=\"1.0\" creator=\"fuzz\" xmlns=\"http://www.topografix.com/GPX/1/0\">"
            + element("name", document.name)
            + document.waypoints.map { point($0, "wpt") }.joined()
            + document.routes.map { route in
                "<rte>" + element("name", route.name) + route.points.map { point($0, "rtept") }.joined() + "</rte>"
            }.joined()
            + document.tracks.map { track in
                "<trk>" + element("name", track.name)
                    + track.segments.map { segment in
                        "<trkseg>" + segment.map { point($0, "trkpt") }.joined() + "</trkseg>"
                    }.joined() + "</trk>"
            }.joined() + "</gpx>"
    }
}
