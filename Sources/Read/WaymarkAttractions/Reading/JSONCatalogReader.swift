import WaymarkTables
import WaymarkText

extension JSONDocument {
    /// The document in `bytes`, and the display name of its encoding.
    static func read(
        _ bytes: ContiguousArray<UInt8>, file: String, encoding: TextEncoding?
    ) throws(AttractionError) -> (document: JSONDocument, encoding: String) {
        let text: ContiguousArray<UInt8>
        let found: TextEncoding
        do throws(TableError) {
            (text, found) = try TextDecoding.utf8(bytes, encoding: encoding)
        } catch {
            throw .table(file: file, error)
        }
        let value: JSONValue
        do throws(JSONParser.Fault) {
            value = try JSONParser.value(text)
        } catch {
            throw .malformedJSON(file: file, line: error.line, column: error.column, reason: error.reason)
        }
        let document = try JSONDocument(value, file: file)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (document, "\(found.name) with byte order mark") }
        return (document, text.allSatisfy { $0 < 0x80 } ? "ASCII" : found.name)
    }
}

/// The records of a JSON document as rows: each key is a column.
struct JSONRecords {
    /// The names of the columns; nil if there are no records.
    let header: [String]?
    private let columns: [String: Int]

    init(_ document: JSONDocument) {
        var columns: [String: Int] = [:]
        var header: [String] = []
        for record in document.records {
            record.forEachCell { key, _ in
                if columns[key] == nil {
                    columns[key] = header.count
                    header.append(key)
                }
            }
        }
        if document.format == .geoJSON {
            // Geometries give the coordinates, regardless of properties.
            for key in ["latitude", "longitude"] where columns[key] == nil { header.append(key) }
        }
        self.header = document.records.isEmpty ? nil : header
        self.columns = columns
    }

    /// The text of each column in a record; if a key repeats, the first that is not empty.
    func cells(of record: JSONDocument.Record) -> [String] {
        var cells = [String](repeating: "", count: header?.count ?? 0)
        record.forEachCell { key, value in
            if let column = columns[key], cells[column].isEmpty { cells[column] = value.cell }
        }
        return cells
    }
}

extension JSONValue {
    /// The value as the text of a cell: a list of texts joined with `+`, "" for null and objects.
    var cell: String {
        switch self {
        case .null, .object: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array(let values): FacilityList.text(values.map(\.cell).filter { !$0.isEmpty })
        case .numbers(let numbers): FacilityList.text(numbers.texts)
        }
    }
}
