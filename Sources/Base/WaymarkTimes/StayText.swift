import WaymarkText

/// The text of a stay: minutes (`45`), `1h30m`, `PT1H30M`, `1시간 30분`.
package enum StayText {
    /// The duration of numbers with descending units, or of a single number in `unit` seconds; nil for any other text,
    /// and above ten years.
    package static func duration(_ text: String, unit: Double = 60) -> Duration? {
        let text = text.lowercased()
        let seconds = text.hasPrefix("p") ? standardSeconds(text.dropFirst()) : plainSeconds(text[...], unit)
        guard let seconds, seconds <= 3_653 * 86_400 else { return nil }
        return .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// The unit of a column: seconds if its name says so, otherwise minutes.
    package static func unit(ofColumn name: String) -> Double {
        let name = name.lowercased()
        return ["_s", "sec", "secs", "seconds", "초"].contains { name.hasSuffix($0) } ? 1 : 60
    }

    /// ISO 8601 after the P: weeks and days, then after a T hours, minutes and seconds.
    private static func standardSeconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: "t", maxSplits: 1, omittingEmptySubsequences: false)
        guard !text.isEmpty, parts.last?.isEmpty == false else { return nil }
        let days = parts[0].isEmpty ? 0 : sum(parts[0], [["w"], ["d"]], [7 * 86_400, 86_400])
        let time = parts.count == 1 ? 0 : sum(parts[1], [["h"], ["m"], ["s"]], [3600, 60, 1])
        guard let days, let time else { return nil }
        return days + time
    }

    private static func plainSeconds(_ text: Substring, _ unit: Double) -> Double? {
        if let value = number(text) { return value * unit }
        return sum(
            text,
            [
                ["d", "day", "days", "일"], ["h", "hr", "hrs", "hour", "hours", "시간"],
                ["m", "min", "mins", "minute", "minutes", "분"], ["s", "sec", "secs", "second", "seconds", "초"],
            ], [86_400, 3600, 60, 1])
    }

    /// The sum of numbers with units, each unit once and in order.
    private static func sum(_ text: Substring, _ names: [[String]], _ seconds: [Double]) -> Double? {
        var (rest, total, next) = (text.drop { $0 == " " }, 0.0, 0)
        guard !rest.isEmpty else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let name = rest.prefix { !$0.isNumber && $0 != " " && $0 != "." }
            rest = rest.dropFirst(name.count).drop { $0 == " " }
            guard let value = number(digits),
                let place = names.indices.dropFirst(next).first(where: { names[$0].contains(String(name)) })
            else { return nil }
            total += value * seconds[place]
            next = place + 1
        }
        return total
    }

    /// A number of at least 0, with digits and an optional point.
    private static func number(_ text: Substring) -> Double? {
        let bytes = ContiguousArray(text.drop { $0.isWhitespace }.utf8)
        guard let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
        return NumberParser.double(bytes.span)
    }
}

extension Duration {
    /// The maximum duration, positive and negative: sums are limited to it.
    package static let countable: Duration = .seconds(1e18)

    /// The sum of two times; at most ``countable``.
    package func adding(_ other: Duration) -> Duration { (counted + other.counted).counted }

    private var counted: Duration { max(.zero - .countable, min(self, .countable)) }

    /// The time in seconds.
    ///
    /// Rounded once: a single division of attoseconds would lose a nanosecond from about fifty days on.
    package var inSeconds: Double {
        guard abs(self / .seconds(1)) < 1e15 else { return self / .seconds(1) }
        return Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
