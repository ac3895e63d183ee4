import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkTables
import WaymarkText

/// The places that the visits in another file refer to.
public struct CoursePlaces: Sendable {
    /// The places, with themes if the file has a theme column.
    var places: [RecommendedPlace] = []
    /// The number of invalid rows, and the rejection of the first one.
    public private(set) var rejected: (count: Int, first: Rejection?) = (0, nil)
    private var byID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    /// Reads the places of a table.
    ///
    /// - Parameters:
    ///   - source: A CSV with an id or a name, latitude and longitude, perhaps a category and a theme.
    ///   - names: The column of the theme, if it does not have a usual name; the other columns are found by theirs.
    /// - Throws: ``BatchError`` if the table cannot be read.
    public init(_ source: consuming any ByteSource, columns names: CourseColumnNames = .init()) throws(BatchError) {
        var table = try BatchError.opening { [source] () throws(PlaceTableError) in try PlaceTable(source) }
        let reading = try BatchError.opening { () throws(PlaceTableError) in
            try (
                columns: table.columns(), theme: Self.given(names.theme, CourseColumns.themeKeys, table),
                worth: table.finder.column(names.worth, usual: [])
            )
        }
        let rows = table.rows(reading.columns)()
        var worths: [Double?] = []
        var record = CSVRecord()
        do throws(TableError) {
            while try table.reader.read(into: &record) {
                do throws(Rejection) {
                    let coordinate = try rows.coordinate(of: record)
                    func text(_ column: Int?) -> String? {
                        column.flatMap { record.isBlank($0) ? nil : PlainText.trimmed(record[$0]) }
                    }
                    let name = CourseName(text(reading.columns.name) ?? "")
                    add(
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
        for (i, worth) in RecommendedPlace.worths(byRank: worths).enumerated() { places[i].worth = worth }
    }

    /// Creates the places of a recommender, at the same positions.
    public init(_ places: RecommendedPlaces) { for place in places.places { add(place, written: place.name) } }

    /// A given column name may exist only in the table of visits; usual names are then tried.
    private static func given(
        _ name: String?, _ usual: [String], _ table: borrowing PlaceTable
    ) throws(PlaceTableError) -> TableColumn? {
        if let name, !name.hasPrefix("#"), let column = try? table.finder.column(name, usual: []) { return column }
        return try table.finder.column(nil, usual: usual)
    }

    private mutating func add(_ place: RecommendedPlace, written: String) {
        if byID[place.id] == nil { byID[place.id] = places.count }
        if !written.isEmpty { byName[NameFolding.key(written), default: []].append(places.count) }
        places.append(place)
    }

    /// The number of places.
    public var count: Int { places.count }

    /// The position of a visit's place: found by its id, or, without an id, by its name if only one place has that
    /// name.
    ///
    /// - Throws: The reason why the place is missing or ambiguous.
    func position(of row: CourseRow) throws(CourseFault) -> Int {
        if let id = row.place {
            guard let position = byID[id] else {
                throw CourseFault(reason: "no place has the id \"\(PlainText.shortened(id))\"")
            }
            return position
        }
        let named = byName[NameFolding.key(row.name)] ?? []
        guard let first = named.first else {
            throw CourseFault(reason: "no place is called \"\(PlainText.shortened(row.name))\"")
        }
        if named.count > 1 {
            throw CourseFault(reason: "\(named.count) places are called \"\(PlainText.shortened(row.name))\"")
        }
        return first
    }
}

/// The reason why a visit has no place.
struct CourseFault: Error {
    var reason: String
}

/// A name in the form that courses use: `(영동)영국사` is 영국사 in 영동.
struct CourseName {
    /// The name as written.
    let written: String
    /// The name without a leading municipality.
    let name: String

    init(_ written: String) {
        self.written = written
        guard written.hasPrefix("("), let close = written.firstIndex(of: ")") else {
            name = written
            return
        }
        let prefix = written[written.index(after: written.startIndex)..<close]
        let isPlace = 2...8 ~= prefix.count && prefix.allSatisfy(\.isLetter)
        name = isPlace ? PlainText.trimmed(String(written[written.index(after: close)...])) : written
    }
}
