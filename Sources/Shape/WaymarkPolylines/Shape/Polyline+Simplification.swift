public import WaymarkGeodesy

extension Polyline {
    /// The method of choosing the vertices to remove.
    public enum Simplification: CaseIterable, Sendable {
        /// Keeps the farthest vertices until every other vertex is within the tolerance of the segment that replaces
        /// it: a bound on distance.
        ///
        /// After 128 nested splits a range of vertices is halved instead of split at the farthest. The bound holds, and
        /// no line takes quadratic time; only contrived lines reach this depth.
        ///
        /// Source: Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
        case douglasPeucker

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
