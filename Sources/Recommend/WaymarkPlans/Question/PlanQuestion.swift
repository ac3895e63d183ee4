public import WaymarkGeodesy
import WaymarkOrders
public import WaymarkQuestions
import WaymarkRecommendations
import WaymarkText
public import WaymarkTimes

/// What is asked of a plan of days. Times of day are minutes after midnight.
public struct PlanQuestion: Question {
    /// A visit at a time that is never moved.
    public struct Pin: Codable, Hashable, Sendable {
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
    public struct Pause: Codable, Hashable, Sendable {
        /// The interval.
        public var minutes: ClosedRange<Int>
        /// The length.
        public var length: Int
        /// Whether it is lunch, for which a place is looked for.
        public var isLunch = false

        /// A break of a length within an interval.
        public init(minutes: ClosedRange<Int>, length: Int, isLunch: Bool = false) {
            (self.minutes, self.length, self.isLunch) = (minutes, length, isLunch)
        }

        /// An hour between 11:30 and 13:30.
        public static let lunch = Pause(minutes: 690...810, length: 60, isLunch: true)

        func holds(_ pause: DayPlan.Pause) -> Bool {
            Double(minutes.lowerBound) <= pause.start && pause.start + pause.length <= Double(minutes.upperBound)
        }
    }

    /// When a place, or each place of a theme, is open.
    public struct Opening: Codable, Hashable, Sendable {
        /// The name of the place or the theme.
        public var name: String
        /// The day, from 0; nil for every day.
        public var day: Int?
        /// The days of the week; nil for every day, and if ``day`` is given.
        public var weekdays: Weekdays?
        /// The intervals, after the day's midnight; they may end on the next day. None if it is closed.
        public var intervals: [Range<Int>]

        /// The opening intervals of a place or a theme.
        public init(name: String, day: Int? = nil, weekdays: Weekdays? = nil, intervals: [Range<Int>]) {
            (self.name, self.day, self.weekdays, self.intervals) = (name, day, weekdays, intervals)
        }
    }

    /// How the travellers move.
    public enum Mode: String, CaseIterable, Codable, Sendable {
        /// On foot.
        case foot
        /// By car; hops of less than 700 m are walked.
        case car
        /// By bicycle.
        case bicycle
        /// By car and on foot, whichever is quicker, the way back to the car included; hops of less than 700 m are walked.
        case mixed

        /// Whether a car is there, and stays where it was parked.
        var hasCar: Bool { self == .car || self == .mixed }
    }

    /// What differs on one day.
    public struct Day: Codable, Hashable, Sendable {
        /// The day, from 0.
        public var number: Int
        /// Where it starts; nil for where the day before ends.
        public var start: String?
        /// Where it ends; nil for where all days end.
        public var end: String?
        /// The departure; nil for that of all days.
        public var departure: Int?
        /// The length in minutes; nil for that of all days.
        public var length: Int?

        /// A day like the others.
        public init(number: Int) { self.number = number }
    }

    /// How long visits take.
    public enum Pace: String, CaseIterable, Codable, Sendable {
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
    public struct Moment: Codable, Hashable, Sendable {
        /// The day, from 0.
        public var day: Int
        /// The time of day.
        public var minute: Int

        /// A time of a day.
        public init(day: Int, minute: Int) { (self.day, self.minute) = (day, minute) }
    }

    /// The stay at a place, or at each place of a theme.
    public struct Stay: Codable, Hashable, Sendable {
        /// The name of the place or the theme.
        public var name: String
        /// The length in minutes.
        public var minutes: Int

        /// The stay at a place or a theme.
        public init(name: String, minutes: Int) { (self.name, self.minutes) = (name, minutes) }
    }

    /// What is done with a place whose opening hours are not understood.
    public enum UnknownHours: String, CaseIterable, Codable, Sendable {
        /// It is left out, and said so.
        case leaveOut = "leave-out"
        /// It is planned as if it were always open, and marked.
        case open
        /// It is left out, and so is a place of which no hours are known at all.
        case onlyKnown = "only-known"
    }

