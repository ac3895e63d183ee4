internal import WaymarkText

/// Polygons as GeoJSON (RFC 7946).
public enum GeoJSONText {
    /// Returns polygons as one geometry: a Polygon, or a MultiPolygon unless there is exactly one.
    ///
    /// - Parameter polygons: In longitude and latitude, with closed rings.
    /// - Returns: A JSON object; outer rings run counterclockwise.
    public static func geometry(_ polygons: [PlanePolygon]) -> String {
        var bytes = ContiguousArray<UInt8>()
        append(polygons, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends polygons as one geometry, outer rings counterclockwise.
    static func append(_ polygons: [PlanePolygon], to bytes: inout ContiguousArray<UInt8>) {
        GeoJSONGeometry.append(polygons: polygons.map(\.wound.rings), to: &bytes) { ($0.x, $0.y, nil) }
    }
}
