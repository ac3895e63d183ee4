public import WaymarkAttractions
public import WaymarkRoutes

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

/// A time of day, or of a day: `09:30`, `2027-05-01T09:30`, with an offset from UTC or without.
public struct ClockTime: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        /// Seconds after midnight.
        case ofDay(Int)
        case ofDate(ClockReading)
    }

    let value: Value

    init(_ value: Value) { self.value = value }

    /// Reads a text; nil for what is no time. Hours of a day go to 47: 26:00 is two in the night after.
    public init?(_ text: String) {
        if let reading = ClockReading(Array(text.utf8)[...], form: .person) {
            value = .ofDate(reading)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers[0] < 48, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        value = .ofDay(zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 })
    }
}
