import TestSupport
import Testing
import WaymarkTimes
import WaymarkTrips

/// 일기장: entries with a title and a day.
@Suite("Acceptance: a diary")
struct DiaryTests {
    private static func zone(_ name: String) throws -> ClockZone { try #require(ClockZone(identifier: name)) }

    @Test("an entry always has a title, of what can be seen", arguments: StoreKind.allCases)
    func titles(kind: StoreKind) throws {
        try kind.withStore { store in
            let texts = [
                ("", ""), ("  ", "\n\t\r\n"), ("\u{200B}\u{FEFF}\u{202E}", "\u{3164}\n바다에 갔다\n둘째 줄"), ("제목", "글"),
                ("", "👩‍👩‍👧‍👦 가족"),
            ]
            try store.commit(
                texts.enumerated().map { place, text in
                    .put(
                        .entry(
                            DiaryEntry(
                                id: RecordID(high: 1, low: UInt64(place)), title: text.0, text: text.1,
                                time: Moment(milliseconds: Int64(place))!)))
                })
            #expect(
                try store.entries().map { $0.displayTitle() } == ["제목 없음", "제목 없음", "바다에 갔다", "제목", "👩‍👩‍👧‍👦 가족"])
            #expect(try store.entries().first?.displayTitle(untitled: "Untitled") == "Untitled")
        }
    }

    @Test(
        "an entry is on the day of its place, whatever the reader's clock, and comes back as it was",
        arguments: StoreKind.allCases)
    func days(kind: StoreKind) throws {
        let (seoul, samoa) = (try Self.zone("Asia/Seoul"), try Self.zone("Pacific/Pago_Pago"))
        // 2027-04-01T23:30 in Seoul is 03:30 of the same day in Pago Pago.
        let time = try #require(Moment(milliseconds: 1_806_589_800_000))
        try kind.withStore { store in
            try store.commit([
                .put(.entry(DiaryEntry(id: RecordID(high: 1, low: 1), text: "서울", time: time, zone: seoul))),
                .put(.entry(DiaryEntry(id: RecordID(high: 1, low: 2), text: "사모아", time: time, zone: samoa))),
                .put(
                    .entry(
                        DiaryEntry(
                            id: RecordID(high: 1, low: 3), text: "다음 날",
                            time: Moment(milliseconds: time.milliseconds + 3_600_000)!,
                            zone: seoul))),
            ])
            let (first, second) = (try #require(CalendarDate("2027-04-01")), try #require(CalendarDate("2027-04-02")))
            #expect(try store.entries(days: first...first).map(\.text) == ["서울", "사모아"])
            #expect(try store.entries(days: second...second).map(\.text) == ["다음 날"])
            let entry = try #require(store.entries().first)
            #expect(entry.time == time && entry.zone == seoul && entry.time.description == "2027-04-01T14:30:00Z")
        }
    }

    @Test("who reads a change may change the store at once: nothing calls back", arguments: StoreKind.allCases)
    func answers(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try kind.store(in: folder.path)
        let start = try store.cursor()
        func entry(_ number: UInt64, _ text: String) -> TripEdit {
            .put(.entry(DiaryEntry(id: RecordID(high: 1, low: number), text: text, time: Moment(milliseconds: 0)!)))
        }
        try store.commit([entry(0, "0")])
        var seen: UInt64 = 0
        for try await commit in TripChanges(of: store, after: start) {
            #expect(commit.changes.map(\.id.low) == [seen])
            seen += 1
            if seen == 20 { break }
            try store.commit([entry(seen, "\(seen)")])
        }
        #expect(try store.entries().count == 20)
    }
}