    /// Where the first day starts, and days end unless ``end`` is given: latitude,longitude, or the name of an attraction.
    /// Without one it is that of the earlier plan.
    public var start: String?
    /// Where days end, and all but the first start.
    public var end: String?
    /// The number of days, 1 to 30; nil for that of the earlier plan, else 1.
    public var days: Int?
    /// The departure of each day; nil for that of the earlier plan, else 9:00.
    public var departure: Int?
    /// The length of each day in minutes; nil for that of the earlier plan, else 9 hours.
    public var length: Int?
    /// The date of the first day; nil for that of the earlier plan, if it has one.
    public var date: CalendarDate?
    /// What differs on single days; of several for a day, the last that says something counts.
    public var dayChanges: [Day] = []
    /// How the travellers move; nil for how they do in the earlier plan, else mixed.
    public var mode: Mode?
    /// Whether days go without a break for lunch.
    public var isWithoutLunch = false
    /// The language of sentences; nil for Korean.
    public var language: ExplanationLanguage?
    /// The time zone of the clock; nil for +09:00 where days start in Korea, else for the whole hour nearest to the sun's.
    public var zone: ClockZone?
    /// How long visits take.
    public var pace = Pace.usual
    /// The places that must be seen, by name.
    public var musts: [String] = []
    /// The places to avoid, by name.
    public var avoided: [String] = []
    /// The visits at fixed times.
    public var pins: [Pin] = []
    /// The breaks of each day; none for those of the earlier plan.
    public var breaks: [Pause] = []
    /// Stays at places and at those of themes, in place of the usual ones; of several for one the last counts.
    public var stays: [Stay] = []
    /// When places are open. Of the others those outdoors are until sunset, the rest always.
    public var openings: [Opening] = []
    /// What is done with places whose hours are not understood.
    public var unknownHours = UnknownHours.leaveOut
    /// What the travellers like: themes with numbers, as in `역사:1,자연:0.5`.
    public var interests: String?
    /// The maximum number of visits of one theme; nil for any.
    public var maxPerTheme: Int?
    /// How far from where days start and end to look; nil for what is reached in a sixth of the longest day, 36 to 120 minutes.
    public var radius: Meters?
    /// The maximum number of places to choose from, 1 to 1000; nil for 40, and 20 more for each day.
    public var limit: Int?
    /// Whether stations, offices and the like are chosen like any other place, and not only where time is left.
    public var includesFacilities = false
    /// Minutes that a way by car takes besides driving, 0 to 120; what is nearer on foot is walked.
    public var parking = 5
    /// The number of plans, 1 to 9, each different from the others in a third of its visits or more.
    public var alternatives = 1
    /// An earlier plan, of which as much as possible is kept.
    public var earlier: TripPlan?
    /// What began before this time in the earlier plan is past; nil if nothing did.
    public var now: Moment?
    /// Where the travellers are now; nil for where the earlier plan has them.
    public var here: String?
    /// The score that a change of the earlier plan costs: of a place left out, added, or moved to another day. A place
    /// of which nothing is known counts 50.
    public var changePrice = 20.0
    /// The maximum number of iterations of the search; nil for 5000, or for any if there is a time limit.
    public var iterations: Int?
    /// The time limit of the search; nil for 5 s.
    public var timeLimit: Duration?
    /// The seed of the random numbers.
    public var seed: UInt64 = 0

    /// A question about a day from 9 to 18 that lacks its start.
    public init() {}

    /// A question about a day from a place back to it, from 9 to 18: latitude,longitude, or the name of an attraction.
    public init(start: String) { self.start = start }

    /// The maximum number of iterations, unless the question says otherwise.
    package static let usualIterations = 5000

    // MARK: What counts

