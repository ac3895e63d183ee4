/// A time of day, or of a day: `09:30`, `2027-05-01T09:30`, with an offset from UTC or without.
public struct ClockTime: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        /// Seconds after midnight.
        case ofDay(Int)
        case ofDate(ClockReading)
    }

    package let value: Value

    package init(_ value: Value) { self.value = value }

    /// Reads a text; nil for what is no time. Hours of a day go to 47: 26:00 is two in the night after.
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
    /// The midnight before, in seconds after 1970 of its own clock; nil for a time of any day.
    package var midnight: Int? {
        if case .ofDate(let reading) = value { reading.midnight } else { nil }
    }

    /// Whether it says whose clock is meant.
    package var hasOffset: Bool {
        if case .ofDate(let reading) = value { reading.offset != nil } else { false }
    }

    /// In seconds after 1970; of any day and without one, in seconds after midnight, whatever the zone.
    package func seconds(on day: Int?, in zone: ClockZone) -> Double {
        switch value {
        case .ofDate(let reading): reading.moment(in: zone).timeIntervalSince1970
        case .ofDay(let seconds):
            day.map { ClockReading(seconds: $0 + seconds).moment(in: zone).timeIntervalSince1970 } ?? Double(seconds)
        }
    }
}
