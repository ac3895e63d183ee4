import TestSupport
import Testing
import WaymarkTimes

/// Hours in the syntax of OpenStreetMap, after wiki.openstreetmap.org/wiki/Key:opening_hours/specification (0.7.4).
@Suite("Opening hours of the map") struct OpeningHoursTests {
    @Test(
        "weeks are read by the rules of the specification",
        arguments: [
            ("24/7", "00:00-24:00"), ("Mo-Su 00:00-24:00", "00:00-24:00"), ("08:00-18:00", "08:00-18:00"),
            ("8:30-18:00", "08:30-18:00"), ("mo-sa 8:30-20:00", "Mo-Sa 08:30-20:00; Su off"),
            ("Mo-Fr 09:00-18:00; Sa 10:00-13:00; Su off", "Mo-Fr 09:00-18:00; Sa 10:00-13:00; Su off"),
            ("Mo-Su,PH 09:00-19:00", "09:00-19:00; PH off"),
            ("Tu-Su 10:00-13:00,15:00-19:00", "Mo off; Tu-Su 10:00-13:00,15:00-19:00"),
            ("Tu-Su 10:00-13:00, 15:00-19:00", "Mo off; Tu-Su 10:00-13:00,15:00-19:00"),
            ("Mo-Fr 18:00-02:00", "Mo-Fr 18:00-02:00; Sa,Su off"),
            ("Mo-Fr 18:00-26:00", "Mo-Fr 18:00-02:00; Sa,Su off"),
            ("Mo-Su 12:00-00:00", "12:00-24:00"),
            ("Su-Th 10:00-20:00; Fr-Sa 10:00-21:00", "Mo-Th,Su 10:00-20:00; Fr,Sa 10:00-21:00"),
            ("We- Mo 17:00-22:00", "Mo,We-Su 17:00-22:00; Tu off"),
            ("Tu-Th, Su 08:00-02:00, Fr-Sa 10:30-03:00", "Mo off; Tu-Th,Su 08:00-02:00; Fr,Sa 10:30-03:00"),
            ("Mo, Tu, Th-Su 11:00-20:30", "Mo,Tu,Th-Su 11:00-20:30; We off"),
            // A comma adds to a day, a semicolon replaces what was said of it.
            ("Mo-Fr 09:00-13:30, Mo-Sa 15:30-19:00", "Mo-Fr 09:00-13:30,15:30-19:00; Sa 15:30-19:00; Su off"),
            ("Mo-Su 10:00-12:00, We 14:00-16:00", "Mo,Tu,Th-Su 10:00-12:00; We 10:00-12:00,14:00-16:00"),
            ("Mo-Su 10:00-12:00; We 14:00-16:00", "Mo,Tu,Th-Su 10:00-12:00; We 14:00-16:00"),
            (
                "Mo-We 09:15-17:15; Tu-Th 12:00-20:00; Fr 09:15-14:00",
                "Mo 09:15-17:15; Tu-Th 12:00-20:00; Fr 09:15-14:00; Sa,Su off"
            ),
            ("08:00-23:30; Su 08:00-15:30; Mo off", "Mo off; Tu-Sa 08:00-23:30; Su 08:00-15:30"),
            ("12:00-14:00,19:00-21:30; Th off", "Mo-We,Fr-Su 12:00-14:00,19:00-21:30; Th off"),
            ("Mo-Fr 09:00-18:00; We closed", "Mo,Tu,Th,Fr 09:00-18:00; We,Sa,Su off"),
            ("Mo-Fr 09:00-18:00, We off", "Mo,Tu,Th,Fr 09:00-18:00; We,Sa,Su off"),
            ("Mo-Fr 10:00-12:00,11:00-15:00", "Mo-Fr 10:00-15:00; Sa,Su off"),
            // Holidays and single dates are left out, and said.
            ("Mo-Sa 10:15-13:00,16:00-20:00; PH closed", "Mo-Sa 10:15-13:00,16:00-20:00; Su off; PH off"),
            ("Mo-Fr 10:00-14:00,16:00-20:00; Sa,Su,PH off", "Mo-Fr 10:00-14:00,16:00-20:00; Sa,Su off; PH off"),
            ("Mo-Fr 09:00-18:00; PH 10:00-17:00", "Mo-Fr 09:00-18:00; Sa,Su off; PH off"),
            ("Tu-Su 10:00-18:00; SH 09:00-20:00", "Mo off; Tu-Su 10:00-18:00; PH off"),
            ("PH,Mo-Sa 09:00-18:00", "Mo-Sa 09:00-18:00; Su off; PH off"),
            ("09:00-18:00; Dec 25 off", "09:00-18:00; PH off"),
            ("09:00-18:00; Dec 25,Jan 1 off", "09:00-18:00; PH off"),
            ("09:00-18:00; Dec 24-26 off; Dec 31-Jan 1 off", "09:00-18:00; PH off"),
            ("Mo-Su 10:00-18:00; 2026 May 23 off", "10:00-18:00; PH off"),
            // The end that is given is certain.
            ("Mo-Su 07:00-23:00+", "07:00-23:00"),
            ("Mo-Sa 09:30-21:00+; Su 09:00-22:00+", "Mo-Sa 09:30-21:00; Su 09:00-22:00"),
            ("Mo-Fr 09:00-17:00 open \"ring the bell\"", "Mo-Fr 09:00-17:00; Sa,Su off"),
            ("Mo-Fr 09:00-17:00; Sa off \"moving\"", "Mo-Fr 09:00-17:00; Sa,Su off"),
            // Slips that leave no doubt.
            ("Tu-Sa 10:00-19:00: Su 10:00-14:00", "Mo off; Tu-Sa 10:00-19:00; Su 10:00-14:00"),
            ("Mo-Fr: 09:00-17:00", "Mo-Fr 09:00-17:00; Sa,Su off"),
            ("Mo-Fr 09:00-17:00;", "Mo-Fr 09:00-17:00; Sa,Su off"),
            ("Mo-Fr open", "Sa,Su off"), ("Mo-Fr open; Sa 10:00-12:00", "Mo-Fr 00:00-24:00; Sa 10:00-12:00; Su off"),
        ])
    func weeks(text: String, week: String) throws {
        let hours = try #require(OpeningHours(text))
        #expect(hours.week?.description == week)
        #expect(WeeklyHours(text)?.description == week)
        #expect(WeeklyHours(week) == hours.week)
    }

