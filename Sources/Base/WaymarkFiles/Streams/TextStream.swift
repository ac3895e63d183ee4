import WaymarkText

/// Why a text cannot be read. Lines and columns count from 1, columns in characters.
package enum TextError: Error {
    /// Its source cannot be read.
    case file(TableError)
    /// It is not well-formed, is cut off, or exceeds a limit.
    case malformed(reason: String, line: Int, column: Int)
    /// It is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
    /// It is compressed by ZIP.
    case zip
}

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
    private var end = 0
    /// The next byte.
    var position = 0
    /// Where the kept text begins; nil if none is kept.
    private var start: Int?
    private var isAtEnd = false
    /// Whether the bytes at `end` are not UTF-8: an error once they are reached.
    private var isInvalid = false
    /// A byte of the window whose line and column are known, at most `position`.
    private var known = (offset: 0, line: 1, column: 1)

    /// Begins to read.
    ///
    /// - Throws: `.file`; `.unsupportedEncoding` for UTF-16 and UTF-32; `.zip`.
    init(_ source: consuming any ByteSource) throws(TextError) {
        do throws(TableError) { self.source = try GzipSource.unpacking(source) } catch { throw .file(error) }
        while bytes.count < 4, try read() {}
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) { throw .zip }
        let mark = ByteOrderMark.find(in: bytes.span)
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
        @inline(__always) mutating get throws(TextError) {
            if position < end { return bytes[position] }
            return try fill() ? bytes[position] : nil
        }
    }

    /// Whether the text is known to end here.
    var isDone: Bool { isAtEnd && position >= end }

    /// Makes the window longer, without what came before the position and is not kept; false at the end.
    private mutating func fill() throws(TextError) -> Bool {
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
        throw malformed("bytes that are not UTF-8", at: end)
    }

    private mutating func read() throws(TextError) -> Bool {
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
        end = fault.map { from + $0 } ?? bytes.count
        isInvalid = end < bytes.count && UTF8Validation.step(bytes.span, at: end).kind == .invalid
    }

    /// Goes on to the next byte with a property, or to the end of the window, which is then made longer; false if there
    /// is nothing to go on to.
    @inline(__always)
    mutating func skip(to isFound: (UInt8) -> Bool) throws(TextError) -> Bool {
        position = Self.first(in: bytes.span, position..<end, where: isFound)
        return position == end ? try fill() : false
    }

    /// The first byte of a range with a property, or its end.
    @inline(__always)
    private static func first(in bytes: Span<UInt8>, _ range: Range<Int>, where isFound: (UInt8) -> Bool) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, !isFound(bytes[index]) { index += 1 }
        return index
    }

    /// Goes behind white space; whether there was any.
    @discardableResult
    mutating func skipBlanks() throws(TextError) -> Bool {
        var hasBlank = false
        while let byte = try next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            hasBlank = true
            position += 1
        }
        return hasBlank
    }

    /// Goes behind a text if it comes next; false, and no further, if it does not.
    mutating func has(_ expected: StaticString) throws(TextError) -> Bool {
        let count = expected.utf8CodeUnitCount
        while end - position < count { guard try fill() else { return false } }
        let isThere = expected.withUTF8Buffer { unsafe bytes[position..<position + count].elementsEqual($0) }
        if isThere { position += count }
        return isThere
    }

    /// Goes behind the next place where a text is; false at the end.
    mutating func skip(past ending: StaticString) throws(TextError) -> Bool {
        let first = ending.withUTF8Buffer { unsafe $0[0] }
        while try next != nil {
            if try skip(to: { $0 == first }) { continue }
            if try has(ending) { return true }
            if try next != nil { position += 1 }
        }
        return false
    }

    // MARK: Keeping

    /// Keeps the text from here on.
    mutating func keep() { start = position }

    /// Keeps nothing any more.
    mutating func drop() { start = nil }

    /// How far the position is behind the beginning of the kept text.
    var mark: Int { position - (start ?? position) }

    /// The bytes of the window from a mark of the kept text to the position, until more is read.
    func kept(from mark: Int = 0) -> Range<Int> { (start ?? position) + mark..<position }

    // MARK: Places

    /// The line and the column of the next byte.
    mutating func place() -> (line: Int, column: Int) {
        advance(to: position)
        return (known.line, known.column)
    }

    /// An error at a byte of the window, or at the next one.
    mutating func malformed(_ reason: String, at offset: Int? = nil) -> TextError {
        var place = known
        Self.move(&place, to: offset ?? position, in: bytes.span)
        return .malformed(reason: reason, line: place.line, column: place.column)
    }

    private mutating func advance(to offset: Int) {
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
