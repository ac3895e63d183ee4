import ArgumentParser
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

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
        let open = try OpenStore(folder: store, isExisting: true)
        let found = try open.trip(trip)
        let stops = try Failure.ofStore { try open.trips.stops(of: found.id) }
        return StoredStops(store: open, trip: found, stops: stops)
    }
}

/// The stops of a stored trip.
struct StoredStops {
    let store: OpenStore
    let trip: Trip
    let stops: [TripStop]

    /// The stops as a table.
    var source: MemorySource {
        MemorySource(
            TripStopTable.csv(trip, stops), name: "trip \(DisplayTitle.line(of: trip.title) ?? "\(trip.id)")")
    }

    /// The ids of the first and of the last stop, of those that are pinned.
    var pinnedEnds: (first: String?, last: String?) {
        guard stops.count > 1, let first = stops.first, let last = stops.last else { return (nil, nil) }
        return (first.isPinned ? "\(first.id)" : nil, last.isPinned ? "\(last.id)" : nil)
    }
}

extension Moment {
    /// The moment as `2027-04-01T09:00:00+09:00`, by the clocks of a zone.
    func text(in zone: ClockZone) -> String { date.xsdDateTime(in: zone) ?? "\(self)" }
}
