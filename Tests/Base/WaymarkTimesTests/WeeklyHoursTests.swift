import Foundation
import TestSupport
import Testing
import WaymarkTimes

@Suite("Opening hours by weekday") struct WeeklyHoursTests {
    @Test(
        "what tables write is read",
        arguments: [
            ("화-일 09:00-18:00, 월 휴무", "Mo off; Tu-Su 09:00-18:00"),
            ("Tu-Su 09:00-18:00; Mo off", "Mo off; Tu-Su 09:00-18:00"),
            ("매주 월요일 휴무 09:00~18:00", "Mo off; Tu-Su 09:00-18:00"),
            ("09:00-18:00 (매주 월요일 휴무)", "Mo off; Tu-Su 09:00-18:00"),
            ("Closed on Mondays, 9:00-18:00", "Mo off; Tu-Su 09:00-18:00"),
            ("평일 09:00-18:00, 주말 10:00-17:00", "Mo-Fr 09:00-18:00; Sa,Su 10:00-17:00"),
            ("Mo-Fr 09:00-12:00,13:00-18:00; Sa 10:00-14:00", "Mo-Fr 09:00-12:00,13:00-18:00; Sa 10:00-14:00; Su off"),
            ("Mo-Su 09:00-18:00; PH off", "09:00-18:00; PH off"),
            ("09:00-18:00, 공휴일 휴무", "09:00-18:00; PH off"),
            ("Mo-Su 09:00-18:00; Tu off", "Mo,We-Su 09:00-18:00; Tu off"),
            ("Fr-Mo 18:00-02:00", "Mo,Fr-Su 18:00-02:00; Tu-Th off"),
            ("월화수목금 10:00–18:00", "Mo-Fr 10:00-18:00; Sa,Su off"),
            ("오전 9시 30분 ~ 오후 6시", "09:30-18:00"), ("9am-5:30pm", "09:00-17:30"), ("12am-12pm", "00:00-12:00"),
            ("09:00~18:00", "09:00-18:00"), ("24시간", "00:00-24:00"), ("24/7", "00:00-24:00"), ("휴무", "off"),
            ("13:00-18:00, 09:00-12:00", "09:00-12:00,13:00-18:00"), ("연중무휴 09:00-18:00", "09:00-18:00"),
            ("연중무휴", "연중무휴"), ("매주 월요일 휴관", "Mo off"), ("10:00-17:00, 휴관일: 없음", "10:00-17:00"),
            (
                "10:00-17:00, 휴관일: 월(단, 월요일이 공휴일인 경우 그 다음날 휴관)+1월 1일+설·추석 당일",
                "Mo off; Tu-Su 10:00-17:00; PH off"
            ),
            ("토,일 10:00-17:00, 공휴일 10:00-15:00", "Mo-Fr off; Sa,Su 10:00-17:00; PH off"),
        ])
    func reads(text: String, hours: String) throws {
        let read = try #require(WeeklyHours(text))
        #expect(read.description == hours)
        #expect(WeeklyHours(hours) == read)
    }

    @Test(
        "what is not understood, or may mean two things, is not read",
        arguments: [
            "", "Mo", "월", "월요일", "00:00-00:00", "09:00", "09:00-49:00", "1 0:00-18:00", "Apr-Oct 09:00-18:00",
            "동절기 09:00-17:00", "첫째 월요일 휴무", "금일 휴업", "월요일은 휴관이나 공휴일인 경우 개관", "월 휴무, 매일 09:00-18:00",
            "Mo 09:00-12:00; 13:00-18:00", "09:00-18:00 휴무", "없음", "연중무휴, 월 휴무", "평일 09:00-18:00, 공휴일 10:00-17:00",
            "09:00-18:00 (주말·공휴일 운영 10:00-17:00", "10:00-18:00 (입장마감 17:00)", "09:00-일몰", "13pm-14pm", "PH 09:00-18:00",
            "10:00-09:00,23:00-22:00",
        ])
    func refuses(text: String) {
        #expect(WeeklyHours(text) == nil)
    }

    @Test("days alone are known where no times are told")
    func daysOnly() throws {
        let hours = try #require(WeeklyHours("매주 월,화 휴관"))
        #expect(!hours.hasTimes && hours.openDays.description == "We-Su" && !hours.hasOtherDays)
        #expect(hours[try #require(CalendarDate("2027-04-06"))].isEmpty)
        #expect(hours[try #require(CalendarDate("2027-04-07"))] == [0..<1440])
    }

