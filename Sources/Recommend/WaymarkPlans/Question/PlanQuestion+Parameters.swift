import WaymarkQuestions
import WaymarkText
import WaymarkTimes

extension PlanQuestion {
    /// The parameters, as the command, the service and the page have them.
    public static let sections: [[QuestionParameter<PlanQuestion>]] = [
        [
            .place("start", "Where days start: latitude,longitude, or the name of an attraction.", \.start),
            .place("end", "Where days end, and all but the first start.", \.end).with(usual: "the start"),
            .integer("days", "Number of days.", 1...30, \.days).with(usual: "1"),
            .value("depart", "time", "Departure of each day.", \.departure, read: dayMinute).with(usual: "09:00"),
            .value("hours", "hours", "Hours of each day.", \.length, kind: .number(0...24), read: hours).with(
                usual: "9"),
            .value("date", "date", "Date of the first day: 2027-04-03.", \.date) { (text) throws(OptionText.Fault) in
                guard let date = CalendarDate(text) else { throw .init("a date must be such as 2027-04-03.") }
                return date
            },
            .list(
                "day", "day",
                """
                What differs on one day: 2:start=Hotel,end=공항,depart=10:30,hours=5; what is not given is as on all days, and it \
                starts where the day before ends; repeat it for more.
                """, \.dayChanges, read: Day.init(text:)),
            .choice(
                "mode", "mode",
                """
                How you move: on foot, by car, by bicycle, or mixed, which walks where that is quicker; the car stays where it \
                was parked, and hops of less than 700 m are walked.
                """, \.mode
            ).with(usual: "mixed, or as in the plan of --replan"),
            .value(
                "zone", "zone", "Time zone of the clock, for sunset: Asia/Seoul, +09:00.", \.zone
            ) { (text) throws(OptionText.Fault) in
                guard let zone = ClockZone(identifier: text) else {
                    throw .init("a time zone must be such as Asia/Seoul or +09:00.")
                }
                return zone
            }
            .with(usual: "+09:00 in Korea, else by longitude"),
            .choice("pace", "pace", "How long visits take: slow, usual or fast.", \.pace),
            .list("must", "name", "A place that must be seen; repeat it for more.", \.musts) { $0 },
            .list("avoid", "name", "A place to leave out; repeat it for more.", \.avoided) { $0 },
            .list(
                "pin", "visit",
                "A visit at a fixed time: 불국사@14:00, on the second day 불국사@2/14:00; repeat it for more.",
                \.pins, read: Pin.init(text:)),
            .list(
                "break", "break",
                "A break of each day: 12:00-14:00/60m is an hour between 12 and 14; repeat it for more.",
                \.breaks, read: Pause.init(text:)),
            .flag("no-lunch", "No hour for lunch between 11:30 and 13:30.", \.isWithoutLunch),
            .list(
                "stay", "stay", "The stay at a place, or at places of a theme: 불국사=2h; repeat it for more.", \.stays,
                read: Stay.init(text:)),
            .list(
                "open", "hours",
                """
                When a place, or each place of a theme, is open: 불국사=09:00-12:00,13:00-18:00 every day, 불국사@2=closed on the \
                second day, 불국사@mon=closed on Mondays, 불국사@sat,sun=10:00-17:00; repeat it for more.
                """, \.openings, read: Opening.init(text:)),
        ],
        [
            .choice(
                "unknown-hours", "choice",
                "Places whose hours are not understood: leave-out, or open, which plans them as always open; only-known also leaves out those without any.",
                \.unknownHours),
            .text(
                "interests", "theme:number,...", "What the travellers like: 역사:1,자연:0.5, or history, nature.",
                \.interests),
            .choice("language", "language", "Language of sentences: ko or en.", \.language)
                .with(usual: "that of the locale"),
            .integer("max-per-theme", "Maximum number of visits of one theme.", 0...Int.max, \.maxPerTheme),
        ],
        [
            .length("radius", "How far from where days start and end to look: \(OptionText.lengths).", \.radius)
                .with(letter: "r", usual: "what one reaches in a sixth of the longest day: 36 to 120 minutes"),
            .integer("limit", "Maximum number of places to choose from.", 1...1000, \.limit)
                .with(usual: "40, and 20 more for each day"),
            .flag(
                "facilities",
                "Choose stations, offices and the like as any other place, and not only where time is left.",
                \.includesFacilities),
        ],
        [
            .integer(
                "parking",
                "Minutes that a way by car takes besides: parking, walking to the door. Shorter ways on foot are walked.",
                0...120, valueName: "minutes", \.parking),
            .integer(
                "alternatives",
                "Number of plans, each different from the others in a third of its visits or more.", 1...9,
                \.alternatives),
        ],
        [
            .value(
                "now", "time",
                "With --replan: what began before this time is past. 13:20, on the second day 2/13:20.", \.now
            ) { (text) throws(OptionText.Fault) in
                guard let moment = Moment(text[...]) else {
                    throw .init("a time must be such as 13:20 or, on the second day, 2/13:20.")
                }
                return moment
            },
            .place("at", "With --now: where you are: latitude,longitude, or the name of an attraction.", \.here)
                .with(usual: "where the plan has you"),
            .value(
                "change-price", "score",
                "With --replan: what a visit that is new, gone or on another day costs; a place of which nothing is known counts 50.",
                \.changePrice, kind: .number(0...1000), usual: "20", read: changePrice),
            .integer("effort", "Maximum number of iterations of the search.", 0...Int.max, \.iterations),
            .value(
                "time-limit", "time", "Time limit of the search: \(OptionText.times).", \.timeLimit, kind: .time
            ) { (text) throws(OptionText.Fault) in try OptionText.duration(text) }
            .with(usual: "5s, and 5000 iterations"),
            .value(
                "seed", "n", "Seed of the random numbers.", \.seed, kind: .integer(0...Int.max), usual: "0"
            ) { (text) throws(OptionText.Fault) in
                guard let seed = UInt64(text) else { throw .init("--seed must be a whole number of at least 0.") }
                return seed
            },
        ],
    ]

