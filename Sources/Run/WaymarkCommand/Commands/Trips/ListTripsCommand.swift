import ArgumentParser
import WaymarkBatch
import WaymarkTables
import WaymarkTrips

/// The output formats of stored trips.
enum TripListFormat: String, ExpressibleByArgument, CaseIterable { case csv, table }

/// `waymark trips list`: the trips of a store.
struct ListTripsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the trips of a store by their first day, those without dates last.",
        discussion: """
            The phase is coming, current, past or undated: days begin and end by the clocks of the first and the last \
            stop.

            EXAMPLES
              waymark trips list --store trips
              waymark trips list --store trips --phase coming --format csv
            """)

    @OptionGroup var store: StoreArguments
    @Option(help: ArgumentHelp("Only trips that are coming, current, past or undated.", valueName: "phase"))
    var phase: TripPhase?
    @Option(help: ArgumentHelp("csv or table.", valueName: "format"))
    var format = TripListFormat.table
    @OptionGroup var output: OutputArguments

    private static let columns = [
        "trip_id", "title", "phase", "first_day", "last_day", "time_zone", "stops", "entries", "companions", "color",
    ]

    func run() throws {
        let store = try store.open().trips
        let rows = try Failure.ofStore { try self.rows(of: store) }
        switch format {
        case .csv:
            var csv = CSVBuffer()
            for row in [Self.columns] + rows {
                for cell in row { csv.append(field: cell) }
                csv.endRecord()
            }
            try OutputArguments.write(csv.bytes, to: output.path)
        case .table:
            var table = TextTable(
                columns: Self.columns.map { column in
                    let isNumber = ["stops", "entries", "companions"].contains(column)
                    return .init(
                        title: column, alignment: isNumber ? .right : .left,
                        maximumWidth: column == "title" ? 40 : nil)
                })
            for row in rows { table.add(row) }
            try output.write(table.render())
        }
    }

    /// The title to show; a missing one is empty in a table for other programs.
    private func title(_ trip: Trip) -> String {
        format == .csv ? trip.displayTitle(untitled: "") : trip.displayTitle()
    }

    private func rows(of store: any TripStore) throws -> [[String]] {
        let now = Moment.now
        let counts = try store.counts()
        return try store.trips().compactMap { trip in
            let own = trip.phase(at: now, stops: counts.ends[trip.id] ?? [])
            if let phase, own != phase { return nil }
            return [
                "\(trip.id)", title(trip), "\(own)",
                trip.days.map { "\($0.lowerBound)" } ?? "", trip.days.map { "\($0.upperBound)" } ?? "",
                trip.zone.identifier, "\(counts.stops[trip.id] ?? 0)", "\(counts.entries[trip.id] ?? 0)",
                "\(trip.companions.count)", trip.color.map { "\($0)" } ?? "",
            ]
        }
    }
}

extension TripPhase: ExpressibleByArgument {
    /// The phase of a name.
    public init?(argument: String) {
        guard let phase = Self.allCases.first(where: { "\($0)" == argument }) else { return nil }
        self = phase
    }

    /// The phases, for help.
    public static var allValueStrings: [String] { allCases.map { "\($0)" } }
}

extension TripStore {
    /// The number of stops and of entries of each trip, entries of its stops too, and its first and last stop.
    fileprivate func counts() throws(TripStoreError) -> (
        stops: [RecordID: Int], entries: [RecordID: Int], ends: [RecordID: [TripStop]]
    ) {
        var (stops, entries, ends) = ([RecordID: Int](), [RecordID: Int](), [RecordID: [TripStop]]())
        var trips: [RecordID: RecordID] = [:]
        for row in try records(TripQuery([.stop, .entry])) {
            switch row.record {
            case .stop(let stop):
                stops[stop.trip, default: 0] += 1
                trips[stop.id] = stop.trip
                ends[stop.trip] = [ends[stop.trip]?.first ?? stop, stop]
            case .entry(let entry):
                if let subject = entry.subject { entries[trips[subject] ?? subject, default: 0] += 1 }
            default: break
            }
        }
        return (stops, entries, ends)
    }
}
