public import WaymarkGeodesy
public import WaymarkTimes

/// Which records are wanted: those that meet all conditions.
public struct TripQuery: Hashable, Sendable {
    /// Which records, as to their deletion.
    public enum Life: Hashable, Sendable {
        /// Those that are not deleted.
        case live
        /// Those that are deleted and not purged.
        case deleted
        /// All.
        case all
    }

    /// What they are; nil for anything.
    public var kinds: Set<RecordKind>?
    /// What they go with: a trip, a stop, an entry or a category; nil for anything.
    public var owner: RecordID?
    /// A companion that they name; nil for any.
    public var companion: RecordID?
    /// Days, one of which is theirs: those of a trip, or the day of an entry, a visit or a planned arrival at its
    /// place; nil for any, also for records without a day.
    public var days: ClosedRange<CalendarDate>?
    /// A box in which they lie: stops, visits, and entries with a place; nil for anywhere.
    public var box: BoundingBox?
    /// Whether they are deleted.
    public var life: Life

    /// A query.
    public init(
        _ kinds: Set<RecordKind>? = nil, owner: RecordID? = nil, companion: RecordID? = nil,
        days: ClosedRange<CalendarDate>? = nil, box: BoundingBox? = nil, life: Life = .live
    ) {
        (self.kinds, self.owner, self.companion) = (kinds, owner, companion)
        (self.days, self.box, self.life) = (days, box, life)
    }
}

extension TripQuery {
    /// Whether a record meets all conditions; `trip` gives the record of a trip, whose zone its stops have.
    package func includes(_ row: StoredRecord, trip: (RecordID) throws -> Record?) rethrows -> Bool {
        let record = row.record
        switch life {
        case .live: guard row.isLive else { return false }
        case .deleted: guard !row.isLive else { return false }
        case .all: break
        }
        if let kinds, !kinds.contains(record.kind) { return false }
        if let owner, !record.ownerIDs.contains(owner) { return false }
        if let companion, !record.keptIDs.contains(companion) { return false }
        if let days {
            var zone: ClockZone?
            if let stop = record.stop, stop.zone == nil { zone = try trip(stop.trip)?.trip?.zone }
            guard let own = record.days(in: zone ?? .utc) else { return false }
            guard own.overlaps(days.lowerBound.daysSince1970...days.upperBound.daysSince1970) else { return false }
        }
        if let box {
            guard let coordinate = record.coordinate, box.contains(coordinate) else { return false }
        }
        return true
    }

    /// The order of answers: by kind; then categories, companions, stops and attachments by what they go with and their
    /// own order, others by time; ties by id.
    package static func isBefore(_ a: StoredRecord, _ b: StoredRecord) -> Bool {
        let kinds = (a.record.kind.number, b.record.kind.number)
        if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
        if a.record.sortTime != b.record.sortTime { return a.record.sortTime < b.record.sortTime }
        if let first = a.record.scope?.owner, let second = b.record.scope?.owner, first != second {
            return first < second
        }
        if let first = a.rank, let second = b.rank, first != second { return first < second }
        return a.id < b.id
    }
}
