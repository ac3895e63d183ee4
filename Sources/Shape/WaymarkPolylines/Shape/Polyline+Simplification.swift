public import WaymarkGeodesy

extension Polyline {
    /// The method of choosing the vertices to remove.
    public enum Simplification: String, CaseIterable, Sendable {
        /// Keeps the farthest vertices until every other vertex is within the tolerance of the segment that replaces
        /// it: a bound on distance.
        ///
        /// After 128 nested splits a range of vertices is halved instead of split at the farthest. The bound holds, and
        /// no line takes quadratic time; only contrived lines reach this depth.
        ///
        /// Source: Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
        case douglasPeucker = "douglas-peucker"

        /// Repeatedly removes the vertex that spans the smallest triangle with its two neighbours, while that triangle
        /// is not larger than the tolerance squared: a smoother line, without a bound on distance.
        ///
        /// The tip of an out-and-back line has no area: list it among the vertices to keep.
        ///
        /// Source: Visvalingam and Whyatt 1993, doi:10.1179/000870493786962263; the square as in JTS.
        case visvalingam
    }

    /// Returns the line with fewer vertices.
    ///
    /// - Parameters:
    ///   - tolerance: Length along the ground; zero removes only vertices exactly on the line. See ``Simplification``.
    ///   - stops: Positions of vertices to keep, in any order. The first and the last are always kept.
    ///   - method: The method of choosing vertices.
    ///   - sphere: The sphere for distances and areas.
    /// - Returns: A line through some of the vertices, in order: the same for the same input.
    /// - Precondition: `tolerance` is not negative and not NaN; `stops` are positions of vertices.
    /// - Complexity: O(*n* log *n*); memory O(*n*), no recursion.
    public func simplified(
        tolerance: Meters, keeping stops: [Int] = [], method: Simplification = .douglasPeucker,
        on sphere: Sphere = .earth
    ) -> Polyline {
        Polyline(
            verticesKept(tolerance: tolerance, keeping: stops, method: method, on: sphere).map { coordinates[$0] })
    }

    /// Returns the positions of the vertices that ``simplified(tolerance:keeping:method:on:)`` keeps, ascending.
    ///
    /// Use them to thin out other values of the vertices in the same way, and to find stops again.
    public func verticesKept(
        tolerance: Meters, keeping stops: [Int] = [], method: Simplification = .douglasPeucker,
        on sphere: Sphere = .earth
    ) -> [Int] {
        precondition(tolerance.value >= 0, "the tolerance is negative or not a number: \(tolerance.value)")
        let fixed = fixedVertices(stops)
        let points = ContiguousArray(coordinates.lazy.map { UnitVector($0) })
        // In radians.
        let angle = tolerance.value / sphere.radius.value
        let isKept =
            switch method {
            case .douglasPeucker: douglasPeucker(points.span, fixed: fixed, tolerance: angle)
            case .visvalingam: visvalingam(points.span, fixed: fixed, tolerance: angle)
            }
        return isKept.indices.filter { isKept[$0] }
    }
}

/// The maximum depth of splits at the farthest vertex; deeper ranges are halved.
private let deepestSplit = 128

/// Whether each vertex is kept. `fixed` is ascending, with the first and the last vertex; `tolerance` is in radians.
func douglasPeucker(_ points: Span<UnitVector>, fixed: [Int], tolerance: Double) -> [Bool] {
    var isKept = [Bool](repeating: false, count: points.count)
    for vertex in fixed { isKept[vertex] = true }
    let limit = chordSquared(angle: tolerance)
    var ranges = zip(fixed, fixed.dropFirst()).map { (first: $0, last: $1, depth: 0) }
    while let (first, last, depth) = ranges.popLast() {
        guard last - first > 1 else { continue }
        let arc = ArcChords(from: points[first], to: points[last])
        let farthest = arc.farthest(of: points.extracting(first + 1..<last))
        guard farthest.chordSquared > limit else { continue }
        let split = depth < deepestSplit ? first + 1 + farthest.index : first + (last - first) / 2
        isKept[split] = true
        ranges.append((split, last, depth + 1))
        ranges.append((first, split, depth + 1))
    }
    return isKept
}

/// The square of the chord of an angle in radians; infinite from half a turn on.
private func chordSquared(angle: Double) -> Double {
    guard angle < .pi else { return .infinity }
    let sine = sinCos(degrees: degrees(angle / 2)).sin
    return 4 * sine * sine
}

/// The shorter arc between two points, for the squares of chords from others to the nearest place on it.
struct ArcChords {
    private let start: UnitVector
    private let end: UnitVector
    private let normal: UnitVector
    /// Along the arc at its start, and at its end.
    private let ahead: UnitVector
    private let beyond: UnitVector

    init(from start: UnitVector, to end: UnitVector) {
        let arc = Arc(from: start, to: end)
        self.start = start
        self.end = end
        normal = arc.normal
        ahead = arc.normal.cross(start)
        beyond = arc.normal.cross(end)
    }

    /// The farthest point from the arc, the first one in ties, and its distance. There is at least one point.
    func farthest(of points: Span<UnitVector>) -> (index: Int, chordSquared: Double) {
        // The farthest point beside the arc, by its squared height over the arc's plane; and the farthest before the
        // start or after the end, by its squared chord to the nearer end.
        var beside = (index: 0, heightSquared: -1.0)
        var outside = (index: 0, chordSquared: -1.0)
        for i in points.indices {
            let point = points[i]
            // From the start, which lies in the plane: the product with a near point is precise.
            let fromStart = UnitVector(x: point.x - start.x, y: point.y - start.y, z: point.z - start.z)
            let fromEnd = UnitVector(x: point.x - end.x, y: point.y - end.y, z: point.z - end.z)
            if fromStart.dot(ahead) > 0 && fromEnd.dot(beyond) < 0 {
                let height = fromStart.dot(normal)
                if height * height > beside.heightSquared { beside = (i, height * height) }
            } else {
                let chordSquared = min(fromStart.dot(fromStart), fromEnd.dot(fromEnd))
                if chordSquared > outside.chordSquared { outside = (i, chordSquared) }
            }
        }
        guard beside.heightSquared >= 0 else { return outside }
        // 2 - 2 cos θ, where sin θ is the height, in a precise form.
        let besideChord = 2 * beside.heightSquared / (1 + max(0, 1 - beside.heightSquared).squareRoot())
        if besideChord == outside.chordSquared { return (min(beside.index, outside.index), besideChord) }
        return besideChord > outside.chordSquared ? (beside.index, besideChord) : outside
    }
}
