internal import CPROJ
public import WaymarkGeodesy
package import WaymarkIndex

/// Shortest lines on an ellipsoid.
///
/// ```swift
/// let seoul = try Coordinate(latitude: 37.5665, longitude: 126.9780)
/// let busan = try Coordinate(latitude: 35.1796, longitude: 129.0756)
/// print(Geodesic.wgs84.distance(from: seoul, to: busan).kilometers)  // 325.0...
/// ```
///
/// Karney's algorithms in PROJ's `geodesic.h`: within 15 nm, for any two places, including antipodes. Lengths of up to
/// 199 km come from a series that is as accurate and twenty times as fast; lookups on the ellipsoid use the same
/// numbers. A value without a handle: any number of tasks may share one.
///
/// Source: C. F. F. Karney, Algorithms for geodesics, J. Geodesy 87 (2013), doi:10.1007/s00190-012-0578-z.
@safe
public struct Geodesic: Sendable {
    private let lines: Lines
    /// The ellipsoid in the form of searches.
    package let surface: GeodesicSurface
    /// The ellipsoid.
    public var ellipsoid: Ellipsoid { surface.ellipsoid }

    /// The constants of PROJ's routines.
    private struct Lines: @unchecked Sendable {
        // @unchecked Sendable: the constants are written once; the routines only read them.
        let constants: geod_geodesic

        init(on ellipsoid: Ellipsoid) {
            var constants = geod_geodesic()
            unsafe PROJ.library.geod_init(&constants, ellipsoid.semiMajorAxis.value, ellipsoid.flattening)
            self.constants = constants
        }

        func distance(from start: Coordinate, to end: Coordinate) -> Meters {
            var distance = 0.0
            unsafe withUnsafePointer(to: constants) { constants in
                unsafe PROJ.library.geod_inverse(
                    constants, start.latitude, start.longitude, end.latitude, end.longitude, &distance, nil, nil)
            }
            return Meters(distance)
        }
    }

    /// The lines of an ellipsoid.
    ///
    /// - Precondition: PROJ is installed, as ``ProjectionLibrary/check()`` finds.
    public init(on ellipsoid: Ellipsoid) {
        let lines = Lines(on: ellipsoid)
        self.lines = lines
        surface = GeodesicSurface(ellipsoid) { lines.distance(from: $0, to: $1) }
    }

    /// The lines of WGS 84.
    ///
    /// - Precondition: PROJ is installed, as ``ProjectionLibrary/check()`` finds.
    public static let wgs84 = Geodesic(on: .wgs84)

    /// A shortest line between two places.
    public struct Line: Hashable, Sendable {
        /// Its length.
        public let distance: Meters
        /// Its bearing at the start, degrees clockwise from north, -180 to 180.
        public let initialBearing: Double
        /// Its forward bearing at the end, likewise.
        public let finalBearing: Double
    }

    /// Returns the length of the shortest line between two places.
    ///
    /// - Complexity: O(1).
    public func distance(from start: Coordinate, to end: Coordinate) -> Meters {
        surface.distance(from: start, to: end)
    }

    /// The same by PROJ's routine at any distance, as a reference for the series.
    package func distanceByPROJ(from start: Coordinate, to end: Coordinate) -> Meters {
        lines.distance(from: start, to: end)
    }

    /// Returns the shortest line between two places; between antipodes one of several.
    public func line(from start: Coordinate, to end: Coordinate) -> Line {
        var (first, last) = (0.0, 0.0)
        unsafe withConstants { constants in
            unsafe PROJ.library.geod_inverse(
                constants, start.latitude, start.longitude, end.latitude, end.longitude, nil, &first, &last)
        }
        return Line(distance: distance(from: start, to: end), initialBearing: first, finalBearing: last)
    }

    /// Returns the end of a geodesic with a given start, bearing and length.
    ///
    /// - Parameters:
    ///   - start: The start.
    ///   - bearing: Degrees clockwise from north.
    ///   - distance: Length along the ground; negative goes backwards.
    /// - Returns: The place reached, and the forward bearing there.
    /// - Precondition: `bearing` and `distance` are finite, and the distance is at most 10^15 radii of the ellipsoid:
    ///   beyond that, doubles cannot represent the place.
    public func destination(
        from start: Coordinate, bearing: Double, distance: Meters
    ) -> (coordinate: Coordinate, bearing: Double) {
        precondition(
            bearing.isFinite && distance.value.isFinite,
            "the bearing, \(bearing), or the distance, \(distance.value), is not a finite number")
        precondition(
            abs(distance.value) <= 1e15 * ellipsoid.semiMajorAxis.value,
            "the distance is above 10^15 radii: \(distance.value)")
        var (latitude, longitude, last) = (0.0, 0.0, 0.0)
        unsafe withConstants { constants in
            unsafe PROJ.library.geod_direct(
                constants, start.latitude, start.longitude, bearing, distance.value, &latitude, &longitude, &last)
        }
        precondition(
            abs(latitude) <= 90 && abs(longitude) <= 180,
            "a geodesic leads to no place of the Earth: \(latitude), \(longitude)")
        return (Coordinate(uncheckedLatitude: latitude, longitude: longitude), last)
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
        unsafe PROJ.library.geod_polygon_init(&polygon, isLine ? 1 : 0)
        var (area, length) = (0.0, 0.0)
        unsafe withConstants { constants in
            for place in places {
                unsafe PROJ.library.geod_polygon_addpoint(constants, &polygon, place.latitude, place.longitude)
            }
            _ = unsafe PROJ.library.geod_polygon_compute(constants, &polygon, 0, 1, &area, &length)
        }
        return (Meters(length), isLine ? 0 : area)
    }

    @unsafe
    private func withConstants(_ body: (UnsafePointer<geod_geodesic>) -> Void) {
        unsafe withUnsafePointer(to: lines.constants) { unsafe body($0) }
    }
}
