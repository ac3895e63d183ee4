public import WaymarkAttractions
public import WaymarkDrawings
public import WaymarkGeodesy
import WaymarkOrders
public import WaymarkPlaces
public import WaymarkRoutes
public import WaymarkTimes

/// How the trips of a file are read, joined by legs and written.
public struct TripOptions: Sendable {
    /// How the stops are read.
    public var stops: StopOptions
    /// The column that says which trip a stop is of, by name or number; nil finds it by its usual names.
    public var tripColumn: String?
    /// The column of the stop's place in its trip, by name or number; nil finds it by its usual names.
    public var indexColumn: String?
    /// The columns of times, by name or number; those that are nil are found by their usual names.
    public var timeColumns = TimeColumnNames()
    /// The zone whose clock is meant where no stop so far has named one; nil is UTC.
    public var timeZone: ClockZone?
    /// Whether the rows of a trip may stand anywhere in the file: all are read before the first trip is answered.
    public var isScattered: Bool
    /// The order in which the stops are visited; nil is the file's own.
    public var order: TripOrder?
    /// How the answer is written.
    public var format: TripFormat
    /// Whether CSV has a row for each trip behind those of its legs.
    public var writesTotals: Bool
    /// Whether CSV says when each stop is left and the next is reached.
    public var writesTimes = false
    /// The decimals of encoded polylines: 0 to 7.
    public var precision: Int
    /// What the lines are coloured by, where the format has colours; nil is what is usual.
    public var coloring: TripColoring?
    /// What a map is called.
    public var map: RouteMap
    /// What a map shows beside the route: of these, the attractions near a stop.
    public var attractions: AttractionCatalog?
    /// How near that is.
    public var radius: Meters = .kilometers(10)
    /// How many legs are asked for at once, over all trips.
    public var width: Int

    /// The usual way: CSV, stops in their own order.
    ///
    /// - Precondition: `precision` is 0 to 7, `width` at least 1.
    public init(
        stops: StopOptions = .init(), tripColumn: String? = nil, indexColumn: String? = nil, isScattered: Bool = false,
        order: TripOrder? = nil, format: TripFormat = .csv, writesTotals: Bool = false, precision: Int = 5,
        coloring: TripColoring? = nil, map: RouteMap = RouteMap(), width: Int = 8
    ) {
        self.stops = stops
        self.tripColumn = tripColumn
        self.indexColumn = indexColumn
        self.isScattered = isScattered
        self.order = order
        self.format = format
        self.writesTotals = writesTotals
        self.precision = precision
        self.coloring = coloring
        self.map = map
        self.width = width
        checkPreconditions()
    }

    /// Whether what is written says when stops are reached.
    var showsTimes: Bool {
        switch format {
        case .csv: writesTimes
        case .geojson, .gpx, .kml, .json: true
        case .polyline, .svg: false
        }
    }

    /// What has to hold when they are made, and when they are used: they may be changed in between.
    func checkPreconditions() {
        precondition(0...7 ~= precision, "the precision of an encoded polyline is 0 to 7")
        precondition(width >= 1, "at least one request is made at once")
    }
}

/// Which stops of a trip keep their places when the order of the others is sought.
public enum TripOrder: String, Sendable, CaseIterable {
    /// The first and the last.
    case startEnd = "start-end"
    /// The first.
    case start
    /// The last.
    case end
    /// None.
    case free
    /// The first, which is visited again at the end.
    case roundTrip = "round-trip"

    /// The ends of so many stops.
    func ends(count: Int) -> RouteEnds {
        switch self {
        case .startEnd: count > 1 ? .startAndEnd(0, count - 1) : .start(0)
        case .start: .start(0)
        case .end: .end(count - 1)
        case .free: .free
        case .roundTrip: .roundTrip
        }
    }
}

/// What a trip is written as.
public enum TripFormat: String, Sendable, CaseIterable {
    /// A row for each leg.
    case csv
    /// Features for stops and legs.
    case geojson
    /// Route points and tracks.
    case gpx
    /// Placemarks in folders.
    case kml
    /// A line of encoded polyline for each trip, or each piece of it.
    case polyline
    /// A map of one trip.
    case svg
    /// Routes as they are stored.
    case json
}

/// What the colours of a line mean.
public enum TripColoring: String, Sendable, CaseIterable {
    /// A colour for each leg.
    case leg
    /// How far one has come.
    case progress
    /// How fast one goes.
    case speed
    /// How steep it is.
    case grade
}

/// What a batch of trips did. Rows in are rows answered plus rows rejected.
public struct TripSummary: Sendable, Hashable {
    /// Records in the file, the header not counted.
    public var rowsIn = 0
    /// Stops of answered trips.
    public var answered = 0
    /// Records that are no stop, and stops of trips that these spoiled.
    public var rejected = 0
    /// Records at fault that `onRejection` was not called with: ``TripBatch`` says when.
    public var untold = 0
    /// Answered trips.
    public var trips = 0
    /// Trips of which no row was answered, because one was at fault.
    public var spoiledTrips = 0
    /// Legs by how they ended.
    public var legs: [LegStatus: Int] = [:]
    /// Why legs are not there: the first for each kind of reason, in the order of the trips.
    public var missing: [MissingLegs] = []
    /// Stops that are reached after the time that was planned, where times are written.
    public var lateStops = 0
    /// The first of them.
    public var firstLate: LateStop?
    /// Trips whose times were asked for in CSV and are not known: no arrival is planned at their first stop.
    public var untimedTrips = 0
    /// Time from the first byte read to the last written.
    public var duration: Duration = .zero

    /// Legs that are not there.
    public var missingLegs: Int {
        (legs[.notFound] ?? 0) + (legs[.failed] ?? 0) + (legs[.cancelled] ?? 0)
    }

    mutating func add(_ route: Route, of trip: Trip, _ options: TripOptions) {
        trips += 1
        answered += trip.stops.count
        for (i, leg) in route.legs.enumerated() {
            legs[leg.status, default: 0] += 1
            if let leg = MissingLegs(i, of: route, trip: trip.id) { missing.add(leg) }
        }
        guard options.showsTimes, let first = route.stops.first else { return }
        // Without that no time is known, and it is cheap to see.
        guard first.arrival != nil else {
            if options.format == .csv { untimedTrips += 1 }
            return
        }
        for time in route.times() {
            guard let late = LateStop(time, of: route, trip: trip.id) else { continue }
            lateStops += 1
            firstLate = firstLate ?? late
        }
    }

    mutating func add(_ other: TripSummary) {
        answered += other.answered
        trips += other.trips
        legs.merge(other.legs, uniquingKeysWith: +)
        for legs in other.missing { missing.add(legs) }
        lateStops += other.lateStops
        firstLate = firstLate ?? other.firstLate
        untimedTrips += other.untimedTrips
    }
}
