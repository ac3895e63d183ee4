import WaymarkAttractions
import WaymarkGeodesy
import WaymarkRoutes
import WaymarkTables
import WaymarkTimes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A line as rows of a CSV.
enum CSVLines {
    static func read(_ bytes: ContiguousArray<UInt8>, name: String) throws(LineFileError) -> [LineFile.Line] {
        var coordinates: [Coordinate] = []
        var columns: LineColumns?
        var failure: LineFileError?
        do throws(TableError) {
            var reader = try CSVReader(MemorySource(bytes, name: name), options: CSVOptions(hasHeader: false))
            var record = CSVRecord()
            while failure == nil, try reader.read(into: &record) {
                do throws(LineFileError) {
                    if columns == nil {
                        columns = try LineColumns(record, file: name)
                        if columns!.hasHeader { continue }
                    }
                    coordinates.append(try columns!.vertex(record, file: name))
                } catch {
                    failure = error
                }
            }
        } catch {
            throw .table(error)
        }
        if let failure { throw failure }
        return coordinates.isEmpty ? [] : [LineFile.Line(coordinates: coordinates, columns: columns!.values)]
    }
}

/// The columns, and the values read so far.
private struct LineColumns {
    let hasHeader: Bool
    private let names: [String]
    private let latitude: Int
    private let longitude: Int
    private(set) var values: [LineFile.Column]
    /// The columns of `values`.
    private let others: [Int]

    /// The columns of a table by its first row: a header names the coordinates; without one they are the first two
    /// columns.
    init(_ first: CSVRecord, file: String) throws(LineFileError) {
        hasHeader = first.double(0) == nil && first.double(1) == nil
        let hasHeader = hasHeader
        names = (0..<first.count).map { column in
            let name = first[column].split { $0 == " " || $0 == "\t" }.joined(separator: " ")
            return hasHeader && !name.isEmpty ? name : "#\(column + 1)"
        }
        if hasHeader {
            guard let found = try? PlaceColumns(header: names) else {
                let seen = names.prefix(40).joined(separator: ", ") + (names.count > 40 ? ", ..." : "")
                throw .invalid(
                    file: file, line: first.line, column: nil,
                    reason: "no columns for latitude and longitude; there are \(seen): name two of them latitude and "
                        + "longitude, or remove the header if they are the first two")
            }
            (latitude, longitude) = (found.latitude, found.longitude)
        } else {
            (latitude, longitude) = (0, 1)
        }
        let places = [latitude, longitude]
        others = names.indices.filter { !places.contains($0) }
        // A value is looked up by its name in any case.
        values = ColumnBatch.unique(others.map { [names] in names[$0] }, by: { $0.lowercased() })
            .map { LineFile.Column(name: $0, values: [], texts: []) }
    }

    mutating func vertex(_ row: CSVRecord, file: String) throws(LineFileError) -> Coordinate {
        func degrees(_ column: Int, _ what: String) throws(LineFileError) -> Double {
            if let number = row.double(column) { return number }
            let reason =
                row.isBlank(column) ? "the \(what) is missing" : "\"\(row[column].prefix(40))\" is not a \(what)"
            throw .invalid(file: file, line: row.line, column: name(column), reason: reason)
        }
        if let rejection = row.rejection {
            throw .invalid(file: file, line: rejection.line, column: nil, reason: rejection.reason)
        }
        let (north, east) = (try degrees(latitude, "latitude"), try degrees(longitude, "longitude"))
        if let rejection = row.checkFieldCount(names.count, of: hasHeader ? "the header" : "the first row") {
            throw .invalid(file: file, line: row.line, column: nil, reason: rejection.reason)
        }
        let coordinate: Coordinate
        do throws(CoordinateError) {
            coordinate = try Coordinate(latitude: north, longitude: east)
        } catch {
            let (column, hint) =
                switch error {
                case .latitudeNotFinite: (latitude, "")
                case .latitudeOutOfRange:
                    (latitude, abs(east) <= 90 && abs(north) <= 180 ? "; are latitude and longitude exchanged?" : "")
                case .longitudeNotFinite, .longitudeOutOfRange: (longitude, "")
                }
            throw .invalid(file: file, line: row.line, column: name(column), reason: "\(error)\(hint)")
        }
        for (i, column) in others.enumerated() {
            let text = row[column]
            values[i].values.append(row.double(column) ?? Date(xsdDateTime: text)?.timeIntervalSince1970)
            values[i].texts?.append(text)
        }
        return coordinate
    }

    private func name(_ column: Int) -> String { column < names.count ? names[column] : "#\(column + 1)" }
}
