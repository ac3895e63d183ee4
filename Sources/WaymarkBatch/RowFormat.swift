import WaymarkTables

/// How the rows of a batch are written.
public enum RowFormat: String, Sendable, CaseIterable {
    /// RFC 4180, with a header line.
    case csv
    /// One JSON object a line.
    case ndjson
    /// A FeatureCollection (RFC 7946) of the attractions found, a feature for each row.
    case geojson
    /// Aligned text for people.
    case table

    /// What comes before all rows.
    func opening(_ columns: [OutputColumn]) -> ContiguousArray<UInt8> {
        switch self {
        case .csv:
            var buffer = CSVBuffer()
            for column in columns { buffer.append(field: column.name) }
            buffer.endRecord()
            return buffer.bytes
        case .geojson: return ContiguousArray("{\"type\":\"FeatureCollection\",\"features\":[".utf8)
        case .ndjson, .table: return []
        }
    }

    /// What comes after all rows.
    var closing: ContiguousArray<UInt8> {
        self == .geojson ? ContiguousArray("\n]}\n".utf8) : []
    }

    /// What comes before each row, before a column, and after each row, as text.
    func frame(_ columns: [OutputColumn]) -> (start: Piece, beforeColumn: (Int) -> Piece, end: Piece) {
        switch self {
        case .csv, .table:
            return (.text(""), { .text($0 == 0 ? "" : ",") }, .text("\n"))
        case .ndjson:
            return (.text("{"), { Self.key(columns, $0) }, .text("}\n"))
        case .geojson:
            // The comma before the first feature is left out by whoever writes it.
            return (
                .feature(
                    "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[", "]},\"properties\":{"),
                { Self.key(columns, $0) }, .text("}}")
            )
        }
    }

    /// Bytes around the columns of a row.
    enum Piece {
        case text(String)
        /// The text before and after the attraction's longitude and latitude.
        case feature(String, String)
    }

    private static func key(_ columns: [OutputColumn], _ i: Int) -> Piece {
        var bytes = ContiguousArray<UInt8>()
        JSONText.append(columns[i].name, to: &bytes)
        return .text((i == 0 ? "" : ",") + String(decoding: bytes, as: UTF8.self) + ":")
    }

    /// Appends a cell as this format writes it.
    func append(_ value: CellValue?, alone: Bool, to bytes: inout ContiguousArray<UInt8>) {
        switch (self, value) {
        case (.csv, nil), (.table, nil):
            // A record of one empty field must not look like a blank line.
            if alone { bytes.append(contentsOf: "\"\"".utf8) }
        case (.csv, .text(let text)?), (.table, .text(let text)?):
            if text.isEmpty { return append(nil, alone: alone, to: &bytes) }
            var buffer = CSVBuffer()
            buffer.append(field: text)
            bytes.append(contentsOf: buffer.bytes)
        case (.ndjson, nil), (.geojson, nil): bytes.append(contentsOf: "null".utf8)
        case (.ndjson, .text(let text)?), (.geojson, .text(let text)?): JSONText.append(text, to: &bytes)
        case (_, .number(let number)?): NumberText.append(shortest: number, to: &bytes)
        }
    }
}
