import WaymarkC
import WaymarkGeodesy
import WaymarkText

/// A vertex of a flat map of longitudes -180 to 180: there, 180 and -180 are different places.
package struct FlatPosition: Hashable {
    package var latitude: Double
    package var longitude: Double
    /// In metres; nil if unknown.
    package var elevation: Double?
    /// In seconds; nil if unknown.
    package var time: Double?

    package init(latitude: Double, longitude: Double, elevation: Double? = nil, time: Double? = nil) {
        (self.latitude, self.longitude, self.elevation, self.time) = (latitude, longitude, elevation, time)
    }
}

/// Lines cut at the edge of a flat map (RFC 7946, 3.1.9).
package enum AntimeridianCut {
    /// The pieces of a line that do not cross longitude 180; a piece ends where its great circle crosses it, and the
    /// next begins on the other side.
    ///
    /// A line over a pole goes up one meridian, along the map's edge and down the other. There is at least one piece,
    /// unless there is no vertex; a piece has one vertex only if the line is a single place. An added place has the
    /// mean elevation and time of its neighbours.
    ///
    /// - Precondition: There are as many elevations and times as vertices.
    package static func pieces(
        of line: [Coordinate], elevations: [Double?]? = nil, times: [Double?]? = nil
    ) -> [[FlatPosition]] {
        precondition(
            [elevations, times].allSatisfy { $0.map { $0.count == line.count } ?? true },
            "there is not an elevation or a time for each of \(line.count) vertices")
        typealias Values = (elevation: Double?, time: Double?)
        func values(_ vertex: Int) -> Values { (elevations.flatMap { $0[vertex] }, times.flatMap { $0[vertex] }) }
        func mean(_ a: Double?, _ b: Double?) -> Double? { a.flatMap { a in b.map { a / 2 + $0 / 2 } } }
        guard var previous = line.first else { return [] }
        var before = values(0)
        var pieces: [[FlatPosition]] = []
        var piece: [FlatPosition] = []
        func add(_ latitude: Double, _ longitude: Double, _ values: Values) {
            let position = FlatPosition(
                latitude: latitude, longitude: longitude, elevation: values.elevation, time: values.time)
            if piece.last != position { piece.append(position) }
        }
        add(previous.latitude, previous.longitude, before)
        for (i, next) in line.enumerated().dropFirst() {
            let after = values(i)
            let between = (mean(before.elevation, after.elevation), mean(before.time, after.time))
            defer { (previous, before) = (next, after) }
            guard let here = piece.last?.longitude else { break }
            if abs(next.latitude) == 90 {
                add(next.latitude, here, after)
                continue
            }
            let step = (next.longitude - previous.longitude).remainder(dividingBy: 360)
            if abs(previous.latitude) == 90 || abs(step) == 180 {
                let arc = Arc(from: UnitVector(previous), to: UnitVector(next))
                // Along the meridians of the two.
                let isFromPole = abs(previous.latitude) == 90
                let pole = isFromPole ? previous.latitude : arc.direction.z >= 0 ? 90.0 : -90.0
                add(pole, here, isFromPole ? before : between)
                add(pole, next.longitude, isFromPole ? before : between)
                add(next.latitude, next.longitude, after)
                continue
            }
            let unwrapped = here + step
            if abs(unwrapped) <= 180 {
                add(next.latitude, abs(unwrapped) == 180 ? unwrapped : next.longitude, after)
                continue
            }
            let edge = unwrapped > 0 ? 180.0 : -180.0
            let isOnEdge = abs(here) == 180
            let latitude = isOnEdge ? previous.latitude : crossing(previous, next)
            let own = isOnEdge ? before : between
            add(latitude, edge, own)
            pieces.append(piece)
            piece = []
            add(latitude, -edge, own)
            add(next.latitude, next.longitude, after)
        }
        pieces.append(piece)
        let lines = pieces.filter { $0.count > 1 }
        return lines.isEmpty ? [pieces[0]] : lines
    }

    /// Whether a line surely needs no cut: it stays away from longitude 180 and the poles.
    ///
    /// - Complexity: O(*n*), without allocation.
    package static func isWhole(_ line: [Coordinate]) -> Bool {
        guard var before = line.first?.longitude else { return false }
        for place in line {
            // Slightly less than 180, as the ends of steps are rounded.
            guard abs(place.latitude) < 90, abs(place.longitude) < 179.9, abs(place.longitude - before) < 179.9 else {
                return false
            }
            before = place.longitude
        }
        return true
    }

    /// The latitude where the great circle between two places crosses longitude 180.
    private static func crossing(_ start: Coordinate, _ end: Coordinate) -> Double {
        let normal = Arc(from: UnitVector(start), to: UnitVector(end)).normal
        // The intersection of its plane with that of the meridian.
        let (x, z) = normal.z > 0 ? (-normal.z, normal.x) : (normal.z, -normal.x)
        return degrees(atan2(z, -x))
    }
}

extension GeoJSONGeometry {
    /// Appends a line, cut at the antimeridian; elevations are third numbers.
    ///
    /// - Precondition: There are as many elevations as vertices.
    /// - Complexity: O(*n*).
    package static func append(
        line: [Coordinate], elevations: [Double?]? = nil, to bytes: inout ContiguousArray<UInt8>
    ) {
        if elevations == nil, AntimeridianCut.isWhole(line) {
            append(lines: CollectionOfOne(line), to: &bytes) { ($0.longitude, $0.latitude, nil) }
        } else {
            let pieces = AntimeridianCut.pieces(of: line, elevations: elevations)
            append(lines: pieces, to: &bytes) { ($0.longitude, $0.latitude, $0.elevation) }
        }
    }
}
