public import WaymarkGeodesy
public import WaymarkOrders
import WaymarkPlans
public import WaymarkRecommendations
public import WaymarkTimes

/// What is asked of a plan of days. Times of day are minutes after midnight.
public struct PlanQuestion: Sendable {
    /// A place where a day starts or ends.
    public struct End: Hashable, Sendable {
        /// The name, as asked.
        public var name: String
        /// The location.
        public var coordinate: Coordinate

        /// A place where a day starts or ends.
        public init(name: String, coordinate: Coordinate) { (self.name, self.coordinate) = (name, coordinate) }
    }

    /// A visit at a time that is never moved.
    public struct Pin: Hashable, Sendable {
        /// The name of the place.
        public var name: String
        /// The day, from 0.
        public var day: Int
        /// The start of the visit.
        public var minute: Int

        /// A visit at a time of a day.
        public init(name: String, day: Int, minute: Int) { (self.name, self.day, self.minute) = (name, day, minute) }
    }

    /// A break of a length within an interval, on each day.
    public struct Pause: Hashable, Sendable {
        /// The interval.
        public var minutes: ClosedRange<Int>
        /// The length.
        public var length: Int

        /// A break of a length within an interval.
        public init(minutes: ClosedRange<Int>, length: Int) { (self.minutes, self.length) = (minutes, length) }

        func holds(_ pause: DayPlan.Pause) -> Bool {
            Double(minutes.lowerBound) <= pause.start && pause.start + pause.length <= Double(minutes.upperBound)
        }
    }

    /// When a place, or each place of a theme, is open.
    public struct Opening: Hashable, Sendable {
        /// The name of the place or the theme.
        public var name: String
        /// The day, from 0; nil for every day.
        public var day: Int?
        /// The intervals, after the day's midnight; they may end on the next day. None if it is closed.
        public var intervals: [Range<Int>]

        /// The opening intervals of a place or a theme.
        public init(name: String, day: Int?, intervals: [Range<Int>]) {
            (self.name, self.day, self.intervals) = (name, day, intervals)
        }
    }

    /// The opening hours of a place on every day.
    public enum Hours: Hashable, Sendable {
        /// The intervals, as in ``Opening``.
        case known([Range<Int>])
        /// A text that is not understood.
        case unknown(String)

        /// The hours in a text.
        public init(_ text: String) {
            self = Opening.intervals(text[...]).map(Hours.known) ?? .unknown(text)
        }
    }

    /// How long visits take.
    public enum Pace: String, CaseIterable, Sendable {
        /// 1.4 times the usual stays.
        case slow
        /// The usual stays.
        case usual
        /// 0.7 times the usual stays.
        case fast

        var factor: Double {
            switch self {
            case .slow: 1.4
            case .usual: 1
            case .fast: 0.7
            }
        }
    }

    /// A time of a day of the plan.
    public struct Moment: Hashable, Sendable {
        /// The day, from 0.
        public var day: Int
        /// The time of day.
        public var minute: Int

        /// A time of a day.
        public init(day: Int, minute: Int) { (self.day, self.minute) = (day, minute) }
    }

    /// Where the first day starts.
    public var start: End
    /// Where each day ends, and all but the first start.
    public var end: End
    /// The number of days.
    public var days = 1
    /// The departure of each day.
    public var departure = 9 * 60
    /// The hours of each day, in minutes.
    public var length = 9 * 60
    /// The date of the first day; nil if unknown.
    public var date: CalendarDate?
    /// Minutes that a way by car takes besides driving; what is nearer on foot is walked. Nil for other modes.
    public var parking: Int?
    /// How long visits take.
    public var pace = Pace.usual
    /// Stays by name of a place or a theme, in minutes, in place of the usual ones.
    public var stays: [String: Int] = [:]
    /// When places are open; the others always are.
    public var openings: [Opening] = []
    /// What is known of the opening hours of places, by their position among the candidates.
    public var hours: [Int: Hours] = [:]
    /// Whether places whose hours are not understood are planned, as if they were always open.
    public var opensUnknown = false
    /// Whether stations, offices and the like are chosen like any other place, and not only where time is left.
    public var includesFacilities = false
    /// The places that must be seen, by name.
    public var musts: [String] = []
    /// The places to avoid, by name.
    public var avoided: [String] = []
    /// The visits at fixed times.
    public var pins: [Pin] = []
    /// The breaks of each day.
    public var breaks: [Pause] = []
    /// The maximum number of visits of one theme; nil for any.
    public var maxPerTheme: Int?
    /// What the travellers like.
    public var interests: Interests?
    /// How far from the start or the end to look.
    public var radius: Meters = .kilometers(30)
    /// The maximum number of places to choose from.
    public var limit = 60
    /// An earlier plan, of which as much as possible is kept.
    public var earlier: StoredPlan?
    /// What began before this time in the earlier plan is past; nil if nothing did.
    public var now: Moment?
    /// Where the travellers are now; nil for where the earlier plan has them.
    public var here: End?
    /// The score that a change of the earlier plan costs: of a place left out, added, or moved to another day. A place
    /// is worth 100 at most.
    public var changePrice = 20.0
    /// The limits of the search.
    public var effort = SearchEffort(budget: .seconds(5), iterations: 20_000)

    /// A question about a day from a place back to it; by default from 9 to 18.
    public init(start: End) { (self.start, end) = (start, start) }
}

extension PlanQuestion {
    /// The same question, with what is asked for the hours after midnight of days that last so long counted from their
    /// own midnight: 00:30 is 24:30 on a day from 20:00 to 04:00.
    var inDayTime: PlanQuestion {
        func shift(_ minute: Int) -> Int {
            minute < departure && minute + 24 * 60 <= departure + length ? minute + 24 * 60 : minute
        }
        var question = self
        for index in pins.indices { question.pins[index].minute = shift(pins[index].minute) }
        question.breaks = breaks.map {
            let opens = shift($0.minutes.lowerBound)
            return Pause(minutes: opens...(opens + $0.minutes.count - 1), length: $0.length)
        }
        if let now { question.now = Moment(day: now.day, minute: shift(now.minute)) }
        return question
    }

    /// The minutes after midnight of a time such as `09:30`, up to a last one; nil for another text.
    package static func minute(_ text: Substring, through last: Int = 24 * 60 - 1) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], 0...24 ~= hour, 0...59 ~= minute,
            hour * 60 + minute <= last
        else { return nil }
        return hour * 60 + minute
    }
}
