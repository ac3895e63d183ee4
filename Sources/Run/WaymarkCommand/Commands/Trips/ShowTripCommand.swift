import ArgumentParser
import WaymarkBatch
import WaymarkTables
import WaymarkTrips

/// `waymark trips show`: a trip of a store.
struct ShowTripCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a trip: its stops in their order, its companions and its diary.",
        discussion: """
            csv has a row for each stop, as `waymark route`, `order` and `recommend` read it.

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
        let store = try store.open()
        let trip = try store.trip(trip)
        let bytes = try Failure.ofStore {
            switch format {
            case .csv: TripStopTable.csv(trip, try store.trips.stops(of: trip.id))
            case .table: ContiguousArray(try text(of: trip, in: store.trips).utf8)
            }
        }
        try OutputArguments.write(bytes, to: output.path)
    }

    private func text(of trip: Trip, in store: any TripStore) throws -> String {
        let stops = try store.stops(of: trip.id)
        var text = trip.displayTitle() + "\n"
        if let days = trip.days { text += "\(days.lowerBound) – \(days.upperBound), " }
        text += "\(trip.zone.identifier), \(trip.phase(at: .now, stops: stops))\n"
        let companions = try store.companions(of: trip).map { DisplayTitle.line(of: $0.name) ?? "\($0.id)" }
        if !companions.isEmpty { text += "companions: \(companions.joined(separator: ", "))\n" }
        var table = TextTable(columns: [
            .init(title: "No.", alignment: .right), .init(title: "Stop", maximumWidth: 40), .init(title: "Arrival"),
            .init(title: "Nights", alignment: .right), .init(title: "Files", alignment: .right), .init(title: "Id"),
        ])
        var entries = try store.entries(of: trip.id)
        for (place, stop) in stops.enumerated() {
            let arrival = stop.arrival.map { $0.text(in: stop.zone ?? trip.zone) } ?? ""
            table.add([
                "\(place + 1)", DisplayTitle.line(of: stop.name) ?? "", arrival,
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
        let numbers = Dictionary(uniqueKeysWithValues: stops.enumerated().map { ($1.id, "\($0 + 1)") })
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
