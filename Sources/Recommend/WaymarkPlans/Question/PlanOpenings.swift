import WaymarkGeodesy
import WaymarkRecommendations
public import WaymarkTimes

/// When places are open on the days of a plan: as the question says of a place, else as its column does, else as the question
/// says of its theme; what is said of a day comes before what is said of a weekday, that before what is said of every day.
///
/// Of places without hours those that are outdoors are open from dawn to sunset, the others always. Without a date the hours that
/// a place has on all weekdays on which it is open count, and the sunset is that of an equinox.
struct PlanOpenings: Sendable {
    /// The intervals of a day, and where they come from.
    private struct Hours: Hashable {
        enum Source { case given, sunset, none }

        var intervals: [Range<Int>]
        var source = Source.given

        static let unknown = Hours(intervals: [0..<24 * 60], source: .none)
    }

    private let candidates: RecommendedPlaces
    private let days: Int
    private let firstDate: CalendarDate?
    /// Whether the sun at the places is up.
    let sun: PlanSun
    private let column: [Int: PlanHours]
    private let opensUnknown: Bool
    private var byTheme: [String: GivenHours] = [:]
    private var byPlace: [Int: GivenHours] = [:]
    /// The places of ``byPlace``, as they were given.
    private var order: [Int] = []

    /// `hours` are those of candidates, by position; where days start tells the time zone if the question does not; `position` finds
    /// a place by its name.
    init(
        _ question: PlanQuestion, _ hours: [Int: PlanHours], _ candidates: RecommendedPlaces, at start: Coordinate,
        position: (String) throws -> Int
    ) throws {
        (self.candidates, days, column) = (candidates, question.dayCount, hours)
        (firstDate, sun) = (question.firstDate, PlanSun(question, at: start))
        opensUnknown = question.unknownHours == .open
        for opening in question.openings {
            let isNew: Bool
            if let theme = try? Interests.theme(named: opening.name, among: candidates.themes) {
                isNew = byTheme[theme, default: GivenHours()].add(opening)
            } else {
                let place = try position(opening.name)
                if byPlace[place] == nil { order.append(place) }
                isNew = byPlace[place, default: GivenHours()].add(opening)
            }
            if !isNew {
                throw PlanQuestionError.unclearName(
                    option: "open", reason: "\(opening.name) is given twice for the same days")
            }
        }
    }

    // MARK: Hours of days

    /// The hours of a place itself.
    private func own(_ place: Int) -> GivenHours? {
        byPlace[place] ?? order.first { candidates.areOne($0, place, within: nil) }.flatMap { byPlace[$0] }
    }

    private func ofTheme(_ place: Int) -> GivenHours? { candidates.places[place].theme.flatMap { byTheme[$0] } }

    /// Whether anything is known of the hours of a place, the sunset included.
    func isKnown(_ place: Int) -> Bool {
        let read = reader(of: place)
        return (0..<days).contains { hours($0, read).source != .none }
    }

    /// The text with the hours of a place, if it is not understood and no others are given.
    func unknown(of place: Int) -> String? {
        guard own(place) == nil else { return nil }
        switch column[place] {
        case .unknown(let text): return text
        case .dated(let hours, let text):
            let coordinate = candidates.places[place].coordinate
            return (0..<days).contains { intervals(hours, on: $0, at: coordinate) != nil } ? nil : text
        default: return nil
        }
    }

    /// The intervals of a day by its date; nil if there is none, or if they are not known.
    private func intervals(_ hours: OpeningHours, on day: Int, at place: Coordinate) -> [Range<Int>]? {
        date(of: day).flatMap { hours.intervals(on: $0, light: sun.light(on: $0, at: place)) }
    }

    /// Finds the hours of a place on a day and a weekday, with or without those of the sun.
    private func reader(of place: Int, bySun: Bool = true) -> (Int, Weekdays) -> Hours {
        let (own, theme, column) = (own(place), ofTheme(place), column[place])
        let known = candidates.places[place]
        let setting = PlaceSetting(
            known.name, category: known.category, introduction: known.introduction, theme: known.theme)
        let coordinate = known.coordinate
        // Without a date all days are the same.
        let fixed = firstDate == nil && setting == .outdoor ? sun.light(on: nil, at: coordinate) : nil
        return { day, weekday in
            if let given = own?.on(day, weekday) { return Hours(intervals: given) }
            switch column {
            case .known(let hours):
                let intervals = hours[weekday]
                if hours.hasTimes || intervals.isEmpty { return Hours(intervals: intervals) }
            case .dated(let hours, _):
                if let intervals = intervals(hours, on: day, at: coordinate) { return Hours(intervals: intervals) }
                return opensUnknown ? .unknown : Hours(intervals: [])
            case .unknown: return opensUnknown ? .unknown : Hours(intervals: [])
            case nil: break
            }
            if let given = theme?.on(day, weekday) { return Hours(intervals: given) }
            guard bySun, setting == .outdoor else { return .unknown }
            let light = date(of: day).map { sun.light(on: $0, at: coordinate) } ?? fixed
            guard let light else { return .unknown }
            return Hours(intervals: [light], source: .sunset)
        }
    }

    private func date(of day: Int) -> CalendarDate? {
        firstDate.flatMap { CalendarDate(daysSince1970: $0.daysSince1970 + day) }
    }

    /// The hours of a place on a day: without a date those in common of all weekdays on which it is open.
    private func hours(_ day: Int, _ read: (Int, Weekdays) -> Hours) -> Hours {
        if let date = date(of: day) { return read(day, Weekdays(of: date)) }
        let open = Weekdays.each.map { read(day, $0) }.filter { !$0.intervals.isEmpty }
        guard var hours = open.first else { return Hours(intervals: []) }
        hours.intervals = WeeklyHours.common(open.map(\.intervals))
        return hours
    }

