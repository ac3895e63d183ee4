public import WaymarkOrders

/// What to choose a plan from: places with scores, days with hours, and the ways between them.
///
/// All times, stays and ways have one unit, that of the travel matrix: seconds since midnight, for example.
public struct PlanProblem: Hashable, Sendable {
    /// The ways between all nodes: those of the places and those where days start and end.
    public var travel: TravelMatrix
    /// The candidates. Places to avoid are left out by the caller.
    public var places: [PlanPlace]
    /// The days, in order.
    public var days: [PlanDay]
    /// The maximum number of visits of each theme in the whole plan; themes beyond its end are unlimited.
    public var themeLimits: [Int]

    /// A problem; ``DayPlan`` checks it.
    public init(travel: TravelMatrix, places: [PlanPlace], days: [PlanDay], themeLimits: [Int] = []) {
        self.travel = travel
        self.places = places
        self.days = days
        self.themeLimits = themeLimits
    }
}

/// An interval of time.
public struct PlanWindow: Hashable, Sendable {
    /// The begin of the interval.
    public var opens: Double
    /// The end of the interval.
    public var closes: Double

    /// An interval between two times.
    public init(opens: Double, closes: Double) { (self.opens, self.closes) = (opens, closes) }
}

/// A visit at a time that is never moved.
public struct PlanPin: Hashable, Sendable {
    /// The day, from 0.
    public var day: Int
    /// The start of the visit.
    public var start: Double

    /// A visit that starts at a time of a day.
    public init(day: Int, start: Double) { (self.day, self.start) = (day, start) }
}

/// A candidate for a plan.
public struct PlanPlace: Hashable, Sendable {
    /// The node of the travel matrix; several places may share one.
    public var node: Int
    /// What a visit is worth: zero or more.
    public var score: Double
    /// The duration of a visit.
    public var stay: Double
    /// The opening intervals of each day; empty if the place is always open. A visit lies inside one interval, from its
    /// start to its end.
    public var windows: [[PlanWindow]]
    /// The theme, from 0, for ``PlanProblem/themeLimits``.
    public var theme: Int?
    /// Whether the place must be seen: a plan keeps as many of these and of the pinned ones as possible, whatever the
    /// scores.
    public var isMust: Bool
    /// The day and time of the visit, if they are fixed.
    public var pin: PlanPin?

    /// A candidate; by default always open, without a theme, and not required.
    public init(
        node: Int, score: Double, stay: Double = 0, windows: [[PlanWindow]] = [], theme: Int? = nil,
        isMust: Bool = false, pin: PlanPin? = nil
    ) {
        self.node = node
        self.score = score
        self.stay = stay
        self.windows = windows
        self.theme = theme
        self.isMust = isMust
        self.pin = pin
    }
}

/// A pause of a fixed length that lies inside an interval. It may interrupt a way, never a visit.
public struct PlanBreak: Hashable, Sendable {
    /// The interval.
    public var window: PlanWindow
    /// The duration.
    public var length: Double

    /// A pause inside an interval.
    public init(opens: Double, closes: Double, length: Double) {
        window = PlanWindow(opens: opens, closes: closes)
        self.length = length
    }
}

/// A day of a plan.
public struct PlanDay: Hashable, Sendable {
    /// The node where the day starts.
    public var start: Int
    /// The node where the day ends.
    public var end: Int
    /// The earliest departure from the start.
    public var opens: Double
    /// The latest arrival at the end.
    public var closes: Double
    /// The breaks, in the order in which they are taken.
    public var breaks: [PlanBreak]

    /// A day between two nodes and two times.
    public init(start: Int, end: Int, opens: Double, closes: Double, breaks: [PlanBreak] = []) {
        self.start = start
        self.end = end
        self.opens = opens
        self.closes = closes
        self.breaks = breaks
    }
}

/// Why there is no plan, or a file is none.
public enum PlanError: Error, Hashable, Sendable {
    /// A place has an invalid value; counted from 0.
    case invalidPlace(Int, reason: String)
    /// A day has an invalid value; counted from 0.
    case invalidDay(Int, reason: String)
    /// The end of a day cannot be reached within its hours, breaks included, even without a visit.
    case impossibleDay(Int, earliestEnd: Double)
    /// A theme is limited to a negative number of visits; counted from 0.
    case invalidLimit(theme: Int, Int)
    /// A file violates its format; line counted from 1.
    case malformedFile(line: Int, reason: String)
}

extension PlanError: CustomStringConvertible {
    /// The fault, as in `day 1: closes at 8.0, before it opens at 9.0`.
    public var description: String {
        switch self {
        case .invalidPlace(let place, let reason): "place \(place): \(reason)"
        case .invalidDay(let day, let reason): "day \(day): \(reason)"
        case .impossibleDay(let day, let end): "day \(day): its end is reached at \(end), after it closes"
        case .invalidLimit(let theme, let limit): "theme \(theme) is limited to \(limit) visits"
        case .malformedFile(let line, let reason): "line \(line): \(reason)"
        }
    }
}

extension PlanProblem {
    /// Throws unless all values are valid.
    func validate() throws(PlanError) {
        let limit = TravelMatrix.maxCost
        for (index, day) in days.enumerated() {
            func fail(_ reason: String) -> PlanError { .invalidDay(index, reason: reason) }
            for node in [day.start, day.end] where node < 0 || node >= travel.count {
                throw fail("node \(node) is not in the travel matrix")
            }
            guard abs(day.opens) <= limit, abs(day.closes) <= limit else { throw fail("hours are not finite") }
            guard day.closes >= day.opens else {
                throw fail("closes at \(day.closes), before it opens at \(day.opens)")
            }
            for pause in day.breaks {
                guard pause.length >= 0, pause.window.closes - pause.window.opens >= pause.length else {
                    throw fail("a break of \(pause.length) does not fit its interval")
                }
            }
        }
        for (index, place) in places.enumerated() {
            func fail(_ reason: String) -> PlanError { .invalidPlace(index, reason: reason) }
            guard place.node >= 0, place.node < travel.count else {
                throw fail("node \(place.node) is not in the travel matrix")
            }
            guard place.score >= 0, place.score <= limit else { throw fail("a score of \(place.score)") }
            guard place.stay >= 0, place.stay <= limit else { throw fail("a stay of \(place.stay)") }
            guard place.windows.isEmpty || place.windows.count == days.count else {
                throw fail("intervals for \(place.windows.count) of \(days.count) days")
            }
            for window in place.windows.joined() where !(window.closes >= window.opens) {
                throw fail("closes at \(window.closes), before it opens at \(window.opens)")
            }
            if let theme = place.theme, theme < 0 { throw fail("theme \(theme)") }
            if let pin = place.pin {
                guard days.indices.contains(pin.day) else { throw fail("pinned to day \(pin.day) of \(days.count)") }
                guard abs(pin.start) <= limit else { throw fail("pinned to \(pin.start)") }
            }
        }
        if let theme = themeLimits.firstIndex(where: { $0 < 0 }) {
            throw .invalidLimit(theme: theme, themeLimits[theme])
        }
    }
}
