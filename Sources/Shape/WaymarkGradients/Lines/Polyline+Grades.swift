public import WaymarkGeodesy
public import WaymarkPolylines

extension Polyline {
    /// Returns the grade at each vertex: rise over run, 0.05 for a climb of 5 m in 100 m.
    ///
    /// Smoothed against noise of recorded heights: it is the mean height over half of `length` ahead, minus that over
    /// half of it behind, divided by the distance between the two middles. Near the ends the window is moved inwards,
    /// and on a line shorter than `length` it is the whole line. On a constant grade the result is that grade,
    /// regardless of the spacing of vertices.
    ///
    /// - Parameters:
    ///   - elevations: The height of each vertex; nil if unknown. Heights are interpolated between known ones.
    ///   - length: Length along the ground over which heights are compared.
    ///   - sphere: The sphere for distances.
    /// - Returns: A grade for each vertex with a known height; nil for the others, for all if known heights are less
    ///   than a metre apart along the line, and if heights are too large for sums.
    /// - Precondition: There is an elevation for each vertex; `length` is finite and above zero.
    /// - Complexity: O(*n*).
    public func grades(
        elevations: [Meters?], over length: Meters = Meters(100), on sphere: Sphere = .earth
    ) -> [Double?] {
        precondition(
            elevations.count == coordinates.count, "\(elevations.count) elevations for \(coordinates.count) vertices")
        precondition(
            length.value.isFinite && length > .zero, "the length of grades is not finite and above 0: \(length.value)")
        let offsets = offsets(on: sphere)
        let known = elevations.indices.filter { elevations[$0]?.value.isFinite ?? false }
        var grades = [Double?](repeating: nil, count: elevations.count)
        guard let first = known.first, let last = known.last, offsets[last] - offsets[first] >= 1 else { return grades }
        let profile = HeightProfile(
            offsets: known.map { offsets[$0] }, heights: known.map { elevations[$0]!.value - elevations[first]!.value })
        let half = min(length.value, offsets[last] - offsets[first]) / 2
        var (behind, at, ahead) = (0, 0, 0)
        for vertex in known {
            let middle = max(offsets[first] + half, min(offsets[last] - half, offsets[vertex]))
            let sums = (
                profile.sum(to: middle - half, near: &behind), profile.sum(to: middle, near: &at),
                profile.sum(to: middle + half, near: &ahead)
            )
            let grade = ((sums.2 - sums.1) - (sums.1 - sums.0)) / (half * half)
            if grade.isFinite { grades[vertex] = grade }
        }
        return grades
    }

    /// Returns the speed at each vertex, in metres per second: the distance from an earlier vertex to a later one,
    /// divided by the time between them.
    ///
    /// The two vertices are at least half of `time` before and after, if there are such, to smooth the noise of
    /// recorded places.
    ///
    /// - Parameters:
    ///   - times: The time of passing each vertex, since any moment; nil if unknown.
    ///   - time: The minimum time between the two vertices.
    ///   - sphere: The sphere for distances.
    /// - Returns: A speed for each vertex with a known time; nil for the others, and if time does not advance.
    /// - Precondition: There is a time for each vertex; `time` is not negative.
    /// - Complexity: O(*n*).
    public func speeds(
        times: [Duration?], over time: Duration = .seconds(10), on sphere: Sphere = .earth
    ) -> [Double?] {
        precondition(times.count == coordinates.count, "\(times.count) times for \(coordinates.count) vertices")
        precondition(time >= .zero, "the time of speeds is negative: \(time)")
        let offsets = offsets(on: sphere)
        let known = times.indices.filter { times[$0] != nil }
        var speeds = [Double?](repeating: nil, count: times.count)
        guard let start = known.first.flatMap({ times[$0] }), known.count > 1 else { return speeds }
        let seconds = known.map { (times[$0]! - start) / .seconds(1) }
        let half = time / .seconds(1) / 2
        var (before, behind) = (0, 1)
        for (i, vertex) in known.enumerated() {
            while before + 1 < i, seconds[before + 1] <= seconds[i] - half { before += 1 }
            while behind < known.count - 1, behind <= i || seconds[behind] < seconds[i] + half { behind += 1 }
            let took = seconds[behind] - seconds[before]
            if took > 0 { speeds[vertex] = (offsets[known[behind]] - offsets[known[before]]) / took }
        }
        return speeds
    }
}

/// Heights along a line, and the area under them from the start.
private struct HeightProfile {
    private let offsets: [Double]
    private let heights: [Double]
    private let sums: [Double]

    init(offsets: [Double], heights: [Double]) {
        self.offsets = offsets
        self.heights = heights
        var sums = [0.0]
        sums.reserveCapacity(offsets.count)
        for i in 1..<offsets.count {
            sums.append(sums[i - 1] + (offsets[i] - offsets[i - 1]) * (heights[i - 1] + heights[i]) / 2)
        }
        self.sums = sums
    }

    /// The sum up to an offset, which must not be before the last one used with `guess`.
    func sum(to offset: Double, near guess: inout Int) -> Double {
        while guess < offsets.count - 2, offsets[guess + 1] < offset { guess += 1 }
        let (start, end) = (offsets[guess], offsets[guess + 1])
        guard end > start else { return sums[guess] }
        let fraction = max(0, min(1, (offset - start) / (end - start)))
        let height = heights[guess] + (heights[guess + 1] - heights[guess]) * fraction
        return sums[guess] + fraction * (end - start) * (heights[guess] + height) / 2
    }
}
