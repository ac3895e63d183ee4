/// Why a file of regions could not be read.
public enum RegionError: Error, Equatable, Sendable {
    /// The text is not UTF-8, or not JSON. Line and column count from 1; the column counts characters of JSON, or bytes
    /// if it is not UTF-8.
    case malformedJSON(file: String, line: Int, column: Int, reason: String)
    /// The JSON is not a GeoJSON FeatureCollection, Feature, Polygon or MultiPolygon, but of this type ("" for none).
    case notRegions(file: String, type: String)
    /// No region has the requested property; `seen` lists the existing ones.
    case noSuchProperty(file: String, name: String, seen: [String])
}

extension RegionError: CustomStringConvertible {
    /// The error and its position.
    public var description: String {
        switch self {
        case .malformedJSON(let file, let line, let column, let reason):
            "\(file):\(line):\(column): no GeoJSON: \(reason)"
        case .notRegions(let file, let type):
            "\(file): not GeoJSON with polygons, but \(type.isEmpty ? "without a type" : "a \(type)")"
        case .noSuchProperty(let file, let name, let seen):
            "\(file): no region has a property \"\(name)\"; the properties are: \(seen.joined(separator: ", "))"
        }
    }
}