    @Test("a weekday is that of the calendar, over centuries")
    func weekdays() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for day in stride(from: -200_000, to: 200_000, by: 97) {
            let date = try #require(CalendarDate(daysSince1970: day))
            let known = calendar.component(.weekday, from: Date(timeIntervalSince1970: Double(day) * 86_400))
            #expect(Weekdays(of: date) == Weekdays.each[(known + 5) % 7])
        }
    }

    @Test("days of the week are read and written", arguments: 1...127 as ClosedRange<UInt8>)
    func weekdayTexts(bits: UInt8) {
        let days = Weekdays(rawValue: bits)
        #expect(Weekdays(days.description) == days)
        #expect(Weekdays("mon,tue")?.description == "Mo,Tu" && Weekdays("토일")?.description == "Sa,Su")
        #expect(
            Weekdays("funday") == nil && Weekdays("") == nil && Weekdays("공휴일") == nil && Weekdays("mon off") == nil)
    }

    @Test("hours of any shape read back", arguments: 1...200 as ClosedRange<UInt64>)
    func readsBack(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        // The obvious way: what each minute of each day is, from rules that are written out.
        var texts: [String] = []
        var days: [[Range<Int>]] = []
        for name in ["Mo", "화요일", "Wed", "목", "fridays", "토", "일"] {
            let start = Int.random(in: 0..<700, using: &generator)
            let lengths = (0..<2).map { _ in Int.random(in: 1..<300, using: &generator) }
            let ranges = [start..<(start + lengths[0]), (start + 301)..<(start + 301 + lengths[1])]
            let own = Array(ranges.prefix(Int.random(in: 0...2, using: &generator)))
            days.append(own)
            func clock(_ minute: Int) -> String { "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)" }
            texts.append(
                own.isEmpty
                    ? "\(name) 휴무"
                    : "\(name) "
                        + own.map { "\(clock($0.lowerBound)) ~ \(clock($0.upperBound))" }.joined(separator: ","))
        }
        texts.shuffle(using: &generator)
        let hours = try #require(WeeklyHours(texts.joined(separator: "; ")))
        #expect(hours.days == days)
        #expect(WeeklyHours(hours.description) == hours)
        let open = days.filter { !$0.isEmpty }
        let common = (0..<1440).filter { minute in open.allSatisfy { $0.contains { $0.contains(minute) } } }
        #expect(WeeklyHours.common(open).flatMap(Array.init) == common)
    }

    @Test(
        "nine of ten texts of Korean museums are read",
        .enabled(if: SharedData.isPresent, "the folder shared/data is absent"))
    func museums() throws {
        struct File: Decodable {
            struct Museum: Decodable {
                let closedDays, opens, closes: String

                enum CodingKeys: String, CodingKey {
                    case closedDays = "RSTDE_INFO"
                    case opens = "WEEKDAY_OPER_OPEN_HHMM"
                    // As it is spelled there.
                    case closes = "WEEKDAY_OPER_COLSE_HHMM"
                }
            }
            let records: [Museum]
        }
        let museums = try JSONDecoder().decode(File.self, from: Data(SharedData.bytes("hours/museums-2026.json.gz")))
            .records
        let read = museums.map {
            WeeklyHours("\($0.opens)~\($0.closes), 휴관일: \($0.closedDays)")
        }
        let share = Double(read.count { $0 != nil }) / Double(read.count)
        print("opening hours: \(share) of \(read.count) read")
        #expect(read.count == 1074 && share >= 0.9)
        for (museum, hours) in zip(museums, read) where hours != nil {
            // A day that is named as closed every week is closed, and no other.
            let text = museum.closedDays.split { "+(,".contains($0) }.map { $0.filter { $0 != " " } }
            for (day, name) in zip(Weekdays.each, ["월", "화", "수", "목", "금", "토", "일"]) {
                if text.contains(where: { [name, "\(name)요일", "매주\(name)요일"].contains($0) }) {
                    #expect(hours![day].isEmpty, "\(museum.closedDays)")
                }
                if !museum.closedDays.contains(name), !museum.closedDays.contains(where: { "주평~".contains($0) }) {
                    #expect(!hours![day].isEmpty, "\(museum.closedDays)")
                }
            }
        }
    }
}
