package import WaymarkGeodesy
import WaymarkPolylines

/// Closely consecutive pieces of a track, as one line.
package struct TrackLine: Sendable {
    /// A place on the line: at a vertex, or at a fraction between it and the next.
    package struct Position: Hashable, Sendable {
        package let vertex: Int
        /// 0 to below 1; 0 at the last vertex.
        package let fraction: Double
        /// Metres along the line.
        package let along: Double
        /// Distance from the searched place, in metres.
        package let off: Double

        package init(vertex: Int, fraction: Double, along: Double, off: Double) {
            self.vertex = vertex
            self.fraction = fraction
            self.along = along
            self.off = off
        }
    }

    let points: [TrackPoint]
    private let vectors: [UnitVector]
    /// Metres from the first vertex to each.
    let offsets: [Double]
    /// The vertices of each piece recorded without a break; between pieces the line is a guess.
    private let pieces: [Range<Int>]

    private init(_ segments: [[TrackPoint]]) {
        points = segments.flatMap { $0 }
        vectors = points.map { UnitVector($0.coordinate) }
        var pieces: [Range<Int>] = []
        for segment in segments {
            let start = pieces.last?.upperBound ?? 0
            pieces.append(start..<start + segment.count)
        }
        self.pieces = pieces
        offsets = Polyline(points.map(\.coordinate)).offsets(on: .earth)
    }

    /// Joins pieces, in order, across gaps of at most `gap`.
    package static func lines(of segments: [[TrackPoint]], gap: Meters) -> [TrackLine] {
        var lines: [[[TrackPoint]]] = []
        for segment in segments where !segment.isEmpty {
            if let last = lines.last?.last?.last,
                Sphere.earth.distance(from: last.coordinate, to: segment[0].coordinate) <= gap
            {
                lines[lines.count - 1].append(segment)
            } else {
                lines.append([segment])
            }
        }
        return lines.map { TrackLine($0) }
    }

    /// The nearest position of each pass of the recorded line within a distance of a place, in order.
    ///
    /// A pass lasts until the line leaves the circle of that radius.
    ///
    /// - Complexity: O(*n*).
    package func passes(of place: Coordinate, within limit: Double) -> [Position] {
        let vector = UnitVector(place)
        var passes: [Position] = []
        for piece in pieces {
            var nearest: Position?
            var distance = Sphere.earth.distance(from: vector, to: vectors[piece.lowerBound]).value
            if distance <= limit { nearest = position(piece.lowerBound, 0, off: distance) }
            for vertex in piece.dropLast() {
                let next = Sphere.earth.distance(from: vector, to: vectors[vertex + 1]).value
                // By the triangle inequality, no place on this piece is nearer.
                if (distance + next - (offsets[vertex + 1] - offsets[vertex])) / 2 <= limit + 0.001 {
                    let foot = Sphere.earth.nearestPoint(
                        to: place, onSegmentFrom: points[vertex].coordinate, to: points[vertex + 1].coordinate)
                    if foot.distance.value <= limit, foot.distance.value < nearest?.off ?? .infinity {
                        nearest = position(vertex, foot.fraction, off: foot.distance.value)
                    }
                }
                distance = next
                if distance > limit, let pass = nearest {
                    passes.append(pass)
                    nearest = nil
                }
            }
            if let nearest { passes.append(nearest) }
        }
        return passes
    }

    private func position(_ vertex: Int, _ fraction: Double, off: Double) -> Position {
        guard fraction < 1 else {
            return Position(vertex: vertex + 1, fraction: 0, along: offsets[vertex + 1], off: off)
        }
        let length = fraction > 0 ? offsets[vertex + 1] - offsets[vertex] : 0
        return Position(vertex: vertex, fraction: fraction, along: offsets[vertex] + fraction * length, off: off)
    }

    /// The values at a position, interpolated between two vertices.
    package func point(at position: Position) -> TrackPoint {
        let a = points[position.vertex]
        guard position.fraction > 0 else { return a }
        let (b, fraction) = (points[position.vertex + 1], position.fraction)
        func between(_ a: Double?, _ b: Double?) -> Double? {
            guard let a, let b else { return nil }
            return a + (b - a) * fraction
        }
        return TrackPoint(
            Sphere.earth.interpolate(from: a.coordinate, to: b.coordinate, fraction: fraction),
            elevation: between(a.elevation?.value, b.elevation?.value).map { Meters($0) },
            time: between(0, a.time.flatMap { b.time?.timeIntervalSince($0) }).flatMap {
                a.time?.addingTimeInterval($0)
            },
            speed: between(a.speed, b.speed))
    }

    /// The line from one position to a later or equal one, with the distance along the line of each point. In the middle of a
    /// gap between pieces is a point without values, so that none is guessed there.
    func part(from start: Position, to end: Position) -> (points: [TrackPoint], offsets: [Double]) {
        var (points, offsets) = ([point(at: start)], [start.along])
        guard start.along < end.along || start.vertex < end.vertex else { return (points, offsets) }
        let last = end.fraction > 0 ? end.vertex : end.vertex - 1
        var next = start.vertex + 1
        for piece in pieces.dropFirst() where piece.lowerBound > start.vertex && piece.lowerBound <= end.vertex {
            points += self.points[next..<piece.lowerBound]
            offsets += self.offsets[next..<piece.lowerBound]
            next = piece.lowerBound
            let (a, b) = (next - 1, next)
            guard self.offsets[a] < self.offsets[b] else { continue }
            points.append(
                TrackPoint(
                    Sphere.earth.interpolate(
                        from: self.points[a].coordinate, to: self.points[b].coordinate, fraction: 0.5)))
            offsets.append((self.offsets[a] + self.offsets[b]) / 2)
        }
        if next <= last {
            points += self.points[next...last]
            offsets += self.offsets[next...last]
        }
        points.append(point(at: end))
        offsets.append(end.along)
        return (points, offsets)
    }
}
