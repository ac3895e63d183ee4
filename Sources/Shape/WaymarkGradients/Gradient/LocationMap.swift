import WaymarkC
import WaymarkGeodesy
import WaymarkText

/// Converts locations along a line from one measure to another.
///
/// Vertices have known locations by both. Between two vertices the line is straight on the Web Mercator plane, a rhumb
/// line, along which the ground length is proportional to latitude: a place half-way in latitude is half-way on the
/// ground.
package struct LocationMap {
    /// The locations of the vertices by the known and by the wanted measure; neither decreases.
    let known: [Double]
    let wanted: [Double]
    let measure: LineMeasure
    private let vertices: [Coordinate]

    /// - Parameters:
    ///   - vertices: The vertices of the line.
    ///   - measure: The wanted measure; the other one is known.
    ///   - locations: Returns the locations of the vertices by a measure.
    package init(_ vertices: [Coordinate], to measure: LineMeasure, locations: (LineMeasure) -> [Double]) {
        self.vertices = vertices
        self.measure = measure
        known = locations(measure == .greatCircle ? .webMercator : .greatCircle)
        wanted = locations(measure)
    }

    func segment(_ vertex: Int) -> Segment {
        Segment(from: vertices[vertex], to: vertices[vertex + 1], isOntoPlane: measure == .webMercator)
    }

    /// The location of a place between a vertex and the next, given its share of the known length between them.
    func location(_ share: Double, in segment: Segment, behind vertex: Int) -> Double {
        let (start, end) = (wanted[vertex], wanted[vertex + 1])
        return min(end, start + (end - start) * segment.wanted(share))
    }

    /// The converted location; of several places at one known location, the first or the last.
    ///
    /// - Complexity: O(log *n*).
    func location(of location: Double, isFirst: Bool) -> Double {
        // Nothing lies before the start or after the end.
        if location <= 0 || known.count < 2 { return location }
        if location >= 1 { return 1 }
        let low = known.partitioningIndex { isFirst ? $0 >= location : $0 > location }
        let start = low - 1
        guard start >= 0, low < known.count else { return start < 0 ? 0 : 1 }
        let share = (location - known[start]) / (known[low] - known[start])
        return self.location(share, in: segment(start), behind: start)
    }

    /// The step from one vertex to the next.
    struct Segment {
        private let isOntoPlane: Bool
        /// Latitudes in radians and their heights on the plane, limited to its edge.
        private let latitude: (start: Double, end: Double)
        private let height: (start: Double, end: Double)
        /// Whether the latitude changes by less than a metre, so that both measures are proportional.
        private let isLevel: Bool

        init(from start: Coordinate, to end: Coordinate, isOntoPlane: Bool) {
            self.isOntoPlane = isOntoPlane
            height = (2 * .pi * WebMercator(start).y, 2 * .pi * WebMercator(end).y)
            latitude = (Self.latitude(height.start), Self.latitude(height.end))
            isLevel = abs(latitude.end - latitude.start) < 1e-7
        }

        private static func latitude(_ height: Double) -> Double { atan(sinh(height)) }
        private static func height(_ latitude: Double) -> Double { asinh(tan(latitude)) }

        /// The share of the wanted length at a share of the known one.
        func wanted(_ share: Double) -> Double {
            if isLevel || share <= 0 || share >= 1 { return share }
            func at(_ share: Double, _ ends: (start: Double, end: Double)) -> Double {
                ends.start + (ends.end - ends.start) * share
            }
            func part(of value: Double, _ ends: (start: Double, end: Double)) -> Double {
                (value - ends.start) / (ends.end - ends.start)
            }
            let there =
                isOntoPlane
                ? part(of: Self.height(at(share, latitude)), height)
                : part(of: Self.latitude(at(share, height)), latitude)
            return max(0, min(1, there))
        }

        /// An upper bound of the deviation from proportionality between two known shares, relative to the distance
        /// between them.
        ///
        /// The error of a straight line is at most an eighth of the square of its length times the second derivative: of
        /// the latitude by the height -sin φ cos φ, of the height by the latitude tan φ / cos φ.
        func unevenness(from start: Double, to end: Double) -> Double {
            // There is nothing between the two colours of a hard border.
            if isLevel || end <= start { return 0 }
            func part(_ ends: (start: Double, end: Double), _ share: Double) -> Double {
                abs(ends.end - ends.start) * share
            }
            let (known, wanted) = (end - start, self.wanted(end) - self.wanted(start))
            if isOntoPlane {
                let (climb, rise) = (part(latitude, known), part(height, wanted))
                return climb > 0 ? rise * rise * 0.5 / (8 * climb) : 0
            }
            let (climb, rise) = (part(latitude, wanted), part(height, known))
            let farthest = max(abs(latitude.start), abs(latitude.end))
            return rise > 0 ? climb * climb * (tan(farthest) / cos(farthest)) / (8 * rise) : 0
        }
    }
}
