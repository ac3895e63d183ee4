public import WaymarkGeodesy

/// A line of great-circle segments through places, in order.
///
/// Any number of places, none and one too; the same place may come again. Segments are the shorter arcs, so that a line
/// over the antimeridian or a pole needs no care.
public struct Polyline: Hashable, Sendable {
    /// The line's vertices.
    public let coordinates: [Coordinate]

    /// The line through `coordinates`.
    public init(_ coordinates: [Coordinate]) {
        self.coordinates = coordinates
    }

    /// Returns the length of the line, great-circle; zero below two vertices.
    ///
    /// - Complexity: O(*n*).
    public func length(on sphere: Sphere = .earth) -> Meters {
        Meters(offsets(on: sphere).last ?? 0)
    }

    /// Metres from the start to each vertex; the rounding of the sums does not build up.
    package func offsets(on sphere: Sphere) -> [Double] {
        guard var previous = coordinates.first.map({ UnitVector($0) }) else { return [] }
        var offsets: [Double] = [0]
        offsets.reserveCapacity(coordinates.count)
        var sum = KahanSum()
        for coordinate in coordinates.dropFirst() {
            let next = UnitVector(coordinate)
            sum.add(sphere.distance(from: previous, to: next).value)
            offsets.append(sum.value)
            previous = next
        }
        return offsets
    }

    /// The first, the last and the asked-for vertices, ascending and each once.
    func fixedVertices(_ kept: [Int]) -> [Int] {
        precondition(
            kept.allSatisfy(coordinates.indices.contains), "only vertices of the line can be kept")
        guard !coordinates.isEmpty else { return [] }
        var fixed: [Int] = []
        for vertex in (kept + [0, coordinates.count - 1]).sorted() where vertex != fixed.last { fixed.append(vertex) }
        return fixed
    }
}
