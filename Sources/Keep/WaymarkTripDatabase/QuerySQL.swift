import WaymarkGeodesy
import WaymarkTimes
import WaymarkTrips

struct QuerySQL {
    private let query: TripQuery
    private var conditions: [String] = []
    private var arguments = StatementArguments()

    init(_ query: TripQuery) {
        self.query = query
        switch query.life {
        case .live: conditions.append("root IS NULL")
        case .deleted: conditions.append("root IS NOT NULL")
        case .all: break
        }
        if let kinds = query.kinds {
            let numbers = kinds.map { "\($0.number)" }.sorted().joined(separator: ", ")
            // The plus keeps SQLite from going through all records of the kinds where another index finds a few.
            let isNarrow = query.owner != nil || query.companion != nil || query.box != nil
            let column = isNarrow && !isOrdered ? "+kind" : "kind"
            conditions.append(kinds.count == 1 ? "\(column) = \(numbers)" : "\(column) IN (\(numbers))")
        }
        if let owner = query.owner {
            if isOrdered {
                add("scope = ? AND rank IS NOT NULL", [owner.bytes])
            } else {
                add("id IN (SELECT id FROM link WHERE target = ? AND keeps = 0)", [owner.bytes])
            }
        }
        if let companion = query.companion {
            add("id IN (SELECT id FROM link WHERE target = ? AND keeps = 1)", [companion.bytes])
        }
        if let days = query.days {
            // The day of a stop without a zone, in the columns that of UTC, may be the one before or behind.
            add(
                "first_day <= ? AND last_day >= ?",
                [days.upperBound.daysSince1970 + 1, days.lowerBound.daysSince1970 - 1])
        }
        if let box = query.box { add("latitude BETWEEN ? AND ?", [box.south, box.north]) }
    }

    /// Whether the records are those of one owner's order: what is in an order is in that of its only owner.
    private var isOrdered: Bool {
        guard query.owner != nil, let kinds = query.kinds else { return false }
        return kinds.isSubset(of: [.stop, .attachment])
    }

    private mutating func add(_ condition: String, _ values: StatementArguments) {
        conditions.append(condition)
        arguments += values
    }

    /// The columns by which the records are sorted: those of one kind without an order of its own have no place.
    private var order: String {
        if query.kinds?.count == 1, query.kinds?.first?.isOrdered == false { return "sort_time, id" }
        return "kind, sort_time, scope, rank, id"
    }

    /// The index to use, where SQLite itself chooses that of times, and looks for a page of each record.
    private var index: String {
        // All stops are read then: 20 ms for 30 000 instead of 0.2 ms.
        if isOrdered { return " INDEXED BY record_order" }
        // The index has all that is read: 2 ms for 1 000 trips become 0.3 ms.
        let isList = query.kinds == [.trip] && query.owner == nil && query.companion == nil && query.box == nil
        return isList && query.days == nil ? " INDEXED BY record_trip" : ""
    }

    /// The records; `onBroken` takes those that cannot be read, which are errors without it.
    func records(
        in db: Database, onBroken: ((TripStoreError) -> Void)? = nil
    ) throws -> [StoredRecord] {
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        var records: [StoredRecord] = []
        var trips: [RecordID: Record?] = [:]
        func trip(_ id: RecordID) throws -> Record? {
            if let known = trips[id] { return known }
            let trip = try DatabaseRows(db: db).row(id)?.record
            trips[id] = .some(trip)
            return trip
        }
        try DatabaseRows(db: db).forEachRow("\(index)\(condition) ORDER BY \(order)", arguments) { row in
            if case .failure(let error) = row, let onBroken { return onBroken(error) }
            let record = try row.get()
            // Of a box, the columns say the latitude only: it may go over the antimeridian.
            let isExact = query.box == nil && query.days == nil
            if try isExact || query.includes(record, trip: trip) { records.append(record) }
        }
        return records
    }
}
