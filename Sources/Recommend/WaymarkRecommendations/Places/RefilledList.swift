/// A list that is filled anew again and again, in less time than an array: its elements stay in memory until others replace
/// them.
package struct RefilledList<Element: Sendable>: Sendable, RandomAccessCollection, MutableCollection {
    /// The elements at the front; others are left from longer lists.
    private var elements: ContiguousArray<Element> = []
    package private(set) var count = 0

    package init() {}

    package var startIndex: Int { 0 }
    package var endIndex: Int { count }

    package subscript(position: Int) -> Element {
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
    package mutating func append(_ new: Element) {
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

    /// Moves the elements that come first to the front, the last of them to position `count` - 1, the others in any order.
    ///
    /// Quickselect (Hoare 1961), with a sort where it makes no progress.
    ///
    /// - Precondition: `count` is between 1 and the number of elements.
    /// - Complexity: O(*n*).
    @inline(__always)
    package mutating func select(_ count: Int, by precedes: (Element, Element) -> Bool) {
        precondition(1...self.count ~= count, "the count is not one of the elements: \(count)")
        var (low, high, rounds) = (0, self.count - 1, 0)
        while low < high {
            rounds += 1
            if rounds > 64 { return elements[low...high].sort(by: precedes) }
            var span = elements.mutableSpan
            let middle = (low + high) / 2
            // The median of three is the pivot.
            if precedes(span[middle], span[low]) { span.swapAt(low, middle) }
            if precedes(span[high], span[low]) { span.swapAt(low, high) }
            if precedes(span[high], span[middle]) { span.swapAt(middle, high) }
            let pivot = span[middle]
            var (i, j) = (low, high)
            while i <= j {
                while precedes(span[i], pivot) { i += 1 }
                while precedes(pivot, span[j]) { j -= 1 }
                if i <= j {
                    if i < j { span.swapAt(i, j) }
                    (i, j) = (i + 1, j - 1)
                }
            }
            if count - 1 <= j { high = j } else if count - 1 >= i { low = i } else { return }
        }
    }
}
