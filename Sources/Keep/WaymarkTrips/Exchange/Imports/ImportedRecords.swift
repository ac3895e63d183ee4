import WaymarkGeodesy
import WaymarkRegions
import WaymarkRoutes
import WaymarkTables
import WaymarkTimes

/// Collects what an import reads.
///
/// Until the end, records without an id of their own have a draft: their ids follow from all bytes, and days and local
/// times from the zone of the trip.
struct ImportedRecords {
    /// The kinds of things that are counted one by one.
    private static let maxKinds = 1000

    let options: ImportOptions
    var result = TripImport()
    /// What drafts begin with, which no id in a file does but by chance.
    private let draft = UInt64.random(in: .min ... .max)
    /// The kind of each draft, and its number among those of the kind.
    private var drafts: [(kind: RecordKind, number: Int)] = []
    private var counts: [RecordKind: Int] = [:]
    /// The ids of drafts that the file gives later.
    private var given: [RecordID: RecordID] = [:]
    private var trips: [RecordID: ImportedTrip] = [:]
    private var times: [ImportedTime] = []
    private var ids: Set<RecordID> = []
    private var places: [RecordID: (line: Int, column: Int)] = [:]

    init(_ options: ImportOptions) { self.options = options }

    // MARK: What was read

    /// Begins a trip, with the id that the file gives it, if it does; `isKnown` if the file is ours, and has all of it.
    mutating func addTrip(_ id: RecordID? = nil, title: String = "", isKnown: Bool = false) -> RecordID {
        let trip = Trip(id: id ?? newID(.trip), title: title)
        trips[trip.id] = ImportedTrip(place: result.rows.count, isKnown: isKnown)
        append(.trip(trip))
        return trip.id
    }

    /// Changes a trip.
    mutating func change(_ trip: RecordID, _ body: (inout Trip) -> Void) {
        guard let place = trips[trip]?.place, var changed = result.rows[place].record.trip else { return }
        body(&changed)
        result.rows[place].record = .trip(changed)
    }

    /// Takes what a file of ours says of a trip, with its id.
    ///
    /// - Returns: Whether the file is ours.
    mutating func identify(
        _ trip: RecordID, at place: ImportedPlace, _ value: (String) -> String?
    ) throws(ImportError) -> Bool {
        guard let id = value("trip_id").flatMap({ RecordID($0) }) else { return false }
        given[trip] = id
        trips[trip]?.isKnown = true
        say(["time_zone", "first_day", "last_day"], of: .trip)
        say(["time_zone", "attraction", "stay", "nights", "pinned"], of: .stop)
        var faults: [(name: String, reason: String)] = []
        change(trip) { faults = $0.take(keepsZone: true, value) }
        for fault in faults { try reject(fault.reason, at: place) }
        return true
    }

    /// Adds the stops, or the entry, that named values say to be at some places.
    mutating func add(
        at places: [Coordinate], of trip: RecordID, _ place: ImportedPlace, _ value: (String) -> String?
    ) throws(ImportError) {
        guard let first = places.first else { return }
        func id(_ name: String) -> RecordID? { value(name).flatMap { RecordID($0) } }
        let read = ImportedStop(first, keepsZone: id("stop_id") ?? id("entry_id") != nil, value)
        for fault in read.faults { try reject(fault.reason, at: place) }
        if value("kind") == "entry" {
            guard let time = read.time else { return try reject("the entry has no time", at: place) }
            // Without a place of its own it is at that of its stop.
            let isOwn = id("entry_id") == nil || value("own_place") == "true"
            let entry = DiaryEntry(
                id: free(id("entry_id")) ?? newID(.entry), title: value("title") ?? "", text: value("text") ?? "",
                time: .unixEpoch, zone: read.stop.zone ?? .utc, subject: id("stop_id") ?? trip,
                coordinate: isOwn ? first : nil)
            let hasZone = read.stop.zone != nil
            times.append(
                ImportedTime(row: result.rows.count, trip: trip, hasZone: hasZone, reading: time, place: place))
            return append(.entry(entry))
        }
        for (number, coordinate) in places.enumerated() {
            add(read, at: coordinate, number == 0 ? id("stop_id") : nil, to: trip, place)
        }
    }

