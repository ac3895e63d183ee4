internal import CPROJ
public import WaymarkGeodesy

/// Shortest lines on an ellipsoid.
///
/// ```swift
/// let seoul = try Coordinate(latitude: 37.5665, longitude: 126.9780)
/// let busan = try Coordinate(latitude: 35.1796, longitude: 129.0756)
/// print(Geodesic.wgs84.distance(from: seoul, to: busan).kilometers)  // 325.0...
/// ```
///
/// Karney's algorithms in PROJ's `geodesic.h`: within 15 nm, for any two places, antipodes too. A value without a handle:
/// any number of tasks may share one.
///
/// Source: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), doi:10.1007/s00190-012-0578-z.
@safe
public struct Geodesic: Sendable {
    /// The series of an ellipsoid, half a kilobyte: where they lie they are read, and never copied.
    @safe
    private final class Constants: @unchecked Sendable {
        // @unchecked Sendable: written once, in `init`; all else only reads them.
        let pointer = UnsafeMutablePointer<geod_geodesic>.allocate(capacity: 1)

        init(_ ellipsoid: Ellipsoid) {
            unsafe pointer.initialize(to: geod_geodesic())
            unsafe geod_init(pointer, ellipsoid.semiMajorAxis.value, ellipsoid.flattening)
        }

        deinit { unsafe pointer.deallocate() }
    }

    private let constants: Constants
    /// What the lines lie on.
    public let ellipsoid: Ellipsoid

    /// The lines of an ellipsoid.
    public init(on ellipsoid: Ellipsoid) {
        constants = Constants(ellipsoid)
        self.ellipsoid = ellipsoid
    }

    /// The lines of WGS 84.
    public static let wgs84 = Geodesic(on: .wgs84)

    /// A shortest line between two places.
    public struct Line: Hashable, Sendable {
        /// How long it is.
        public let distance: Meters
        /// Its direction at the start, degrees clockwise from north, -180 to 180.
        public let initialBearing: Double
        /// Its direction at the end, onwards, likewise.
        public let finalBearing: Double
    }

    /// Returns the length of the shortest line between two places.
    ///
    /// - Complexity: O(1).
    public func distance(from start: Coordinate, to end: Coordinate) -> Meters {
        var distance = 0.0
        unsafe withConstants { constants in
            unsafe geod_inverse(
                constants, start.latitude, start.longitude, end.latitude, end.longitude, &distance, nil, nil)
        }
        return Meters(distance)
    }

    /// Returns the shortest line between two places; between antipodes one of several.
    public func line(from start: Coordinate, to end: Coordinate) -> Line {
        var (distance, first, last) = (0.0, 0.0, 0.0)
        unsafe withConstants { constants in
            unsafe geod_inverse(
                constants, start.latitude, start.longitude, end.latitude, end.longitude, &distance, &first, &last)
        }
        return Line(distance: Meters(distance), initialBearing: first, finalBearing: last)
    }

    /// Goes along a geodesic.
    ///
    /// - Parameters:
    ///   - start: Where to begin.
    ///   - bearing: Degrees clockwise from north.
    ///   - distance: Length along the ground; negative goes backwards.
    /// - Returns: The place reached, and the direction there, onwards.
    /// - Precondition: `bearing` and `distance` are finite.
    public func destination(
        from start: Coordinate, bearing: Double, distance: Meters
    ) -> (coordinate: Coordinate, bearing: Double) {
        precondition(bearing.isFinite && distance.value.isFinite, "a bearing and a distance are finite numbers")
        var (latitude, longitude, last) = (0.0, 0.0, 0.0)
        unsafe withConstants { constants in
            unsafe geod_direct(
                constants, start.latitude, start.longitude, bearing, distance.value, &latitude, &longitude, &last)
        }
        let place = try? Coordinate(latitude: latitude, longitude: longitude)
        return (place ?? start, last)
    }

    /// Returns the length of the line through places; zero below two.
    public func length(of places: [Coordinate]) -> Meters { polygon(places, isLine: true).length }

    /// Returns the area, in square metres, and the perimeter of the ring through places, closed by its last edge.
    ///
    /// The area is positive counterclockwise, and negative clockwise; a ring around a pole is measured as the side it
    /// surrounds. Edges must not cross.
    public func area(of ring: [Coordinate]) -> (squareMeters: Double, perimeter: Meters) {
        let result = polygon(ring, isLine: false)
        return (result.area, result.length)
    }

    private func polygon(_ places: [Coordinate], isLine: Bool) -> (length: Meters, area: Double) {
        var polygon = geod_polygon()
        unsafe geod_polygon_init(&polygon, isLine ? 1 : 0)
        var (area, length) = (0.0, 0.0)
        unsafe withConstants { constants in
            for place in places { unsafe geod_polygon_addpoint(constants, &polygon, place.latitude, place.longitude) }
            _ = unsafe geod_polygon_compute(constants, &polygon, 0, 1, &area, &length)
        }
        return (Meters(length), isLine ? 0 : area)
    }

    @unsafe @inline(__always)
    private func withConstants(_ body: (UnsafePointer<geod_geodesic>) -> Void) {
        withExtendedLifetime(constants) { unsafe body(constants.pointer) }
    }
}
