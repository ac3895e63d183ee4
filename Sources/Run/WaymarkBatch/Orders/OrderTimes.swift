import WaymarkFoundation
import WaymarkOrders
import WaymarkTimes

/// The windows of a file's stops, in seconds after the departure.
struct OrderTimes: Sendable {
    let visits: [StopVisit]
    /// The arrival at the first stop, in seconds after 1970, or after midnight if there is no date.
    private let departure: Double
    /// Metres per second.
    let speed: Double
    private static let usualSpeed = 50 / 3.6
    private let hasDate: Bool
    private let zones: [ClockZone]

    /// Creates the windows from the hours of each row, as given by ``OrderHours/completed``.
    ///
    /// - Throws: ``OrderError`` if the time zone is ambiguous.
    init(_ hours: [OrderHours], _ options: OrderOptions) throws(OrderError) {
        // The day comes from valid stops only, and from closing times only if nothing else has a date: a closing time
        // may be years away.
        let day =
            options.departure?.midnight ?? hours.compactMap { $0.opens?.midnight }.min()
            ?? hours.compactMap { $0.closes?.midnight }.min()
        hasDate = day != nil
        let named = hours.compactMap(\.zone).firstOfEach()
        // The default time zone.
        let shared = options.timeZone ?? (named.count > 1 ? nil : named.first ?? .utc)
        zones = hours.map { $0.zone ?? shared ?? .utc }
        let clocks = (zones + (options.departure == nil ? [] : [shared].compactMap(\.self))).firstOfEach()
        if day == nil, clocks.count > 1 { throw .hoursWithoutDate(zones: clocks.map(\.identifier)) }
        if let departure = options.departure, !departure.hasOffset, shared == nil {
            throw .departureWithoutZone(zones: named.map(\.identifier))
        }
        var visits = zip(hours, zones).map { hours, zone in
            hours.visit(on: day, in: zone, leavesByClosing: options.leavesByClosing)
        }
        let earliest = visits.lazy.map(\.opens).filter(\.isFinite).min()
        departure =
            options.departure?.seconds(on: day, in: shared ?? .utc) ?? earliest
            ?? ClockTime(.ofDay(0)).seconds(on: day, in: shared ?? .utc)
        for i in visits.indices {
            visits[i].closes -= departure
            // No visit starts before the departure. If clocks are put forward in between, a closing may be before the
            // opening.
            visits[i].opens = min(max(0, visits[i].opens - departure), visits[i].closes)
        }
        self.visits = visits
        speed = options.speed ?? Self.usualSpeed
    }

    /// The clock time at a stop for a number of seconds after the departure, to the second.
    func text(_ time: Double, at stop: Int) -> String {
        let seconds = departure + time
        if hasDate {
            return Date(timeIntervalSince1970: seconds.rounded()).xsdDateTime(in: zones[stop]) ?? ""
        }
        let whole = Int(min(max(seconds.rounded(), 0), 1e15))
        return [whole / 3600, whole / 60 % 60, whole % 60].map { $0.digits(2) }.joined(separator: ":")
    }
}

extension [ClockZone] {
    /// The distinct zones, in order of first occurrence.
    fileprivate func firstOfEach() -> [ClockZone] {
        var seen: Set<ClockZone> = []
        return filter { seen.insert($0).inserted }
    }
}
