/// A priority queue of numbers from 0, such as those of vertices, by size: smallest first, then by number.
///
/// A binary heap with the position of each number.
package struct SizeQueue {
    private var heap: [Int] = []
    private var place: [Int]
    private var sizes: [Double]

    /// A queue of the numbers with a size.
    ///
    /// - Complexity: O(*n*).
    package init(_ sizes: [Double?]) {
        self.sizes = sizes.map { $0 ?? 0 }
        place = [Int](repeating: -1, count: sizes.count)
        for (number, size) in sizes.enumerated() where size != nil {
            place[number] = heap.count
            heap.append(number)
        }
        for i in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(i) }
    }

    /// The smallest.
    package var first: (number: Int, size: Double)? { heap.first.map { ($0, sizes[$0]) } }

    /// Removes and returns the smallest.
    ///
    /// - Precondition: The queue is not empty.
    /// - Complexity: O(log *n*), as for all changes.
    package mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        put(last, at: 0)
        sink(0)
    }

    /// Inserts a number that is not in the queue: a removed one, or the next new one.
    package mutating func insert(_ number: Int, size: Double) {
        if number == sizes.count {
            sizes.append(size)
            place.append(heap.count)
        } else {
            sizes[number] = size
        }
        heap.append(number)
        rise(heap.count - 1)
    }

    /// Changes the size of a number in the queue.
    package mutating func update(_ number: Int, to size: Double) {
        let isLarger = size > sizes[number]
        sizes[number] = size
        if isLarger { sink(place[number]) } else { rise(place[number]) }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        sizes[a] != sizes[b] ? sizes[a] < sizes[b] : a < b
    }

    private mutating func put(_ number: Int, at i: Int) {
        heap[i] = number
        place[number] = i
    }

    private mutating func rise(_ start: Int) {
        var i = start
        let number = heap[i]
        while i > 0, isBefore(number, heap[(i - 1) / 2]) {
            put(heap[(i - 1) / 2], at: i)
            i = (i - 1) / 2
        }
        put(number, at: i)
    }

    private mutating func sink(_ start: Int) {
        var i = start
        let number = heap[i]
        while 2 * i + 1 < heap.count {
            var child = 2 * i + 1
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard isBefore(heap[child], number) else { break }
            put(heap[child], at: i)
            i = child
        }
        put(number, at: i)
    }
}
