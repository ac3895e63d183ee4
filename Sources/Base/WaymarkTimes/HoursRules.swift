/// Reads opening hours in the syntax of OpenStreetMap, after its specification: `Apr-Sep: Tu-Su 10:00-19:00; PH off`.
///
/// Weeks of the year, Easter, dawn and dusk, days relative to holidays, times without an end and points in time are not read,
/// nor is a text in which a rule leaves nothing of an earlier one: the specification would let the earlier go unheard,
/// but one of the two is a mistake.
struct HoursRules {
    private struct NotUnderstood: Error {}

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let days = ["mo", "tu", "we", "th", "fr", "sa", "su"]
    /// Other numbers of four digits may be times: 1000-1800.
    private static let years = 2010...2099
    /// Texts that are longer are not read, and ones with more rules.
    private static let (maxLength, maxRules) = (500, 64)

    private let text: [UInt8]
    private var position = 0

    private init(_ text: String) {
        self.text = text.utf8.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 == 0x09 ? 0x20 : $0 }
    }

    /// The rules of a text; nil if any part is not read, or if none says when the place is open.
    static func read(_ text: String) -> [HoursRule]? {
        guard text.utf8.count <= maxLength else { return nil }
        var reader = HoursRules(text)
        guard let rules = try? reader.rules(),
            rules.contains(where: { $0.content != .closed && $0.content != .unknown && !$0.isOnlyOfHolidays })
        else { return nil }
        // The rules after `||` hold where those before it do not, so they contradict nothing.
        for (index, rule) in rules.enumerated() {
            let start = rules[...index].lastIndex { $0.joint == .fallsBack } ?? 0
            if rules[start..<index].contains(where: { rule.replacesAll(of: $0) }) { return nil }
        }
        return rules
    }

    // MARK: Rules

    private mutating func rules() throws(NotUnderstood) -> [HoursRule] {
        var rules: [HoursRule] = []
        var joint = HoursRule.Joint.replaces
        while true {
            let rule = try self.rule(joint)
            // Whether the dates are those of the rule before is not said.
            if joint == .adds, rule.dates.isEmpty, rules.last?.dates.isEmpty == false { throw NotUnderstood() }
            rules.append(rule)
            if isAtEnd { return rules }
            if rules.count == Self.maxRules { throw NotUnderstood() }
            if take(";") {
                joint = .replaces
                if isAtEnd { return rules }
            } else if take("|"), take("|") {
                joint = .fallsBack
            } else if take(",") {
                joint = .adds
            } else {
                throw NotUnderstood()
            }
        }
    }

    private mutating func rule(_ joint: HoursRule.Joint) throws(NotUnderstood) -> HoursRule {
        var rule = HoursRule(joint: joint)
        let start = position
        if let whole = number(), whole == 24, take("/"), number() == 7 {
            let day = HoursRule.Times(opens: .init(minutes: 0), closes: .init(minutes: 24 * 60))
            rule.content = .times([day])
        } else {
            position = start
            rule.dates = try dates()
            if !rule.dates.isEmpty { _ = take(":") }
            try days(&rule)
            if rule.hasHolidays || !rule.days.isEmpty { _ = take(":") }
            let times = try self.times()
            if !times.isEmpty { rule.content = .times(times) }
        }
        let isEmpty = rule.content == .open && rule.dates.isEmpty
        let hasDays = rule.hasHolidays || !rule.days.isEmpty
        switch word() {
        case "off", "closed": rule.content = .closed
        case "unknown": rule.content = .unknown
        case "open": break
        case nil:
            if try comment() { rule.content = .unknown } else if isEmpty { throw NotUnderstood() }
            return rule
        default: throw NotUnderstood()
        }
        if isEmpty, !hasDays, rule.content == .open { throw NotUnderstood() }
        _ = try comment()
        return rule
    }

    /// Words in quotes.
    private mutating func comment() throws(NotUnderstood) -> Bool {
        guard take("\"") else { return false }
        guard let end = text[position...].firstIndex(of: UInt8(ascii: "\"")) else { throw NotUnderstood() }
        position = end + 1
        return true
    }

    // MARK: Dates

    /// Years, months and days of months, several with commas between.
    private mutating func dates() throws(NotUnderstood) -> [HoursRule.Dates] {
        var all: [HoursRule.Dates] = []
        while true {
            let start = position
            guard let next = try datesOfPart(after: all.last?.last) else {
                position = start
                // The comma belongs to a date, or to another rule.
                if !all.isEmpty { throw NotUnderstood() }
                return all
            }
            all.append(next)
            if !take(",") { return all }
        }
    }

    private mutating func datesOfPart(after last: HoursRule.Day?) throws(NotUnderstood) -> HoursRule.Dates? {
        let start = position
        guard let first = try date(in: last.map { ($0.year, $0.month) }) else {
            position = start
            return nil
        }
        var dates = HoursRule.Dates(first: first.first, last: first.last)
        if first.month == nil, take("+") {
            dates.last.year = 9999
        } else if take("-") {
            guard let end = try date(in: first.isOfMonth ? nil : (first.first.year, first.month)),
                first.isOfMonth == end.isOfMonth, (first.month == nil) == (end.month == nil)
            else { throw NotUnderstood() }
            dates.last = end.last
            if dates.last.year == nil { dates.last.year = first.first.year }
        }
        let (one, other) = (dates.first, dates.last)
        guard (one.year == nil) == (other.year == nil) else { throw NotUnderstood() }
        // `2025 Nov-Feb` ends in the next year.
        if let year = one.year, other.year == year, (other.month, other.day) < (one.month, one.day) {
            dates.last.year = year + 1
        }
        return dates
    }

    private struct Part {
        var first: HoursRule.Day
        var last: HoursRule.Day
        /// Nil for a year.
        var month: Int?
        /// Whether it is all of a month, or a year.
        var isOfMonth: Bool
    }

    /// `2025`, `Apr`, `Apr 5`, `5 Apr` or, after another date, `5`.
    private mutating func date(in given: (year: Int?, month: Int?)?) throws(NotUnderstood) -> Part? {
        func part(_ year: Int?, _ month: Int?, _ day: Int?) -> Part? {
            if let month, let day, CalendarDate(year: year ?? 2000, month: month, day: day) == nil { return nil }
            return Part(
                first: .init(year: year, month: month ?? 1, day: day ?? 1),
                last: .init(year: year, month: month ?? 12, day: day ?? 31), month: month, isOfMonth: day == nil)
        }
        let start = position
        var year: Int?
        if let number = self.number(digits: 4), Self.years ~= number {
            year = number
        } else {
            position = start
        }
        if let day = dayOfMonth() {
            // A day before its month, or of the month before.
            if let month = self.month() { return part(year, month, day) }
            if year == nil, let month = given?.month { return part(given?.year, month, day) }
            position = start
            return nil
        }
        guard let month = self.month() else { return year.flatMap { part($0, nil, nil) } }
        return part(year, month, dayOfMonth())
    }

    private mutating func month() -> Int? {
        let start = position
        if let word = word(), let month = Self.months.firstIndex(of: word) { return month + 1 }
        position = start
        return nil
    }

    /// One or two digits that no time begins with.
    private mutating func dayOfMonth() -> Int? {
        let start = position
        if let day = number(), 1...31 ~= day, !isNext(":") || isNext(": ") { return day }
        position = start
        return nil
    }

    // MARK: Days

    private mutating func days(_ rule: inout HoursRule) throws(NotUnderstood) {
        while true {
            let start = position
            guard let word = word() else { break }
            if let first = Self.days.firstIndex(of: word) {
                var weekdays = Weekdays(number: first)
                if take("-") {
                    guard let last = self.word().flatMap({ Self.days.firstIndex(of: $0) }) else {
                        throw NotUnderstood()
                    }
                    for day in 0...(last - first + 7) % 7 { weekdays.insert(Weekdays(number: (first + day) % 7)) }
                }
                rule.days.append(HoursRule.Days(weekdays: weekdays, weeks: try weeks()))
            } else if word == "ph" || word == "sh" {
                rule.hasHolidays = true
            } else {
                position = start
                break
            }
            let end = position
            guard take(",") else { return }
            // The comma may be that before another rule; no day may be.
            let next = position
            let isDay = self.word().map { Self.days.contains($0) || $0 == "ph" || $0 == "sh" } ?? false
            position = isDay ? next : end
            if !isDay { return }
        }
    }

    /// `[1]`, `[1,3]`, `[2-4]`, `[-1]` after a weekday.
    private mutating func weeks() throws(NotUnderstood) -> [Int] {
        guard take("[") else { return [] }
        var weeks: [Int] = []
        repeat {
            let isBackwards = take("-")
            guard let first = self.number(), 1...5 ~= first else { throw NotUnderstood() }
            var last = first
            if !isBackwards, take("-") {
                guard let number = self.number(), first...5 ~= number else { throw NotUnderstood() }
                last = number
            }
            weeks += isBackwards ? [-first] : Array(first...last)
        } while take(",")
        guard take("]") else { throw NotUnderstood() }
        return weeks
    }

    // MARK: Times

    private mutating func times() throws(NotUnderstood) -> [HoursRule.Times] {
        var times: [HoursRule.Times] = []
        while true {
            let start = position
            guard let opens = try time() else {
                position = start
                return times
            }
            guard take("-"), let closes = try time(), opens != closes else { throw NotUnderstood() }
            // Open after that as long as there are guests: what is before it is certain.
            _ = take("+")
            if isNext("/") { throw NotUnderstood() }
            times.append(HoursRule.Times(opens: opens, closes: closes))
            let end = position
            guard take(",") else { return times }
            let next = position
            let isTime = try time() != nil
            position = isTime ? next : end
            if !isTime { return times }
        }
    }

    /// `9:00`, `26:00`, `sunset`, `(sunset-00:30)`; nil if none is next.
    private mutating func time() throws(NotUnderstood) -> HoursRule.Time? {
        let start = position
        if take("(") {
            guard var time = sun(), let sign = take("+") ? 1 : take("-") ? -1 : nil, let minutes = clock() else {
                throw NotUnderstood()
            }
            time.minutes = sign * minutes
            guard take(")") else { throw NotUnderstood() }
            return time
        }
        if let time = sun() { return time }
        if let minutes = clock() {
            if minutes > 48 * 60 { throw NotUnderstood() }
            return HoursRule.Time(minutes: minutes)
        }
        position = start
        return nil
    }

    private mutating func sun() -> HoursRule.Time? {
        let start = position
        switch word() {
        case "sunrise": return HoursRule.Time(base: .sunrise, minutes: 0)
        case "sunset": return HoursRule.Time(base: .sunset, minutes: 0)
        default:
            position = start
            return nil
        }
    }

    private mutating func clock() -> Int? {
        let start = position
        guard let hours = number(), hours <= 48, position < text.count, text[position] == UInt8(ascii: ":") else {
            position = start
            return nil
        }
        position += 1
        let minutesStart = position
        guard let minutes = number(digits: 2), minutes < 60, position == minutesStart + 2 else {
            position = start
            return nil
        }
        return hours * 60 + minutes
    }

    // MARK: Letters and digits

    private mutating func skipBlanks() {
        while position < text.count, text[position] == 0x20 { position += 1 }
    }

    private var isAtEnd: Bool { text[position...].allSatisfy { $0 == 0x20 } }

    private func isNext(_ word: String) -> Bool { text[position...].starts(with: word.utf8) }

    /// Skips blanks and a letter; not the blanks alone.
    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        let start = position
        skipBlanks()
        if position < text.count, text[position] == UInt8(ascii: letter) {
            position += 1
            return true
        }
        position = start
        return false
    }

    /// Letters after blanks.
    private mutating func word() -> String? {
        let start = position
        skipBlanks()
        let letters = text[position...].prefix { 0x61...0x7A ~= $0 }
        guard !letters.isEmpty else {
            position = start
            return nil
        }
        position += letters.count
        return String(decoding: letters, as: UTF8.self)
    }

    /// A number after blanks: one or two digits, or as many as given.
    private mutating func number(digits count: Int? = nil) -> Int? {
        let start = position
        skipBlanks()
        let digits = text[position...].prefix { 0x30...0x39 ~= $0 }
        guard count.map({ $0 == digits.count }) ?? (1...2 ~= digits.count) else {
            position = start
            return nil
        }
        position += digits.count
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
