import TestSupport
import Testing
import WaymarkText

@Suite struct HeapTests {
    @Test(
        "elements come out in order, however insertions and removals alternate",
        arguments: 1...20 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var (heap, sorted) = (Heap<Int>(), [Int]())
        #expect(heap.popFirst() == nil && heap.first == nil && heap.count == 0)
        for _ in 0..<300 {
            if Int.random(in: 0..<3, using: &generator) > 0 {
                // Few numbers, so that many are equal.
                let number = Int.random(in: 0..<20, using: &generator)
                heap.insert(number)
                sorted.insert(number, at: sorted.partitioningIndex { $0 > number })
            } else {
                #expect(heap.popFirst() == sorted.popLast())
            }
            #expect(heap.first == sorted.last && heap.count == sorted.count)
        }
        #expect(heap.elements.sorted() == sorted)
        while let last = sorted.popLast() { #expect(heap.popFirst() == last) }
        #expect(heap.popFirst() == nil)
    }

    @Test("of many elements the smallest are kept, in any order of theirs", arguments: [1, 2, 7, 64, 500])
    func smallest(limit: Int) {
        var generator = SplitMix64(seed: UInt64(limit))
        let numbers = (0..<400).map { _ in Int.random(in: 0..<300, using: &generator) }
        for numbers in [numbers, numbers.sorted(), numbers.sorted(by: >)] {
            var heap = Heap<Int>()
            for number in numbers { heap.insert(number, keeping: limit) }
            #expect(heap.elements.sorted() == Array(numbers.sorted().prefix(limit)))
            #expect(heap.first == numbers.sorted().prefix(limit).last)
        }
    }
}
