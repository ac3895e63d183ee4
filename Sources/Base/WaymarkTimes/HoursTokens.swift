/// The tokens of a text with opening hours.
struct HoursTokens {
    enum Token: Equatable {
        case days(Weekdays)
        /// A time of day in minutes.
        case time(Int)
        case dash
        /// A comma or the like; a semicolon or the like.
        case comma, semicolon
        case closed, holiday, near, year, wholeDay
    }

    /// A part that is not understood.
    struct NotUnderstood: Error {}

    private(set) var tokens: [Token] = []
    /// Whether parts that tell of holidays only are left out.
    private(set) var hasOtherDays = false

    /// Texts that are longer are not understood.
    private static let maxLength = 500

    private var text: [Character]
    private var position = 0
    /// `오전` or `오후` before a time.
    private var half: HoursWords.Role?

    init(_ text: String) throws(NotUnderstood) {
        self.text = Array(text.lowercased())
        if self.text.count > Self.maxLength { throw NotUnderstood() }
        try leaveOutParentheses()
        leaveOutParts()
        self.text.append(" ")
        while position < self.text.count { try read() }
        if half != nil { throw NotUnderstood() }
    }

    // MARK: Parts that tell of holidays only

    /// Whether a part tells what is done if a day is a holiday, and no times.
    private static func isCondition(_ part: [Character]) -> Bool {
        let hasTime = part.indices.dropFirst().contains { index in
            part[index] == ":" && index + 1 < part.count && isDigit(part[index + 1])
                || part[index] == "시" && isDigit(part[index - 1])
        }
        if hasTime { return false }
        guard let holiday = HoursWords.first(.holiday, in: part[...]) else { return false }
        return HoursWords.first(.ifHoliday, in: part[holiday...]) != nil
    }

