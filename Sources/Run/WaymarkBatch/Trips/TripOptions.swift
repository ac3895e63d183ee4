public import WaymarkAttractions
public import WaymarkDrawings
public import WaymarkGeodesy
import WaymarkOrders
public import WaymarkPlaces
package import WaymarkRoads
public import WaymarkRoutes
public import WaymarkTimes

/// Options for reading trips, joining them by legs, and writing them.
public struct TripOptions: Sendable {
    /// The reading options for stops.
    public var stops: StopOptions
    /// The column with the trip of a stop, by name or number; nil finds it by its usual names.
    public var tripColumn: String?
    /// The column with the position in the trip, by name or number; nil finds it by its usual names.
    public var indexColumn: String?
    /// The columns of times, by name or number; nil ones are found by their usual names.
    public var timeColumns = TimeColumnNames()
    /// The arrival at the first stop of each trip, in place of a planned one; nil for the planned one.
    package var departure: ClockReading?
    /// The ids of the trips to answer; nil answers all. Rows of other trips are not counted.
    public var tripIDs: Set<String>?
    /// The time zone of stops before the first one with its own; nil is UTC.
    public var timeZone: ClockZone?
    /// Whether the rows of a trip may be anywhere in the file; all rows are then read before the first trip is
    /// answered.
    public var isScattered: Bool
    /// The order of the stops to find; nil keeps the order of the file.
    public var order: TripOrder?
    /// How the costs for that order are requested, and the time limit of the legs of a trip.
    public var travel = OrderTravel.Requests()
    /// The format of each output, of which there is at least one.
    public var formats: [TripFormat]
    /// Whether CSV has a row with totals after the legs of each trip.
    public var writesTotals: Bool
    /// Whether CSV has the columns of departure and arrival.
    public var writesTimes = false
    /// The roads whose steps CSV has, a row each, in place of legs, and the language of their sentences; nil for legs.
    package var steps: (roads: RoadLegs, language: RoadStep.Language)?
    /// The number of decimals in encoded polylines, 0 to 7.
    public var precision: Int
    /// The quantity that the colours of lines show, if the format has colours; nil is the format's default.
    public var coloring: RouteColoring?
    /// The map to draw, with its title; its gradient and places come from the other options.
    public var map: RouteMap
    /// The attractions for a map, which shows those near a stop.
    public var attractions: AttractionCatalog?
    /// What goes with stops that are attractions of others; nil for nothing. CSV, polylines and the JSON of
    /// one trip have no place for it.
    public var attribution: String?
    /// The maximum distance of a shown attraction from a stop.
    public var radius: Meters = .kilometers(10)
    /// The maximum number of simultaneous requests for legs, over all trips.
    public var width: Int
    /// The usual maximum number of simultaneous requests.
    public static let usualWidth = 8

    /// Creates options; by default CSV, with stops in the order of the file.
    ///
    /// - Precondition: `precision` is 0 to 7, `width` at least 1.
    public init(
        stops: StopOptions = .init(), tripColumn: String? = nil, indexColumn: String? = nil, isScattered: Bool = false,
        order: TripOrder? = nil, format: TripFormat = .csv, writesTotals: Bool = false, precision: Int = 5,
        coloring: RouteColoring? = nil, map: RouteMap = RouteMap(), width: Int = TripOptions.usualWidth
    ) {
        self.stops = stops
        self.tripColumn = tripColumn
        self.indexColumn = indexColumn
        self.isScattered = isScattered
        self.order = order
        formats = [format]
        self.writesTotals = writesTotals
        self.precision = precision
        self.coloring = coloring
        self.map = map
        self.width = width
        checkPreconditions()
    }

    /// Whether an output has the times at which stops are reached.
    var showsTimes: Bool {
        formats.contains { format in
            switch format {
            case .csv: writesTimes
            case .geojson, .gpx, .kml, .json: true
            case .polyline, .svg: false
            }
        }
    }

    /// Called when options are created and when they are used, since they may change in between.
    func checkPreconditions() {
        precondition(0...7 ~= precision, "the precision is outside 0...7: \(precision)")
        precondition(width >= 1, "the width is below 1: \(width)")
        precondition(!formats.isEmpty, "there is no output")
    }
}

/// The stops of a trip that keep their positions while the best order of the others is found.
public enum TripOrder: String, Sendable, CaseIterable {
    /// The first and the last stop.
    case startEnd = "start-end"
    /// The first stop.
    case start
    /// The last stop.
    case end
    /// None.
    case free
    /// The first stop, which is also visited at the end.
    case roundTrip = "round-trip"

    /// The fixed ends of a trip of `count` stops.
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

/// The output format of trips.
public enum TripFormat: String, Sendable, CaseIterable {
    /// A row for each leg.
    case csv
    /// Features for stops and legs.
    case geojson
    /// Route points and tracks.
    case gpx
    /// Placemarks in folders.
    case kml
    /// A line with an encoded polyline for each trip, or for each connected part of a trip.
    case polyline
    /// A map of all trips.
    case svg
    /// Routes as JSON, which can be read back.
    case json
}
