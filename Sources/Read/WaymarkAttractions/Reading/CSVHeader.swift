import WaymarkTables

/// What the first record of a CSV says about its columns.
struct CSVHeader {
    let map: TableMap
    /// Whether the first record names the columns, and is not a row.
    let isHeader: Bool
    /// What is unusual.
    let note: String?
    /// How few and how many fields a row may have; more only while they are blank.
    private let fieldCounts: ClosedRange<Int>

    init(_ first: CSVRecord, names: PlaceColumnNames, file: String) throws(AttractionError) {
        let standard = AttractionField.standardColumns
        let cells = (0..<first.count).map { PlainText.trimmed(first[$0]) }
        let known = zip(standard, cells).count { $0.koreanName == $1 }
        let isStandardWide =
            cells.count >= standard.count && cells[standard.count...].allSatisfy(\.isEmpty) && names == .init()
        let hasNumbers = [4, 5].allSatisfy { first.isBlank($0) || first.double($0) != nil }
        if isStandardWide, hasNumbers, known == 0 {
            map = .standard()
            isHeader = false
            note = "no header line; the 22 columns of the standard data are taken"
            fieldCounts = standard.count...standard.count
            return
        }
        if names.pointAtNumbers(in: first) {
            map = try TableMap(header: [], names: names, file: file, count: first.count)
            isHeader = false
            note = "no header line"
            fieldCounts = first.count...first.count
            return
        }
        var header = cells
        var notes: [String] = []
        if known * 2 > standard.count {
            let blank = standard.indices.filter { $0 < header.count && header[$0].isEmpty }
            for column in blank { header[column] = standard[column].koreanName }
            if !blank.isEmpty { notes.append("\(blank.count) blank header cells named by their position") }
        }
        let named = (header.lastIndex { !$0.isEmpty } ?? -1) + 1
        if named < header.count { notes.append("\(header.count - named) columns without a name at the end") }
        do {
            map = try TableMap(header: header, names: names, file: file)
        } catch {
            if let rejection = first.rejection { throw .unreadableHeader(file: file, rejection) }
            throw error
        }
        isHeader = true
        note = notes.isEmpty ? nil : notes.joined(separator: "; ")
        fieldCounts = named...max(named, header.count)
    }

    /// The columns that make up a row.
    var columnCount: Int { fieldCounts.lowerBound }

    func checkFieldCount(_ record: CSVRecord) -> Rejection? {
        if fieldCounts.contains(record.count) { return nil }
        return record.checkFieldCount(fieldCounts.upperBound, of: isHeader ? "the header" : "the first row")
    }
}
