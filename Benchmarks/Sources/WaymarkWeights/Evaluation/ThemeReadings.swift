import WaymarkBatch
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// The themes that a lexicon reads from the names of a list or a table.
package struct ThemeReadings: Sendable {
    /// A name with what is read from it.
    private struct Row {
        var name: String
        var reading: ThemeReading
    }

    private var rows: [Row]

    /// Reads names; a municipality in brackets before a name is not part of it.
    package init(_ names: [String], by lexicon: ThemeLexicon) {
        rows = names.map { Row(name: $0, reading: lexicon.reading(of: CourseName($0).name)) }
    }

    /// Reads the names of a table, with categories and introductions where it has them.
    ///
    /// - Parameters:
    ///   - source: A CSV. The columns are found by their usual names; if none is one of names, there is no header, and
    ///     the first column has the names.
    ///   - lexicon: Reads the themes.
    /// - Throws: ``BatchError`` if the table cannot be read. A row without a name is one without a theme.
    package init(_ source: consuming any ByteSource, by lexicon: ThemeLexicon) throws(BatchError) {
        var options = CSVOptions()
        options.isHeader = { first in
            (0..<first.count).contains { CourseColumns.nameKeys.contains(PlainText.key(first[$0])) }
        }
        var table = try BatchError.opening { [source, options] () throws(PlaceTableError) in
            try PlaceTable(source, options)
        }
        let (name, details) = try BatchError.opening { () throws(PlaceTableError) in
            (
                try table.finder.column(nil, usual: CourseColumns.nameKeys) ?? TableColumn(0, header: table.header),
                [
                    try table.finder.column(nil, usual: Self.categoryKeys),
                    try table.finder.column(nil, usual: Self.introductionKeys),
                ].compactMap { $0 }
            )
        }
        rows = []
        var record = CSVRecord()
        do throws(TableError) {
            while try table.reader.read(into: &record) {
                let text = name.text(of: record) ?? ""
                let more = details.compactMap { $0.text(of: record) }
                rows.append(Row(name: text, reading: lexicon.reading(of: CourseName(text).name, details: more)))
            }
        } catch {
            throw .table(error)
        }
    }

    private static let categoryKeys = ["category", "관광지구분", "구분", "분류", "categoryname", "poicat", "type"]
    private static let introductionKeys = ["관광지소개", "introduction", "소개", "설명", "description"]

    /// A row for each name: `name,theme,setting,terms`, the terms separated by blanks. The theme of a place known to have none is
    /// `none`; where nothing tells, it is empty.
    package var csv: ContiguousArray<UInt8> {
        var csv = CSVBuffer()
        csv.append(record: ["name", "theme", "setting", "terms"])
        for row in rows { csv.append(record: Self.cells(row)) }
        return csv.bytes
    }

    /// The same as a readable table.
    package var text: String {
        var table = TextTable(columns: ["Name", "Theme", "Setting", "Terms"].map { TextTable.Column(title: $0) })
        for row in rows { table.add(Self.cells(row)) }
        return table.render()
    }

    private static func cells(_ row: Row) -> [String] {
        let theme = row.reading.theme ?? (row.reading.hasNoTheme ? "none" : "")
        let setting = row.reading.theme == nil ? "" : row.reading.isIndoors ? "실내" : "실외"
        return [row.name, theme, setting, row.reading.terms.joined(separator: " ")]
    }
}
