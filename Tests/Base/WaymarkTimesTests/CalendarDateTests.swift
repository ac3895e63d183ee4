import Foundation
import Testing
import WaymarkTimes

@Suite struct CalendarDateTests {
    @Test(
        "a day is read in every usual form",
        arguments: ["2021-03-30", "2021.3.30", "2021. 3. 30.", "20210330", "2021/03/30", " 2021-3-30 "])
    func readsForms(text: String) {
        #expect(CalendarDate(text)?.description == "2021-03-30")
    }

    @Test(
        "anything but a day is refused",
        arguments: [
            "2021-3.30", "2021.3/30", "20 21.3.3 0", "2021 0330", "2021-1 2-30",
            "", "2021", "2021-02-29", "2021-13-01", "2021-00-10", "2021-04-31", "21-03-30", "2021-03", "2021-03-30-1",
            "202103301", "2021--03-30", "-2021-03-30", "2021-03-30..", "0000-01-01", "2021-03-3a", "2021-003-30",
        ])
    func refuses(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test("leap days exist only in leap years")
    func leapDays() {
        #expect(CalendarDate("2024-02-29") != nil)
        #expect(CalendarDate("2000-02-29") != nil)
        #expect(CalendarDate("1900-02-29") == nil)
    }

    @Test("days are ordered and encoded as text")
    func orderAndCoding() throws {
        let days = ["2020-12-31", "2021-01-01", "2021-01-02", "2021-02-01"].compactMap { CalendarDate($0) }
        #expect(days == days.shuffled().sorted())
        let data = try JSONEncoder().encode(days)
        #expect(String(decoding: data, as: UTF8.self) == #"["2020-12-31","2021-01-01","2021-01-02","2021-02-01"]"#)
        #expect(try JSONDecoder().decode([CalendarDate].self, from: data) == days)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2021-02-30"]"#.utf8))
        }
    }
}
