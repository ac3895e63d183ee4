import Waymark

/// Made-up places, the same on every machine, and places to ask from.
package struct DataSet: Sendable {
    /// Where the places lie.
    package enum Kind: String, CaseIterable {
        /// 60 % in clusters round Korean cities, 40 % over the country.
        case korea
        /// All over the world, evenly.
        case world
    }

    package let places: [Coordinate]
    /// Places of the same kind: 512, unless more are asked for.
    package let queries: [Coordinate]

    package init(_ kind: Kind, _ count: Int, queries queryCount: Int = 512) {
        var random = Random(state: 1)
        places = (0..<count).map { _ in random.place(kind) }
        queries = (0..<queryCount).map { _ in random.place(kind) }
    }

    /// The places as attractions.
    package var catalog: AttractionCatalog {
        AttractionCatalog(
            places.enumerated().map { Attraction(id: "p\($0)", name: "place \($0)", coordinate: $1) })
    }

    /// The places as a CSV of stops.
    package var csv: ContiguousArray<UInt8> {
        var buffer = CSVBuffer()
        for name in ["id", "name", "latitude", "longitude"] { buffer.append(field: name) }
        buffer.endRecord()
        for (i, place) in places.enumerated() {
            buffer.append(integer: i)
            buffer.append(field: "place \(i)")
            buffer.append(shortest: place.latitude)
            buffer.append(shortest: place.longitude)
            buffer.endRecord()
        }
        return buffer.bytes
    }
}

/// A recorded line, made up, the same on every machine.
package struct Track: Sendable {
    /// About 10 m apart, with the bends of a road, from Seoul.
    package let places: [Coordinate]
    /// A value for each, as elevations or speeds are: it wanders.
    package let values: [Double?]
    /// A value for each that has nothing to do with the one before.
    package let noise: [Double?]

    package init(_ count: Int) {
        var random = Random(state: 2)
        var (bearing, value) = (150.0, 100.0)
        var place = random.place(.korea)
        var places: [Coordinate] = []
        var values: [Double?] = []
        for _ in 0..<count {
            places.append(place)
            values.append(value)
            bearing += 10 * random.normal()
            value += random.normal()
            place = Sphere.earth.destination(from: place, bearing: bearing, distance: Meters(5 + 10 * random.unit()))
        }
        (self.places, self.values) = (places, values)
        var noise = Random(state: 3)
        self.noise = (0..<count).map { _ in noise.unit() }
    }

    /// As a GPX file, a track of one segment with elevations.
    package var gpx: [UInt8] {
        var text =
            "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>\n"
        for (place, value) in zip(places, values) {
            text += "<trkpt lat=\"\(place.latitude)\" lon=\"\(place.longitude)\"><ele>\(value ?? 0)</ele></trkpt>\n"
        }
        return Array((text + "</trkseg></trk></gpx>\n").utf8)
    }
}

/// Regions of a made-up country: a chequerboard over Korea whose fields have wavy borders.
package struct Fields: Sendable {
    /// Fields a side, and vertices of a field's side.
    package static let (side, vertices) = (30, 16)

    /// The ring of each field, longitude first, without its last vertex.
    package let rings: [[(x: Double, y: Double)]]

    package init() { self.init(Array(0..<Self.side * Self.side)) }

    /// The dark fields alone, so that half of the country is in none.
    package static var dark: Fields {
        Fields((0..<side * side).filter { ($0 % side + $0 / side) % 2 == 0 })
    }

    private init(_ fields: [Int]) {
        func wave(_ t: Double) -> Double { 0.05 * (t * 2 * .pi * 3).sine }
        rings = fields.map { field in
            let (column, row) = (Double(field % Self.side), Double(field / Self.side))
            let steps = (0..<Self.vertices).map { Double($0) / Double(Self.vertices) }
            let ring =
                steps.map { (column + $0, row + wave($0)) } + steps.map { (column + 1 + wave($0), row + $0) }
                + steps.map { (column + 1 - $0, row + 1 + wave(1 - $0)) }
                + steps.map { (column + wave(1 - $0), row + 1 - $0) }
            return ring.map { (x: 124.5 + $0.0 * 6.5 / Double(Self.side), y: 33 + $0.1 * 5.7 / Double(Self.side)) }
        }
    }

    package var geoJSON: ContiguousArray<UInt8> {
        let features = rings.enumerated().map { i, ring in
            let points = (ring + [ring[0]]).map { "[\($0.x),\($0.y)]" }.joined(separator: ",")
            return """
                {"type":"Feature","properties":{"name":"field \(i)","code":"\(i)"},\
                "geometry":{"type":"Polygon","coordinates":[[\(points)]]}}
                """
        }
        return ContiguousArray(
            "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}".utf8)
    }
}

/// xorshift64* (Vigna 2016, doi:10.1145/2845077).
private struct Random {
    var state: UInt64

    mutating func unit() -> Double {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) * 0x1p-53
    }

    /// About normal: the sum of twelve uniform numbers, less six.
    mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }

    mutating func place(_ kind: DataSet.Kind) -> Coordinate {
        switch kind {
        case .world:
            let height = 2 * unit() - 1
            return place(Double.degrees(ofSine: height), 360 * unit() - 180)
        case .korea where unit() < 0.6:
            let city = Self.cities[Int(unit() * Double(Self.cities.count))]
            return place(city.0 + 0.1 * normal(), city.1 + 0.12 * normal())
        case .korea:
            return place(33 + 5.7 * unit(), 124.5 + 6.5 * unit())
        }
    }

    /// To seven decimals, as data are published.
    private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        guard let place = try? Coordinate(latitude: rounded(latitude), longitude: rounded(longitude)) else {
            preconditionFailure("every place made is on Earth")
        }
        return place
    }

    private static let cities = [
        (37.5665, 126.978), (35.1796, 129.0756), (35.8714, 128.6014), (37.4563, 126.7052), (35.1595, 126.8526),
        (36.3504, 127.3845), (35.5384, 129.3114), (33.4996, 126.5312), (37.8813, 127.7298), (35.8242, 127.148),
    ]
}
