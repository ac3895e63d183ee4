/// A list that is filled anew again and again, in less time than an array: its elements stay in memory until others replace
/// them.
struct RefilledList<Element: Sendable>: Sendable, RandomAccessCollection, MutableCollection {
    /// The elements at the front; others are left from longer lists.
    private var elements: ContiguousArray<Element> = []
    private(set) var count = 0

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(position: Int) -> Element {
        @inline(__always) get { elements[position] }
        @inline(__always) _modify { yield &elements[position] }
    }

    /// Calls `body` with the elements.
    @inline(__always)
    func withSpan<R>(_ body: (Span<Element>) -> R) -> R { body(elements.span.extracting(first: count)) }

    mutating func removeAll() { count = 0 }

    /// Removes the elements from `end` on.
    mutating func removeAll(from end: Int) { count = Swift.min(count, end) }

    @inline(__always)
    mutating func append(_ new: Element) {
        if count < elements.count { elements[count] = new } else { elements.append(new) }
        count += 1
    }

    /// Fills the list anew.
    ///
    /// - Parameters:
    ///   - room: The maximum number of elements.
    ///   - blank: Any element.
    ///   - write: Writes the elements to the front of a span, which may have more room, and returns their number.
    @inline(__always)
    mutating func refill(room: Int, blank: Element, _ write: (inout MutableSpan<Element>) -> Int) {
        if elements.count < room { grow(to: room, blank) }
        var span = elements.mutableSpan
        count = write(&span)
    }

    @inline(never)
    private mutating func grow(to room: Int, _ blank: Element) {
        elements.append(contentsOf: repeatElement(blank, count: room - elements.count))
    }

    mutating func sort(by precedes: (Element, Element) -> Bool) {
        elements.removeLast(elements.count - count)
        elements.sort(by: precedes)
    }
}
