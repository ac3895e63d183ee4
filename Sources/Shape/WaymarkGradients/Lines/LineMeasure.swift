import WaymarkC
import WaymarkGeodesy
public import WaymarkPolylines

/// The surface on which fractions of a line's length are measured.
///
/// MapLibre's and Mapbox's `line-progress` is a fraction of the length on the Web Mercator plane: on a line that
/// changes latitude, ground lengths would put colours in the wrong places.
public enum LineMeasure: String, Hashable, Sendable, CaseIterable {
    /// Great circles on the Earth, as everywhere in Waymark.
    case greatCircle
    /// Straight lines on the Web Mercator plane. Latitudes are limited to 85.05° north and south, where maps end;
    /// between two vertices the line goes the shorter way round, also over the antimeridian.
    case webMercator
}

extension Polyline {
    /// Returns the location of each vertex as a fraction of the line's length: the first 0, the last 1, never
    /// decreasing.
    ///
    /// The vertices of a line of length zero are at equal distances. A single vertex is at 0.
    ///
    /// - Complexity: O(*n*).
    public func locations(measuredOn measure: LineMeasure = .greatCircle) -> [Double] {
        let offsets =
            switch measure {
            case .greatCircle: offsets(on: .earth)
            case .webMercator: offsets(planeLengths)
            }
        guard offsets.count > 1, let length = offsets.last else { return offsets }
        guard length > 0 else {
            let steps = Double(offsets.count - 1)
            return offsets.indices.map { Double($0) / steps }
        }
        return offsets.map { $0 / length }
    }

    /// Lengths on the plane from each vertex to the next, in widths of the Earth.
    private var planeLengths: [Double] {
        let places = coordinates.map { WebMercator($0) }
        return zip(places, places.dropFirst()).map { $0.length(to: $1) }
    }
}

/// A place on the plane of Web Mercator: 1 is the width of the Earth; x grows to the east, y to the north.
package struct WebMercator {
    /// Above -0.5, up to 0.5.
    package let x: Double
    /// -0.5 to 0.5.
    package let y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The place of a coordinate; beyond 85.05°, the place on the edge.
    package init(_ coordinate: Coordinate) {
        let sine = sinCos(degrees: coordinate.latitude).sin
        x = coordinate.longitude / 360
        y = abs(sine) < 1 ? max(-0.5, min(0.5, atanh(sine) / (2 * .pi))) : (sine < 0 ? -0.5 : 0.5)
    }

    /// The length of the shorter straight line to another place.
    package func length(to end: WebMercator) -> Double {
        let (x, y) = (Self.shorterWay(from: x, to: end.x), end.y - y)
        return (x * x + y * y).squareRoot()
    }

    /// The difference of two x, at most half a turn.
    package static func shorterWay(from start: Double, to end: Double) -> Double {
        (end - start).remainder(dividingBy: 1)
    }
}
