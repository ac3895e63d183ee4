public import WaymarkGeodesy
public import WaymarkGradients

/// A piece of a leg that is drawn in one colour.
public struct LegPiece: Hashable, Sendable {
    /// The leg of the piece.
    public let leg: Int
    /// Its vertices, at least two; the first is the last of the previous piece on the same leg.
    public let coordinates: [Coordinate]
    /// Its range, in fractions of the route's length as drawn.
    public let locations: ClosedRange<Double>
    /// Its colour.
    public let color: RGBColor
    /// Whether its values are unknown.
    public let isMissing: Bool
}

/// A place along a route where legs are missing.
public struct RouteGap: Hashable, Sendable {
    /// The missing legs, which are consecutive.
    public let legs: ClosedRange<Int>
    /// Their location: a fraction of the route's length as drawn, which does not include them.
    public let location: Double
}

extension RouteLine {
    /// Returns the found legs cut into pieces of one colour each.
    ///
    /// - Parameter bands: The colours along the route: those of ``Route/gradient(by:measuredOn:scale:missing:)``. If
    ///   they are measured on Web Mercator, they are converted.
    /// - Returns: The pieces in order, at least one for each found leg; a leg of length zero is one piece.
    /// - Complexity: O(*n* + *m*) for *m* bands.
    public func pieces(_ bands: ColorBands) -> [LegPiece] {
        if bands.measure != .greatCircle { return pieces(bands.measured(by: locationMap(to: .greatCircle))) }
        var pieces: [LegPiece] = []
        var next = 0
        for found in foundLegs {
            let (start, end) = (offsets[found.vertices.lowerBound], offsets[found.vertices.upperBound - 1])
            // The last band that begins before the leg; of a route without length the first.
            while next + 1 < bands.bands.count, bands.bands[next + 1].locations.lowerBound * length.value <= start {
                next += 1
            }
            var vertex = found.vertices.lowerBound
            var (place, from) = (vertices[vertex], start)
            vertex += 1
            for band in bands.bands[next...] {
                let to = min(end, band.locations.upperBound * length.value)
                // Any rest after the last band is rounding.
                let isLast = to >= end || band.locations.upperBound == 1
                guard to > from || isLast else { continue }
                var line = [place]
                while vertex < found.vertices.upperBound, isLast || offsets[vertex] < to {
                    line.append(vertices[vertex])
                    vertex += 1
                }
                if !isLast {
                    let (before, after) = (offsets[vertex - 1], offsets[vertex])
                    line.append(
                        Sphere.earth.interpolate(
                            from: vertices[vertex - 1], to: vertices[vertex], fraction: (to - before) / (after - before)
                        ))
                } else if line.count == 1 {
                    line.append(place)
                }
                place = line[line.count - 1]
                let locations =
                    length > .zero
                    ? min(1, from / length.value)...min(1, max(from, isLast ? end : to) / length.value) : 0...0
                pieces.append(
                    LegPiece(
                        leg: found.leg, coordinates: line, locations: locations, color: band.color,
                        isMissing: band.isMissing))
                if isLast { break }
                from = to
            }
        }
        return pieces
    }

    /// The locations of missing legs, in order: there a gradient along the route jumps from one place to another.
    ///
    /// - Complexity: O(*n*) in the legs.
    public var gaps: [RouteGap] {
        var found = 0
        return LegRuns.runs(of: missingLegs, atMost: .max).map { legs in
            while found < foundLegs.count, foundLegs[found].leg < legs.lowerBound { found += 1 }
            let offset = found < foundLegs.count ? offsets[foundLegs[found].vertices.lowerBound] : length.value
            let location = length > .zero ? min(1, offset / length.value) : 0
            return RouteGap(legs: ClosedRange(legs), location: location)
        }
    }
}
