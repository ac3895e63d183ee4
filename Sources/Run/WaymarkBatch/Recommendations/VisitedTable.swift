import WaymarkGeodesy
import WaymarkPlaces
public import WaymarkRecommendations
public import WaymarkTables
import WaymarkText

/// Reads places that travellers have already visited from a table.
public enum VisitedTable {
    /// Returns the ids of the places in the rows of a table.
    ///
    /// A row with coordinates matches the place with its id if that is within 100 m, since ids of other files may be
    /// equal by chance, and every place that is the same by `SamePlace`. A row without coordinates matches the place with its
    /// id and every place with its name.
    ///
    /// - Parameters:
    ///   - source: A CSV with an id, a name, or a name and coordinates; or all of these.
    ///   - places: The places to match.
    /// - Returns: The ids, the number of rows, and the number of rows that match no place.
    /// - Throws: ``BatchError`` if the table cannot be read, or has neither ids nor names.
    /// - Complexity: O(*r* log *n*) for *r* rows.
    public static func ids(
        _ source: consuming any ByteSource, among places: RecommendedPlaces
    ) throws(BatchError) -> (ids: Set<String>, rows: Int, unknown: Int) {
        var table = try BatchError.opening { [source] () throws(PlaceTableError) in try PlaceTable(source) }
        let columns = try BatchError.opening { () throws(PlaceTableError) in try Columns(table) }
        let reader = columns.place.map { PlaceReader($0, header: table.header) }
        let byName = Dictionary(grouping: places.places.indices, by: { NameFolding.key(places.places[$0].name) })
        let known = Set(places.places.lazy.map(\.id))
        var (ids, rows, unknown): (Set<String>, Int, Int) = ([], 0, 0)
        var record = CSVRecord()
        do throws(TableError) {
            while try table.reader.read(into: &record) {
                rows += 1
                let coordinate = record.rejection == nil ? (try? reader?.coordinateIfAny(of: record)) ?? nil : nil
                let (id, name) = (columns.id?.text(of: record), columns.name?.text(of: record))
                var found: Set<String> = []
                if let coordinate {
                    let row = RecommendedPlace(id: id ?? "", name: name ?? "", coordinate: coordinate)
                    found = places.ids(like: row)
                } else {
                    if let id, known.contains(id) { found.insert(id) }
                    for place in name.flatMap({ byName[NameFolding.key($0)] }) ?? [] {
                        found.insert(places.places[place].id)
                    }
                }
                if found.isEmpty { unknown += 1 }
                ids.formUnion(found)
            }
        } catch {
            throw .table(error)
        }
        return (ids, rows, unknown)
    }

    private struct Columns {
        let id: TableColumn?
        let name: TableColumn?
        let place: PlaceColumns?

        init(_ table: borrowing PlaceTable) throws(PlaceTableError) {
            id = try table.finder.column(
                nil, usual: ["attractionid", "placeid", "poiid", "stopid", "관광지id", "장소id", "id", "아이디", "번호"])
            name = try table.finder.column(nil, usual: CourseColumns.nameKeys + ["stopname"])
            place = try table.columnsIfAny()
            if id == nil, name == nil {
                throw .columnNotFound(file: table.finder.file, name: "attraction_id", seen: table.finder.header)
            }
        }
    }
}
