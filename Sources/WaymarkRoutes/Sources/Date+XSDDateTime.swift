#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Date {
    /// The moment that an `xsd:dateTime` means, as in `2013-07-06T17:26:26.5+02:00`; UTC where it names no zone.
    ///
    /// Nil for anything else. Years are 0001 to 9999 of the Gregorian calendar; second 60 is the first of the next
    /// minute, hour 24 (of minute 0) that of the next day.
    init?(xsdDateTime text: String) {
        var scanner = DigitScanner(Array(text.utf8))
        guard let year = scanner.number(4), year > 0, scanner.skip("-"),
            let month = scanner.number(2), (1...12).contains(month), scanner.skip("-"),
            let day = scanner.number(2), (1...Self.days(in: month, of: year)).contains(day), scanner.skip("T"),
            let hour = scanner.number(2), hour <= 24, scanner.skip(":"),
            let minute = scanner.number(2), minute < 60, scanner.skip(":"),
            let second = scanner.number(2), second <= 60,
            let fraction = scanner.fraction(), let offset = scanner.zone(), scanner.isAtEnd,
            hour < 24 || (minute == 0 && second == 0 && fraction == 0)
        else { return nil }
        let seconds = Self.days(to: year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        self.init(timeIntervalSince1970: Double(seconds) + fraction)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days from 1970-01-01, counted in years that begin with March, so that a leap day comes last.
    private static func days(to year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

private struct DigitScanner {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    private var digit: Int? {
        guard offset < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[offset]) else { return nil }
        return Int(bytes[offset] - UInt8(ascii: "0"))
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// Exactly so many digits.
    mutating func number(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit else { return nil }
            value = value * 10 + digit
            offset += 1
        }
        return value
    }

    /// A point and digits, or nothing; digits beyond the ninth do not count.
    mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        guard digit != nil else { return nil }
        var (value, scale) = (0.0, 1.0)
        while let digit {
            if scale < 1e9 { (value, scale) = (value * 10 + Double(digit), scale * 10) }
            offset += 1
        }
        return value / scale
    }

    /// Seconds east of UTC.
    mutating func zone() -> Int? {
        if isAtEnd || skip("Z") { return 0 }
        let sign = skip("+") ? 1 : skip("-") ? -1 : 0
        guard sign != 0, let hours = number(2), hours <= 14, skip(":"), let minutes = number(2), minutes < 60 else {
            return nil
        }
        return sign * (hours * 3600 + minutes * 60)
    }
}
