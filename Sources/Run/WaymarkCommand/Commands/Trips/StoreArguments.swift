import ArgumentParser
import WaymarkTables
import WaymarkThreads
import WaymarkTripDatabase
import WaymarkTrips

struct StoreArguments: ParsableArguments {
    @Option(help: StoreArguments.help, completion: .directory)
    var store: String

    static let help = ArgumentHelp("Folder of the store of trips.", valueName: "folder")

    /// Opens the store for changes.
    ///
    /// - Parameter isExisting: Whether it must be there already; otherwise an empty one is made.
    /// - Returns: The store.
    /// - Throws: ``Failure``: `.unavailable` without SQLite.
    func open(isExisting: Bool = true) throws -> OpenStore {
        OpenStore(try TripDatabase(folder: store, isExisting: isExisting))
    }

    func read() throws -> OpenStore { try OpenStore(reading: store) }
}

/// An open store with the files of its attachments.
struct OpenStore {
    let trips: TripDatabase
    var files: AttachmentFiles { trips.files }
    /// What cannot be read, a line each.
    private let broken = Faults()

    private final class Faults: Sendable {
        let lines = Guarded<[String]>([])
    }

    init(_ database: TripDatabase) { trips = database }

    init(reading folder: String) throws {
        trips = try TripDatabase(reading: folder) { [broken] error in
            broken.lines.withLock { if !$0.contains("\(error)") { $0.append("\(error)") } }
        }
    }

    /// Says what could not be read, once all else is written.
    ///
    /// - Throws: ``Failure`` if there is anything.
    func end() throws {
        let lines = broken.lines.withLock { $0 }
        for line in lines.prefix(20) { Console.say("not shown: \(line)") }
        guard !lines.isEmpty else { return }
        throw Failure(
            .rejectedRows,
            "\(lines.count == 1 ? "1 fault" : "\(lines.count) faults"): `waymark trips check` lists all, `waymark trips check --mend` keeps what is sound"
        )
    }

    /// The trip of an id or of a title, among those that are deleted or those that are not.
    ///
    /// - Throws: ``Failure`` if there is none, or several have the title.
    func trip(_ name: String, isDeleted: Bool = false) throws -> Trip {
        let kind = isDeleted ? "deleted trip" : "trip"
        let trips = try self.trips.trips(isDeleted ? .deleted : .live)
        guard let id = RecordID(name) else {
            return try Self.only(
                trips.filter { $0.title == name }, "\(kind)s have the title \(name)",
                missing: "the store has no \(kind) of the id or title \(name)")
        }
        guard let trip = trips.first(where: { $0.id == id }) else {
            throw Failure(.noInput, "the store has no \(kind) \(id)")
        }
        return trip
    }

    /// The only one of the trips that were found.
    ///
    /// - Throws: ``Failure`` if there is none, or several, with their ids.
    static func only(_ found: [Trip], _ several: String, missing: String) throws -> Trip {
        guard found.count < 2 else {
            let ids = found.map { "\($0.id)" }.joined(separator: ", ")
            throw Failure(.usage, "\(found.count) \(several); give the id: \(ids)")
        }
        guard let trip = found.first else { throw Failure(.noInput, missing) }
        return trip
    }
}

/// A stored trip in place of a table of stops.
struct StoredTripArguments: ParsableArguments {
    @Option(help: ArgumentHelp("A stored trip in place of a table of stops, by id or title.", valueName: "trip"))
    var trip: String?
    @Option(help: ArgumentHelp("Folder of the store of --trip.", valueName: "folder"), completion: .directory)
    var store: String?

    /// Checks that stops come from one place, and that no option is given that is of tables alone.
    ///
    /// - Throws: `ValidationError`.
    func check(table: String?, _ ofTables: [(String, Bool)]) throws {
        guard (trip == nil) == (store == nil) else { throw ValidationError("--trip and --store go together.") }
        guard (table == nil) != (trip == nil) else {
            throw ValidationError("Give either a table of stops, or --trip with --store.")
        }
        if trip != nil, let option = ofTables.first(where: \.1) {
            throw ValidationError("\(option.0) cannot be used with --trip.")
        }
    }

    /// The stops of the trip; nil if none is given.
    ///
    /// - Throws: ``Failure``.
    func open() throws -> StoredStops? {
        guard let trip, let store else { return nil }
        let open = try OpenStore(reading: store)
        let found = try open.trip(trip)
        let stops = try open.trips.stops(of: found.id)
        return StoredStops(store: open, trip: found, stops: stops)
    }
}

/// The stops of a stored trip.
struct StoredStops {
    let store: OpenStore
    let trip: Trip
    let stops: [TripStop]

    var source: MemorySource {
        MemorySource(
            TripStopTable.csv(trip, stops, isPlain: true),
            name: "trip \(DisplayTitle.line(of: trip.title) ?? "\(trip.id)")")
    }

    /// The ids of the first and of the last stop, of those that are pinned.
    var pinnedEnds: (first: String?, last: String?) {
        guard stops.count > 1, let first = stops.first, let last = stops.last else { return (nil, nil) }
        return (first.isPinned ? "\(first.id)" : nil, last.isPinned ? "\(last.id)" : nil)
    }
}

extension Failure {
    init(_ error: TripStoreError) {
        switch error {
        case .noStore: self.init(.noInput, "\(error)")
        case .busy: self.init(.tryAgain, "\(error); try again later")
        case .diskFull, .inputOutput, .failed: self.init(.inputOutput, "\(error)")
        case .libraryUnavailable: self.init(.unavailable, "\(error)")
        case .readOnly, .cannotCreate: self.init(.cannotCreate, "\(error)")
        case .cannotOpen, .newerVersion, .invalid, .damaged, .notMerged, .unknown, .deleted, .otherKind,
            .danglingReference, .deletedWith, .ownerDeleted, .noCommonOrder, .cursorTooOld:
            self.init(.badData, "\(error)")
        }
    }
}
