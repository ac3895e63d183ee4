import WaymarkPlaces
import WaymarkSearch
import WaymarkTables

/// The columns of a table of queries, if they do not have usual names.
public struct QueryColumnNames: Sendable, Hashable {
    /// The column of the typed text.
    public var query: String?
    /// The column of the query's id.
    public var id: String?
    /// The column with the latitude of the point near which places are searched.
    public var latitude: String?
    /// The column with the longitude of that point.
    public var longitude: String?

    /// Creates column names, or numbers such as `#2`; nil finds a column by its usual names.
    public init(query: String? = nil, id: String? = nil, latitude: String? = nil, longitude: String? = nil) {
        (self.query, self.id, self.latitude, self.longitude) = (query, id, latitude, longitude)
    }
}

/// The columns of a table of queries: the typed text, an id and a point.
struct QueryColumns: Sendable {
    let query: TableColumn
    let id: TableColumn?
    /// The columns of a point; nil if the table has none.
    let point: PlaceColumns?
    /// The names of the columns of each row: `query_id`, `query`, then the other columns of the table, with `query_` in
    /// front of a name that answers have too.
    let names: [String]
    private let others: [Int]
    private let header: [String]
    private let fieldCounts: FieldCounts

    private static let queryKeys = [
        "query", "q", "search", "keyword", "text", "검색어", "질의", "검색", "name", "이름", "명칭", "장소", "장소명",
    ]
    private static let idKeys = ["queryid", "id", "아이디", "번호"]

    init(_ table: borrowing PlaceTable, names: QueryColumnNames) throws(PlaceTableError) {
        guard let query = try table.finder.column(names.query, usual: Self.queryKeys) else {
            throw .columnNotFound(file: table.finder.file, name: "query", seen: table.header)
        }
        self.query = query
        let id = try table.finder.column(names.id, usual: Self.idKeys)
        self.id = id
        (header, fieldCounts) = (table.header, table.fieldCounts)
        point = try table.columnsIfAny(PlaceColumnNames(latitude: names.latitude, longitude: names.longitude))
        let header = header
        let others = header.indices.filter { $0 != query.number && $0 != id?.number }
        self.others = others
        var taken = Set(SearchRows.columns + ["query_id", "query"])
        self.names =
            ["query_id", "query"]
            + others.map { number in
                var name = header[number].isEmpty ? "column_\(number + 1)" : header[number]
                while !taken.insert(name).inserted { name = "query_" + name }
                return name
            }
    }

    /// The cells of a record under ``names``.
    func cells(of record: CSVRecord) -> [String?] {
        [id(of: record), record[query.number]] + others.map { record.isBlank($0) ? nil : record[$0] }
    }

    /// Creates a point reader for one thread; nil if queries have no points.
    func makePoints() -> PlaceReader? { point.map { PlaceReader($0, header: header) } }

    /// The id of a record, or its number if it has no id.
    func id(of record: CSVRecord) -> String {
        id.flatMap { record.isBlank($0.number) ? nil : record[$0.number] } ?? String(record.number)
    }

    /// The query of a record; the point of the options replaces a blank one.
    ///
    /// - Throws: The rejection, with line and column.
    func query(
        of record: CSVRecord, _ points: PlaceReader?, _ options: SearchBatchOptions
    ) throws(Rejection) -> SearchQuery {
        if let rejection = fieldCounts.rejection(of: record) { throw rejection }
        var asked = options.model
        asked.text = record[query.number]
        if let fault = asked.fault { throw query.rejection(of: record, "\(fault)") }
        if let near = try points?.coordinateIfAny(of: record) { asked.near = near }
        if let radius = options.radius {
            guard let near = asked.near else { throw query.rejection(of: record, "no point to look around") }
            asked.areas.append(.circle(radius, of: near))
        }
        return asked
    }
}