    @Sendable private static func dayMinute(_ text: String) throws(OptionText.Fault) -> Int? {
        guard let minute = minute(text[...]) else { throw .init("a time of day must be such as 09:30.") }
        return minute
    }

    @Sendable private static func hours(_ text: String) throws(OptionText.Fault) -> Int? {
        guard let hours = NumberParser.double(text), hours > 0, hours <= 24 else {
            throw .init("--hours must be above 0 and at most 24.")
        }
        return Int((hours * 60).rounded())
    }

    @Sendable private static func changePrice(_ text: String) throws(OptionText.Fault) -> Double {
        guard let price = NumberParser.double(text), 0...1000 ~= price else {
            throw .init("--change-price must be 0 to 1000.")
        }
        return price
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

// MARK: Values as people type them

extension PlanQuestion.Moment {
    /// A time of a day, as in `13:20` or `2/13:20`; nil for another text.
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 2, let day = parts.count == 2 ? Int(parts[0]) : 1, day >= 1,
            let minute = PlanQuestion.minute(last)
        else { return nil }
        self.init(day: day - 1, minute: minute)
    }
}

extension PlanQuestion.Day {
    /// What differs on a day, as in `2:start=Hotel,end=공항,depart=10:30,hours=5`. A comma in a name is no end of it, unless one of
    /// these words and an equals sign follow.
    @Sendable fileprivate init(text: String) throws(OptionText.Fault) {
        let fault = OptionText.Fault("a day must be such as 2:start=Hotel,end=공항,depart=10:30,hours=5, not \(text).")
        guard let colon = text.firstIndex(of: ":"), let day = Int(text[..<colon]), 1...30 ~= day else { throw fault }
        self.init(number: day - 1)
        var parts: [Substring] = []
        for part in text[text.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false) {
            if ["start=", "end=", "depart=", "hours="].contains(where: part.hasPrefix) {
                parts.append(part)
            } else if let last = parts.popLast() {
                parts.append(text[last.startIndex..<part.endIndex])
            } else {
                throw fault
            }
        }
        for part in parts {
            let equals = part.firstIndex(of: "=")!
            let value = String(part[part.index(after: equals)...])
            if value.isEmpty { throw fault }
            switch part[..<equals] {
            case "start": start = value
            case "end": end = value
            case "depart":
                departure = PlanQuestion.minute(value[...])
                if departure == nil { throw fault }
            default:
                guard let hours = NumberParser.double(value), hours > 0, hours <= 24 else { throw fault }
                length = max(1, Int((hours * 60).rounded()))
            }
        }
    }
}

extension PlanQuestion.Pin {
    /// A visit at a fixed time, as in `불국사@14:00` or `불국사@2/14:00`.
    @Sendable fileprivate init(text: String) throws(OptionText.Fault) {
        guard let at = text.lastIndex(of: "@"), at > text.startIndex,
            let moment = PlanQuestion.Moment(text[text.index(after: at)...])
        else { throw .init("a visit at a fixed time must be such as 불국사@14:00 or 불국사@2/14:00.") }
        self.init(name: String(text[..<at]), day: moment.day, minute: moment.minute)
    }
}

extension PlanQuestion.Pause {
    /// A break, as in `12:00-14:00/60m`, or over midnight `23:30-00:30/30m`.
    @Sendable fileprivate init(text: String) throws(OptionText.Fault) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let times = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { PlanQuestion.minute($0) }
        guard parts.count == 2, times.count == 2, let opens = times[0], let closes = times[1],
            let length = StayText.duration(String(parts[1]))
        else { throw .init("a break must be such as 12:00-14:00/60m.") }
        let minutes = Int((length / .seconds(60)).rounded(.up))
        // One that ends before it begins passes midnight, unless it would last more than half a day.
        let end = closes < opens && opens - closes >= 12 * 60 ? closes + 24 * 60 : closes
        guard end >= opens else { throw .init("the break \(text) ends before it begins.") }
        guard end - opens >= minutes else { throw .init("the break \(text) is longer than its interval.") }
        self.init(minutes: opens...end, length: minutes)
    }
}

