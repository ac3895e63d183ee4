internal import WaymarkTables

/// Polygons as GeoJSON (RFC 7946).
public enum GeoJSONText {
    /// Returns polygons as one geometry: a Polygon, or a MultiPolygon where there is not exactly one.
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
        let isOne = polygons.count == 1
        bytes += #"{"type":"\#(isOne ? "Polygon" : "MultiPolygon")","coordinates":"#.utf8
        func list<Value>(_ values: [Value], _ append: (Value) -> Void) {
            bytes.append(UInt8(ascii: "["))
            for (i, value) in values.enumerated() {
                if i > 0 { bytes.append(UInt8(ascii: ",")) }
                append(value)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        func add(_ polygon: PlanePolygon) {
            list(polygon.wound.rings) { ring in
                list(ring) { point in
                    bytes.append(UInt8(ascii: "["))
                    NumberText.append(shortest: point.x, to: &bytes)
                    bytes.append(UInt8(ascii: ","))
                    NumberText.append(shortest: point.y, to: &bytes)
                    bytes.append(UInt8(ascii: "]"))
                }
            }
        }
        if isOne { add(polygons[0]) } else { list(polygons, add) }
        bytes.append(UInt8(ascii: "}"))
    }
}
