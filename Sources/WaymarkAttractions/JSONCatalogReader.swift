import WaymarkTables

/// Reads attractions from JSON: the data portal's files, the open API's answers, GeoJSON, lists of objects.
enum JSONCatalogReader {
    static func read(
        _ bytes: ContiguousArray<UInt8>, file: String, options: CatalogOptions
    ) throws(AttractionError) -> (attractions: [Attraction], report: QualityReport) {
        let text: ContiguousArray<UInt8>
        let encoding: TextEncoding
        do throws(TableError) {
            (text, encoding) = try TextDecoding.utf8(bytes, encoding: options.encoding)
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
        var name = encoding.name
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            name += " with byte order mark"
        } else if text.allSatisfy({ $0 < 0x80 }) {
            name = "ASCII"
        }
        return try read(document, file, options, QualityReport(file: file, format: document.format, encoding: name))
    }

    private static func read(
        _ document: JSONDocument, _ file: String, _ options: CatalogOptions, _ report: QualityReport
    ) throws(AttractionError) -> (attractions: [Attraction], report: QualityReport) {
        if document.records.isEmpty { return ([], report) }
        var numbers: [String: Int] = [:]
        var header: [String] = []
        for record in document.records {
            record.forEachCell { key, _ in
                if numbers[key] == nil {
                    numbers[key] = header.count
                    header.append(key)
                }
            }
        }
        if document.format == .geoJSON {
            // Geometries give the coordinates, whatever properties say.
            for key in ["latitude", "longitude"] where numbers[key] == nil { header.append(key) }
        }
        var names = options.columns
        if document.format == .geoJSON { (names.latitude, names.longitude) = ("latitude", "longitude") }
        let map = try TableMap(header: header, names: names, file: file)
        // Two fields may come from one key, where the caller names it for both.
        var fields: [String: [Int]] = [:]
        for (field, column) in map.columns.enumerated() {
            if let column { fields[header[column], default: []].append(field) }
        }
        var builder = CatalogBuilder(map: map, options: options, report: report)
        for record in document.records {
            if let rejection = record.rejection {
                builder.reject(rejection)
                continue
            }
            var values = [String](repeating: "", count: map.columns.count)
            var cells = [String](repeating: "", count: header.count)
            record.forEachCell { key, value in
                let cell = value.cell
                for field in fields[key] ?? [] where values[field].isEmpty { values[field] = cell }
                if let column = numbers[key], cells[column].isEmpty { cells[column] = cell }
            }
            builder.add(line: record.line, values: values, cells: cells)
        }
        return builder.finished()
    }
}
