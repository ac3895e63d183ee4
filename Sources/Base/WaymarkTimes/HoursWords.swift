/// The words of opening hours: the lines of hours-words.txt, each a role and words.
enum HoursWords {
    /// What a word is.
    enum Role: String {
        case mon, tue, wed, thu, fri, sat, sun
        case weekdays, weekend, daily
        /// Open on every day, at times that are not told.
        case year
        /// After a word for closed: open on every day.
        case none
        /// Open all day.
        case whole
        case closed
        /// A day that the week does not tell.
        case holiday
        /// Goes with a holiday: on the day, the day after.
        case near
        /// With a holiday in one part: what is done if a day is one.
        case ifHoliday = "if"
        /// Days that somebody names later.
        case ruled
        /// Says nothing.
        case skip
        case and
        /// Before or after noon.
        case am, pm

        /// The days that the word names.
        var days: Weekdays? {
            switch self {
            case .mon: Weekdays(number: 0)
            case .tue: Weekdays(number: 1)
            case .wed: Weekdays(number: 2)
            case .thu: Weekdays(number: 3)
            case .fri: Weekdays(number: 4)
            case .sat: Weekdays(number: 5)
            case .sun: Weekdays(number: 6)
            case .weekdays: Weekdays.all.subtracting(.weekend)
            case .weekend: .weekend
            case .daily: .all
            default: nil
            }
        }
    }

    /// Words that are read as tokens by their first letter, the longest first; of equal ones the first in the file.
    static let byFirst: [Character: [(word: [Character], role: Role)]] = {
        let all = lines.filter { ![.ifHoliday, .ruled].contains($0.role) }
            .flatMap { line in line.words.map { (word: $0, role: line.role) } }
        let sorted = all.enumerated().sorted { ($1.element.word.count, $0.offset) < ($0.element.word.count, $1.offset) }
        return Dictionary(grouping: sorted.map(\.element)) { $0.word[0] }
    }()

    private static let byRole = Dictionary(grouping: lines) { $0.role }.mapValues { $0.flatMap(\.words) }

    /// The first place of a word of a role in a text without blanks.
    static func first(_ role: Role, in text: ArraySlice<Character>) -> Int? {
        text.indices.first { start in byRole[role, default: []].contains { text[start...].starts(with: $0) } }
    }

    private static let lines = String(decoding: PackageResources.hours_words_txt, as: UTF8.self)
        .split(separator: "\n").filter { !$0.hasPrefix("//") }.map { line in
            let words = line.split(separator: " ")
            guard let role = Role(rawValue: String(words[0])) else { preconditionFailure("a line of no role: \(line)") }
            return (role: role, words: words.dropFirst().map(Array.init))
        }
}
