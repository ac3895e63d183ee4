import WaymarkBatch
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// A line of input with answers under it: its state, the effect of keys, and its appearance, independent of a terminal.
package struct SearchScreen {
    package enum End: Equatable {
        /// A hit was chosen.
        case taken(SearchHit)
        /// The user left without one.
        case left
        /// The user left with Ctrl-C.
        case interrupted
    }

    package private(set) var text = ""
    /// Bytes that are not yet a whole key.
    private var pending: [UInt8] = []
    private var selected = 0
    private var answers = SearchAnswers.none
    /// Whether the text has changed since its last answers: keys that select then wait for the new ones.
    private var isStale = false

    package init() {}

    /// Whether an escape byte waits for the rest of its sequence; alone it is the key Esc.
    package var isEscapePending: Bool { pending == [Key.escape] }

    private enum Key {
        static let interrupt: UInt8 = 0x03, endOfInput: UInt8 = 0x04, lineFeed: UInt8 = 0x0A, enter: UInt8 = 0x0D
        static let clear: UInt8 = 0x15, deleteWord: UInt8 = 0x17, escape: UInt8 = 0x1B
        static let backspace: UInt8 = 0x08, delete: UInt8 = 0x7F
    }

    package mutating func show(_ answers: SearchAnswers) {
        (self.answers, isStale) = (answers, false)
        selected = min(selected, max(0, answers.hits.count - 1))
    }

    /// Handles bytes from the keyboard; nil while the search continues.
    ///
    /// Keys that select among answers wait, with all keys after them, until the text before them is answered: then call
    /// this again without bytes.
    package mutating func press(_ bytes: some Sequence<UInt8>) -> End? {
        pending += bytes
        while let first = pending.first {
            switch first {
            case Key.interrupt: return .interrupted
            case Key.endOfInput where text.isEmpty: return .left
            case Key.enter, Key.lineFeed:
                if isStale { return nil }
                if answers.hits.indices.contains(selected) { return .taken(answers.hits[selected]) }
            case Key.escape:
                guard let length = escapeLength(), !isStale else { return nil }
                press(escape: pending.prefix(length))
                pending.removeFirst(length)
                continue
            case Key.backspace, Key.delete:
                if !text.isEmpty { change { $0.removeLast() } }
            case Key.clear: change { $0 = "" }
            case Key.deleteWord:
                change { text in
                    while text.last == " " { text.removeLast() }
                    while let last = text.last, last != " " { text.removeLast() }
                }
            case ..<0x20: break
            default:
                guard let length = characterLength(first) else { return nil }
                let letters = String(decoding: pending.prefix(length), as: UTF8.self)
                if text.unicodeScalars.count < SearchQuery.maxLetters { change { $0 += letters } }
                pending.removeFirst(length)
                continue
            }
            pending.removeFirst()
        }
        return nil
    }

    private mutating func change(_ body: (inout String) -> Void) {
        body(&text)
        (selected, isStale) = (0, true)
    }

    /// The length of the key sequence that begins with an escape byte; nil if it is incomplete.
    private func escapeLength() -> Int? {
        guard pending.count > 1 else { return nil }
        guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else { return 2 }
        for last in 2..<max(2, pending.count) where 0x40...0x7E ~= pending[last] { return last + 1 }
        // No key is that long, so this is not a key sequence.
        return pending.count > 32 ? pending.count : nil
    }

    private mutating func press(escape: ArraySlice<UInt8>) {
        guard escape.count == 3, let last = escape.last else { return }
        if last == UInt8(ascii: "A") { selected = max(0, selected - 1) }
        if last == UInt8(ascii: "B") { selected = min(max(0, answers.hits.count - 1), selected + 1) }
    }

    /// The number of bytes of the character that begins here; nil if it is incomplete.
    private func characterLength(_ first: UInt8) -> Int? {
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let follow = pending.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }.count
        // A byte that cannot continue the character ends it as damaged.
        return follow == length - 1 || pending.count > 1 + follow ? 1 + follow : nil
    }

    // MARK: Appearance

    /// The lines of a screen of this size, and the column of the cursor in the first, from 0.
    package func lines(width: Int, height: Int) -> (lines: [String], cursor: Int) {
        let prompt = "> "
        // Of a long text, the end is visible.
        var shown = PrintableText.of(text)
        while DisplayWidth.of(shown) > max(1, width - prompt.count - 1) { shown.removeFirst() }
        var lines = [prompt + shown]
        lines.append(cut(status, to: width))
        for (row, hit) in answers.hits.prefix(max(0, height - 2)).enumerated() {
            let mark = row == selected ? "▸ " : "  "
            let plain = mark + PrintableText.of(hit.name) + "  "
            let rest = [hit.distance.map { LengthText.of(meters: $0.value) }, hit.category.map(PrintableText.of)]
                .compactMap { $0 }
            lines.append(
                SearchTable.marked(cut(plain + rest.joined(separator: "  "), to: width), hit, from: mark.count))
        }
        return (Array(lines.prefix(height)), DisplayWidth.of(lines[0]))
    }

    private var status: String {
        if text.isEmpty { return "  type a name; arrows select, Enter accepts, Esc leaves" }
        if answers.count == 0 { return "  nothing found" }
        return "  \(answers.count) found"
    }

    private func cut(_ text: String, to width: Int) -> String {
        var (kept, used) = ("", 0)
        for character in text {
            used += DisplayWidth.of(String(character))
            if used > width { break }
            kept.append(character)
        }
        return kept
    }
}
