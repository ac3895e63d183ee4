import WaymarkGeodesy
public import WaymarkRoutes
public import WaymarkTimes

/// Days as they are planned: what is seen, at what times, how one gets from place to place, and what was left out.
///
/// The answer to a ``PlanQuestion`` in the library, the command, the service and the page. It is written and read as JSON
/// (``json()``, ``init(parsing:)``) and can be the ``PlanQuestion/earlier`` plan of another question.
public struct TripPlan: Codable, Hashable, Sendable {
    /// A place where a day starts or ends, or where lunch is.
    public struct Place: Codable, Hashable, Sendable {
        /// The name, as asked.
        public var name: String
        /// Degrees, WGS 84.
        public var latitude, longitude: Double

        init(name: String, latitude: Double, longitude: Double) {
            (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
        }

        init(_ end: PlanEnd) {
            (name, latitude, longitude) = (end.name, end.coordinate.latitude, end.coordinate.longitude)
        }
    }

    /// A way, or a part of it: a walk back to the car, then a drive.
    public struct Way: Codable, Hashable, Sendable {
        /// How it is travelled.
        public enum Means: String, CaseIterable, Codable, Sendable { case foot, car, bicycle }

        /// How it is travelled.
        public var by: Means
        /// Minutes, with parking.
        public var minutes: Int
        /// Metres; nil where no way is known.
        public var meters: Double?
        /// Whether it leads to where the car is parked.
        public var leadsToCar: Bool
        /// The line: longitude and latitude of each vertex, in degrees.
        public var line: [[Double]]
        /// Whether a source of ways does not know it, and its time is a guess.
        public var isGuess: Bool

        enum CodingKeys: String, CodingKey {
            case by, line
            case minutes = "min"
            case meters = "m"
            case leadsToCar = "to_car"
            case isGuess = "is_guess"
        }
    }

    /// A visit.
    public struct Visit: Codable, Hashable, Sendable {
        /// The id, the name and the theme of the place.
        public var id, name: String
        /// Its name in English, where it is known.
        public var englishName: String?
        /// Degrees, WGS 84.
        public var latitude, longitude: Double
        /// The theme; nil if unknown.
        public var theme: String?
        /// The names of the other places of the same site, which are seen with it.
        public var with: [String]
        /// The way from the last place, or from lunch, in parts; empty if there is none.
        public var ways: [Way]
        /// The minutes of all ways from the last place.
        public var wayMinutes: Int
        /// The arrival, the begin and the end of the visit.
        public var arrival, start, leave: PlanTime
        /// Minutes of waiting between the arrival and the start.
        public var wait: Int
        /// What the visit counts: 50 times the worth, shifted by interests.
        public var score: Double
        /// The worth of the place: 1 where nothing is known, or the caller's number.
        public var worth: Double
        /// Whether it must be seen, or its time is fixed.
        public var isMust, isPinned: Bool
        /// What is known of its hours that day: `closes 18:00`, `until sunset 19:12`, or the text that is not understood.
        public var hours: String?
        /// When it closes, or the sun sets on a place outdoors whose hours are not known; nil if that is not known, or never.
        public var closes: PlanTime?
        /// Whether nothing is known of its hours, or nothing that is understood.
        public var hasUnknownHours: Bool
        /// Minutes that the day would be shorter without it.
        public var costs: Int
        /// Why it is worth the way, in one line.
        public var why: String?

        enum CodingKeys: String, CodingKey {
            case name, latitude, longitude, theme, with, ways, arrival, start, leave, score, worth, hours, closes, why
            case id = "place_id"
            case englishName = "name_en"
            case wayMinutes = "way_min"
            case wait = "wait_min"
            case isMust = "is_must"
            case isPinned = "is_pinned"
            case hasUnknownHours = "has_unknown_hours"
            case costs = "costs_min"
        }
    }

    /// A break, or lunch.
    public struct Pause: Codable, Hashable, Sendable {
        /// Its times.
        public var start, end: PlanTime
        /// The interval that holds it.
        public var opens, closes: PlanTime
        /// The number of visits before it.
        public var visitsBefore: Int
        /// Whether it is lunch.
        public var isLunch: Bool
        /// Where it is; nil for anywhere.
        public var place: Place?
        /// The way to ``place``.
        public var ways: [Way]

        enum CodingKeys: String, CodingKey {
            case start, end, opens, closes, place, ways
            case visitsBefore = "visits_before"
            case isLunch = "is_lunch"
        }
    }

    /// Where the travellers were when the rest of a day was planned.
    public struct Here: Codable, Hashable, Sendable {
        /// Where they were.
        public var place: Place
        /// When they go on.
        public var time: PlanTime
        /// The number of visits before.
        public var visitsBefore: Int

        enum CodingKeys: String, CodingKey {
            case place, time
            case visitsBefore = "visits_before"
        }
    }

