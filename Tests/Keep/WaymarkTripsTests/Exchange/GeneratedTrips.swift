import TestSupport
import TripTestSupport
import WaymarkTables
import WaymarkTrips

/// Trips for exports, made of records with values that are easily written wrongly.
enum GeneratedTrips {
    /// A store with some trips.
    static func store(seed: UInt64) throws -> MemoryTripStore {
        var generator = RecordGenerator(seed: seed)
        let store = MemoryTripStore()
        var ids: [RecordKind: [RecordID]] = [:]
        let counts: [(RecordKind, Int)] = [
            (.companion, 4), (.category, 3), (.trip, 2), (.stop, 12), (.entry, 12), (.attachment, 12), (.visit, 2),
            (.route, 3), (.plan, 2),
        ]
        for (kind, count) in counts {
            for _ in 0..<count {
                let id = generator.id()
                guard let record = generator.record(kind, id: id, among: ids) else { continue }
                try store.commit([.put(record)])
                ids[kind, default: []].append(id)
            }
        }
        return store
    }

    /// The trips of a store with all that belongs to them.
    static func wholeTrips(seed: UInt64) throws -> [WholeTrip] {
        let store = try store(seed: seed)
        return try store.trips().map { try WholeTrip($0.id, in: store) }
    }
}

/// Reads a text as a file of a format, in pieces.
func imported(
    _ text: some Sequence<UInt8>, _ format: TripImportFormat, chunk: Int = .max, options: ImportOptions = .init()
) throws(ImportError) -> TripImport {
    try TripImport(MemorySource(text, chunk: chunk), format, options: options)
}

extension TripStore {
    /// Merges what was imported.
    @discardableResult
    func merge(_ read: TripImport, overwriting: Bool = false) throws -> RestoreReport {
        try restore(read.content(), overwriting ? .overwrite : read.mode)
    }
}

/// The records of an import by kind, in their order.
extension TripImport {
    var trips: [Trip] { records.compactMap { if case .trip(let trip) = $0 { trip } else { nil } } }
    var stops: [TripStop] { records.compactMap { if case .stop(let stop) = $0 { stop } else { nil } } }
    var entries: [DiaryEntry] { records.compactMap { if case .entry(let entry) = $0 { entry } else { nil } } }
    var visits: [Visit] { records.compactMap { if case .visit(let visit) = $0 { visit } else { nil } } }
    var routes: [TripRoute] { records.compactMap { if case .route(let route) = $0 { route } else { nil } } }
}

/// Records as bytes: texts that differ in bytes may be equal.
func bytes(of records: [Record]) -> [[UInt8]] {
    records.map { Array("\($0.kind) \($0.id) \($0.json())".utf8) }
}
