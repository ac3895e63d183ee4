import WaymarkGeodesy
import WaymarkTables
import WaymarkText

/// Lines of a GeoJSON file (RFC 7946).
struct GeoJSONLines {
    private let file: String
    private var lines: [LineFile.Line] = []

    static func read(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) -> [LineFile.Line] {
        let text: ContiguousArray<UInt8>
        do throws(TableError) {
            text = try TextDecoding.utf8(bytes, encoding: .utf8).text
        } catch {
            throw .table(error)
        }
        let value: JSONValue
        do throws(JSONParser.Fault) {
            value = try JSONParser.value(text)
        } catch {
            throw .invalid(file: name, line: error.line, column: "\(error.column)", reason: error.reason)
        }
        var reader = GeoJSONLines(file: name)
        guard let object = value.object else {
            throw .invalid(file: name, line: 1, column: nil, reason: "GeoJSON is an object, not a list")
        }
        try reader.read(object)
        return reader.lines
    }

    private init(file: String) { self.file = file }

    private mutating func read(_ object: JSONObject) throws(LineFileError) {
        guard case .string(let type)? = object["type"] else { throw invalid(object, "a GeoJSON object needs a type") }
        switch type {
        case "FeatureCollection":
            for case .object(let feature) in try list(object, "features") { try read(feature) }
        case "Feature": if case .object(let geometry)? = object["geometry"] { try read(geometry) }
        case "GeometryCollection":
            for case .object(let geometry) in try list(object, "geometries") { try read(geometry) }
        case "LineString": try add(try list(object, "coordinates"), of: object)
        case "MultiLineString":
            for part in try list(object, "coordinates") {
                guard let positions = part.array else { throw invalid(object, "a part must be a list of positions") }
                try add(positions, of: object)
            }
        default: break
        }
    }

    private mutating func add(_ positions: [JSONValue], of object: JSONObject) throws(LineFileError) {
        var coordinates: [Coordinate] = []
        var elevations: [Double?] = []
        for position in positions {
            let numbers = (position.array ?? []).map { value in
                if case .number(let text) = value {
                    NumberParser.double(text)
                } else {
                    nil as Double?
                }
            }
            let place = "position \(coordinates.count + 1)"
            // Longitude first, as in GeoJSON.
            guard numbers.count >= 2, let longitude = numbers[0], let latitude = numbers[1] else {
                throw invalid(object, "\(place) is not a longitude and a latitude")
            }
            do throws(CoordinateError) {
                coordinates.append(try Coordinate(latitude: latitude, longitude: longitude))
            } catch {
                throw invalid(object, "\(place): \(error)")
            }
            elevations.append(numbers.count > 2 ? numbers[2] : nil)
        }
        guard !coordinates.isEmpty else { return }
        let isKnown = elevations.contains { $0 != nil }
        lines.append(
            LineFile.Line(
                coordinates: coordinates, columns: isKnown ? [.init(name: "elevation", values: elevations)] : []))
    }

    private func list(_ object: JSONObject, _ name: String) throws(LineFileError) -> [JSONValue] {
        guard let values = object[name]?.array else { throw invalid(object, "\"\(name)\" is not a list") }
        return values
    }

    private func invalid(_ object: JSONObject, _ reason: String) -> LineFileError {
        .invalid(file: file, line: object.line, column: nil, reason: reason)
    }
}
