/// A binary heap: the largest element on top, or of many the smallest few with the largest of these on top.
public struct Heap<Element: Comparable> {
    @usableFromInline var heap: [Element] = []

    /// An empty heap.
    @inlinable public init() {}

    /// The largest element.
    @inlinable public var first: Element? { heap.first }
    /// The elements, the largest first and the others in no useful order.
    @inlinable public var elements: [Element] { heap }
    /// The number of elements.
    @inlinable public var count: Int { heap.count }

    /// Inserts an element.
    ///
    /// - Complexity: O(log *n*), as for all changes.
    @inlinable
    public mutating func insert(_ element: Element) {
        var at = heap.count
        heap.append(element)
        while at > 0, heap[(at - 1) / 2] < element {
            heap[at] = heap[(at - 1) / 2]
            at = (at - 1) / 2
        }
        heap[at] = element
    }

    /// Inserts an element if it is among the `limit` smallest so far; beyond the limit, the largest makes room for it.
    ///
    /// - Precondition: `limit` is at least 1.
    @inlinable
    public mutating func insert(_ element: Element, keeping limit: Int) {
        if heap.count < limit { insert(element) } else if element < heap[0] { replaceFirst(with: element) }
    }

    /// Removes and returns the largest element; nil if the heap is empty.
    @inlinable
    public mutating func popFirst() -> Element? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        replaceFirst(with: last)
        return first
    }

    @inlinable
    mutating func replaceFirst(with element: Element) {
        var (at, child) = (0, 1)
        while child < heap.count {
            if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
            guard element < heap[child] else { break }
            heap[at] = heap[child]
            (at, child) = (child, 2 * child + 1)
        }
        heap[at] = element
    }
}
