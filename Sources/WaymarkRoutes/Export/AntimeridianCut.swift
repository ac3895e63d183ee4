import WaymarkGeodesy

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif canImport(Darwin)
    import Darwin
#endif

/// A vertex of a flat map of longitudes -180 to 180: there, 180 and -180 are different places.
struct FlatPosition: Hashable {
    var latitude: Double
    var longitude: Double
}

/// Lines cut where a flat map ends (RFC 7946, 3.1.9).
enum AntimeridianCut {
    /// The pieces of a line, none of which crosses longitude 180; each ends there, where its great circle does, and the next
    /// begins on the other side.
    ///
    /// A line over a pole goes up one meridian, along the map's edge and down the other. At least one piece, unless there is
    /// no vertex; pieces of one vertex only where the line is one place.
    static func pieces(of line: [Coordinate]) -> [[FlatPosition]] {
        guard var previous = line.first else { return [] }
        var pieces: [[FlatPosition]] = []
        var piece = [FlatPosition(latitude: previous.latitude, longitude: previous.longitude)]
        func add(_ latitude: Double, _ longitude: Double) {
            let position = FlatPosition(latitude: latitude, longitude: longitude)
            if piece.last != position { piece.append(position) }
        }
        for next in line.dropFirst() {
            defer { previous = next }
            guard let here = piece.last?.longitude else { break }
            if abs(next.latitude) == 90 {
                add(next.latitude, here)
                continue
            }
            let step = (next.longitude - previous.longitude).remainder(dividingBy: 360)
            if abs(previous.latitude) == 90 || abs(step) == 180 {
                let arc = Arc(from: UnitVector(previous), to: UnitVector(next))
                // Along the meridians of the two.
                let pole = abs(previous.latitude) == 90 ? previous.latitude : arc.direction.z >= 0 ? 90.0 : -90.0
                add(pole, here)
                add(pole, next.longitude)
                add(next.latitude, next.longitude)
                continue
            }
            let unwrapped = here + step
            if abs(unwrapped) <= 180 {
                add(next.latitude, abs(unwrapped) == 180 ? unwrapped : next.longitude)
                continue
            }
            let edge = unwrapped > 0 ? 180.0 : -180.0
            let latitude = abs(here) == 180 ? previous.latitude : crossing(previous, next)
            add(latitude, edge)
            pieces.append(piece)
            piece = [FlatPosition(latitude: latitude, longitude: -edge)]
            add(next.latitude, next.longitude)
        }
        pieces.append(piece)
        let lines = pieces.filter { $0.count > 1 }
        return lines.isEmpty ? [pieces[0]] : lines
    }

    /// The latitude where the great circle between two places crosses longitude 180.
    private static func crossing(_ start: Coordinate, _ end: Coordinate) -> Double {
        let normal = Arc(from: UnitVector(start), to: UnitVector(end)).normal
        // Where its plane meets that of the meridian.
        let (x, z) = normal.z > 0 ? (-normal.z, normal.x) : (normal.z, -normal.x)
        return degrees(atan2(z, -x))
    }
}
