import Foundation
import WaymarkAttractions
import WaymarkBatch
import WaymarkGradients
import WaymarkPolylines
import WaymarkRoutes
import WaymarkTimes

extension Fuzzer {
    /// `ClockReading`, `StayText`: readings in range; the lenient form includes the schema form; what is written reads
    /// back.
    static let times = Fuzzer("times", maxLength: 64) { bytes in
        let schema = ClockReading(Array(bytes)[...], form: .schema)
        let person = ClockReading(Array(bytes)[...], form: .person)
        if schema != nil { try require(schema == person, "a person may write as the schema has it") }
        for reading in [schema, person].compactMap({ $0 }) {
            // The years 1 to 9999, and the first moment after them.
            try require((-62_135_596_800...253_402_300_800).contains(reading.seconds), "\(reading.seconds) s")
            try require((0..<1).contains(reading.fraction), "a fraction of \(reading.fraction)")
            try require(abs(reading.offset ?? 0) < 86_400, "an offset of \(reading.offset ?? 0) s")
        }
        if let schema, let text = time(seconds: Double(schema.seconds)) {
            let again = ClockReading(Array(text.utf8)[...], form: .schema)
            try require(again?.seconds == schema.seconds, "\(text) reads back")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let stay = StayText.duration(text) {
            try require(stay >= .zero && stay <= .seconds(3_653 * 86_400), "\(text) is not a stay of \(stay)")
        }
        // `ClockTime`, in the options of an order (OrderOptions), accepts everything in the lenient form.
        if person != nil, String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) {
            try require(ClockTime(text) != nil, "\(text) is a time")
        }
        _ = ClockTime(text)
    }

    /// `ZoneRules` (TZif, RFC 9636): offsets in range, at any second.
    static let zones = Fuzzer("zones", maxLength: 4096) { bytes in
        guard let rules = ZoneRules(tzif: Array(bytes)) else { return }
        var seconds = [
            -1_000_000_000_000_000, -1 << 40, -62_135_596_800, -1, 0, 1, 1 << 31, 253_402_300_799, 1 << 40,
            1_000_000_000_000_000,
        ]
        seconds += stride(from: -4_000_000_000, to: 8_000_000_000, by: 300_000_001)
        for second in seconds {
            let offset = rules.offset(at: second)
            try require(abs(offset) < 7 * 86_400 + 86_400, "\(offset) s at \(second)")
            try require(rules.offset(at: second) == offset, "the same offset again")
        }
    }

    /// `CalendarDate`, `RGBColor`, `Shard`: what is written reads back.
    static let smallTexts = Fuzzer("small-texts", maxLength: 64) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let date = CalendarDate(text) {
            try require(CalendarDate(date.description) == date, "\(text) is \(date)")
            try require(CalendarDate(year: date.year, month: date.month, day: date.day) == date, "\(date) is a day")
        }
        if let color = RGBColor(hex: text) {
            try require(RGBColor(hex: color.description) == color, "\(text) is \(color)")
        }
        if let shard = Shard(text: text) {
            try require(Shard(text: shard.description) == shard, "\(text) is \(shard)")
            try require(1 <= shard.number && shard.number <= shard.count, "\(shard) is a part of the whole")
        }
    }

    /// `OpeningHours`, `WeeklyHours`, `Weekdays`, `PlanHours`: intervals begin on their day, end within a day, are ascending and
    /// apart; what is written reads back; blanks around it say nothing, nor do holidays of the days.
    static let hours = Fuzzer("hours", maxLength: 96) { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if let days = Weekdays(text) {
            try require(!days.isEmpty && Weekdays(days.description) == days, "\(text) is \(days)")
        }
        if let hours = OpeningHours(text) { try checkDates(of: hours, text) }
        guard let hours = WeeklyHours(text) else { return }
        try require(hours.days.count == 7, "seven days")
        for intervals in hours.days {
            for interval in intervals {
                try require(0..<1440 ~= interval.lowerBound && 1...1440 ~= interval.count, "\(text) is \(interval)")
                try require(hours.hasTimes || interval == 0..<1440, "a day without times is whole")
            }
            for (one, next) in zip(intervals, intervals.dropFirst()) {
                try require(one.upperBound < next.lowerBound, "\(one) is before and apart from \(next)")
            }
        }
        try require(WeeklyHours(hours.description) == hours, "\(text) reads back from \(hours)")
        try require(WeeklyHours(" \(text) ") == hours, "blanks around \(text)")
        let open = hours.days.filter { !$0.isEmpty }
        for common in WeeklyHours.common(open) {
            for intervals in open {
                try require(
                    intervals.contains { $0.lowerBound <= common.lowerBound && common.upperBound <= $0.upperBound },
                    "\(common) is in \(intervals)")
            }
        }
    }

    /// Intervals of dates are in order and end within a day; those of a week are those of its dates, but for single ones.
    private static func checkDates(of hours: OpeningHours, _ text: String) throws {
        for day in stride(from: 20_000, to: 20_400, by: 9) {
            guard let date = CalendarDate(daysSince1970: day) else { continue }
            guard let intervals = hours.intervals(on: date, light: 330..<1155) else { continue }
            for interval in intervals {
                try require(0..<1440 ~= interval.lowerBound && 1...1440 ~= interval.count, "\(text) is \(interval)")
            }
            for (one, next) in zip(intervals, intervals.dropFirst()) {
                try require(one.upperBound < next.lowerBound, "\(one) is before and apart from \(next)")
            }
            if let week = hours.week, !week.hasOtherDays {
                try require(week[date] == intervals, "\(text) is \(intervals) on \(date)")
            }
        }
    }

    /// A time in UTC in schema form; nil outside its years.
    static func time(seconds: Double) -> String? { Date(timeIntervalSince1970: seconds).xsdDateTime() }
}