    /// A day.
    public struct Day: Codable, Hashable, Sendable {
        /// The date, if it is known.
        public var date: CalendarDate?
        /// Where it starts and ends.
        public var start, end: Place
        /// The hours.
        public var opens, closes: PlanTime
        /// The departure from the start, and the arrival at the end.
        public var departure, arrival: PlanTime
        /// The visits, in order.
        public var visits: [Visit]
        /// The breaks, in order.
        public var breaks: [Pause]
        /// Where the travellers were when the rest was planned, if that was no place of the plan.
        public var here: Here?
        /// The way to the end, in parts.
        public var lastWays: [Way]
        /// The minutes of all ways to the end.
        public var lastWayMinutes: Int
        /// Minutes under way on foot, by car and by bicycle.
        public var foot, car, bicycle: Int

        enum CodingKeys: String, CodingKey {
            case date, start, end, opens, closes, departure, arrival, visits, breaks, here
            case lastWays = "last_ways"
            case lastWayMinutes = "last_way_min"
            case foot = "foot_min"
            case car = "car_min"
            case bicycle = "bicycle_min"
        }
    }

    /// A place that was left out.
    public struct LeftOut: Codable, Hashable, Sendable {
        /// Why.
        public enum Reason: String, CaseIterable, Codable, Sendable {
            /// It does not fit in the time beside what is seen.
            case noTime = "no_time"
            /// It is too far for the hours of the days, or beyond the radius.
            case tooFar = "too_far"
            /// It is closed.
            case closed
            /// Its hours are not understood.
            case unknownHours = "unknown_hours"
            /// The way there crosses water.
            case overWater = "over_water"
        }

        /// The id and the name of the place.
        public var id, name: String
        /// Its name in English, where it is known.
        public var englishName: String?
        /// Degrees, WGS 84.
        public var latitude, longitude: Double
        /// The theme; nil if unknown.
        public var theme: String?
        /// What a visit would count, and the worth of the place.
        public var score, worth: Double
        /// Why it is left out.
        public var reason: Reason
        /// The day that it would cost least, from 1, and by how many minutes that would be longer.
        public var day, costs: Int?
        /// Minutes by which that is too long for the day; nil or 0 if it fits.
        public var isOverBy: Int?
        /// The visits that would have to go, by name, in its place.
        public var insteadOf: [String]
        /// A sentence for people.
        public var text: String

        enum CodingKeys: String, CodingKey {
            case name, latitude, longitude, theme, score, worth, reason, text, day
            case id = "place_id"
            case englishName = "name_en"
            case costs = "costs_min"
            case isOverBy = "over_min"
            case insteadOf = "instead_of"
        }
    }

    /// How a visit differs from an earlier plan.
    public struct Change: Codable, Hashable, Sendable {
        /// What differs.
        public enum Kind: String, CaseIterable, Codable, Sendable { case new, moved, gone }

        /// What differs.
        public var change: Kind
        /// The id and the name of the place.
        public var id, name: String
        /// When it is now, with the day from 1; nil for a visit that is gone.
        public var day: Int?
        /// The begin of the visit.
        public var start: PlanTime?
        /// When the earlier plan has it; nil for a new visit.
        public var oldDay: Int?
        /// The begin of the visit in the earlier plan.
        public var oldStart: PlanTime?

        enum CodingKeys: String, CodingKey {
            case change, name, day, start
            case id = "place_id"
            case oldDay = "old_day"
            case oldStart = "old_start"
        }
    }

    /// What looks like a facility among the places within reach.
    public struct Facilities: Codable, Hashable, Sendable {
        /// The names, the nearest first.
        public var names: [String]
        /// The number of all places within reach.
        public var of: Int
    }

    /// How one moves.
    public var mode: PlanQuestion.Mode
    /// The days.
    public var days: [Day]
    /// The total score, and an upper bound of that of all plans.
    public var score, bound: Double
    /// What ended the search.
    public var ending: DayPlan.Ending
    /// The number of iterations, and of the places that were chosen from.
    public var iterations, candidates: Int
    /// The name of the source of ways.
    public var ways: String
    /// What their lengths are.
    public var waysKind: Leg.DistanceKind
    /// Why ways are straight instead of those of the source; nil unless they are.
    public var fallbackReason: String?
    /// What looks like a facility.
    public var facilities: Facilities
    /// The places that were left out, the one that was nearly seen first.
    public var leftOut: [LeftOut]
    /// How it differs from the earlier plan; nil without one.
    public var changes: [Change]?
    /// The wishes that are not kept, and why; why it is empty, if it is.
    public var conflicts: [String]
    /// What else is to be said, in sentences.
    public var remarks: [String]
    /// The attribution that goes with a list of the places; nil for none.
    public var attribution: String?

    enum CodingKeys: String, CodingKey {
        case mode, days, score, bound, iterations, candidates, ways, facilities, changes, conflicts, remarks,
            attribution
        case ending = "ended_by"
        case waysKind = "ways_kind"
        case fallbackReason = "fallback_reason"
        case leftOut = "left_out"
    }
}
