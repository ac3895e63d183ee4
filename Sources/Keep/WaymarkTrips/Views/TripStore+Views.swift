public import WaymarkGeodesy
import WaymarkRecommendations
public import WaymarkRegions
public import WaymarkRoutes
public import WaymarkTimes

// What the screens of an app ask. Records that are deleted are left out, unless said otherwise.
extension TripStore {
    /// All trips by their first day, those without dates last.
    public func trips(_ life: TripQuery.Life = .live) throws(TripStoreError) -> [Trip] {
        try records(TripQuery([.trip], life: life)).compactMap { $0.record.trip }
    }

    /// The plans of a trip's days, the last made last: merging may leave several.
    public func plans(of trip: RecordID) throws(TripStoreError) -> [KeptPlan] {
        try records(TripQuery([.plan], owner: trip)).compactMap { $0.record.plan }
    }

    /// The stops of a trip in their order. A stop's number is its position, plus one.
    public func stops(of trip: RecordID) throws(TripStoreError) -> [TripStop] {
        try records(TripQuery([.stop], owner: trip)).compactMap { $0.record.stop }
    }

    /// The attachments of a stop or an entry in their order.
    public func attachments(of owner: RecordID) throws(TripStoreError) -> [Attachment] {
        try records(TripQuery([.attachment], owner: owner)).compactMap { $0.record.attachment }
    }

    /// The entries of a trip, a stop or a category, or all of them; earliest first.
    public func entries(
        of owner: RecordID? = nil, days: ClosedRange<CalendarDate>? = nil
    ) throws(TripStoreError) -> [DiaryEntry] {
        try records(TripQuery([.entry], owner: owner, days: days)).compactMap { $0.record.entry }
    }

    /// The categories in their order.
    public func categories() throws(TripStoreError) -> [TripCategory] {
        try records(TripQuery([.category])).compactMap { $0.record.category }
    }

    /// The companions in their order: those that are offered for new trips.
    public func companions() throws(TripStoreError) -> [Companion] {
        try records(TripQuery([.companion])).compactMap { $0.record.companion }
    }

    /// The companions of a trip as it names them, with those that were deleted since.
    public func companions(of trip: Trip) throws(TripStoreError) -> [Companion] {
        var companions: [Companion] = []
        for id in trip.companions { if let found = try record(id)?.record.companion { companions.append(found) } }
        return companions
    }

    /// The trips that are over, under way or to come, by the clocks of their places: see ``Trip/phase(at:stops:)``.
    public func trips(_ phase: TripPhase, at now: Moment) throws(TripStoreError) -> [Trip] {
        var found: [Trip] = []
        for trip in try trips() {
            var own = trip.phaseAnywhere(at: now)
            if own == nil { own = trip.phase(at: now, stops: try stops(of: trip.id)) }
            if own == phase { found.append(trip) }
        }
        return found
    }

    /// The stops of a trip for routes and orders, with the zone of the trip where a stop has none.
    ///
    /// - Throws: ``TripStoreError/unknown(_:)`` if there is no such trip.
    public func routeStops(of id: RecordID) throws(TripStoreError) -> [Stop] {
        guard let row = try record(id), row.isLive, let trip = row.record.trip else { throw .unknown(id) }
        return try stops(of: id).map { stop in
            Stop(
                id: "\(stop.id)", name: stop.name, coordinate: stop.coordinate, arrival: stop.arrival?.date,
                stay: stop.stay, timeZone: stop.zone ?? trip.zone)
        }
    }

    /// What visited land is made of: the visits that have been, and the stops of the trips that are over, with the
    /// colours of the trips. What is planned for a later moment was not visited.
    public func visitRecords(at now: Moment) throws(TripStoreError) -> [VisitRecord] {
        var found: [VisitRecord] = []
        for visit in try visits(at: now) { found.append(visit.visitRecord) }
        for (trip, stop) in try visitedStops(at: now) {
            let day = stop.arrivalDay.flatMap { day in
                (stop.zone ?? trip.zone).map { Moment(startOf: day, in: $0) }
            }
            found.append(
                VisitRecord(
                    id: "\(stop.id)", coordinate: stop.coordinate, date: (stop.arrival ?? day)?.date,
                    color: trip.color))
        }
        return found
    }

