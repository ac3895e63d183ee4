public import WaymarkAttractions
public import WaymarkTimes

/// How the stops of a file are read that are to be ordered.
public struct OrderOptions: Sendable {
    /// The columns of opening hours and stays, by name or number; those that are nil are found by their usual names.
    public var timeColumns: TimeColumnNames
    /// When the first stop is reached; nil is the earliest opening, or else midnight.
    public var departure: ClockTime?
    /// The zone whose clock is meant where a stop names none, and by a departure without an offset; nil is the only zone that
    /// stops name, or else UTC.
    public var timeZone: ClockZone?
    /// Metres a second, along great circles; nil is as fast as a car, 50 km/h.
    public var speed: Double?
    /// Whether a stay ends by closing, too: otherwise it is enough to come by then.
    public var leavesByClosing: Bool
    /// The projected system of the places, in a CSV of x and y; nil for degrees.
    public var system: PlaceSystem?
    /// Finds stops whose coordinates are blank, or that have none, by their names; such stops are rejected when nil.
    public var finder: StopFinder?

    /// By default nothing is said of times.
    ///
    /// - Precondition: `speed` is finite and at least 1 mm/s.
    public init(
        timeColumns: TimeColumnNames = .init(), departure: ClockTime? = nil, timeZone: ClockZone? = nil,
        speed: Double? = nil, leavesByClosing: Bool = false, system: PlaceSystem? = nil
    ) {
        precondition(speed.map { $0.isFinite && $0 >= 0.001 } ?? true, "a speed is finite and at least 1 mm/s")
        self.timeColumns = timeColumns
        self.departure = departure
        self.timeZone = timeZone
        self.speed = speed
        self.leavesByClosing = leavesByClosing
        self.system = system
    }

    /// Whether something is said that matters only where stops have times.
    var asksForTimes: Bool {
        departure != nil || timeZone != nil || speed != nil || leavesByClosing || timeColumns != TimeColumnNames()
    }
}
