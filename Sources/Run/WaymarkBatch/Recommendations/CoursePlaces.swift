import WaymarkAttractions
import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkTables
import WaymarkText

/// Places that the visits of another file are to.
public struct CoursePlaces: Sendable {
    /// The places; their themes as far as the file has a column of them.
    var places: [RecommendedPlace] = []
    /// Rows that are no place, the first reason of them, and all rows.
    public private(set) var rejected: (count: Int, first: Rejection?) = (0, nil)
    private var byID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    /// Reads the places of a table.
    ///
    /// - Parameters:
    ///   - source: A CSV with an id or a name, latitude and longitude, perhaps a category, a theme and an address.
    ///   - names: The columns of theme and municipality, if they do not have usual names; the other columns are found by
    ///     theirs.
    /// - Throws: ``BatchError`` if the table cannot be read.
    public init(_ source: consuming any ByteSource, columns names: CourseColumnNames = .init()) throws(BatchError) {
        var table = try BatchError.opening { [source] () throws(PlaceTableError) in try PlaceTable(source) }
        let reading = try BatchError.opening { () throws(PlaceTableError) in
            try (
                columns: table.columns(), theme: Self.given(names.theme, CourseColumns.themeKeys, table),
                municipality: Self.given(names.municipality, CourseColumns.municipalityKeys, table),
                road: table.finder.column(nil, usual: ["소재지도로명주소", "도로명주소", "주소", "address", "roadaddress"]),
                lot: table.finder.column(nil, usual: ["소재지지번주소", "지번주소", "lotaddress"])
            )
        }
        let rows = table.rows(reading.columns)()
        var record = CSVRecord()
        do throws(TableError) {
            while try table.reader.read(into: &record) {
                do throws(Rejection) {
                    let coordinate = try rows.place(of: record)
                    func text(_ column: Int?) -> String? {
                        column.flatMap { record.isBlank($0) ? nil : PlainText.trimmed(record[$0]) }
                    }
                    let name = CourseName(text(reading.columns.name) ?? "")
                    let address = Municipality.key(
                        roadAddress: text(reading.road?.number), lotAddress: text(reading.lot?.number))
                    add(
                        RecommendedPlace(
                            id: text(reading.columns.id) ?? String(record.number), name: name.name,
                            category: text(reading.columns.category), coordinate: coordinate,
                            municipality: text(reading.municipality?.number)
                                ?? (address.isEmpty ? name.municipality : address),
                            theme: text(reading.theme?.number)), written: name.written)
                } catch {
                    rejected.count += 1
                    if rejected.first == nil { rejected.first = error }
                }
            }
        } catch {
            throw .table(error)
        }
    }

    /// The places of a recommender, at their positions.
    public init(_ places: RecommendedPlaces) { for place in places.places { add(place, written: place.name) } }

    /// A named column may be of the visits alone; a usual one is of either.
    private static func given(
        _ name: String?, _ usual: [String], _ table: borrowing PlaceTable
    ) throws(PlaceTableError) -> TableColumn? {
        if let name, !name.hasPrefix("#"), let column = try? table.finder.column(name, usual: []) { return column }
        return try table.finder.column(nil, usual: usual)
    }

    private mutating func add(_ place: RecommendedPlace, written: String) {
        if byID[place.id] == nil { byID[place.id] = places.count }
        if !written.isEmpty { byName[written, default: []].append(places.count) }
        places.append(place)
    }

    /// The number of places.
    public var count: Int { places.count }

    /// The place of a visit: by its id, or by its name if only one place has it.
    ///
    /// - Throws: The reason that there is none.
    func position(of row: CourseRow) throws(CourseFault) -> Int {
        if let id = row.place {
            guard let position = byID[id] else { throw CourseFault(reason: "no place has the id \"\(id.prefix(40))\"") }
            return position
        }
        let named = byName[row.name] ?? []
        guard let first = named.first else {
            throw CourseFault(reason: "no place is called \"\(row.name.prefix(40))\"")
        }
        if named.count > 1 { throw CourseFault(reason: "\(named.count) places are called \"\(row.name.prefix(40))\"") }
        return first
    }
}

/// Why a visit has no place.
struct CourseFault: Error {
    var reason: String
}

/// A name as courses write it: `(영동)영국사` is 영국사 in 영동.
struct CourseName {
    /// As written.
    let written: String
    /// Without the municipality before it.
    let name: String
    /// What stands in brackets before it, if that may be a municipality.
    let municipality: String?

    init(_ written: String) {
        self.written = written
        guard written.hasPrefix("("), let close = written.firstIndex(of: ")") else {
            (name, municipality) = (written, nil)
            return
        }
        let prefix = written[written.index(after: written.startIndex)..<close]
        guard 2...8 ~= prefix.count, prefix.allSatisfy(\.isLetter) else {
            (name, municipality) = (written, nil)
            return
        }
        name = PlainText.trimmed(String(written[written.index(after: close)...]))
        municipality = String(prefix)
    }
}
