import Testing
import WaymarkTrips

@Suite("Titles")
struct DisplayTitleTests {
    @Test(
        "the title is the first line that shows something, without blanks around it",
        arguments: [
            ("제주 여행", "제주 여행"), ("  제주  여행\t", "제주  여행"), ("\n\n \u{3000}\n둘째 줄\n셋째", "둘째 줄"),
            // Every end of a line.
            ("\u{85}a", "a"), ("a\r\nb", "a"), ("a\rb", "a"), ("a\u{2028}b", "a"), ("a\u{2029}b", "a"),
            ("a\u{B}b", "a"),
            ("a\u{C}b", "a"), ("a\u{85}b", "a"),
            // Emoji: with variation selectors, joiners, skin tones, flags, keycaps, tags.
            ("❤️", "❤️"), ("👨‍👩‍👧‍👦 가족", "👨‍👩‍👧‍👦 가족"), ("👍🏽\n둘", "👍🏽"), ("🇰🇷", "🇰🇷"), ("1️⃣", "1️⃣"),
            ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
            // What shows nothing.
            ("\u{200B}\n\u{FEFF}\u{2060}\n글", "글"), ("\u{200E}\u{200F}\n글", "글"),
            ("\u{3164}\n\u{115F}\u{1160}\n글", "글"),
            ("\u{2800}\u{A0}\u{AD}\n글", "글"), ("\u{0}\u{1B}\n글", "글"), ("\u{FE0F}\u{301}\n글", "글"),
            ("\u{E0020}\n글", "글"),
            ("\u{200B}\u{200E}글\u{200F}\u{200B}", "글"),
            // Letters outside the Basic Multilingual Plane, and private ones, show.
            ("𠀀", "𠀀"), ("\u{E000}", "\u{E000}"),
            // A combining mark with its letter.
            ("e\u{301}té", "e\u{301}té"),
        ])
    func firstLine(text: String, title: String) throws {
        let line = try #require(DisplayTitle.line(of: text))
        #expect(Array(line.unicodeScalars) == Array(title.unicodeScalars))
    }

    @Test(
        "a text that shows nothing has no title",
        arguments: [
            "", " ", "\n\r\n\u{2028}", "\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}", "\u{202E}\u{202C}",
            "\u{3000}\u{3164}\u{FFA0}",
            "\u{2800}", "\u{301}\u{20E3}", "\u{0}\u{7}\u{7F}", "\u{180E}\u{61C}",
        ])
    func nothing(text: String) { #expect(DisplayTitle.line(of: text) == nil) }

    @Test(
        "direction controls are closed in the title, and what closes nothing is dropped",
        arguments: [
            ("a\u{202E}b", "a\u{202E}b\u{202C}"), ("a\u{202E}b\u{202C}", "a\u{202E}b\u{202C}"),
            ("a\u{2067}b\nc\u{2069}", "a\u{2067}b\u{2069}"), ("a\u{2069}b\u{202C}c", "abc"),
            ("a\u{2066}\u{202B}b\u{2069}c", "a\u{2066}\u{202B}b\u{2069}c"),
            ("a\u{202B}\u{2068}b\u{202C}c", "a\u{202B}\u{2068}bc\u{2069}\u{202C}"),
        ])
    func directions(text: String, title: String) throws {
        #expect(Array(try #require(DisplayTitle.line(of: text)).unicodeScalars) == Array(title.unicodeScalars))
    }

    @Test("an entry shows its title, otherwise its text, otherwise the caller's words")
    func entries() throws {
        let time = try #require(Moment(milliseconds: 0))
        var entry = DiaryEntry(id: RecordID(high: 0, low: 1), title: " 첫날 ", text: "본문", time: time)
        #expect(entry.displayTitle() == "첫날")
        entry.title = "\u{200B}\n"
        #expect(entry.displayTitle() == "본문")
        entry.text = "\n\u{FEFF}"
        #expect(entry.displayTitle() == "제목 없음")
        #expect(entry.displayTitle(untitled: "Untitled") == "Untitled")
    }

    @Test("a text of a million blank lines is looked through in time")
    func long() { #expect(DisplayTitle.line(of: String(repeating: " \u{200B}\n", count: 1_000_000) + "끝") == "끝") }
}
