public import WaymarkPlaces
public import WaymarkTimes

/// Options for reading the stops of a file to order.
public struct OrderOptions: Sendable {
    /// The columns of opening hours and stays, by name or number; nil ones are found by their usual names.
    public var timeColumns: TimeColumnNames
    /// The arrival at the first stop; nil is the earliest opening, otherwise midnight.
    public var departure: ClockTime?
    /// The time zone of stops without one, and of a departure without an offset; nil is the only zone in the file,
    /// otherwise UTC.
    public var timeZone: ClockZone?
    /// Metres per second along great circles; nil is that of a car, 50 km/h.
    public var speed: Double?
    /// Whether stays must end by closing; otherwise only the arrival must be by then.
    public var leavesByClosing: Bool
    /// The projected system of the places, in a CSV of x and y; nil for degrees.
    public var system: PlaceSystem?
    /// Finds the places of stops without coordinates by their names; nil rejects such stops.
    public var finder: StopFinder?

    /// Creates options; by default without times.
    ///
    /// - Precondition: `speed` is finite and at least 1 mm/s.
    public init(
        timeColumns: TimeColumnNames = .init(), departure: ClockTime? = nil, timeZone: ClockZone? = nil,
        speed: Double? = nil, leavesByClosing: Bool = false, system: PlaceSystem? = nil
    ) {
        precondition(speed.map { $0.isFinite && $0 >= 0.001 } ?? true, "the speed is not finite, or below 1 mm/s")
        self.timeColumns = timeColumns
        self.departure = departure
        self.timeZone = timeZone
        self.speed = speed
        self.leavesByClosing = leavesByClosing
        self.system = system
    }

    /// Whether an option is set that needs times.
    var asksForTimes: Bool {
        departure != nil || timeZone != nil || speed != nil || leavesByClosing || timeColumns != TimeColumnNames()
    }
}
