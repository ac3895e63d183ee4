/// A time of any day or of a date: `09:30`, `2027-05-01T09:30`, with or without an offset from UTC.
public struct ClockTime: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// Seconds after midnight.
        case ofDay(Int)
        case ofDate(ClockReading)
    }

    package let value: Value

    package init(_ value: Value) { self.value = value }

    /// Reads a text; nil if it is not a time. Hours go up to 47: 26:00 is 02:00 on the following day.
    public init?(_ text: String) {
        if let reading = ClockReading(Array(text.utf8)[...], form: .person) {
            value = .ofDate(reading)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, numbers[0] < 48, numbers.dropFirst().allSatisfy({ $0 < 60 }) else {
            return nil
        }
        value = .ofDay(zip(numbers, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 })
    }
}

extension ClockTime {
    /// The preceding midnight, in seconds after 1970 on its own clock; nil for a time of any day.
    package var midnight: Int? {
        if case .ofDate(let reading) = value { reading.midnight } else { nil }
    }

    /// Whether it has an offset.
    package var hasOffset: Bool {
        if case .ofDate(let reading) = value { reading.offset != nil } else { false }
    }

    /// Seconds after 1970; for a time of any day without a given day, seconds after midnight in any zone.
    package func seconds(on day: Int?, in zone: ClockZone) -> Double {
        switch value {
        case .ofDate(let reading): reading.moment(in: zone).timeIntervalSince1970
        case .ofDay(let seconds):
            day.map { ClockReading(seconds: $0 + seconds).moment(in: zone).timeIntervalSince1970 } ?? Double(seconds)
        }
    }
}