    /// Whether the hours of a place differ by weekday.
    private func differs(_ place: Int) -> Bool {
        let read = reader(of: place)
        return (0..<days).contains { day in Set(Weekdays.each.map { read(day, $0).intervals }).count > 1 }
    }

    /// The intervals of each day, in minutes after its midnight; empty if the place is always open. One whose hours are not
    /// understood never is, unless it counts as open. Who pins a visit to a time after sunset knows why.
    func windows(of place: Int, isPinned: Bool = false) -> [[PlanWindow]] {
        let read = reader(of: place, bySun: !isPinned)
        let byDay = (-1...days).map { hours($0, read) }
        if byDay.allSatisfy({ $0 == .unknown }), column[place] == nil { return [] }
        return (0..<days).map { day in
            // A day may begin before the intervals of the last one end, and end after those of the next one begin.
            let shifted = (0...2).flatMap { (other: Int) -> [(Int, Int)] in
                byDay[day + other].intervals.map {
                    ($0.lowerBound + (other - 1) * 24 * 60, $0.upperBound + (other - 1) * 24 * 60)
                }
            }
            var windows: [PlanWindow] = []
            for (opens, closes) in shifted.sorted(by: <) {
                if let last = windows.last, Double(opens) <= last.closes {
                    windows[windows.count - 1].closes = max(last.closes, Double(closes))
                } else {
                    windows.append(PlanWindow(opens: Double(opens), closes: Double(closes)))
                }
            }
            return windows
        }
    }

    // MARK: What is said

    /// What is said of the hours of a place, of a visit on a day, from 0, that starts at a minute after its midnight.
    func note(of place: Int, on day: Int, at minute: Double) -> HoursNote {
        if let text = unknown(of: place) { return HoursNote(text: text, isUnknown: true) }
        // After midnight the hours are perhaps those of the next day.
        let hours = hours(day + (minute < 1440 ? 0 : 1), reader(of: place))
        if hours.source == .none { return HoursNote(isUnknown: true) }
        guard let window = windows(of: place)[day].last(where: { $0.opens <= minute }),
            window.closes - window.opens < 2880
        else { return HoursNote() }
        // A pinned visit may be later than the sunset.
        if window.closes <= minute { return HoursNote(isUnknown: true) }
        return HoursNote(closes: Int(window.closes), isSunset: hours.source == .sunset)
    }

    /// What is said of the hours of places that are seen, one line each.
    func remarks(of places: [Int]) -> [String] {
        func names(_ places: [Int]) -> String { FacilityText.list(places.map { candidates.places[$0].name }) }
        var lines: [String] = []
        let differing = firstDate == nil ? places.filter(differs) : []
        if !differing.isEmpty {
            lines.append("closed on some weekdays, or with other hours: give --date for \(names(differing))")
        }
        let withOthers = places.filter { place in
            if own(place) != nil { return false }
            return switch column[place] {
            case .known(let hours): hours.hasOtherDays
            case .dated(let hours, _): hours.hasHolidays
            default: false
            }
        }
        if !withOthers.isEmpty {
            lines.append(
                "public holidays and other special days are not known: check the hours of \(names(withOthers))")
        }
        let outdoors = places.filter { place in
            let read = reader(of: place)
            return (0..<days).contains { hours($0, read).source == .sunset }
        }
        if !outdoors.isEmpty { lines.append(sun.remark(firstDate)) }
        return lines
    }
}

/// The hours that a question gives of a place or a theme.
private struct GivenHours {
    private var byDay: [Int: [Range<Int>]] = [:]
    private var byWeekday: [Weekdays: [Range<Int>]] = [:]
    private var everyDay: [Range<Int>]?

    /// Returns false if hours of the same day are given already.
    mutating func add(_ opening: PlanQuestion.Opening) -> Bool {
        if let weekdays = opening.weekdays {
            return Weekdays.each.filter(weekdays.contains).allSatisfy {
                byWeekday.updateValue(opening.intervals, forKey: $0) == nil
            }
        }
        if let day = opening.day { return byDay.updateValue(opening.intervals, forKey: day) == nil }
        defer { everyDay = opening.intervals }
        return everyDay == nil
    }

    func on(_ day: Int, _ weekday: Weekdays) -> [Range<Int>]? { byDay[day] ?? byWeekday[weekday] ?? everyDay }
}

extension PlanQuestion.Opening {
    /// The intervals in a text that tells of every day alike, such as `09:00-12:00, 13:00~18:00`; none for `closed` or `휴무`, a
    /// whole day for `24시간`, `24/7` and `연중무휴`; nil for another text.
    ///
    /// What closes before it opens, as `18:00-02:00`, does so on the next day.
    public static func intervals(_ text: Substring) -> [Range<Int>]? {
        guard let hours = WeeklyHours(String(text)), !hours.hasOtherDays, Set(hours.days).count == 1 else { return nil }
        return hours.days[0]
    }
}

/// The opening hours of a place, as a table tells.
public enum PlanHours: Hashable, Sendable {
    /// By weekday.
    case known(WeeklyHours)
    /// By date, of this text: seasons, the sun or weeks of a month decide.
    case dated(OpeningHours, String)
    /// A text that is not understood.
    case unknown(String)

    /// The hours in a text.
    public init(_ text: String) {
        guard let hours = OpeningHours(text) else {
            self = .unknown(text)
            return
        }
        self = hours.week.map(PlanHours.known) ?? .dated(hours, text)
    }
}
