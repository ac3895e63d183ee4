import WaymarkGeodesy
import WaymarkSearch
import WaymarkThreads

/// Finds trips, stops, entries, visits and companions by what is typed, as ``/WaymarkSearch/LiveSearch`` finds places:
/// half a syllable, 초성, the wrong keyboard, a slip of the finger.
///
/// The index is in memory. It is made with the search, and catches up with the store before each answer.
public final class TripSearch: Sendable {
    private struct State: Sendable {
        var search: LiveSearch
        var cursor: ChangeCursor
    }

    private static let kinds: Set<RecordKind> = [.trip, .stop, .entry, .visit, .companion, .category]

    private let store: any TripStore
    private let state: Guarded<State>

    /// A search over a store.
    ///
    /// - Complexity: O(*n* log *n*) in the letters of all records.
    public init(_ store: any TripStore) throws(TripStoreError) {
        self.store = store
        state = Guarded(try Self.started(store))
    }

    /// The records that match what was typed, best first.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - kinds: What is looked for; all that have texts.
    ///   - limit: The maximum number of answers.
    /// - Returns: The records; fewer than the limit also if some were deleted while they were looked for.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Precondition: `limit` is not negative.
    /// - Complexity: That of a search; the first after changes also indexes what was changed.
    public func records(
        matching text: String, kinds: Set<RecordKind> = Set(RecordKind.allCases), limit: Int = 20
    ) throws(TripStoreError) -> [Record] {
        guard !kinds.isEmpty else { return [] }
        // One thread at a time: what another reads later must not be overwritten.
        let snapshot = try state.withLock { (state) throws(TripStoreError) in
            try Self.catchUp(&state, with: store)
            return state.search.snapshot()
        }
        let query = SearchQuery(text, categories: Set(kinds.map(\.rawValue)), limit: limit)
        var records: [Record] = []
        for hit in snapshot.answers(to: query).hits {
            // What another thread has deleted meanwhile is left out.
            guard let id = RecordID(hit.id), let row = try store.record(id), row.isLive else { continue }
            records.append(row.record)
        }
        return records
    }

    private static func catchUp(_ state: inout State, with store: any TripStore) throws(TripStoreError) {
        while true {
            let commits: [TripCommit]
            do throws(TripStoreError) {
                commits = try store.changes(after: state.cursor, limit: 1000)
            } catch .cursorTooOld {
                state = try started(store)
                return
            }
            guard let last = commits.last else { return }
            var changes: [LiveSearch.Change] = []
            for id in Set(commits.flatMap(\.changes).map(\.id)) {
                if let row = try store.record(id), row.isLive, let place = place(row.record) {
                    changes.append(.insert(place))
                } else {
                    changes.append(.remove("\(id)"))
                }
            }
            state.search.apply(changes)
            state.cursor = last.cursor
        }
    }

    private static func started(_ store: any TripStore) throws(TripStoreError) -> State {
        // Read first: what is committed meanwhile is looked at again.
        let cursor = try store.cursor()
        let places = try store.records(TripQuery(kinds)).compactMap { place($0.record) }
        return State(search: LiveSearch(places), cursor: cursor)
    }

    /// A record as the search has it: its kind as the category. Where it is has no part in the search.
    private static func place(_ record: Record) -> SearchedPlace? {
        func place(_ name: String, _ texts: [String]) -> SearchedPlace {
            SearchedPlace(
                id: "\(record.id)", name: name, category: record.kind.rawValue,
                coordinate: record.coordinate ?? Coordinate(uncheckedLatitude: 0, longitude: 0),
                otherTexts: texts.filter { !$0.isEmpty })
        }
        return switch record {
        case .trip(let trip): place(trip.title, [trip.notes])
        case .stop(let stop): place(stop.name, [stop.notes])
        case .entry(let entry): place(entry.displayTitle(untitled: ""), [entry.text])
        case .visit(let visit): place(visit.name, [visit.visitor])
        case .companion(let companion): place(companion.name, companion.interests)
        case .category(let category): place(category.name, [])
        case .attachment, .route, .plan: nil
        }
    }
}
