public import WaymarkGeodesy

/// A line of great-circle segments through places, in order.
///
/// Any number of places, including none and one; places may repeat. Segments are the shorter arcs, so a line over the
/// antimeridian or a pole needs no special care.
public struct Polyline: Hashable, Sendable {
    /// The line's vertices.
    public let coordinates: [Coordinate]

    /// The line through `coordinates`.
    public init(_ coordinates: [Coordinate]) {
        self.coordinates = coordinates
    }

    /// Returns the great-circle length of the line; zero below two vertices.
    ///
    /// - Complexity: O(*n*).
    public func length(on sphere: Sphere = .earth) -> Meters {
        Meters(offsets(on: sphere).last ?? 0)
    }

    /// Metres from the start to each vertex; rounding errors do not accumulate.
    package func offsets(on sphere: Sphere) -> [Double] {
        let places = coordinates.map { UnitVector($0) }
        return offsets(zip(places, places.dropFirst()).map { sphere.distance(from: $0, to: $1).value })
    }

    /// Sums of lengths from the start to each vertex, given those from each vertex to the next.
    package func offsets(_ lengths: [Double]) -> [Double] {
        if coordinates.isEmpty { return [] }
        var sum = KahanSum()
        return [0] + lengths.map { sum.add($0) }
    }

    /// The first, the last and the requested vertices, ascending and without repeats.
    func fixedVertices(_ kept: [Int]) -> [Int] {
        precondition(
            kept.allSatisfy(coordinates.indices.contains), "a kept vertex is none of the line's")
        guard !coordinates.isEmpty else { return [] }
        var fixed: [Int] = []
        for vertex in (kept + [0, coordinates.count - 1]).sorted() where vertex != fixed.last { fixed.append(vertex) }
        return fixed
    }
}
