import WaymarkIndex
import WaymarkText

extension AttractionTable {
    /// The concatenated texts of one field.
    package struct Column: Sendable {
        private(set) var bytes: ContiguousArray<UInt8> = []
        private var ends: ContiguousArray<Int> = []
        /// The texts in an index file, in which case there are no own texts.
        private var stored: StoredTexts?
        /// Whether it belongs to an index file or a table without the field: then no text or end is stored.
        private let isAbsent: Bool

        init(isAbsent: Bool = false) { self.isAbsent = isAbsent }

        /// The texts of a field in an index file; nil if no attraction has it.
        init(stored: StoredTexts?) {
            self.stored = stored
            isAbsent = stored == nil
        }

        /// Whether no attraction has a text.
        package var areAllEmpty: Bool { stored == nil && bytes.isEmpty }

        /// Calls `body` with the text of an attraction; empty if it has none.
        package func withText<R>(_ attraction: Int, _ body: (Span<UInt8>) -> R) -> R {
            if let stored { return stored.withText(attraction, body) }
            return body(bytes.span.extracting(range(attraction)))
        }

        /// Loads the texts of attractions into the cache; the result only makes the loads count.
        func load(_ attractions: ContiguousArray<Int>) -> Int {
            if isAbsent || stored != nil { return 0 }
            let (bytes, ends) = (bytes.span, ends.span)
            var sum = 0
            for attraction in attractions { sum &+= ends[attraction] }
            for attraction in attractions where ends[attraction] > 0 { sum &+= Int(bytes[ends[attraction] - 1]) }
            return sum
        }

        var count: Int { ends.count }

        /// The range of a text in `bytes`.
        func range(_ attraction: Int) -> Range<Int> {
            isAbsent ? 0..<0 : (attraction == 0 ? 0 : ends[attraction - 1])..<ends[attraction]
        }

        /// Calls `body` with each of these attractions that has a text, and the text.
        ///
        /// Threads that share a column call this with many at a time, so that its arrays are retained once for all of
        /// them.
        @inline(__always)
        func forEachText(of attractions: Range<Int>, _ body: (Int, Span<UInt8>) -> Void) {
            if isAbsent { return }
            if let stored {
                for attraction in attractions {
                    stored.withText(attraction) { if !$0.isEmpty { body(attraction, $0) } }
                }
                return
            }
            let (bytes, ends) = (bytes.span, ends.span)
            var start = range(attractions.lowerBound).lowerBound
            for attraction in attractions {
                let end = ends[attraction]
                if start < end { body(attraction, bytes.extracting(start..<end)) }
                start = end
            }
        }

        /// The text of an attraction; empty if it has none.
        package func text(_ attraction: Int) -> String {
            withText(attraction) { String(utf8: $0) }
        }

        @inline(__always)
        mutating func append(_ text: Span<UInt8>) {
            unsafe text.withUnsafeBufferPointer { text in unsafe bytes.append(contentsOf: text) }
            ends.append(bytes.count)
        }

        mutating func append(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            ends.append(bytes.count)
        }

        mutating func appendEmpty() { ends.append(bytes.count) }

        /// Appends the text that `write` adds to the bytes.
        @inline(__always)
        mutating func append(_ write: (inout ContiguousArray<UInt8>) -> Void) {
            write(&bytes)
            ends.append(bytes.count)
        }

        mutating func append(_ other: Column) {
            let held = bytes.count
            bytes.append(contentsOf: other.bytes)
            ends.append(contentsOf: other.ends.lazy.map { held + $0 })
        }

        var isLastEmpty: Bool { range(count - 1).isEmpty }

        /// Replaces texts with ascending numbers; nil removes one.
        ///
        /// - Complexity: O(*n*) bytes are copied if there are any.
        mutating func replace(_ texts: [(number: Int, text: String?)]) {
            if texts.isEmpty || isAbsent { return }
            var other = Column()
            other.reserve(count, bytes: bytes.count + texts.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) })
            var next = 0
            func copy(to end: Int) {
                guard next < end else { return }
                let kept = range(next).lowerBound..<range(end - 1).upperBound
                let moved = other.bytes.count - kept.lowerBound
                other.bytes.append(contentsOf: bytes[kept])
                other.ends.append(contentsOf: ends[next..<end].lazy.map { $0 + moved })
            }
            for (number, text) in texts {
                copy(to: number)
                if let text { other.append(text) }
                next = number + 1
            }
            copy(to: count)
            self = other
        }

        func sections(of field: AttractionField) -> [IndexFileExtra] {
            StoredTexts.sections(of: field, bytes, ends: ends)
        }

        mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
        }

        mutating func reserve(_ count: Int, bytes more: Int) {
            ends.reserveCapacity(count)
            bytes.reserveCapacity(more)
        }
    }
}
