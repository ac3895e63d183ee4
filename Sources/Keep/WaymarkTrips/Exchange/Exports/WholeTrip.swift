import WaymarkGeodesy
import WaymarkTimes

/// A trip with all that belongs to it, as exports write it.
public struct WholeTrip: Hashable, Sendable {
    /// The trip.
    public let trip: Trip
    /// The companions it names, in its order, with those that were deleted since.
    public let companions: [Companion]
    /// The categories of its entries, in their order.
    public let categories: [TripCategory]
    /// The stops in their order.
    public let stops: [TripStop]
    /// The entries about the trip and its stops, earliest first.
    public let entries: [DiaryEntry]
    /// The attachments of the stops and the entries, those of one owner in their order.
    public let attachments: [Attachment]
    /// The routes as last assembled.
    public let routes: [TripRoute]
    /// The plans of its days; merging may leave several, the last made last.
    public let plans: [TripPlan]
    /// When any of these was last changed.
    public let modified: Moment

    /// A trip of a store.
    ///
    /// - Throws: ``TripStoreError/unknown(_:)`` if there is no such trip, or it is deleted; an error of the store.
    /// - Complexity: O(*m* log *n*) for *m* records of the trip.
    public init(_ id: RecordID, in store: any TripStore) throws(TripStoreError) {
        guard let row = try store.record(id), row.isLive, case .trip(let trip) = row.record else {
            throw .unknown(id)
        }
        self.trip = trip
        var modified = row.modified
        func rows(_ kind: RecordKind, of owners: [RecordID]) throws(TripStoreError) -> [Record] {
            var records: [Record] = []
            for owner in owners {
                for row in try store.records(TripQuery([kind], owner: owner)) {
                    modified = max(modified, row.modified)
                    records.append(row.record)
                }
            }
            return records
        }
        stops = try rows(.stop, of: [id]).compactMap { if case .stop(let stop) = $0 { stop } else { nil } }
        routes = try rows(.route, of: [id]).compactMap { if case .route(let route) = $0 { route } else { nil } }
        plans = try rows(.plan, of: [id]).compactMap { if case .plan(let plan) = $0 { plan } else { nil } }
        entries = try rows(.entry, of: [id] + stops.map(\.id))
            .compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
            .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        attachments = try rows(.attachment, of: stops.map(\.id) + entries.map(\.id))
            .compactMap { if case .attachment(let attachment) = $0 { attachment } else { nil } }
        companions = try store.companions(of: trip)
        let named = Set(entries.compactMap(\.category))
        categories = named.isEmpty ? [] : try store.categories().filter { named.contains($0.id) }
        self.modified = modified
    }

    /// All records, those first that others name.
    public var records: [Record] {
        companions.map(Record.companion) + categories.map(Record.category) + [.trip(trip)] + stops.map(Record.stop)
            + entries.map(Record.entry) + attachments.map(Record.attachment) + routes.map(Record.route)
            + plans.map(Record.plan)
    }

    /// The attachments of a stop or an entry, in their order.
    public func attachments(of owner: RecordID) -> [Attachment] { attachments.filter { $0.owner == owner } }

    /// The zone of a stop.
    func zone(of stop: TripStop) -> ClockZone { stop.zone ?? trip.zone }

    /// Where an entry is: its own place, otherwise that of its stop.
    func coordinate(of entry: DiaryEntry) -> Coordinate? {
        entry.coordinate ?? stops.first { $0.id == entry.subject }?.coordinate
    }
}

extension Moment {
    /// The moment by the clocks of a zone, such as `2027-04-01T09:00:00+09:00`; in UTC where their day is outside the
    /// years 1 to 9999.
    func text(in zone: ClockZone) -> String { date.xsdDateTime(in: zone) ?? description }
}
