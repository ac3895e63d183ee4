import TestSupport
import Testing
import TripTestSupport
import WaymarkTimes
import WaymarkTrips

@Suite("Trips as iCalendar")
struct TripCalendarTests {
    /// The properties of a calendar, unfolded and with the meaning of their texts.
    private func properties(_ document: ContiguousArray<UInt8>) -> [(name: String, value: String)] {
        let text = String(decoding: document, as: UTF8.self).unicodeScalars
        var unfolded = String.UnicodeScalarView()
        var rest = Array(text)[...]
        while let first = rest.first {
            if rest.starts(with: ["\r", "\n", " "]) {
                rest = rest.dropFirst(3)
                continue
            }
            unfolded.append(first)
            rest = rest.dropFirst()
        }
        return unfolded.split(separator: "\n").map { line in
            let line = String(String.UnicodeScalarView(line.dropLast()))
            let colon = line.firstIndex(of: ":")!
            var (value, isEscaped) = (String.UnicodeScalarView(), false)
            for scalar in line[line.index(after: colon)...].unicodeScalars {
                if isEscaped || scalar != "\\" { value.append(isEscaped && scalar == "n" ? "\n" : scalar) }
                isEscaped = !isEscaped && scalar == "\\"
            }
            return (String(line[..<colon]), String(value))
        }
    }

    @Test("every line is folded and ended, and texts come back", arguments: 1...40 as ClosedRange<UInt64>)
    func form(seed: UInt64) throws {
        for whole in try GeneratedTrips.wholeTrips(seed: seed) {
            let document = TripCalendar.document(of: whole)
            #expect(TripCalendar.document(of: whole) == document)
            var lines = document.split(separator: 0x0A, omittingEmptySubsequences: false)
            #expect(lines.removeLast().isEmpty)
            for line in lines {
                #expect(line.last == 0x0D && line.count <= 76 && !line.dropLast().contains { $0 < 0x20 && $0 != 9 })
                // Folded between characters.
                #expect(String(validating: Array(line), as: UTF8.self) != nil)
            }
            let found = properties(document)
            let timed = whole.stops.filter { $0.arrival != nil || $0.arrivalDay != nil }
            func values(_ name: String) -> [String] { found.filter { $0.name == name }.map(\.value) }
            #expect(
                values("UID") == timed.map { "\($0.id)" }
                    && values("DTSTART").count + values("DTSTART;VALUE=DATE").count == timed.count)
            #expect(values("BEGIN") == ["VCALENDAR"] + timed.map { _ in "VEVENT" })
            #expect(values("END") == timed.map { _ in "VEVENT" } + ["VCALENDAR"])
            for (name, texts) in [("SUMMARY", timed.map(\.name)), ("DESCRIPTION", timed.map(\.notes))] {
                #expect(values(name).map(plain) == texts.filter { !$0.isEmpty }.map(plain))
            }
        }
    }

    /// A text as iCalendar can have it.
    private func plain(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
        let scalars = lines.joined(separator: "\n").unicodeScalars.map {
            ($0.value < 0x20 && $0 != "\t" && $0 != "\n") || $0 == "\u{7F}" ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test("an event has its start in UTC and its stay")
    func event() throws {
        let store = MemoryTripStore(now: { Moment(milliseconds: 1_800_000_000_000)! })
        let (trip, stop) = (RecordID(high: 1, low: 1), RecordID(high: 1, low: 2))
        try store.commit([
            .put(.trip(Trip(id: trip, title: "제주, 봄"))),
            .put(
                .stop(
                    TripStop(
                        id: stop, trip: trip, name: "성산; 일출봉", coordinate: coordinate(33.4585, 126.9425),
                        arrival: Moment(milliseconds: 1_806_537_600_999), stay: .seconds(5400), notes: "a\nb"))),
        ])
        let document = TripCalendar.document(of: try WholeTrip(trip, in: store))
        #expect(
            String(decoding: document, as: UTF8.self)
                == [
                    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Waymark//Trips//EN", #"X-WR-CALNAME:제주\, 봄"#,
                    "BEGIN:VEVENT", "UID:\(stop)", "DTSTAMP:20270115T080000Z", "DTSTART:20270401T000000Z",
                    "DURATION:PT5400S", #"SUMMARY:성산\; 일출봉"#, #"DESCRIPTION:a\nb"#, "GEO:33.4585;126.9425",
                    "END:VEVENT", "END:VCALENDAR", "",
                ].joined(separator: "\r\n"))
    }
}