    private static let seasons =
        "Jan-Mar: Mo-Su 10:00-18:00; Apr-Jun: Mo-Su 10:00-19:00; Jul-Aug: Mo-Su 09:30-20:00; "
        + "Sep: Mo-Su 10:00-19:00; Oct-Dec: Mo-Su 10:00-18:00; Dec 25 off; May 25 off"

    @Test(
        "a date decides between seasons, weeks of a month, the sun and appointments",
        arguments: [
            (seasons, "2027-01-31", "10:00-18:00"), (seasons, "2027-04-01", "10:00-19:00"),
            (seasons, "2027-08-31", "09:30-20:00"),
            (seasons, "2027-12-24", "10:00-18:00"), (seasons, "2027-12-25", "off"), (seasons, "2027-05-25", "off"),
            ("Apr-Sep 10:00-19:00; Oct-Mar 10:00-18:00", "2027-02-28", "10:00-18:00"),
            ("Apr-Sep 10:00-19:00; Oct-Mar 10:00-18:00", "2027-09-30", "10:00-19:00"),
            ("Apr-Sep Tu-Su 10:00-19:00", "2027-04-05", "off"),
            ("Apr-Sep Tu-Su 10:00-19:00", "2027-04-06", "10:00-19:00"),
            ("Apr-Sep Tu-Su 10:00-19:00", "2027-10-05", "off"), ("Jun 15-Sep 15", "2027-06-15", "00:00-24:00"),
            ("Jun 15-Sep 15", "2027-09-16", "off"), ("15 Jun-15 Sep", "2027-06-14", "off"),
            ("Dec 20-Jan 10 09:00-12:00", "2027-01-10", "09:00-12:00"),
            ("Dec 20-Jan 10 09:00-12:00", "2027-01-11", "off"),
            ("Apr,Jun 09:00-12:00", "2027-05-01", "off"), ("Apr,Jun 09:00-12:00", "2027-06-01", "09:00-12:00"),
            ("2026 Apr-Sep 09:00-12:00", "2027-05-01", "off"),
            ("2026 Nov-Feb 09:00-12:00", "2027-02-01", "09:00-12:00"),
            ("2026 Nov-Feb 09:00-12:00", "2026-02-01", "off"), ("2027 09:00-12:00", "2027-12-31", "09:00-12:00"),
            ("2027+ 09:00-12:00", "2030-01-01", "09:00-12:00"), ("2026-2027 09:00-12:00", "2028-01-01", "off"),
            ("09:00-12:00; 2027 Jan 5-Mar 5 off", "2027-02-01", "off"),
            ("09:00-12:00; 2027 Jan 5-Mar 5 off", "2028-02-01", "09:00-12:00"),
            ("Mo-Su 10:00-12:00; Sa[1] off", "2027-05-01", "off"),
            ("Mo-Su 10:00-12:00; Sa[1] off", "2027-05-08", "10:00-12:00"),
            ("Su[-1] 10:00-12:00", "2027-05-30", "10:00-12:00"), ("Su[-1] 10:00-12:00", "2027-05-23", "off"),
            ("Sa[2-3,5] 10:00-12:00", "2027-05-29", "10:00-12:00"), ("Sa[2-3,5] 10:00-12:00", "2027-05-22", "off"),
            ("sunrise-sunset", "2027-05-01", "05:30-19:15"), ("sunrise-18:00", "2027-05-01", "05:30-18:00"),
            ("(sunrise-00:30)-(sunset+01:00)", "2027-05-01", "05:00-20:15"),
            ("Mo-Fr 10:00-sunset", "2027-05-01", "off"),
            ("sunset-sunrise", "2027-05-01", "unknown"),
            ("Mo-Fr 09:00-12:00; Sa \"by appointment\"", "2027-05-01", "unknown"),
            ("Mo-Fr 09:00-12:00; Sa \"by appointment\"", "2027-05-03", "09:00-12:00"),
            ("Mo-Fr 09:00-12:00; Sa unknown", "2027-05-02", "off"),
            ("Mo-Fr 09:00-12:00 \"by appointment\"; Sa 10:00-12:00", "2027-05-03", "unknown"),
            ("Mo-Fr 09:00-12:00 || \"by appointment\"", "2027-05-03", "09:00-12:00"),
            ("Mo-Fr 09:00-12:00 || \"by appointment\"", "2027-05-02", "unknown"),
            ("Mo-Fr 09:00-12:00 || Sa 10:00-11:00", "2027-05-01", "10:00-11:00"),
            ("Mo-Fr 09:00-12:00; We off || 10:00-11:00", "2027-05-05", "unknown"),
        ])
    func dates(text: String, date: String, expected: String) throws {
        let hours = try #require(OpeningHours(text))
        #expect(hours.week == nil && WeeklyHours(text) == nil)
        let date = try #require(CalendarDate(date))
        let intervals = hours.intervals(on: date, light: 330..<1155)
        if expected == "unknown" {
            #expect(intervals == nil)
        } else {
            #expect(try intervals == #require(WeeklyHours(expected)).days[0])
        }
        if text.contains("sun"), expected != "off" { #expect(hours.intervals(on: date) == nil) }
    }

    @Test(
        "what has no end, no meaning or two meanings is not read",
        arguments: [
            "22:30+", "Mo 10:00", "Mo-Fr", "Mo-Fr \"by appointment\"", "\"by appointment\"", "unknown", "Jan-Dez",
            "Apr-Sep,", "1000-1800",
            "01:00-01:00", "We-Sa 13:00-15:00; We-Sa 20:00-22:00",
            "Mo-Sa 09:00-21:00; Su 09:00-15:00; PH closed; Su 16:30-20:00", "week 1-20 Mo 10:00-12:00",
            "easter 10:00-12:00",
            "PH +1 day off", "10:00-16:00/90", "10:00-16:00/01:30", "dawn-dusk",
            "Mo[6] 10:00-12:00", "Mo[0] 10:00-12:00",
            "Feb 30 10:00-12:00", "Mo-Fr 10:00-12:60", "Mo-Fr 49:00-50:00", "Mo-Fr 10:00-12:00 \"no end",

            "Apr-Sep Mo-Fr 10:00-19:00, Sa 10:00-12:00", "Apr-Sep 10:00-19:00; 10:00-18:00", "Mo-Xx 10:00-12:00",
            "Dec 25 off; 09:00-12:00",
            "Mo--Fr 10:00-12:00",
            ";", "||", ",", "-", "(", "[", "2027",
            String(repeating: "Mo 10:00-12:00,", count: 40),
        ])
    func refuses(text: String) {
        #expect(OpeningHours(text)?.week == nil)
        #expect(OpeningHours(text) == nil || text == "2027")
    }

    @Test("the last rule that holds on a date is its rule", arguments: 1...100 as ClosedRange<UInt64>)
    func lastRuleHolds(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
        // Each rule: months, days and times; months from one to another, over the end of the year too.
        let rules = (0..<4).map { index in
            let (first, last) = (Int.random(in: 0..<12, using: &generator), Int.random(in: 0..<12, using: &generator))
            let (day, length) = (
                Int.random(in: 0..<7, using: &generator), Int.random(in: 0..<3 - index / 2, using: &generator)
            )
            let hour = Int.random(in: 0..<22, using: &generator)
            return (first, last, (0...length).map { (day + $0) % 7 }, hour)
        }
        let texts = rules.map { first, last, days, hour in
            "\(months[first])-\(months[last]) \(days.map { names[$0] }.joined(separator: ",")) \(hour):00-\(hour + 1):30"
        }
        guard let hours = OpeningHours(texts.joined(separator: "; ")) else { return }
        for day in stride(from: 20_000, to: 21_000, by: 3) {
            let date = try #require(CalendarDate(daysSince1970: day))
            let weekday = try #require(Weekdays.each.firstIndex(of: Weekdays(of: date)))
            let rule = rules.last { first, last, days, _ in
                let month = date.month - 1
                let isIn = first <= last ? first <= month && month <= last : month >= first || month <= last
                return isIn && days.contains(weekday)
            }
            let expected = rule.map { [($0.3 * 60)..<($0.3 * 60 + 90)] } ?? []
            #expect(hours.intervals(on: date) == expected)
        }
    }

    @Test("texts of tables are read as weeks, on dates too")
    func tables() throws {
        let hours = try #require(OpeningHours("화-일 09:00-18:00, 월 휴무, 공휴일 휴무"))
        #expect(hours.week == WeeklyHours("Tu-Su 09:00-18:00; Mo off; PH off") && hours.hasHolidays)
        #expect(try hours.intervals(on: #require(CalendarDate("2027-04-05"))) == [])
        #expect(try hours.intervals(on: #require(CalendarDate("2027-04-06"))) == [540..<1080])
    }
}
