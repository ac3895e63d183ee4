import Foundation
import TestSupport
import Testing
import TripTestSupport
import WaymarkTables
import WaymarkTimes
import WaymarkTrips

@Suite("Trips as Markdown")
struct TripMarkdownTests {
    private let ids = RecordIDGenerator()

    @Test("a diary has the stops, then stops and entries day by day, with pictures")
    func diary() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "diary-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try AttachmentFiles(folder: folder + "/store")
        let picture = try files.add(ContiguousArray("picture".utf8).span)
        let seoul = try #require(ClockZone(identifier: "Asia/Seoul"))
        let trip = Trip(
            id: ids.next(), title: "제주 *봄*", days: CalendarDate("2027-04-01")!...CalendarDate("2027-04-02")!,
            zone: seoul, notes: "1. 갈치\n\n<b>귤</b>")
        let peak = TripStop(
            id: ids.next(), trip: trip.id, name: "성산일출봉", coordinate: coordinate(33.4585, 126.9425),
            arrival: Moment(milliseconds: 1_806_537_600_000), notes: "일찍\n일어나기")
        let port = TripStop(id: ids.next(), trip: trip.id, name: "성산항", coordinate: coordinate(33.47, 126.93))
        let entry = DiaryEntry(
            id: ids.next(), text: "# 배를 탔다\n파도", time: Moment(milliseconds: 1_806_624_000_000)!, zone: seoul,
            subject: port.id)
        let shown = Attachment(
            id: ids.next(), owner: entry.id, content: picture, size: 7, mediaType: "image/jpeg", name: "바다 [1]")
        let lost = Attachment(
            id: ids.next(), owner: port.id, content: ContentHash(ContiguousArray("lost".utf8).span), size: 4,
            mediaType: "application/pdf", name: "표")
        let store = MemoryTripStore()
        try store.commit([
            .put(.trip(trip)), .put(.stop(peak)), .put(.stop(port)), .put(.entry(entry)), .put(.attachment(shown)),
            .put(.attachment(lost)),
        ])
        let whole = try WholeTrip(trip.id, in: store)
        let words = TripMarkdown.Words(day: { "\($0.month)월 \($0.day)일" })
        let missing = try TripMarkdown.write(whole, from: files, to: folder + "/out", words: words)
        #expect(missing == [lost])
        let text = try String(contentsOfFile: folder + "/out/diary.md", encoding: .utf8)
        #expect(
            text == ##"""
                # 제주 \*봄\*

                4월 1일 – 4월 2일

                1\. 갈치

                \<b\>귤\</b\>

                1. 성산일출봉
                2. 성산항

                ### 성산항

                ## 4월 1일

                ### 09:00 성산일출봉

                일찍\
                일어나기

                ## 4월 2일

                ### 09:00 \# 배를 탔다

                \# 배를 탔다\
                파도

                ![바다 \[1\]](files/\##(picture).jpg)

                """##)
        let copy = try Data(contentsOf: URL(filePath: folder + "/out/files/\(picture).jpg"))
        #expect(copy == Data("picture".utf8))
        // Again, it is the same.
        try #expect(TripMarkdown.write(whole, from: files, to: folder + "/out", words: words) == [lost])
    }

    @Test("a damaged picture is named, and the diary appears without it")
    func damagedPicture() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "diary-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try AttachmentFiles(folder: folder + "/store")
        let picture = try files.add(ContiguousArray("picture".utf8).span)
        try Data("other".utf8).write(to: URL(filePath: files.path(of: picture)))
        let trip = Trip(id: ids.next())
        let entry = DiaryEntry(id: ids.next(), time: Moment(milliseconds: 0)!, subject: trip.id)
        let store = MemoryTripStore()
        try store.commit([
            .put(.trip(trip)), .put(.entry(entry)),
            .put(.attachment(Attachment(id: ids.next(), owner: entry.id, content: picture, size: 7))),
        ])
        let whole = try WholeTrip(trip.id, in: store)
        let missing = try TripMarkdown.write(whole, from: files, to: folder + "/out")
        #expect(missing.map(\.content) == [picture])
        let text = try String(contentsOf: URL(filePath: folder + "/out/diary.md"), encoding: .utf8)
        #expect(!text.contains("files/"))
        let copies = try FileManager.default.contentsOfDirectory(atPath: folder + "/out/files")
        #expect(copies.isEmpty)
    }

    @Test("texts are shown as they were typed, whatever they hold", arguments: 1...40 as ClosedRange<UInt64>)
    func escaping(seed: UInt64) throws {
        for whole in try GeneratedTrips.wholeTrips(seed: seed) {
            let document = TripMarkdown.document(of: whole)
            #expect(TripMarkdown.document(of: whole) == document)
            let text = String(decoding: document, as: UTF8.self)
            #expect(!text.contains("\n\n\n") && text.hasSuffix("\n"))
            let lines = text.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("# ") } == 1)
            let timed = whole.stops.count { $0.arrival != nil } + whole.entries.count
            #expect(lines.count { $0.hasPrefix("### ") } >= timed)
        }
    }

    @Test(
        "characters with a meaning are escaped",
        arguments: [
            ("- a", "\\- a"), ("a - b", "a - b"), ("12) x", "12\\) x"), ("12.5 km.", "12\\.5 km."),
            ("a_b*c", "a\\_b\\*c"),
            ("<script>&amp;", "\\<script\\>\\&amp;"), ("   code", "code"), ("| a |", "\\| a \\|"), ("==", "\\=="),
            ("![x](y)", "\\!\\[x\\](y)"), ("a\u{0}b\tc", "a\u{FFFD}b c"), ("끝 #", "끝 \\#"), ("~~~", "\\~\\~\\~"),
        ])
    func escapes(text: String, markdown: String) throws {
        let trip = Trip(id: ids.next(), title: "x", notes: text)
        let store = MemoryTripStore()
        try store.commit([.put(.trip(trip))])
        let document = TripMarkdown.document(of: try WholeTrip(trip.id, in: store))
        #expect(String(decoding: document, as: UTF8.self) == "# x\n\n\(markdown)\n")
    }
}
