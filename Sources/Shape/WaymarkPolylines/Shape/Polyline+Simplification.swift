public import WaymarkGeodesy

extension Polyline {
    /// How vertices are chosen that a simplified line can do without.
    public enum Simplification: CaseIterable, Sendable {
        /// Keeps what is farthest from the line until every other vertex is within the tolerance of the segment that
        /// replaces it: a promise about distance.
        ///
        /// A range of vertices that came about by 128 splits one within another is halved instead of being split where
        /// it is farthest. The promise holds, and no line takes quadratic time; only contrived lines come there.
        ///
        /// Source: Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
        case douglasPeucker

        /// Removes the vertex that spans the smallest triangle with its two neighbours, again and again, while that
        /// triangle is not larger than the tolerance squared: a smoother line, without a promise about distance.
        ///
        /// The tip of a way there and back has no area: name it among the vertices to keep.
        ///
        /// Source: Visvalingam and Whyatt 1993, doi:10.1179/000870493786962263; the square as in JTS.
        case visvalingam
    }

    /// Returns the line with fewer vertices.
    ///
    /// - Parameters:
    ///   - tolerance: Length along the ground; zero drops only what is exactly on the way. See ``Simplification``.
    ///   - stops: Positions of vertices that stay, in any order. The first and the last always stay.
    ///   - method: How vertices are chosen.
    ///   - sphere: Where distances and areas are measured.
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
    /// With them whatever else goes with each vertex can be thinned out likewise, and stops found again.
    public func verticesKept(
        tolerance: Meters, keeping stops: [Int] = [], method: Simplification = .douglasPeucker,
        on sphere: Sphere = .earth
    ) -> [Int] {
        precondition(tolerance.value >= 0, "a tolerance is not negative")
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
