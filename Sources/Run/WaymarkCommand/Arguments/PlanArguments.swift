import ArgumentParser
import WaymarkBatch
import WaymarkText
import WaymarkTimes

/// A time of day, as in `09:30`.
struct DayMinute {
    let minute: Int

    /// - Throws: `ValidationError` that states the format of a time of day.
    init(text: String) throws {
        guard let minute = PlanQuestion.minute(text[...]) else {
            throw ValidationError("a time of day must be such as 09:30.")
        }
        self.minute = minute
    }
}

/// A date, as in `2027-04-03`.
struct DateArgument {
    let date: CalendarDate

    /// - Throws: `ValidationError` that states the format of a date.
    init(text: String) throws {
        guard let date = CalendarDate(text) else { throw ValidationError("a date must be such as 2027-04-03.") }
        self.date = date
    }
}

/// A time of a day, as in `13:20` or `2/13:20`.
struct MomentArgument {
    let moment: PlanQuestion.Moment

    /// - Throws: `ValidationError` that states the format.
    init(text: String) throws {
        guard let moment = Self.moment(text[...]) else {
            throw ValidationError("a time must be such as 13:20 or, on the second day, 2/13:20.")
        }
        self.moment = moment
    }

    static func moment(_ text: Substring) -> PlanQuestion.Moment? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 2, let day = parts.count == 2 ? Int(parts[0]) : 1, day >= 1,
            let minute = PlanQuestion.minute(last)
        else { return nil }
        return .init(day: day - 1, minute: minute)
    }
}

/// A visit at a fixed time, as in `불국사@14:00` or `불국사@2/14:00`.
struct PinArgument {
    let pin: PlanQuestion.Pin

    /// - Throws: `ValidationError` that states the format of a pin.
    init(text: String) throws {
        guard let at = text.lastIndex(of: "@"), at > text.startIndex else { throw Self.fault }
        guard let moment = MomentArgument.moment(text[text.index(after: at)...]) else { throw Self.fault }
        pin = .init(name: String(text[..<at]), day: moment.day, minute: moment.minute)
    }

    private static let fault = ValidationError("a visit at a fixed time must be such as 불국사@14:00 or 불국사@2/14:00.")
}

/// A break, as in `12:00-14:00/60m`, or over midnight `23:30-00:30/30m`.
struct BreakArgument {
    let pause: PlanQuestion.Pause

    /// - Throws: `ValidationError` that states the format of a break, or says that it does not fit.
    init(text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let times = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { PlanQuestion.minute($0) }
        guard parts.count == 2, times.count == 2, let opens = times[0], let closes = times[1],
            let length = StayText.duration(String(parts[1]))
        else { throw ValidationError("a break must be such as 12:00-14:00/60m.") }
        let minutes = Int((length / .seconds(60)).rounded(.up))
        // One that ends before it begins passes midnight, unless it would last more than half a day.
        let end = closes < opens && opens - closes >= 12 * 60 ? closes + 24 * 60 : closes
        guard end >= opens else { throw ValidationError("the break \(text) ends before it begins.") }
        guard end - opens >= minutes else { throw ValidationError("the break \(text) is longer than its interval.") }
        pause = .init(minutes: opens...end, length: minutes)
    }
}

/// A stay, as in `불국사=2h`.
struct StayArgument {
    let name: String
    let minutes: Int

    /// - Throws: `ValidationError` that states the format of a stay.
    init(text: String) throws {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
            let length = StayText.duration(String(text[text.index(after: equals)...]))
        else { throw ValidationError("a stay must be such as 불국사=2h or 불국사=90.") }
        name = String(text[..<equals])
        minutes = Int((length / .seconds(60)).rounded(.up))
    }
}

/// Opening intervals of a place or a theme, as in `불국사=09:00-12:00,13:00-18:00` or `불국사@2=closed`.
struct OpenArgument {
    let opening: PlanQuestion.Opening

    /// - Throws: `ValidationError` that states the format of opening intervals.
    init(text: String) throws {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex else { throw Self.fault(text) }
        let times = text[text.index(after: equals)...]
        var (name, day) = (text[..<equals], Int?.none)
        // A name may have an @ of its own, but not with a number after it.
        if let at = name.lastIndex(of: "@"), at > name.startIndex, let number = Int(name[name.index(after: at)...]) {
            guard number >= 1 else { throw Self.fault(text) }
            (name, day) = (name[..<at], number - 1)
        }
        guard let intervals = PlanQuestion.Opening.intervals(times) else { throw Self.fault(text) }
        opening = .init(name: String(name), day: day, intervals: intervals)
    }

    private static func fault(_ text: String) -> ValidationError {
        ValidationError(
            "opening intervals must be such as 불국사=09:00-12:00,13:00-18:00, on the second day 불국사@2=closed, not \(text)."
        )
    }
}