    /// Adds a stop of a trip, which lasts as long as its stops, at a place of the file.
    mutating func add(
        _ read: ImportedStop, at coordinate: Coordinate? = nil, _ id: RecordID?, to trip: RecordID,
        _ place: ImportedPlace
    ) {
        var stop = read.stop
        stop.coordinate = coordinate ?? stop.coordinate
        (stop.id, stop.trip) = (free(id) ?? newID(.stop), trip)
        if trips[trip]?.firstPlace == nil { trips[trip]?.firstPlace = stop.coordinate }
        if let time = read.time {
            times.append(ImportedTime(row: result.rows.count, trip: trip, reading: time, place: place))
        }
        if !read.faults.isEmpty {
            result.said.unread[stop.id] = Set(read.faults.flatMap { ImportedStop.fields(of: $0.name) })
        }
        append(.stop(stop))
    }

    /// An id that no other record of the file has.
    private mutating func free(_ id: RecordID?) -> RecordID? {
        guard let id, ids.insert(id).inserted else { return nil }
        return id
    }

    /// Adds a line that begins at a place of the file, as travelled: a route of a trip, between the ends of the line.
    mutating func add(_ line: ImportedLine, to trip: RecordID, at place: (line: Int, column: Int)) throws(ImportError) {
        guard line.points.count > 1 else { return try reject("a line needs two points", at: place) }
        guard let route = line.route, let record = try? TripRoute(id: newID(.route), trip: trip, route: route) else {
            return try reject("the times of the line are more than 285 years apart", at: place)
        }
        append(.route(record))
        if trips[trip]?.linePlace == nil { trips[trip]?.linePlace = line.points.first?.coordinate }
        trips[trip]?.moments += [line.start, line.end].compactMap { $0 }
    }

    /// Adds the plan of a trip, as its JSON.
    mutating func add(plan json: ContiguousArray<UInt8>, of trip: RecordID) throws(FieldError) {
        append(.plan(try KeptPlan(id: newID(.plan), trip: trip, json: json)))
    }

    /// Adds a visit, unless the file has it already.
    mutating func add(_ visit: Visit) {
        guard ids.insert(visit.id).inserted else { return ignore("a visit that comes twice") }
        append(.visit(visit))
    }

    /// Adds a record as it was, from a place of the file.
    mutating func add(known row: StoredRecord, at place: (line: Int, column: Int)) {
        result.rows.append(row)
        places[row.id] = place
    }

    /// Says which values of a kind the file has; all fields where nothing is said.
    mutating func say(_ names: [String], of kind: RecordKind) {
        result.said.ofKinds[kind, default: []].formUnion(names.flatMap(ImportedStop.fields))
    }

    /// Says that the file has stops of trips, with these values too, and perhaps entries.
    mutating func sayTrips(_ others: [String] = [], hasEntries: Bool = true) {
        say(["trip", "name", "notes", "latitude", "longitude", "arrival"] + others, of: .stop)
        say(["title", "notes"], of: .trip)
        guard hasEntries else { return }
        say(["title", "text", "time_unix_ms", "time_zone", "subject", "latitude", "longitude"], of: .entry)
    }

    /// Says that the records are as a store had them.
    mutating func keep(timed: Bool) {
        (result.isWhole, result.isTimed, result.said) = (true, timed, ImportedFields())
    }

    /// Forgets what was read and counted, but not what was refused.
    mutating func removeAll() { (result.rows, result.ignored, trips, times) = ([], [:], [:], []) }

    private mutating func append(_ record: Record) {
        result.rows.append(StoredRecord(record, rank: nil, modified: .unixEpoch))
    }

    private mutating func newID(_ kind: RecordKind) -> RecordID {
        counts[kind, default: 0] += 1
        drafts.append((kind, counts[kind, default: 0]))
        return RecordID(high: draft, low: UInt64(drafts.count - 1))
    }

    // MARK: What was not

    /// Counts something that has no record here.
    mutating func ignore(_ name: String, count: Int = 1) {
        let isKnown = result.ignored[name] != nil || result.ignored.count < Self.maxKinds
        result.ignored[isKnown ? String(name.prefix(100)) : "others", default: 0] += count
    }

    /// Counts an element that has no record here, and goes behind it.
    mutating func skip(_ element: XMLStream.Element, _ xml: inout XMLStream) throws {
        ignore(element.name)
        try xml.skip()
    }

