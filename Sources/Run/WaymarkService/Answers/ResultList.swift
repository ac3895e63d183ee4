import WaymarkAttractions
import WaymarkFiles
import WaymarkTables
import WaymarkText

/// The answer as one JSON object: the rows that the command writes one on each line, in a list.
enum ResultList {
    /// The object of some rows, each a JSON object with its line end; if they list attractions, with their attribution.
    static func json(
        _ rows: ContiguousArray<UInt8>, _ rejected: [Rejection], _ data: ServiceData, listsAttractions: Bool = true,
        members: String = ""
    ) -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        bytes.reserveCapacity(rows.count + 256)
        begin(&bytes, data, listsAttractions: listsAttractions, members: members)
        // The escapes of JSON leave no line end inside a row.
        var start = 0
        let span = rows.span
        for end in span.indices where span[end] == Byte.lineFeed {
            bytes.append(start == 0 ? "\n" : ",\n")
            bytes.append(utf8: span.extracting(start..<end))
            start = end + 1
        }
        end(&bytes, rejected)
        return bytes
    }

    /// Begins the object, up to the list of rows, with more members, each with a comma after it.
    static func begin(
        _ bytes: inout ContiguousArray<UInt8>, _ data: ServiceData, listsAttractions: Bool = true, members: String = ""
    ) {
        bytes.append("{\"data\":\"")
        bytes.append(contentsOf: data.version.utf8)
        bytes.append("\",")
        if listsAttractions { bytes += Attribution.member(data.attribution).utf8 }
        bytes += members.utf8
        bytes.append("\"results\":[")
    }

    /// Ends the object, after the last row.
    static func end(_ bytes: inout ContiguousArray<UInt8>, _ rejected: [Rejection] = []) {
        bytes.append("],\"rejected\":[")
        for (number, rejection) in rejected.enumerated() {
            if number > 0 { bytes.append(",") }
            bytes += "{\"place\":\(rejection.place),\"field\":".utf8
            if let column = rejection.columnName { JSONText.append(column, to: &bytes) } else { bytes.append("null") }
            bytes.append(",\"reason\":")
            JSONText.append(rejection.reason, to: &bytes)
            bytes.append("}")
        }
        bytes.append("]}\n")
    }

    /// The rows of a table as JSON lines: what is a number in its column is one here, a blank cell is null.
    static func lines(of table: ContiguousArray<UInt8>) throws(TableError) -> ContiguousArray<UInt8> {
        var reader = try CSVReader(MemorySource(table), options: .init(delimiter: Byte.comma, encoding: .utf8))
        let header = reader.header
        var record = CSVRecord()
        var bytes: ContiguousArray<UInt8> = []
        while try reader.read(into: &record) {
            bytes.append("{")
            for (number, name) in header.enumerated() {
                if number > 0 { bytes.append(",") }
                JSONText.append(name, to: &bytes)
                bytes.append(":")
                let text = record[number]
                if text.isEmpty {
                    bytes.append("null")
                } else if isNumber(name), let value = NumberParser.double(text) {
                    // As written, unless JSON would not have it so.
                    if NumberText.shortest(value) == text || isFixed(text) {
                        bytes += text.utf8
                    } else {
                        NumberText.append(shortest: value, to: &bytes)
                    }
                } else {
                    JSONText.append(text, to: &bytes)
                }
            }
            bytes.append("}\n")
        }
        return bytes
    }

    /// Whether a column has numbers, by its name.
    private static func isNumber(_ name: String) -> Bool {
        name.hasSuffix("latitude") || name.hasSuffix("longitude") || name.hasSuffix("_m") || name.hasSuffix("_scale")
    }

    /// Whether a text is digits, a point and digits, as distances are written.
    private static func isFixed(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return false
        }
        return parts[0].count == 1 || parts[0].first != 0x30
    }
}