    /// The visits that have been.
    func visits(at now: Moment) throws(TripStoreError) -> [Visit] {
        try records(TripQuery([.visit])).compactMap { $0.record.visit }.filter { $0.time ?? now <= now }
    }

    /// The stops that were visited, with their trips: those of the trips that are over, and of trips without days those
    /// whose own time is over; but none that was planned for a later moment.
    func visitedStops(at now: Moment) throws(TripStoreError) -> [(trip: Trip, stop: TripStop)] {
        let stops = Dictionary(grouping: try records(TripQuery([.stop])).compactMap { $0.record.stop }, by: \.trip)
        var found: [(trip: Trip, stop: TripStop)] = []
        for trip in try trips() {
            let own = stops[trip.id, default: []]
            let phase = trip.phase(at: now, stops: own)
            guard phase == .past || phase == .undated else { continue }
            for stop in own {
                let isOver =
                    stop.arrival.map { $0 <= now }
                    ?? stop.arrivalDay.map { Moment(endOf: $0, in: stop.zone ?? trip.zone ?? .lastOfDay) <= now }
                if isOver ?? (phase == .past) { found.append((trip, stop)) }
            }
        }
        return found
    }

    // MARK: The days of a diary

    /// The entries that stand for a day, at most `count`, spread over its places and hours; earliest first.
    ///
    /// Entries have the place they name, otherwise that of their stop. Those with pictures come before others: without
    /// one, an entry stands for a day only if no entry of it has a picture.
    ///
    /// - Parameters:
    ///   - day: The day, by the clocks of the place of each entry.
    ///   - count: The maximum number of entries.
    /// - Returns: Entries, earliest first; empty for a day without placed entries.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Precondition: `count` is not negative.
    /// - Complexity: O(*n*²) in the entries of the day.
    /// - SeeAlso: ``PlacedRecord/representatives(of:count:)``
    public func entriesStanding(for day: CalendarDate, count: Int = 4) throws(TripStoreError) -> [DiaryEntry] {
        var placed: [(entry: DiaryEntry, record: PlacedRecord)] = []
        var pictured: [(entry: DiaryEntry, record: PlacedRecord)] = []
        for entry in try entries(days: day...day) {
            var place = entry.coordinate
            if place == nil, let subject = entry.subject { place = try record(subject)?.record.coordinate }
            guard let place else { continue }
            let record = PlacedRecord(coordinate: place, time: Double(entry.time.milliseconds) / 1000)
            placed.append((entry, record))
            if try !attachments(of: entry.id).isEmpty { pictured.append((entry, record)) }
        }
        let all = pictured.isEmpty ? placed : pictured
        return PlacedRecord.representatives(of: all.map(\.record), count: count).map { all[$0].entry }
            .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    // MARK: Regions of the land: what lies in one, and what was visited

    /// The records that a query asks for and that lie in a region, in the order of ``records(_:)``.
    ///
    /// - Parameters:
    ///   - query: The conditions; a box of its own counts too.
    ///   - region: The number of the region in `regions`.
    ///   - regions: The regions.
    /// - Returns: The records; those without a place are in no region.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Precondition: `region` is a region of `regions`.
    /// - Complexity: O(*n* log *m*) for *n* records in the box of the region and *m* points of borders.
    public func records(
        _ query: TripQuery = TripQuery(), in region: Int, of regions: RegionSet
    ) throws(TripStoreError) -> [StoredRecord] {
        var narrow = query
        narrow.box = regions.regions[region].box
        return try records(narrow).filter { row in
            guard let place = row.record.coordinate, query.box?.contains(place) ?? true else { return false }
            return regions.regions(containing: place).contains(region)
        }
    }

    /// The land that was visited: see ``visitRecords(at:)``.
    ///
    /// - Parameters:
    ///   - levels: The regions, in levels.
    ///   - now: The moment, by which trips are over or not.
    ///   - tolerance: How far off a border a place may be.
    /// - Returns: The regions visited on each level.
    /// - Throws: ``TripStoreError`` from reading the store.
    /// - Complexity: O(*n* log *m*) for *n* visits and stops and *m* points of borders.
    public func visitedLand(
        _ levels: RegionLevels, at now: Moment, within tolerance: Meters = .zero
    ) throws(TripStoreError) -> VisitedLand {
        VisitedLand(levels: levels, tolerance: tolerance, records: try visitRecords(at: now))
    }
}
