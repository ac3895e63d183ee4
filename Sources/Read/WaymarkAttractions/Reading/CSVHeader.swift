import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// The columns of a CSV of attractions, from its first record.
struct CSVHeader {
    let map: TableMap
    let isHeader: Bool
    let note: String?
    let fieldCounts: FieldCounts

    private static let standard = AttractionField.standardColumns

    /// Whether the first record of a table is a header: true unless it is a row of the standard data, or a row in
    /// columns given by number.
    static func isHeader(_ first: CSVRecord, names: PlaceColumnNames) -> Bool {
        if names.pointAtNumbers(in: first) { return false }
        guard names == .init(), first.count >= standard.count else { return true }
        let isStandard =
            (standard.count..<first.count).allSatisfy { first.isBlank($0) }
            && [4, 5].allSatisfy { first.isBlank($0) || first.double($0) != nil }
            && !standard.indices.contains { standard[$0].koreanName == PlainText.trimmed(first[$0]) }
        return !isStandard
    }

    /// The header of a table opened with ``isHeader(_:names:)``.
    init(_ table: borrowing PlaceTable, names: PlaceColumnNames, file: String) throws(PlaceTableError) {
        let standard = Self.standard
        isHeader = !table.header.isEmpty
        if !isHeader, names == .init() {
            map = TableMap()
            note = "no header line; the 22 columns of the standard data are taken"
            fieldCounts = FieldCounts(firstRow: standard.count)
            return
        }
        if !isHeader {
            map = try TableMap(header: [], names: names, file: file, count: table.columnCount)
            note = "no header line"
            fieldCounts = table.fieldCounts
            return
        }
        var header = table.header
        var notes: [String] = []
        if zip(standard, header).count(where: { $0.koreanName == $1 }) * 2 > standard.count {
            let blank = standard.indices.filter { $0 < header.count && header[$0].isEmpty }
            for column in blank { header[column] = standard[column].koreanName }
            if !blank.isEmpty { notes.append("\(blank.count) blank header cells named by their position") }
        }
        fieldCounts = FieldCounts(header: header)
        let unnamed = header.count - fieldCounts.range.lowerBound
        if unnamed > 0 { notes.append("\(unnamed) columns without a name at the end") }
        map = try TableMap(header: header, names: names, file: file)
        note = notes.isEmpty ? nil : notes.joined(separator: "; ")
    }

    var columnCount: Int { fieldCounts.range.lowerBound }
}