extension PlanQuestion.Stay {
    /// A stay, as in `불국사=2h`.
    @Sendable fileprivate init(text: String) throws(OptionText.Fault) {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
            let length = StayText.duration(String(text[text.index(after: equals)...]))
        else { throw .init("a stay must be such as 불국사=2h or 불국사=90.") }
        self.init(name: String(text[..<equals]), minutes: Int((length / .seconds(60)).rounded(.up)))
    }
}

extension PlanQuestion.Opening {
    /// Opening intervals of a place or a theme, as in `불국사=09:00-12:00,13:00-18:00`, `불국사@2=closed` or `불국사@tue-sun=09:00-18:00`.
    @Sendable fileprivate init(text: String) throws(OptionText.Fault) {
        let fault = OptionText.Fault(
            """
            opening intervals must be such as 불국사=09:00-12:00,13:00-18:00, on the second day 불국사@2=closed, on Mondays \
            불국사@mon=closed, not \(text).
            """)
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex else { throw fault }
        var (name, day, weekdays) = (text[..<equals], Int?.none, Weekdays?.none)
        // A name may have an @ of its own, but not with a number or days of the week after it.
        if let at = name.lastIndex(of: "@"), at > name.startIndex {
            let days = name[name.index(after: at)...]
            if let number = Int(days) {
                guard number >= 1 else { throw fault }
                day = number - 1
            } else {
                weekdays = Weekdays(String(days))
            }
            if day != nil || weekdays != nil { name = name[..<at] }
        }
        guard let intervals = Self.intervals(text[text.index(after: equals)...]) else { throw fault }
        self.init(name: String(name), day: day, weekdays: weekdays, intervals: intervals)
    }
}
