import ArgumentParser
import WaymarkBatch
import WaymarkPlans
import WaymarkTables
import WaymarkTrips

/// `waymark trips`: stored trips.
struct TripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trips",
        abstract: "Keep trips with their stops, diaries and pictures in a folder: list, show, back up, restore, check.",
        discussion: """
            A store is a folder with a database and the files of attachments. A trip is given by its id, or by its title \
            if no other trip has it. `route`, `order` and `recommend` take a stored trip with --trip in place of a table \
            of stops.

            EXAMPLES
              waymark trips list --store trips
              waymark trips show 제주 --store trips
              waymark trips import jeju.gpx --store trips
              waymark trips delete 제주 --store trips
              waymark trips backup --store trips --output trips.zip
              waymark trips restore trips.zip --store trips
              waymark route --trip 제주 --store trips --format svg --output map.svg
            """,
        subcommands: [
            ListTripsCommand.self, ShowTripCommand.self, ImportTripsCommand.self, ExportTripCommand.self,
            RenameTripCommand.self, DeleteTripCommand.self, UndeleteTripCommand.self, KeepPlanCommand.self,
            BackupTripsCommand.self, RestoreTripsCommand.self, UndoTripsCommand.self, CheckTripsCommand.self,
            ForgetFileCommand.self, CollectTripsCommand.self,
        ])
}

enum TripListFormat: String, ExpressibleByArgument, CaseIterable { case csv, table }

/// `waymark trips list`: the trips of a store.
struct ListTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the trips of a store by their first day, those without dates last.",
        discussion: """
            The phase is coming, current, past or undated: days begin and end by the clocks of the first and the last \
            stop. --deleted lists what `waymark trips undelete` brings back, with the day of its deletion by the clocks \
            of the trip.

            EXAMPLES
              waymark trips list --store trips
              waymark trips list --store trips --phase coming --format csv
              waymark trips list --store trips --deleted
            """)

    @OptionGroup var store: StoreArguments
    @Option(help: ArgumentHelp("Only trips that are coming, current, past or undated.", valueName: "phase"))
    var phase: TripPhase?
    @Flag(help: "Trips that are deleted, and not purged.")
    var deleted = false
    @Option(help: ArgumentHelp("csv or table.", valueName: "format"))
    var format = TripListFormat.table
    @OptionGroup var output: OutputArguments

    private var columns: [String] {
        [
            "trip_id", "title", "phase", "first_day", "last_day", "time_zone", "stops", "entries", "companions",
            "color",
        ] + (deleted ? ["deleted"] : [])
    }

    func run() throws {
        let open = try store.read()
        let rows = try rows(of: open.trips)
        switch format {
        case .csv:
            var csv = CSVBuffer()
            for row in [columns] + rows { csv.append(record: row) }
            try OutputArguments.write(csv.bytes, to: output.path)
        case .table:
            var table = TextTable(
                columns: columns.map { column in
                    let isNumber = ["stops", "entries", "companions"].contains(column)
                    return .init(
                        title: column, alignment: isNumber ? .right : .left,
                        maximumWidth: column == "title" ? 40 : nil)
                })
            for row in rows { table.add(row) }
            try output.write(table.render())
        }
        try open.end()
    }

    /// The title to show; a missing one is empty in a table for other programs.
    private func title(_ trip: Trip) -> String {
        format == .csv ? trip.displayTitle(untitled: "") : trip.displayTitle()
    }

    private func rows(of store: any TripStore) throws -> [[String]] {
        let now = Moment.now
        let life = deleted ? TripQuery.Life.deleted : .live
        let counts = try store.counts(life)
        return try store.records(TripQuery([.trip], life: life)).compactMap { row in
            guard let trip = row.record.trip else { return nil }
            let own = trip.phase(at: now, stops: counts.ends[trip.id] ?? [])
            if let phase, own != phase { return nil }
            let deleted = row.deletion.map { [$0.time.day(in: trip.zone ?? .utc)?.description ?? ""] } ?? []
            return [
                "\(trip.id)", title(trip), "\(own)",
                trip.days.map { "\($0.lowerBound)" } ?? "", trip.days.map { "\($0.upperBound)" } ?? "",
                trip.zone?.identifier ?? "", "\(counts.stops[trip.id] ?? 0)", "\(counts.entries[trip.id] ?? 0)",
                "\(trip.companions.count)", trip.color.map { "\($0)" } ?? "",
            ] + deleted
        }
    }
}

extension TripPhase: ExpressibleByArgument {}

