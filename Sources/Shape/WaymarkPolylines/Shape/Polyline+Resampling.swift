public import WaymarkGeodesy

/// A place on a line.
public struct PolylineSample: Hashable, Sendable {
    /// Its coordinate.
    public let coordinate: Coordinate
    /// Its distance from the start along the line.
    public let distance: Meters
    /// The vertex at this place; nil for a place between vertices, even if it coincides with a vertex.
    public let vertex: Int?
}

extension Polyline {
    /// Returns the line through places at equal distances along this one.
    ///
    /// The coordinates of ``samples(every:keeping:on:)``.
    public func resampled(every distance: Meters, keeping stops: [Int] = [], on sphere: Sphere = .earth) -> Polyline {
        Polyline(samples(every: distance, keeping: stops, on: sphere).map(\.coordinate))
    }

    /// Returns the places at `distance`, twice `distance`, and so on along the line, together with its ends.
    ///
    /// Distances are along this line, on great circles from its start, and rounding errors do not accumulate. The last
    /// step is the remainder. Stops are inserted without moving the other places. A place closer than a millionth of
    /// `distance` to a kept vertex is omitted.
    ///
    /// - Parameters:
    ///   - distance: Length along the ground.
    ///   - stops: Positions of vertices to keep, in any order. The first and the last are always kept.
    ///   - sphere: The sphere for distances.
    /// - Returns: Places in the order of the line; for at most one vertex, that vertex.
    /// - Precondition: `distance` is finite and above zero, and the line is shorter than 2³² times it; `stops` are
    ///   positions of vertices.
    /// - Complexity: O(*n* + *m*) for *m* places.
    public func samples(
        every distance: Meters, keeping stops: [Int] = [], on sphere: Sphere = .earth
    ) -> [PolylineSample] {
        let step = distance.value
        precondition(step.isFinite && step > 0, "the distance between samples is not finite and above 0: \(step)")
        let fixed = fixedVertices(stops)
        let offsets = offsets(on: sphere)
        guard let length = offsets.last else { return [] }
        precondition(length / step < 0x1p32, "too many samples")
        var samples: [PolylineSample] = []
        samples.reserveCapacity(Int(length / step) + fixed.count)
        let slack = step * 1e-6
        var steps = 1.0
        var segment = 0
        for (vertex, next) in zip(fixed, fixed.dropFirst()) {
            samples.append(sample(vertex, offsets))
            while steps * step <= offsets[vertex] + slack { steps += 1 }
            while steps * step < offsets[next] - slack {
                let along = steps * step
                while offsets[segment + 1] <= along { segment += 1 }
                let fraction = (along - offsets[segment]) / (offsets[segment + 1] - offsets[segment])
                let place = sphere.interpolate(
                    from: coordinates[segment], to: coordinates[segment + 1], fraction: fraction)
                samples.append(PolylineSample(coordinate: place, distance: Meters(along), vertex: nil))
                steps += 1
            }
        }
        samples.append(sample(fixed[fixed.count - 1], offsets))
        return samples
    }

    private func sample(_ vertex: Int, _ offsets: [Double]) -> PolylineSample {
        PolylineSample(coordinate: coordinates[vertex], distance: Meters(offsets[vertex]), vertex: vertex)
    }
}

/// A compensated sum of lengths, which never decreases.
///
/// For non-negative numbers it is correct to two roundings, for any count.
///
/// Source: Kahan 1965, doi:10.1145/363707.363723.
package struct KahanSum {
    /// The sum so far.
    package private(set) var value = 0.0
    private var lost = 0.0

    package init() {}

    /// Adds a non-negative number, and returns the sum.
    @discardableResult
    package mutating func add(_ number: Double) -> Double {
        let addend = number - lost
        let larger = max(value, value + addend)
        lost = (larger - value) - addend
        value = larger
        return value
    }
}
