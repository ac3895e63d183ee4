import WaymarkTables
import WaymarkText

/// UTF-8 text from a source, in a window that moves along.
///
/// The window holds what is ahead, and what is kept: nothing before it. A text that is kept has at most ``limit`` bytes.
struct TextStream {
    /// The maximum size of a text that is kept, in bytes.
    static let limit = 16 << 20
    private static let chunk = 1 << 18

    private var source: any ByteSource
    /// The bytes of the window.
    private(set) var bytes: ContiguousArray<UInt8> = []
    /// The end of the whole characters of the window.
    private(set) var end = 0
    /// The next byte.
    var position = 0
    /// Where the kept text begins; nil if none is kept.
    private(set) var start: Int?
    private var isAtEnd = false
    /// Whether the bytes at `end` are not UTF-8: an error once they are reached.
    private var isInvalid = false
    /// A byte of the window whose line and column are known, at most `position`.
    private var known = (offset: 0, line: 1, column: 1)

    /// Begins to read.
    ///
    /// - Throws: `.file`; `.unsupportedEncoding` for UTF-16 and UTF-32; `.compressed` for ZIP, and for gzip within gzip.
    init(_ source: consuming any ByteSource) throws(ImportError) {
        self.source = source
        while bytes.count < 4, try read() {}
        if bytes.starts(with: GzipSource.start) {
            self.source = GzipSource(bytes, self.source)
            bytes = []
            while bytes.count < 4, try read() {}
            if bytes.starts(with: GzipSource.start) { throw .compressed(kind: "gzip") }
        }
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) { throw .compressed(kind: "zip") }
        let mark = EncodingDetection.byteOrderMark(bytes.span)
        if let name = mark.unsupported { throw .unsupportedEncoding(name: name) }
        if bytes.starts(with: [0, 0x3C]) || bytes.starts(with: [0x3C, 0]) {
            throw .unsupportedEncoding(name: "UTF-16")
        }
        position = mark.length
        known.offset = mark.length
        check()
    }

    /// The next byte; nil at the end.
    var next: UInt8? {
        @inline(__always) mutating get throws(ImportError) {
            if position < end { return bytes[position] }
            return try fill() ? bytes[position] : nil
        }
    }

    /// Makes the window longer, without what came before the position and is not kept; false at the end.
    mutating func fill() throws(ImportError) -> Bool {
        if isAtEnd { return false }
        let first = start ?? position
        guard position - first <= Self.limit else {
            throw malformed("longer than \(Self.limit >> 20) MiB", at: first)
        }
        if first > 0 {
            advance(to: first)
            bytes.removeSubrange(0..<first)
            (position, end, known.offset) = (position - first, end - first, 0)
            if start != nil { start = 0 }
        }
        let before = end
        while end == before, !isInvalid {
            guard try read() else {
                isAtEnd = true
                if end == bytes.count { return false }
                isInvalid = true
                break
            }
            check()
        }
        if end > before { return true }
        let fault = end
        throw malformed("bytes that are not UTF-8", at: fault)
    }

    private mutating func read() throws(ImportError) -> Bool {
        do throws(TableError) {
            return try source.read(upTo: Self.chunk, into: &bytes) > 0
        } catch {
            throw .file(error)
        }
    }

    /// Moves `end` behind the last whole character.
    private mutating func check() {
        let from = max(end, position)
        let fault = UTF8Validation.firstInvalid(bytes.span.extracting(from..<bytes.count))
        let whole = fault.map { from + $0 } ?? bytes.count
        end = whole
        isInvalid = whole < bytes.count && UTF8Validation.step(bytes.span, at: whole).kind == .invalid
    }

    /// Goes on to the next quote, backslash or control character of the window, or to its end.
    mutating func skipPlainText() {
        let text = position..<end
        position = Self.first(in: bytes.span, text) {
            $0 == Byte.quote || $0 == UInt8(ascii: "\\") || $0 < 0x20
        }
    }

    /// The first byte of a range with a property, or its end.
    @inline(__always)
    private static func first(in bytes: Span<UInt8>, _ range: Range<Int>, where isFound: (UInt8) -> Bool) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, !isFound(bytes[index]) { index += 1 }
        return index
    }

    /// Goes on to a byte, or to the end of the window, which is then made longer; false if there is nothing to go on to.
    mutating func skip(to byte: UInt8) throws(ImportError) -> Bool {
        let text = position..<end
        position = Self.first(in: bytes.span, text) { $0 == byte }
        return position == end ? try fill() : false
    }

    /// Goes behind a text if it comes next; false, and no further, if it does not.
    mutating func has(_ expected: StaticString) throws(ImportError) -> Bool {
        let count = expected.utf8CodeUnitCount
        while end - position < count { guard try fill() else { return false } }
        let isThere = expected.withUTF8Buffer { unsafe bytes[position..<position + count].elementsEqual($0) }
        if isThere { position += count }
        return isThere
    }

    /// Goes behind the next place where a text is; `what` begins where the kept text does.
    mutating func skip(past ending: StaticString, _ what: String) throws(ImportError) {
        let first = ending.withUTF8Buffer { unsafe $0[0] }
        while try next != nil {
            if try skip(to: first) { continue }
            if try has(ending) { return }
            if try next != nil { position += 1 }
        }
        throw malformed("the document ends within \(what)", at: start)
    }

    /// Goes behind the end of an XML tag.
    mutating func skipTag() throws(ImportError) {
        var quote: UInt8?
        while let byte = try next {
            switch byte {
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: ">"):
                position += 1
                return
            case UInt8(ascii: "<"): throw malformed("< within a tag")
            default: break
            }
            position += 1
        }
        throw malformed("the document ends within a tag", at: start)
    }

    // MARK: Keeping

    /// Keeps the text from here on.
    mutating func keep() { start = position }

    /// The kept bytes up to the position, which are no longer kept.
    mutating func take() -> ContiguousArray<UInt8> {
        defer { start = nil }
        return ContiguousArray(bytes[(start ?? position)..<position])
    }

    /// Keeps nothing any more.
    mutating func drop() { start = nil }

    /// Goes back to where the kept text begins, and keeps nothing any more.
    mutating func restart() {
        position = start ?? position
        start = nil
    }

    // MARK: Places

    /// The line and the column of a byte of the window, or of the next one.
    mutating func place(of offset: Int? = nil) -> (line: Int, column: Int) {
        let offset = offset ?? position
        if offset <= position {
            advance(to: offset)
            return (known.line, known.column)
        }
        var place = known
        Self.move(&place, to: offset, in: bytes.span)
        return (place.line, place.column)
    }

    /// The line and the column where the kept text begins.
    mutating func keptPlace() -> (line: Int, column: Int) { place(of: start) }

    /// An error at a byte of the window, or at the next one.
    mutating func malformed(_ reason: String, at offset: Int? = nil) -> ImportError {
        let isAtEnd = isAtEnd && offset ?? position >= end
        let (line, column) = place(of: offset)
        return .malformed(reason: isAtEnd ? reason + "; the text ends here" : reason, line: line, column: column)
    }

    private mutating func advance(to offset: Int) {
        // The places of what is kept are asked for again.
        guard offset > known.offset else { return }
        var place = known
        Self.move(&place, to: offset, in: bytes.span)
        known = place
    }

    private static func move(
        _ place: inout (offset: Int, line: Int, column: Int), to offset: Int, in bytes: Span<UInt8>
    ) {
        var lineStart: Int?
        for index in place.offset..<offset where bytes[index] == Byte.lineFeed {
            place.line += 1
            lineStart = index + 1
        }
        if lineStart != nil { place.column = 1 }
        for index in (lineStart ?? place.offset)..<offset where bytes[index] & 0xC0 != 0x80 { place.column += 1 }
        place.offset = offset
    }
}
