import TestSupport
import Testing
import WaymarkCommand
import WaymarkGeodesy
import WaymarkSearch

/// The effect of keys on a search at the terminal, and its appearance; without a terminal.
@Suite("Search screen")
struct SearchScreenTests {
    static let search = PlaceSearch(
        ["경복궁", "경희궁", "한국민속촌"].enumerated().map { number, name in
            SearchedPlace(id: "\(number)", name: name, category: "궁", coordinate: coordinate(37, 127))
        })

    /// A screen after some keys, each of them answered.
    static func screen(_ keys: [UInt8]...) -> (SearchScreen, SearchScreen.End?) {
        var screen = SearchScreen()
        var end: SearchScreen.End?
        for bytes in keys {
            end = screen.press(bytes)
            screen.show(search.answers(to: SearchQuery(screen.text)))
        }
        return (screen, end)
    }

    @Test("letters arrive in pieces or whole, and are deleted by character, word and line")
    func editing() {
        let letters = Array("경".utf8)
        #expect(Self.screen(Array(letters[..<1]), Array(letters[1...])).0.text == "경")
        #expect(Self.screen(Array("경복궁".utf8), [0x7F]).0.text == "경복")
        #expect(Self.screen(Array("경 복궁".utf8), [0x17]).0.text == "경 ")
        #expect(Self.screen(Array("경 복궁".utf8), [0x15]).0.text == "")
        #expect(Self.screen([0x7F, 0x08, 0x01, 0x09]).0.text == "")
        // Damaged bytes are shown as such, and block nothing.
        #expect(Self.screen([0xEA, 0x61]).0.text == "\u{FFFD}a")
        #expect(Self.screen([0x80, 0xFF]).0.text.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
        #expect(Self.screen(Array(String(repeating: "가", count: 5000).utf8)).0.text.count == 256)
    }

    @Test("arrows select, Enter accepts, Ctrl-C and Ctrl-D leave")
    func ends() {
        let down: [UInt8] = [0x1B, 0x5B, 0x42]
        let up: [UInt8] = [0x1B, 0x5B, 0x41]
        func taken(_ end: SearchScreen.End?) -> String? {
            if case .taken(let hit) = end { hit.name } else { nil }
        }
        #expect(taken(Self.screen(Array("경".utf8), [0x0D]).1) == "경복궁")
        #expect(taken(Self.screen(Array("경".utf8), down, [0x0D]).1) == "경희궁")
        #expect(taken(Self.screen(Array("경".utf8), down, down, down, up, [0x0D]).1) == "경복궁")
        #expect(taken(Self.screen(Array("경".utf8), [0x1B], [0x5B], [0x42], [0x0D]).1) == "경희궁")
        #expect(Self.screen([0x0D]).1 == nil)
        #expect(Self.screen([0x03]).1 == .interrupted && Self.screen(Array("경".utf8), [0x03]).1 == .interrupted)
        #expect(Self.screen([0x04]).1 == .left && Self.screen(Array("경".utf8), [0x04]).1 == nil)
        #expect(Self.screen([0x1B]).0.isEscapePending)
        // An unknown key, complete and endless.
        #expect(Self.screen([0x1B, 0x5B, 0x31, 0x35, 0x7E]).0.text == "")
        #expect(Self.screen([0x1B, 0x5B] + [UInt8](repeating: 0x30, count: 64)).0.text == "")
    }

    @Test("keys that arrive together select among the answers to the text before them")
    func pasted() {
        var screen = SearchScreen()
        #expect(screen.press(Array("경희\r".utf8)) == nil)
        screen.show(Self.search.answers(to: SearchQuery(screen.text)))
        guard case .taken(let hit) = screen.press([]) else {
            Issue.record("Enter was forgotten")
            return
        }
        #expect(hit.name == "경희궁")
    }

    @Test("lines and their number fit the screen, for any size", arguments: 1...30, [1, 2, 3, 10])
    func size(width: Int, height: Int) {
        let (lines, cursor) = Self.screen(Array("경복궁 앞에 있는 이름이 긴 곳".utf8)).0.lines(width: width, height: height)
        let hits = Self.screen(Array("경".utf8)).0.lines(width: width, height: height).lines
        #expect(lines.count <= height && hits.count <= height && cursor <= max(3, width))
        for line in hits.dropFirst() {
            let plain = line.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[22m", with: "")
            #expect(plain.unicodeScalars.reduce(0) { $0 + ($1.value >= 0xAC00 ? 2 : 1) } <= width)
        }
    }

    @Test("matched parts are in bold")
    func marks() {
        let lines = Self.screen(Array("복".utf8)).0.lines(width: 60, height: 10).lines
        #expect(lines.contains { $0.contains("경\u{1B}[1m복\u{1B}[22m궁") })
    }

    @Test("only changes are drawn, all at once")
    func drawing() {
        var drawing = ScreenDrawing()
        let first = drawing.changes(to: ["> ", "a", "b"], cursor: 2, size: (80, 24))
        #expect(first.contains("\u{1B}[2J") && first.contains("\u{1B}[2;1Ha\u{1B}[K"))
        #expect(drawing.changes(to: ["> ", "a", "b"], cursor: 2, size: (80, 24)) == "")
        let second = drawing.changes(to: ["> ", "c"], cursor: 2, size: (80, 24))
        #expect(!second.contains("\u{1B}[2J") && !second.contains("\u{1B}[1;1H> "))
        #expect(second.contains("\u{1B}[2;1Hc\u{1B}[K") && second.contains("\u{1B}[3;1H\u{1B}[K"))
        #expect(drawing.changes(to: ["> ", "c"], cursor: 2, size: (60, 24)).contains("\u{1B}[2J"))
    }
}
