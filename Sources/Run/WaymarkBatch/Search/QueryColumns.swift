import WaymarkAttractions
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables

/// The columns of a table of queries, where their usual names do not tell.
public struct QueryColumnNames: Sendable, Hashable {
    /// The column of what was typed.
    public var query: String?
    /// The column of the query's id.
    public var id: String?
    /// The column of the latitude of the point that nearness is measured from.
    public var latitude: String?
    /// The column of its longitude.
    public var longitude: String?

    /// Names, or numbers such as `#2`.
    public init(query: String? = nil, id: String? = nil, latitude: String? = nil, longitude: String? = nil) {
        (self.query, self.id, self.latitude, self.longitude) = (query, id, latitude, longitude)
    }
}

/// Where a table of queries has what was typed, an id and a point.
struct QueryColumns: Sendable {
    let query: Int
    let id: Int?
    /// The columns of a point; nil where the table has none.
    let point: PlaceColumns?
    let header: [String]

    private static let queryKeys = [
        "query", "q", "search", "keyword", "text", "검색어", "질의", "검색", "name", "이름", "명칭", "장소", "장소명",
    ]
    private static let idKeys = ["queryid", "id", "아이디", "번호"]

    init(header: [String], names: QueryColumnNames, file: String) throws(AttractionError) {
        func column(_ given: String?, _ usual: [String]) throws(AttractionError) -> Int? {
            try PlaceColumns.column(given, usual: usual, header: header, file: file, count: header.count)
        }
        guard let query = try column(names.query, Self.queryKeys) else {
            throw .columnNotFound(file: file, name: "query", seen: header)
        }
        (self.query, id, self.header) = (query, try column(names.id, Self.idKeys), header)
        do {
            point = try PlaceColumns(
                header: header, names: PlaceColumnNames(latitude: names.latitude, longitude: names.longitude),
                file: file)
        } catch .noCoordinateColumns where names.latitude == nil && names.longitude == nil {
            point = nil
        }
    }

    /// The id of a record: its number where there is none.
    func id(of record: CSVRecord) -> String {
        id.flatMap { record.isBlank($0) ? nil : record[$0] } ?? String(record.number)
    }

    /// The query of a record, or why it is none; a point that is blank is that of the options.
    func query(
        of record: CSVRecord, _ places: PlaceReader?, _ options: SearchBatchOptions
    ) -> Result<SearchQuery, RejectedStop> {
        if let rejection = record.rejection ?? record.checkFieldCount(header.count) {
            return .failure(RejectedStop(rejection))
        }
        var asked = options.model
        asked.text = record[query]
        if let fault = asked.fault { return .failure(rejected(record, query, "\(fault)")) }
        if let places {
            let reading = places.place(of: record)
            switch reading {
            case .at(let place): asked.near = place
            case .missing(_, both: true): break
            default:
                if let rejection = places.rejection(of: record, reading, header: header) {
                    return .failure(RejectedStop(rejection))
                }
            }
        }
        if let radius = options.radius {
            guard let near = asked.near else {
                return .failure(rejected(record, query, "no point to look around"))
            }
            asked.areas.append(.circle(radius, of: near))
        }
        return .success(asked)
    }

    private func rejected(_ record: CSVRecord, _ column: Int, _ reason: String) -> RejectedStop {
        RejectedStop(
            Rejection(line: record.line, column: column + 1, columnName: header[column], reason: reason))
    }
}
