import WaymarkGeodesy
package import WaymarkTimes

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
    public let plans: [KeptPlan]
    /// All of them as the store has them, those first that others name.
    public let rows: [StoredRecord]

    /// A trip of a store.
    ///
    /// - Throws: ``TripStoreError/unknown(_:)`` if there is no such trip, or it is deleted; an error of the store.
    /// - Complexity: O(*m* log *n*) for *m* records of the trip.
    public init(_ id: RecordID, in store: any TripStore) throws(TripStoreError) {
        guard let row = try store.record(id), row.isLive, let trip = row.record.trip else { throw .unknown(id) }
        self.trip = trip
        var all: [RecordKind: [StoredRecord]] = [.trip: [row]]
        func rows(_ kind: RecordKind, of owners: [RecordID]) throws(TripStoreError) -> [Record] {
            var found: [StoredRecord] = []
            for owner in owners { found += try store.records(TripQuery([kind], owner: owner)) }
            all[kind] = found
            return found.map(\.record)
        }
        stops = try rows(.stop, of: [id]).compactMap(\.stop)
        routes = try rows(.route, of: [id]).compactMap(\.route)
        plans = try rows(.plan, of: [id]).compactMap(\.plan)
        entries = try rows(.entry, of: [id] + stops.map(\.id)).compactMap(\.entry)
            .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        all[.entry]?.sort(by: TripQuery.isBefore)
        attachments = try rows(.attachment, of: stops.map(\.id) + entries.map(\.id)).compactMap(\.attachment)
        for id in trip.companions { if let row = try store.record(id) { all[.companion, default: []].append(row) } }
        companions = all[.companion, default: []].compactMap { $0.record.companion }
        let named = Set(entries.compactMap(\.category))
        if !named.isEmpty {
            all[.category] = try store.records(TripQuery([.category])).filter { named.contains($0.id) }
        }
        categories = all[.category, default: []].compactMap { $0.record.category }
        self.rows = RecordKind.allCases.flatMap { all[$0, default: []] }
    }

    /// When any record was last changed.
    public var modified: Moment { rows.map(\.modified).max() ?? .unixEpoch }

    /// All records, those first that others name.
    public var records: [Record] { rows.map(\.record) }

    /// The attachments of a stop or an entry, in their order.
    public func attachments(of owner: RecordID) -> [Attachment] { attachments.filter { $0.owner == owner } }

    /// The zone of a stop; nil if it is not known.
    func zone(of stop: TripStop) -> ClockZone? { stop.zone ?? trip.zone }

    /// Where an entry is: its own place, otherwise that of its stop.
    func coordinate(of entry: DiaryEntry) -> Coordinate? {
        entry.coordinate ?? stops.first { $0.id == entry.subject }?.coordinate
    }
}

// Named values, as KML and GeoJSON have them, and imports read them.
extension WholeTrip {
    typealias Values = [(name: String, value: String?)]

    var values: Values {
        [
            ("trip_id", "\(trip.id)"), ("first_day", trip.days.map { "\($0.lowerBound)" }),
            ("last_day", trip.days.map { "\($0.upperBound)" }), ("time_zone", trip.zone?.identifier),
        ]
    }

    func values(of stop: TripStop, number: Int) -> Values {
        let stay = stop.stayMilliseconds ?? 0
        return [
            ("kind", "stop"), ("number", "\(number)"), ("stop_id", "\(stop.id)"),
            ("time_zone", stop.zone?.identifier), ("attraction", stop.attraction),
            ("stay_ms", stay > 0 ? "\(stay)" : nil), ("nights", stop.nights > 0 ? "\(stop.nights)" : nil),
            ("pinned", stop.isPinned ? "true" : nil),
        ]
    }

    func values(of entry: DiaryEntry) -> Values {
        [
            ("kind", "entry"), ("entry_id", "\(entry.id)"),
            // It is at the place of its stop, unless it has one of its own.
            ("stop_id", entry.subject == trip.id ? nil : entry.subject.map { "\($0)" }),
            ("own_place", entry.coordinate == nil ? nil : "true"), ("time_zone", entry.zone.identifier),
        ]
    }
}

extension TripStop {
    /// The arrival by the clocks of the stop, or its day.
    package func arrivalText(on trip: Trip) -> String? {
        arrival.map { $0.text(in: zone ?? trip.zone ?? .utc) } ?? arrivalDay.map { "\($0)" }
    }
}

extension Moment {
    /// The moment by the clocks of a zone, such as `2027-04-01T09:00:00+09:00`; in UTC where their day is outside the
    /// years 1 to 9999.
    package func text(in zone: ClockZone) -> String { date.xsdDateTime(in: zone) ?? description }
}
