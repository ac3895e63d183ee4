public import WaymarkGeodesy
public import WaymarkPolylines

/// A piece of a line that is drawn in one colour.
public struct LinePiece: Hashable, Sendable {
    /// Its vertices, at least two; the first is the last of the previous piece.
    public let coordinates: [Coordinate]
    /// Its colour, its range along the line on the ground, and whether its values are unknown.
    public let band: ColorBands.Band
}

extension Polyline {
    /// Returns the line cut into pieces of one colour each.
    ///
    /// - Parameter bands: The colours along the line. Those measured on Web Mercator are converted, since the ranges of
    ///   pieces are on the ground.
    /// - Returns: A piece for each band; the pieces of a line of one vertex repeat it; an empty line has no pieces.
    /// - Complexity: O(*n* + *m*) for *m* bands.
    public func pieces(_ bands: ColorBands) -> [LinePiece] {
        if bands.measure != .greatCircle {
            return pieces(bands.measured(by: LocationMap(coordinates, to: .greatCircle, locations: locations)))
        }
        guard let only = coordinates.first else { return [] }
        guard coordinates.count > 1 else {
            return bands.bands.map { LinePiece(coordinates: [only, only], band: $0) }
        }
        let locations = locations()
        // The next vertex, and the current place.
        var (next, place) = (1, only)
        var pieces: [LinePiece] = []
        pieces.reserveCapacity(bands.bands.count)
        for band in bands.bands {
            let end = band.locations.upperBound
            var piece = [place]
            while next < locations.count, locations[next] < end || end == 1 {
                piece.append(coordinates[next])
                next += 1
            }
            if next < locations.count {
                let (before, behind) = (locations[next - 1], locations[next])
                if behind == end {
                    piece.append(coordinates[next])
                    next += 1
                } else {
                    piece.append(
                        Sphere.earth.interpolate(
                            from: coordinates[next - 1], to: coordinates[next],
                            fraction: (end - before) / (behind - before)))
                }
            }
            place = piece[piece.count - 1]
            pieces.append(LinePiece(coordinates: piece, band: band))
        }
        return pieces
    }
}
