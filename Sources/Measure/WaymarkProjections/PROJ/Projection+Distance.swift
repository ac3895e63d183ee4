public import WaymarkGeodesy

/// A distance measured on a map, with the map's scale there.
public struct ProjectedDistance: Hashable, Sendable {
    /// The straight distance on the map.
    public let distance: Meters
    /// The scale factor at the start: 0.9996 is 4 m too short in 10 km.
    public let scaleAtStart: Double
    /// The scale factor at the end.
    public let scaleAtEnd: Double
}

extension Projection {
    /// Returns the straight distance between two places on the map in metres, with the map's scale at both.
    ///
    /// - Throws: The same errors as ``project(_:)``, for the first place that is refused.
    /// - Complexity: O(1).
    public mutating func distance(
        from start: Coordinate, to end: Coordinate
    ) throws(ProjectionError) -> ProjectedDistance {
        let units = try project(start).distance(to: try project(end))
        return ProjectedDistance(
            distance: Meters(units * target.metersPerUnit), scaleAtStart: try scaleFactor(at: start),
            scaleAtEnd: try scaleFactor(at: end))
    }
}

extension ReferenceSystem {
    /// Returns the EPSG code of the usual map around a place: EPSG:5179 in South Korea and its waters, otherwise its
    /// UTM zone on WGS 84; nil beyond 84° N and 80° S, where UTM ends.
    ///
    /// The zones are the regular ones, six degrees wide, in Norway and Svalbard too.
    public static func usualProjected(at place: Coordinate) -> String? {
        if isInKorea(place) { return "EPSG:5179" }
        guard place.latitude >= -80, place.latitude <= 84 else { return nil }
        let zone = min(60, Int((place.longitude + 180) / 6) + 1)
        return "EPSG:\((place.latitude < 0 ? 32700 : 32600) + zone)"
    }

    /// Whether a place is in a box around South Korea without its south-east corner, where Tsushima and Kyushu are.
    private static func isInKorea(_ place: Coordinate) -> Bool {
        let (latitude, longitude) = (place.latitude, place.longitude)
        return 32.5...38.7 ~= latitude && 124...131.95 ~= longitude && (latitude >= 35 || longitude <= 129.1)
    }
}