    /// How the travellers move, also if that is as in the earlier plan.
    public var travelMode: Mode { mode ?? earlier?.mode ?? .mixed }

    package var dayCount: Int { days ?? max(earlier?.days.count ?? 1, (dayChanges.map(\.number).max() ?? 0) + 1) }
    var candidateLimit: Int { limit ?? min(400, 40 + 20 * dayCount) }
    /// The date of the first day, also if it is that of the earlier plan.
    public var firstDate: CalendarDate? { date ?? earlier?.days.first?.date }
    var effort: SearchEffort {
        var effort = SearchEffort(budget: .seconds(5), iterations: Self.usualIterations, seed: seed)
        if let iterations { effort = .iterations(iterations, seed: seed) }
        if let timeLimit {
            effort.budget = timeLimit
            if iterations == nil { effort.iterations = nil }
        }
        return effort
    }
}

extension PlanQuestion {
    /// What the travellers like, of the themes of places.
    func interests(among themes: [String]) throws(PlanQuestionError) -> Interests? {
        guard let interests else { return nil }
        do {
            return try Interests(text: interests, among: themes)
        } catch {
            throw .parameter(ParameterError("interests", "--interests: \(error)"))
        }
    }

    /// Whether the values go together.
    public func checkTogether() throws(ParameterError) {
        func check(_ value: Int, _ range: ClosedRange<Int>, _ name: String) throws(ParameterError) {
            if range ~= value { return }
            throw ParameterError(name, "--\(name) must be \(range.lowerBound) to \(range.upperBound).")
        }
        try check(departure ?? 0, 0...24 * 60 - 1, "depart")
        if !(0...24 * 60 ~= length ?? 0) { throw ParameterError("hours", "--hours must be above 0 and at most 24.") }
        if !(0...1000 ~= changePrice) { throw ParameterError("change-price", "--change-price must be 0 to 1000.") }
        for change in dayChanges {
            if !(0..<dayCount ~= change.number) {
                throw ParameterError("day", "--day is for day \(change.number + 1) of \(dayCount).")
            }
            try check(change.departure ?? 0, 0...24 * 60 - 1, "day")
            if let length = change.length { try check(length, 1...24 * 60, "day") }
        }
        if let limit, !(1...1000 ~= limit) { throw ParameterError("limit", "--limit must be 1 to 1000.") }
        if let timeLimit, timeLimit < .zero { throw ParameterError("time-limit", "--time-limit must not be negative.") }
        if dayCount > 30 { throw ParameterError("days", "--days must be 1 to 30.") }
        // An earlier plan may have up to ten days of minutes.
        let minutes = 0...10 * 24 * 60
        for pause in breaks {
            try check(pause.minutes.lowerBound, minutes, "break")
            try check(pause.minutes.upperBound, minutes, "break")
            try check(pause.length, 0...pause.minutes.upperBound - pause.minutes.lowerBound, "break")
        }
        for hours in openings.flatMap(\.intervals) {
            try check(hours.lowerBound, minutes, "open")
            try check(hours.upperBound, minutes, "open")
        }
        for stay in stays { try check(stay.minutes, minutes, "stay") }
        for pin in pins { try check(pin.minute, minutes, "pin") }
        if let now { try check(now.minute, minutes, "now") }
        if alternatives > 1, earlier != nil {
            throw ParameterError("alternatives", "--alternatives cannot be used with an earlier plan.")
        }
        if let pin = pins.first(where: { !(0..<dayCount ~= $0.day) }) {
            throw ParameterError("pin", "--pin \(pin.name) is on day \(pin.day + 1) of \(dayCount).")
        }
        if let day = openings.compactMap(\.day).first(where: { !(0..<dayCount ~= $0) }) {
            throw ParameterError("open", "--open is for day \(day + 1) of \(dayCount).")
        }
        if let now, !(0..<dayCount ~= now.day) {
            throw ParameterError("now", "--now is on day \(now.day + 1) of \(dayCount).")
        }
    }
}
