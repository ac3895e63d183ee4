import WaymarkGeodesy
import WaymarkPolylines

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Pieces of text as the formats want them.
enum ExportText {
    /// Text of an XML element or attribute. What XML 1.0 forbids, such as most control characters, becomes U+FFFD.
    static func xml(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            // As they stand, attributes would turn them into blanks.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// A string as JSON (RFC 8259), with its quotes.
    static func json(_ text: String) -> String {
        var escaped = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped + "\""
    }

    /// A number with up to `decimals` decimals, never with an exponent; nil where it is not finite or has more than 15 digits.
    static func decimal(_ value: Double, decimals: Int) -> String? {
        let scale = DecimalScale(decimals: decimals)
        guard abs(value) * scale.unitsPerOne < 1e15 else { return nil }
        let units = scale.units(value)
        guard decimals > 0 else { return String(units) }
        var digits = String(units.magnitude)
        digits = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        let sign = units < 0 ? "-" : ""
        return sign + digits.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Degrees, to a centimetre.
    static func degrees(_ value: Double) -> String { decimal(value, decimals: 7)! }

    /// A time as `2027-04-01T09:00:00Z`, milliseconds where there are any; nil outside the years 1 to 9999.
    static func timestamp(_ date: Date) -> String? {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds) else { return nil }
        let (days, rest) = Int(milliseconds).dividedDown(by: 86_400_000)
        let (year, month, day) = civilDate(days)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: count - text.utf8.count) + text
        }
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { digits($0, 2) }.joined(separator: ":")
        let fraction = rest % 1000 == 0 ? "" : "." + digits(rest % 1000, 3)
        return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(time)\(fraction)Z"
    }

    /// The Gregorian date so many days after 1970-01-01, in years that begin with March, so that a leap day comes last.
    private static func civilDate(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int {
    /// Quotient and remainder, the remainder never negative.
    fileprivate func dividedDown(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((self % divisor) + divisor) % divisor
        return ((self - remainder) / divisor, remainder)
    }
}