    private mutating func leaveOutParentheses() throws(NotUnderstood) {
        var kept: [Character] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: "(") {
            guard let end = rest[start...].firstIndex(of: ")"), !rest[(start + 1)..<end].contains("(") else {
                throw NotUnderstood()
            }
            let part = rest[(start + 1)..<end].filter { !$0.isWhitespace }
            kept += rest[..<start]
            if Self.isCondition(part) {
                // A closed day before the condition would be lost.
                let holiday = HoursWords.first(.holiday, in: part[...])!
                if let closed = HoursWords.first(.closed, in: part[...]), closed < holiday { throw NotUnderstood() }
                hasOtherDays = true
                kept.append(" ")
            } else {
                kept += rest[start...end]
            }
            rest = rest[(end + 1)...]
        }
        text = kept + rest
    }

    private mutating func leaveOutParts() {
        let ends: Set<Character> = [",", ";", "+", "/"]
        var kept: [Character] = []
        var rest = text[...]
        while true {
            let end = rest.firstIndex { ends.contains($0) || $0.isNewline } ?? rest.endIndex
            if isKept(rest[..<end].filter { !$0.isWhitespace }) { kept += rest[..<end] } else { hasOtherDays = true }
            if end == rest.endIndex { break }
            kept.append(rest[end])
            rest = rest[(end + 1)...]
        }
        text = kept
    }

    private func isKept(_ part: [Character]) -> Bool {
        if HoursWords.first(.ruled, in: part[...]) != nil, !part.contains(where: { $0.isNumber || "()요".contains($0) })
        {
            return false
        }
        guard Self.isCondition(part) else { return true }
        // 월요일이 공휴일인 경우, but not what is said before a condition: 월요일 휴무 공휴일인 경우.
        let before = part[..<HoursWords.first(.holiday, in: part[...])!]
        return before.last.map { !"이가과와인단".contains($0) } ?? false
    }

    // MARK: Tokens

    private mutating func read() throws(NotUnderstood) {
        let letter = text[position]
        switch letter {
        case " ", ":", ".", "\t", "\u{A0}": position += 1
        case "-", "~", "–", "—", "∼", "〜", "～": add(.dash, 1)
        case ",", "+", "/", "·", "ㆍ", "・", "&", "、": add(.comma, 1)
        case ";", "(", ")", "|": add(.semicolon, 1)
        case _ where letter.isNewline: add(.semicolon, 1)
        case _ where Self.isDigit(letter): try readNumber()
        default: try readWord()
        }
    }

    private mutating func add(_ token: Token, _ length: Int) {
        tokens.append(token)
        position += length
    }

    private static func isDigit(_ letter: Character) -> Bool { "0"..."9" ~= letter && letter.isASCII }

    private func starts(_ word: String, at start: Int) -> Bool { text[start...].starts(with: word) }

    private func letter(_ index: Int) -> Character { index < text.count ? text[index] : " " }

    private func afterBlanks(_ index: Int) -> Int {
        var index = index
        while letter(index) == " ", index < text.count { index += 1 }
        return index
    }

    /// The number of one or two digits at a place, and where it ends.
    private func number(at start: Int) throws(NotUnderstood) -> (value: Int, end: Int) {
        var (value, end) = (0, start)
        while end < start + 3, let digit = Self.isDigit(letter(end)) ? letter(end).wholeNumberValue : nil {
            (value, end) = (value * 10 + digit, end + 1)
        }
        guard 1...2 ~= end - start else { throw NotUnderstood() }
        return (value, end)
    }

    /// The longest word at a place, where it ends, and what it is. Blanks within a word of Hangul do not count.
    private func word(at start: Int) -> (role: HoursWords.Role, length: Int, end: Int)? {
        func isLatin(_ letter: Character) -> Bool { letter.isASCII && letter.isLetter }
        for (word, role) in HoursWords.byFirst[letter(start)] ?? [] {
            var (end, matched) = (start, 0)
            while matched < word.count, end < text.count {
                if text[end] == word[matched] {
                    matched += 1
                } else if text[end] != " " || matched == 0 || word[0].isASCII {
                    break
                }
                end += 1
            }
            if matched < word.count { continue }
            if isLatin(word[word.count - 1]), isLatin(letter(end)) { continue }
            if isLatin(word[0]), start > 0, isLatin(text[start - 1]) { continue }
            return (role, word.count, end)
        }
        return nil
    }

    private mutating func readNumber() throws(NotUnderstood) {
        if starts("24/7", at: position) { return add(.wholeDay, 4) }
        if let word = word(at: position), word.role == .whole { return add(.wholeDay, word.end - position) }
        var (hour, end) = try number(at: position)
        var minute = 0
        if letter(end) == ":" {
            let after = try number(at: end + 1)
            guard after.end == end + 3 else { throw NotUnderstood() }
            (minute, end) = after
        } else if letter(end) == "시" {
            end += 1
            let next = afterBlanks(end)
            if letter(next) == "반" {
                (minute, end) = (30, next + 1)
            } else if Self.isDigit(letter(next)) {
                let after = try number(at: next)
                if letter(after.end) == "분" { (minute, end) = (after.value, after.end + 1) }
            }
        } else if letter(end) == "월" || letter(end) == "." || letter(end) == "/" {
            return try readDate(month: hour, end)
        } else if word(at: afterBlanks(end)).map({ ![.am, .pm].contains($0.role) }) ?? true {
            throw NotUnderstood()
        }
        if let word = word(at: afterBlanks(end)), [.am, .pm].contains(word.role), letter(afterBlanks(end)).isASCII {
            guard half == nil else { throw NotUnderstood() }
            (half, end) = (word.role, word.end)
        }
        if let half {
            guard 1...12 ~= hour else { throw NotUnderstood() }
            hour = hour % 12 + (half == .pm ? 12 : 0)
            self.half = nil
        }
        guard minute < 60, hour * 60 + minute <= 24 * 60 else { throw NotUnderstood() }
        add(.time(hour * 60 + minute), end - position)
    }

    /// A date such as `1월 1일`, `1.1.` or `12/25`.
    private mutating func readDate(month: Int, _ separator: Int) throws(NotUnderstood) {
        var (day, end) = try number(at: afterBlanks(separator + 1))
        guard 1...12 ~= month, 1...31 ~= day else { throw NotUnderstood() }
        if letter(end) == "일" { end += 1 } else if letter(separator) == "월" { throw NotUnderstood() }
        add(.holiday, end - position)
    }

    private mutating func readWord() throws(NotUnderstood) {
        guard let (role, length, end) = word(at: position), half == nil else { throw NotUnderstood() }
        if role.days != nil, length == 1 { return try readLetters() }
        switch role {
        case _ where role.days != nil: tokens.append(.days(role.days!))
        case .am, .pm:
            // 설날 오전.
            if Self.isDigit(letter(afterBlanks(end))) {
                half = role
            } else {
                tokens.append(.near)
            }
        case .year: tokens.append(.year)
        case .none:
            guard tokens.popLast() == .closed else { throw NotUnderstood() }
            tokens.append(.year)
        case .whole: tokens.append(.wholeDay)
        case .closed: tokens.append(.closed)
        case .holiday: tokens.append(.holiday)
        case .near: tokens.append(.near)
        case .and: tokens.append(.comma)
        default: break
        }
        position = end
    }

    /// Days of one letter: alone, or one after another in the order of the week, as `월화수목금`. Not those within other words.
    private mutating func readLetters() throws(NotUnderstood) {
        let isFree = position == 0 || !text[position - 1].isLetter || text[..<position].ends(with: "매주")
        guard isFree else { throw NotUnderstood() }
        let names = Array("월화수목금토일")
        var (days, last, end) = (Weekdays(), Int?.none, position)
        while let day = names.firstIndex(of: letter(end)) {
            guard last == nil || day == last! + 1 else { throw NotUnderstood() }
            days.insert(Weekdays(number: day))
            (last, end) = (day, end + 1)
        }
        if starts("요일", at: end) {
            end += 2
        } else if letter(end).isLetter, word(at: end)?.role != .closed {
            throw NotUnderstood()
        }
        add(.days(days), end - position)
    }
}

extension ArraySlice<Character> {
    fileprivate func ends(with word: String) -> Bool { suffix(word.count).elementsEqual(word) }
}
