import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTables
import WaymarkTimes

/// Collects what an import reads.
struct ImportedRecords {
    /// The kinds of things that are counted one by one.
    private static let maxKinds = 1000

    private let ids: RecordIDGenerator
    let options: ImportOptions
    private(set) var result = TripImport()
    /// The place of each trip among the records, and its first and last day.
    private var trips: [RecordID: (place: Int, days: ClosedRange<CalendarDate>?)] = [:]

    init(_ ids: RecordIDGenerator, _ options: ImportOptions) { (self.ids, self.options) = (ids, options) }

    // MARK: What was read

    /// Begins a trip; without a title it has that of the options.
    mutating func addTrip(title: String = "") -> RecordID {
        let trip = Trip(id: ids.next(), title: title.isEmpty ? options.title : title, zone: options.zone)
        trips[trip.id] = (result.records.count, nil)
        result.records.append(.trip(trip))
        return trip.id
    }

    /// Changes a trip.
    mutating func change(_ trip: RecordID, _ body: (inout Trip) -> Void) {
        guard let place = trips[trip]?.place, case .trip(var changed) = result.records[place] else { return }
        body(&changed)
        result.records[place] = .trip(changed)
    }

    /// Adds a stop of a trip, which lasts as long as its stops.
    mutating func add(_ stop: TripStop, to trip: RecordID) {
        var stop = stop
        (stop.id, stop.trip) = (ids.next(), trip)
        result.records.append(.stop(stop))
        extend(trip, to: stop.arrival, stop.zone)
    }

    /// Adds a line that begins at a place of the file, as travelled: a route of a trip, between the ends of the line.
    mutating func add(_ line: ImportedLine, to trip: RecordID, at place: (line: Int, column: Int)) throws(ImportError) {
        guard line.points.count > 1 else { return try reject("a line needs two points", at: place) }
        guard let route = line.route, let record = try? TripRoute(id: ids.next(), trip: trip, route: route) else {
            return try reject("the times of the line are more than 285 years apart", at: place)
        }
        result.records.append(.route(record))
        extend(trip, to: line.start, nil)
        extend(trip, to: line.end, nil)
    }

    mutating func addEntry(_ entry: (RecordID) -> DiaryEntry) { result.records.append(.entry(entry(ids.next()))) }

    mutating func addVisit(_ visit: (RecordID) -> Visit) { result.records.append(.visit(visit(ids.next()))) }

    /// Adds a record with the id it had.
    mutating func add(known record: Record) { result.records.append(record) }

    /// Says that records have the ids they had.
    mutating func keepIDs() { result.keepsIDs = true }

    /// Forgets what was read and counted, but not what was refused.
    mutating func removeAll() {
        result.records = []
        result.ignored = [:]
        trips = [:]
    }

    private mutating func extend(_ trip: RecordID, to time: Moment?, _ zone: ClockZone?) {
        guard let day = time?.day(in: zone ?? options.zone) else { return }
        let days = trips[trip]?.days
        trips[trip]?.days = min(day, days?.lowerBound ?? day)...max(day, days?.upperBound ?? day)
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

    /// Refuses a part.
    ///
    /// - Throws: `.tooManyRejections`.
    mutating func reject(_ rejection: Rejection) throws(ImportError) {
        guard result.rejected.count < TripImport.maxRejections else { throw .tooManyRejections(last: rejection) }
        result.rejected.append(rejection)
    }

    /// Refuses the part that begins at a place.
    mutating func reject(_ reason: String, at place: (line: Int, column: Int)) throws(ImportError) {
        try reject(Rejection(line: place.line, column: place.column, reason: reason))
    }

    /// All that was read.
    consuming func finish() -> TripImport {
        for (id, trip) in trips { change(id) { $0.days = trip.days ?? $0.days } }
        return result
    }
}

extension TripStop {
    /// A stop of a file, which gets its id and its trip when it is added.
    init(imported coordinate: Coordinate) {
        let none = RecordID(high: 0, low: 0)
        self.init(id: none, trip: none, coordinate: coordinate)
    }
}

/// A line of a file, as somebody travelled it.
struct ImportedLine {
    /// The maximum number of points of a line, which is held as a whole.
    static let maxPoints = 500_000

    var name = ""
    private(set) var points: [TrackPoint] = []

    /// Adds a point; false if there are too many.
    mutating func append(_ point: TrackPoint) -> Bool {
        guard points.count < Self.maxPoints else { return false }
        points.append(point)
        return true
    }

    /// When it began.
    var start: Moment? { points.first?.time.flatMap { Moment($0) } }
    /// When it ended.
    var end: Moment? { points.last?.time.flatMap { Moment($0) } }

    /// A route of one leg along the line; nil for fewer than two points.
    var route: Route? {
        guard points.count > 1, let first = points.first, let last = points.last else { return nil }
        var vertices = Leg.VertexValues()
        if let begun = first.time, points.contains(where: { $0.time != nil }) {
            vertices.times = points.map { point in
                point.time.map { .milliseconds(Int64((($0.timeIntervalSince(begun)) * 1000).rounded())) }
            }
        }
        if points.contains(where: { $0.elevation != nil }) { vertices.elevations = points.map(\.elevation) }
        let coordinates = points.map(\.coordinate)
        let duration = vertices.times?.last.flatMap { $0 }.flatMap { $0 < .zero ? nil : $0 }
        guard
            let leg = try? Leg(
                coordinates: coordinates, distance: Polyline(coordinates).length(), distanceKind: .track,
                duration: duration, source: "track", vertices: vertices)
        else { return nil }
        return Route(
            stops: [
                Stop(id: "start", name: name, coordinate: first.coordinate, arrival: first.time),
                Stop(id: "end", coordinate: last.coordinate, arrival: last.time),
            ], legs: [.found(leg)])
    }
}