    /// Refuses a part, of a table with its row.
    ///
    /// - Throws: `.tooManyRejections`.
    mutating func reject(_ rejection: Rejection, of row: CSVRecord? = nil) throws(ImportError) {
        guard result.rejected.count < TripImport.maxRejections else { throw .tooManyRejections(last: rejection) }
        result.rejected.append(rejection)
        result.rejectedRows.append(row ?? CSVRecord())
    }

    /// Refuses the part that begins at a place.
    mutating func reject(_ reason: String, at place: (line: Int, column: Int)) throws(ImportError) {
        try reject(Rejection(line: place.line, column: place.column, reason: reason))
    }

    // MARK: The end

    /// All that was read of the file with a hash.
    ///
    /// - Throws: `.noZone`; `.tooManyRejections`.
    consuming func finish(_ hash: ContentHash) throws(ImportError) -> TripImport {
        setTitles()
        let options = options
        for (id, trip) in trips {
            let place = trip.firstPlace ?? trip.linePlace
            let zone = options.zone ?? place.flatMap(ClockZone.init(of:))
            // A file of ours that leaves it open is not made to say more.
            change(id) { $0.zone = $0.zone ?? (trip.isKnown ? options.zone : zone) }
            trips[id]?.localZone = zone
        }
        for time in times { try resolve(time) }
        setDays()
        setIDs(hash)
        try removeDangling()
        StoredRecord.placeRest(of: &result.rows)
        return result
    }

    private mutating func setTitles() {
        let (options, isOnly) = (options, trips.count == 1)
        for (id, trip) in trips {
            change(id) {
                if !options.title.isEmpty, isOnly || $0.title.isEmpty { $0.title = options.title }
                if $0.title.isEmpty, !trip.isKnown { $0.title = options.fileTitle }
            }
        }
    }

    private func trip(_ id: RecordID) -> Trip? {
        trips[id].flatMap { result.rows[$0.place].record.trip }
    }

    /// Gives a stop or an entry its time.
    private mutating func resolve(_ time: ImportedTime) throws(ImportError) {
        let (reading, place) = (time.reading, time.place)
        // That of the trip, also where a file of ours leaves it open.
        let ofTrip = trip(time.trip)?.zone
        func found(in zone: ClockZone?) throws(ImportError) -> Moment? {
            guard reading.offset != nil || zone != nil else { throw .noZone(line: place.line, column: place.column) }
            return Moment(reading.moment(in: zone ?? .utc))
        }
        let own = reading.offset.flatMap { $0 == 0 ? nil : ClockZone(secondsFromUTC: $0) }
        let moment: Moment?
        switch result.rows[time.row].record {
        case .stop(var stop):
            let zone = stop.zone ?? ofTrip
            moment = try found(in: zone ?? trips[time.trip]?.localZone)
            stop.arrival = moment
            // What the file says of the zone, where nothing else does.
            if zone == nil, trips[time.trip]?.isKnown == false { stop.zone = own }
            result.rows[time.row].record = .stop(stop)
        case .entry(var entry):
            let zone = time.hasZone ? entry.zone : own ?? ofTrip ?? trips[time.trip]?.localZone
            guard let zone else { throw .noZone(line: place.line, column: place.column) }
            moment = try found(in: zone)
            (entry.time, entry.zone) = (moment ?? entry.time, zone)
            // Its stop may be gone from the file.
            if let subject = entry.subject, !ids.contains(subject) { entry.subject = time.trip }
            result.rows[time.row].record = .entry(entry)
        default: return
        }
        if moment == nil { try reject("the time is outside the years 1 to 9999", at: place) }
    }

    /// Gives trips of other programs the days of their stops and lines, unless one of these is not known.
    private mutating func setDays() {
        var days: [RecordID: [CalendarDate?]] = [:]
        for stop in result.rows.compactMap(\.record.stop) where trips[stop.trip]?.isKnown == false {
            let zone = stop.zone ?? trip(stop.trip)?.zone
            if let arrival = stop.arrival { days[stop.trip, default: []].append(zone.flatMap { arrival.day(in: $0) }) }
            if let day = stop.arrivalDay { days[stop.trip, default: []].append(day) }
        }
        for (id, trip) in trips where !trip.isKnown {
            let zone = self.trip(id)?.zone
            let all = days[id, default: []] + trip.moments.map { moment in zone.flatMap { moment.day(in: $0) } }
            let known = all.compactMap { $0 }
            guard let first = known.min(), let last = known.max(), known.count == all.count else {
                if !all.isEmpty { result.openTripCount += 1 }
                continue
            }
            change(id) { $0.days = $0.days ?? first...last }
        }
        guard options.zone != nil, !result.isWhole else { return }
        let hasDays = trips.keys.allSatisfy { self.trip($0)?.days != nil }
        say(["time_zone"] + (hasDays ? ["first_day", "last_day"] : []), of: .trip)
    }

