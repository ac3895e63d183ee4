import WaymarkBatch
import WaymarkPlaces
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// The places that the visits in another file refer to.
extension CoursePlaces {
    /// Reads the places of a table.
    ///
    /// - Parameters:
    ///   - source: A CSV with an id or a name, latitude and longitude, perhaps a category and a theme.
    ///   - names: The column of the theme, if it does not have a usual name; the other columns are found by theirs.
    /// - Returns: The places; the number of invalid rows, and the rejection of the first one.
    /// - Throws: ``BatchError`` if the table cannot be read.
    package static func read(
        _ source: consuming any ByteSource, columns names: CourseColumnNames = .init()
    ) throws(BatchError) -> (places: CoursePlaces, rejected: (count: Int, first: Rejection?)) {
        var table = try BatchError.opening { [source] () throws(PlaceTableError) in try PlaceTable(source) }
        let reading = try BatchError.opening { () throws(PlaceTableError) in
            try (
                columns: table.columns(), theme: Self.given(names.theme, CourseColumns.themeKeys, table),
                worth: table.finder.column(names.worth, usual: [])
            )
        }
        let rows = table.rows(reading.columns)()
        var (read, worths) = (CoursePlaces(), [Double?]())
        var rejected: (count: Int, first: Rejection?) = (0, nil)
        var record = CSVRecord()
        do throws(TableError) {
            while try table.reader.read(into: &record) {
                do throws(Rejection) {
                    let coordinate = try rows.coordinate(of: record)
                    func text(_ column: Int?) -> String? {
                        column.flatMap { record.isBlank($0) ? nil : PlainText.trimmed(record[$0]) }
                    }
                    let name = CourseName(text(reading.columns.name) ?? "")
                    read.add(
                        RecommendedPlace(
                            id: text(reading.columns.id) ?? String(record.number), name: name.name,
                            category: text(reading.columns.category), coordinate: coordinate,
                            theme: text(reading.theme?.number)), written: name.written)
                    worths.append(text(reading.worth?.number).flatMap(WorthColumn.number))
                } catch {
                    rejected.count += 1
                    if rejected.first == nil { rejected.first = error }
                }
            }
        } catch {
            throw .table(error)
        }
        for (i, worth) in RecommendedPlace.worths(byRank: worths).enumerated() {
            read.places[i].worth = worth
        }
        return (read, rejected)
    }

    /// A given column name may exist only in the table of visits; usual names are then tried.
    private static func given(
        _ name: String?, _ usual: [String], _ table: borrowing PlaceTable
    ) throws(PlaceTableError) -> TableColumn? {
        if let name, !name.hasPrefix("#"), let column = try? table.finder.column(name, usual: []) { return column }
        return try table.finder.column(nil, usual: usual)
    }
}
