import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables
import WaymarkText

/// The output formats of rows.
public enum RowFormat: String, Sendable, CaseIterable {
    /// RFC 4180, with a header line.
    case csv
    /// One JSON object per line.
    case ndjson
    /// A FeatureCollection (RFC 7946) of the attractions found, one feature per row.
    case geojson
    /// Aligned, readable text.
    case table

    /// The text before all rows, with the attribution of their attractions where the format has a place for it.
    func opening(_ names: [String], attribution: String? = nil) -> ContiguousArray<UInt8> {
        switch self {
        case .csv:
            var buffer = CSVBuffer()
            buffer.append(record: names)
            return buffer.bytes
        case .geojson:
            return ContiguousArray(
                "{\"type\":\"FeatureCollection\",\(Attribution.member(attribution))\"features\":[".utf8)
        case .ndjson, .table: return []
        }
    }

    var closing: ContiguousArray<UInt8> {
        self == .geojson ? ContiguousArray("\n]}\n".utf8) : []
    }

    /// The texts before each row, before a column, and after each row; `isListed` puts a comma
    /// before each JSON object, as in GeoJSON.
    func frame(
        _ names: [String], isListed: Bool = false
    ) -> (start: [FramePart], beforeColumn: [String], end: String) {
        let keys = names.enumerated().map { number, name in
            (number == 0 ? "" : ",") + (isCSV ? "" : JSONText.of(name) + ":")
        }
        switch self {
        case .csv, .table: return ([], keys, "\n")
        case .ndjson: return isListed ? ([.text(",\n{")], keys, "}") : ([.text("{")], keys, "}\n")
        case .geojson:
            // The writer omits the comma before the first feature.
            let start = ",\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":["
            return ([.text(start), .longitude, .text(","), .latitude, .text("]},\"properties\":{")], keys, "}}")
        }
    }

    private var isCSV: Bool { self == .csv || self == .table }

    /// A part of a row that is no column: text, or a number of the row's place.
    enum FramePart {
        case text(String)
        case longitude
        case latitude
    }

    /// Appends parts of the row of a place.
    func append(_ parts: [FramePart], at place: Coordinate, to bytes: inout ContiguousArray<UInt8>) {
        for part in parts {
            switch part {
            case .text(let text): bytes.append(contentsOf: text.utf8)
            case .longitude: NumberText.append(shortest: place.longitude, to: &bytes)
            case .latitude: NumberText.append(shortest: place.latitude, to: &bytes)
            }
        }
    }

    func append(_ value: borrowing CellValue, alone: Bool, to bytes: inout ContiguousArray<UInt8>) {
        switch value {
        case .none: appendNothing(alone, &bytes)
        case .text(let text):
            if isCSV, text.isEmpty { return appendNothing(alone, &bytes) }
            if isCSV {
                let start = bytes.count
                bytes.append(utf8: text)
                Quoting.quoteField(in: &bytes, from: start, delimiter: UInt8(ascii: ","))
            } else {
                JSONText.append(utf8: text, to: &bytes)
            }
        case .number(let number): NumberText.append(shortest: number, to: &bytes)
        }
    }

    /// Appends a cell with a text, or without a value.
    func append(_ text: String?, to bytes: inout ContiguousArray<UInt8>) {
        guard let text else { return append(.none, alone: false, to: &bytes) }
        let utf8 = ContiguousArray(text.utf8)
        append(.text(utf8.span), alone: false, to: &bytes)
    }

    private func appendNothing(_ alone: Bool, _ bytes: inout ContiguousArray<UInt8>) {
        // A record of one empty field must not look like a blank line.
        bytes.append(contentsOf: !isCSV ? "null".utf8 : alone ? "\"\"".utf8 : "".utf8)
    }
}