    /// Puts ids in place of drafts.
    private mutating func setIDs(_ hash: ContentHash) {
        let made = drafts.map { RecordID(hash: ContentHash(text: "\(hash) \($0.kind) \($0.number)")) }
        let (draft, given) = (draft, given)
        func id(_ id: RecordID) -> RecordID { id.high == draft ? given[id] ?? made[Int(id.low)] : id }
        for place in result.rows.indices {
            switch result.rows[place].record {
            case .trip(var trip):
                trip.id = id(trip.id)
                result.rows[place].record = .trip(trip)
            case .stop(var stop):
                (stop.id, stop.trip) = (id(stop.id), id(stop.trip))
                result.rows[place].record = .stop(stop)
            case .entry(var entry):
                (entry.id, entry.subject) = (id(entry.id), entry.subject.map(id))
                result.rows[place].record = .entry(entry)
            case .route(var route):
                (route.id, route.trip) = (id(route.id), id(route.trip))
                result.rows[place].record = .route(route)
            case .plan(let plan):
                result.rows[place].record = .plan(plan.moved(to: id(plan.id), of: id(plan.trip)))
            case .companion, .category, .attachment, .visit: break
            }
        }
        result.said.unread = Dictionary(result.said.unread.map { (id($0.key), $0.value) }) { $0.union($1) }
    }

    /// Refuses what goes with a record that is missing, or comes twice.
    private mutating func removeDangling() throws(ImportError) {
        var kinds: [RecordID: RecordKind] = [:]
        var kept: [StoredRecord] = []
        // Owners first: their kinds come first.
        let order = result.rows.enumerated().sorted { a, b in
            (a.element.record.kind.number, a.offset) < (b.element.record.kind.number, b.offset)
        }
        for var row in order.map(\.element) {
            if case .trip(var trip) = row.record {
                trip.companions.removeAll { kinds[$0] != .companion }
                row.record = .trip(trip)
            }
            if let lost = row.record.owners.first(where: { !$0.isMet(by: kinds) }) {
                try reject(
                    "\(row.record.kind) \(row.id): its \(lost.key) \(lost.target) is not in the file",
                    at: places[row.id] ?? (1, 1))
            } else if kinds.updateValue(row.record.kind, forKey: row.id) != nil {
                try reject("two records have the id \(row.id)", at: places[row.id] ?? (1, 1))
            } else {
                kept.append(row)
            }
        }
        if result.isTimed { TripMerge.joinDeletions(of: &kept, [:]) }
        result.rows = kept
    }
}

/// A trip that is being read.
private struct ImportedTrip {
    /// Its place among the records.
    let place: Int
    /// Whether it is of a file of ours, which has its days, its title and its zone.
    var isKnown: Bool
    /// Where its first stop and its first line are.
    var firstPlace, linePlace: Coordinate?
    /// When its lines begin and end.
    var moments: [Moment] = []
    /// The zone of local times, if the trip has none.
    var localZone: ClockZone?
}

/// The time of a stop or an entry, which may be local.
private struct ImportedTime {
    let row: Int
    let trip: RecordID
    var hasZone = true
    let reading: ClockReading
    let place: ImportedPlace
}

extension ClockZone {
    /// The zone of the country that a place is in, where that is known; nil elsewhere.
    init?(of place: Coordinate) {
        guard BackdropCountry.isSouthKorea(latitude: place.latitude, longitude: place.longitude),
            let seoul = ClockZone(identifier: "Asia/Seoul")
        else { return nil }
        self = seoul
    }
}

extension RecordID {
    /// An id that follows from a hash: a UUID of version 8 (RFC 9562, section 5.8).
    init(hash: ContentHash) {
        let (high, low) = hash.start
        self.init(high: high & ~0xF000 | 0x8000, low: low & (1 << 62 - 1) | 1 << 63)
    }
}
