import WaymarkIndex

/// The texts of one field of the attractions in an index file, concatenated, in place.
///
/// The section `FIELD.text` has UTF-8, `FIELD.end` the end of each attraction's text: 32-bit numbers, or 64-bit if
/// needed. A field without values has neither.
package struct StoredTexts: Sendable {
    private let texts: IndexFileBytes
    private let ends: IndexFileBytes
    package let view: View

    /// The location of texts in a mapped file: a plain value, so that nothing is retained for each text that is read.
    ///
    /// Valid only while the texts, or their table, are held.
    @safe
    package struct View: @unchecked Sendable {
        // @unchecked Sendable: a mapped file is never written.
        private let texts: UnsafeRawPointer
        private let ends: UnsafeRawPointer
        private let count: Int
        /// The number of bytes of all texts together.
        package let size: Int
        private let isWide: Bool

        @unsafe
        fileprivate init(_ texts: IndexFileBytes, _ ends: IndexFileBytes, count: Int) {
            unsafe (self.texts, self.ends) = (texts.start, ends.start)
            (self.count, size, isWide) = (count, texts.count, ends.count == 8 * count && count > 0)
        }

        /// The range of an attraction's text; nil if the unverified numbers are invalid.
        @inline(__always)
        package func range(_ attraction: Int) -> Range<Int>? {
            let start = attraction == 0 ? 0 : end(attraction - 1)
            let end = end(attraction)
            return start <= end && end <= UInt64(size) ? Int(start)..<Int(end) : nil
        }

        /// The text in a range of `0..<size`; valid while the file is held.
        @unsafe
        package func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
            precondition(range.lowerBound >= 0 && range.upperBound <= size, "a text outside the section")
            let bytes = unsafe UnsafeRawBufferPointer(start: texts + range.lowerBound, count: range.count)
            return unsafe bytes.assumingMemoryBound(to: UInt8.self)
        }

        @inline(__always)
        fileprivate func end(_ attraction: Int) -> UInt64 {
            precondition(attraction >= 0 && attraction < count, "no such attraction")
            return unsafe isWide
                ? ends.loadUnaligned(fromByteOffset: 8 * attraction, as: UInt64.self)
                : UInt64(ends.loadUnaligned(fromByteOffset: 4 * attraction, as: UInt32.self))
        }
    }

    /// The texts of `field` of `count` attractions; nil if the file has none.
    ///
    /// - Throws: `IndexFileError.damaged` if only one section exists, or the number of ends is not that of the
    ///   attractions.
    init?(_ field: AttractionField, of file: IndexFile, count: Int) throws(IndexFileError) {
        let names = Self.sections(of: field)
        switch (file.bytes(of: names.texts), file.bytes(of: names.ends)) {
        case (nil, nil): return nil
        case (let texts?, let ends?) where ends.count == 4 * count || ends.count == 8 * count:
            (self.texts, self.ends) = (texts, ends)
            view = unsafe View(texts, ends, count: count)
        default:
            throw .damaged(
                file: file.name, fault: "section \(names.ends) has no number for each of \(count) attractions")
        }
    }

    static func sections(of field: AttractionField) -> (texts: String, ends: String) {
        ("\(field.englishName).text", "\(field.englishName).end")
    }

    /// Calls `body` with the text of an attraction; empty if it has none.
    @inline(__always)
    func withText<R>(_ attraction: Int, _ body: (Span<UInt8>) -> R) -> R {
        // The view does not keep the file mapped.
        withExtendedLifetime(texts) {
            body(unsafe Span(_unsafeElements: view.bytes(view.range(attraction) ?? 0..<0)))
        }
    }

    /// Whether each text ends where the next begins, and the last one with the section, so that no byte is in two
    /// texts.
    ///
    /// - Complexity: O(*n*); the texts are not read.
    func isInOrder(count: Int) -> Bool {
        var last: UInt64 = 0
        var isAscending = true
        for attraction in 0..<count {
            let next = view.end(attraction)
            isAscending = isAscending && last <= next
            last = next
        }
        return isAscending && last == UInt64(texts.count)
    }

    static let disorder = "its texts end where they cannot"

    /// The fault of the numbers or the texts; nil if they are valid.
    func fault(count: Int) -> String? {
        guard isInOrder(count: count) else { return Self.disorder }
        for attraction in 0..<count {
            let end = Int(view.end(attraction))
            // Texts that are valid UTF-8 as a whole could still be cut within a character.
            if end < texts.count, texts.load(end, as: UInt8.self) & 0xC0 == 0x80 { return "its texts are not UTF-8" }
        }
        let isUTF8 = texts.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) } != nil
        }
        return isUTF8 ? nil : "its texts are not UTF-8"
    }

    // MARK: Writing

    /// The sections for the texts of a field, which end at `ends` in `bytes`; none if all are empty.
    static func sections(
        of field: AttractionField, _ bytes: ContiguousArray<UInt8>, ends: ContiguousArray<Int>
    ) -> [IndexFileExtra] {
        if bytes.isEmpty { return [] }
        let isWide = bytes.count > Int(UInt32.max)
        func numbers() -> ContiguousArray<UInt8> {
            var numbers = ContiguousArray<UInt8>()
            numbers.reserveCapacity(ends.count * (isWide ? 8 : 4))
            for end in ends {
                if isWide {
                    unsafe withUnsafeBytes(of: UInt64(end)) { unsafe numbers.append(contentsOf: $0) }
                } else {
                    unsafe withUnsafeBytes(of: UInt32(end)) { unsafe numbers.append(contentsOf: $0) }
                }
            }
            return numbers
        }
        let names = sections(of: field)
        return [.init(name: names.ends, bytes: numbers()), .init(name: names.texts, bytes: bytes)]
    }
}
