import WaymarkFoundation
public import WaymarkGeodesy
public import WaymarkRoutes
import WaymarkText
public import WaymarkTimes

/// A place to visit on a trip, at its place in the order of the trip's stops.
///
/// One place visited twice is two stops with ids of their own.
public struct TripStop: Identifiable, Hashable, Sendable {
    /// Identifies the stop.
    public internal(set) var id: RecordID
    /// The trip; the stop goes with it.
    public var trip: RecordID
    /// What a person calls it; may be empty.
    public var name: String
    /// Where it is.
    public var coordinate: Coordinate
    /// The id of the attraction; nil if it is none.
    public var attraction: String?
    /// The planned arrival; nil if not planned, or only by its day.
    public var arrival: Moment?
    /// The day of an arrival whose time of day is open, in the calendar of the place; it counts where `arrival` is nil.
    public var arrivalDay: CalendarDate?
    /// The time zone of the place; nil is that of the trip.
    public var zone: ClockZone?
    /// The planned stay, in whole milliseconds, at most 100 years.
    public var stay: Duration
    /// The nights in a hotel here, from 0.
    public var nights: Int
    /// Whether it keeps its place when the order is improved.
    public var isPinned: Bool
    /// Notes; may be empty.
    public var notes: String

    /// A stop. The store refuses a stay that is negative, and negative nights.
    public init(
        id: RecordID, trip: RecordID, name: String = "", coordinate: Coordinate, attraction: String? = nil,
        arrival: Moment? = nil, arrivalDay: CalendarDate? = nil, zone: ClockZone? = nil, stay: Duration = .zero,
        nights: Int = 0, isPinned: Bool = false, notes: String = ""
    ) {
        (self.id, self.trip, self.name, self.coordinate) = (id, trip, name, coordinate)
        (self.attraction, self.arrival, self.arrivalDay) = (attraction, arrival, arrivalDay)
        (self.zone, self.stay) = (zone, stay)
        (self.nights, self.isPinned, self.notes) = (nights, isPinned, notes)
    }
}

/// A route of a trip as it was last assembled, so that it is drawn again without asking a server.
public struct TripRoute: Identifiable, Hashable, Sendable {
    /// Identifies the route.
    public internal(set) var id: RecordID
    /// The trip; the route goes with it.
    public var trip: RecordID
    /// The route as JSON, in the form of `Documentation/Routes.md`, its keys sorted.
    public private(set) var json: String

    /// Stores a route.
    ///
    /// - Throws: What `Route.encode(to:)` throws: `EncodingError` for a stop's arrival that is not finite and the like.
    /// - Complexity: O(*n*) in the points of the route.
    public init(id: RecordID, trip: RecordID, route: Route) throws {
        let bytes = ContiguousArray(try JSONEncoder().encode(route))
        // Platforms sort keys and write blanks in their own ways.
        self.init(id: id, trip: trip, json: CanonicalJSON.text(try JSONParser.value(bytes)))
    }

    init(id: RecordID, trip: RecordID, json: String) { (self.id, self.trip, self.json) = (id, trip, json) }

    /// The route.
    ///
    /// - Throws: `RouteError` or `DecodingError` if it was stored by a newer version or by another program.
    /// - Complexity: O(*n*) in the points of the route.
    public func route() throws -> Route {
        try JSONDecoder().decode(Route.self, from: Data(json.utf8))
    }
}