extension TripStore {
    /// The number of stops and of entries of each trip, entries of its stops too, and its first and last stop; of deleted
    /// trips only those that were deleted with them.
    fileprivate func counts(_ life: TripQuery.Life) throws(TripStoreError) -> (
        stops: [RecordID: Int], entries: [RecordID: Int], ends: [RecordID: [TripStop]]
    ) {
        var (stops, entries, ends) = ([RecordID: Int](), [RecordID: Int](), [RecordID: [TripStop]]())
        var trips: [RecordID: RecordID] = [:]
        for row in try records(TripQuery([.stop, .entry], life: life)) {
            let root = row.deletion?.root
            switch row.record {
            case .stop(let stop) where root == nil || root == stop.trip:
                stops[stop.trip, default: 0] += 1
                trips[stop.id] = stop.trip
                ends[stop.trip] = [ends[stop.trip]?.first ?? stop, stop]
            case .entry(let entry):
                guard let trip = entry.subject.map({ trips[$0] ?? $0 }), root == nil || root == trip else { break }
                entries[trip, default: 0] += 1
            default: break
            }
        }
        return (stops, entries, ends)
    }
}

/// `waymark trips show`: a trip of a store.
struct ShowTripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a trip: its stops in their order, its companions, plan and diary.",
        discussion: """
            csv has a row for each stop, as `waymark route`, `order` and `recommend` read it; `waymark trips export` has \
            their notes too.

            EXAMPLES
              waymark trips show 제주 --store trips
              waymark trips show 제주 --store trips --format csv --output jeju.csv
            """)

    @Argument(help: ArgumentHelp("The trip, by id or title.", valueName: "trip"))
    var trip: String
    @OptionGroup var store: StoreArguments
    @Option(help: ArgumentHelp("csv or table.", valueName: "format"))
    var format = TripListFormat.table
    @OptionGroup var output: OutputArguments

    func run() throws {
        let store = try store.read()
        let trip = try store.trip(trip)
        let bytes =
            switch format {
            case .csv: TripStopTable.csv(trip, try store.trips.stops(of: trip.id), isPlain: true)
            case .table: ContiguousArray(try text(of: trip, in: store.trips).utf8)
            }
        try OutputArguments.write(bytes, to: output.path)
        try store.end()
    }

    private func text(of trip: Trip, in store: any TripStore) throws -> String {
        let stops = try store.stops(of: trip.id)
        var text = trip.displayTitle() + "\n"
        if let days = trip.days { text += "\(days.lowerBound) – \(days.upperBound), " }
        if let zone = trip.zone { text += "\(zone.identifier), " }
        text += "\(trip.phase(at: .now, stops: stops))\n"
        let companions = try store.companions(of: trip).map { DisplayTitle.line(of: $0.name) ?? "\($0.id)" }
        if !companions.isEmpty { text += "companions: \(companions.joined(separator: ", "))\n" }
        for plan in try store.plans(of: trip.id) {
            // One of a newer version may be unreadable here.
            let stored = try? TripPlan(parsing: Array(plan.json.utf8))
            let days = stored.map { $0.days.count == 1 ? "1 day" : "\($0.days.count) days" } ?? "cannot be read"
            text += "plan: \(days)\(stored?.days.first?.date.map { " from \($0)" } ?? "")\n"
        }
        var table = TextTable(columns: [
            .init(title: "No.", alignment: .right), .init(title: "Stop", maximumWidth: 40), .init(title: "Arrival"),
            .init(title: "Nights", alignment: .right), .init(title: "Files", alignment: .right), .init(title: "Id"),
        ])
        var entries = try store.entries(of: trip.id)
        for (place, stop) in stops.enumerated() {
            table.add([
                "\(place + 1)", DisplayTitle.line(of: stop.name) ?? "",
                stop.arrivalText(on: trip) ?? "",
                stop.nights > 0 ? "\(stop.nights)" : "",
                "\(try store.attachments(of: stop.id).count)", "\(stop.id)",
            ])
            entries += try store.entries(of: stop.id)
        }
        if !stops.isEmpty { text += "\n" + table.render() + Self.text(of: StopDuplicates(stops), in: stops) }
        guard !entries.isEmpty else { return text }
        var diary = TextTable(columns: [
            .init(title: "Time"), .init(title: "Entry", maximumWidth: 60), .init(title: "Files", alignment: .right),
        ])
        for entry in entries.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
            diary.add([
                entry.time.text(in: entry.zone), entry.displayTitle(),
                "\(try store.attachments(of: entry.id).count)",
            ])
        }
        return text + "\n" + diary.render()
    }

    /// The stops that are one place, a line each.
    private static func text(of duplicates: StopDuplicates, in stops: [TripStop]) -> String {
        let numbers = Dictionary(stops.enumerated().map { ($1.id, "\($0 + 1)") }) { first, _ in first }
        var lines = duplicates.repeated.map { same in
            "stops \(same.compactMap { numbers[$0.id] }.joined(separator: ", ")): the same attraction"
        }
        for pair in duplicates.pairs {
            let (first, second) = (numbers[pair.first.id] ?? "", numbers[pair.second.id] ?? "")
            lines.append("stops \(first), \(second): the same name within 100 m; perhaps one place")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
