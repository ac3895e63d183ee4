import WaymarkFoundation
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTimes

/// A line as rows of a CSV: a header names the places; without one they are the first two columns.
enum CSVLines {
    static func read(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) -> [LineFile.Line] {
        var table = try open(bytes, name)
        var rows: LineRows
        do { rows = try LineRows(table) } catch { throw LineFileError(error) }
        var record = CSVRecord()
        var rejection: Rejection?
        do throws(TableError) {
            while rejection == nil, try table.reader.read(into: &record) {
                do throws(Rejection) { try rows.add(record) } catch { rejection = error }
            }
        } catch {
            throw .table(error)
        }
        // Without a row the line would go another way.
        if let rejection { throw LineFileError(rejection, file: name) }
        return rows.line.coordinates.isEmpty ? [] : [rows.line]
    }

    private static func open(_ bytes: ContiguousArray<UInt8>, _ name: String) throws(LineFileError) -> PlaceTable {
        var options = CSVOptions()
        options.isHeader = { $0.double(0) == nil && $0.double(1) == nil }
        do {
            return try PlaceTable(MemorySource(bytes, name: name), options, mayBeEmpty: true)
        } catch {
            throw LineFileError(error)
        }
    }
}

private struct LineRows {
    private(set) var line: LineFile.Line
    private let places: PlaceReader
    private let others: [Int]

    init(_ table: borrowing PlaceTable) throws(PlaceTableError) {
        let columns =
            table.header.isEmpty ? PlaceColumns(latitude: 0, longitude: 1) : try table.columns()
        places = table.rows(columns)()
        let names = table.finder.header.enumerated().map { column, name in
            let name = name.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            return name.isEmpty ? "#\(column + 1)" : name
        }
        others = names.indices.filter { $0 != columns.latitude && $0 != columns.longitude }
        // A value is looked up by its name in any case.
        let unique = ColumnBatch.unique(others.map { names[$0] }, by: { $0.lowercased() })
        line = LineFile.Line(
            coordinates: [], columns: unique.map { LineFile.Column(name: $0, values: [], texts: []) })
    }

    mutating func add(_ record: CSVRecord) throws(Rejection) {
        line.coordinates.append(try places.coordinate(of: record))
        for (i, column) in others.enumerated() {
            let text = record[column]
            line.columns[i].values.append(record.double(column) ?? Date(xsdDateTime: text)?.timeIntervalSince1970)
            line.columns[i].texts?.append(text)
        }
    }
}

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

enum GPXLines {
    static func read(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) -> [LineFile.Line] {
        do throws(GPXError) {
            return try GPXDocument(Array(bytes)).lines.map(line)
        } catch {
            switch error {
            case .notWellFormed(let reason, let line, let column), .invalidValue(let reason, let line, let column):
                throw .invalid(file: name, line: line, column: "\(column)", reason: reason)
            case .notGPX(let root, let line, let column):
                throw .invalid(
                    file: name, line: line, column: "\(column)", reason: "the document is <\(root)>, not <gpx>")
            case .unsupportedEncoding(let encoding):
                throw .table(.unsupportedEncoding(name: encoding, path: name))
            }
        }
    }

    private static func line(_ points: [TrackPoint]) -> LineFile.Line {
        let columns = [
            LineFile.Column(name: "elevation", values: points.map { $0.elevation?.value }),
            LineFile.Column(name: "time", values: points.map { $0.time?.timeIntervalSince1970 }),
            LineFile.Column(name: "speed", values: points.map(\.speed)),
        ]
        return LineFile.Line(
            coordinates: points.map(\.coordinate),
            columns: columns.filter { $0.values.contains { $0 != nil } })
    }
}
