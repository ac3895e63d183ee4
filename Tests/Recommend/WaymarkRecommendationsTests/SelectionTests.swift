import TestSupport
import Testing
import WaymarkRecommendations

@Suite("Selecting")
struct SelectionTests {
    @Test("selecting moves the elements that come first to the front, also among equal ones")
    func selects() {
        var generator = SplitMix64(seed: 17)
        for _ in 0..<3000 {
            let count = Int.random(in: 1...150, using: &generator)
            let highest = [1, 10, 10_000].randomElement(using: &generator)!
            let numbers = (0..<count).map { _ in Int.random(in: 0...highest, using: &generator) }
            let selected = Int.random(in: 1...count, using: &generator)
            var list = ContiguousArray(numbers)
            list.select(selected, by: <)
            let sorted = numbers.sorted()
            #expect(list.prefix(selected).sorted() == Array(sorted.prefix(selected)))
            #expect(list[selected - 1] == sorted[selected - 1])
            #expect(list.sorted() == sorted)
        }
    }

    @Test("selecting takes linear time even for the order that is worst for it")
    func worstOrder() {
        // The adversary of McIlroy, "A Killer Adversary for Quicksort" (1999): elements get their values while they are
        // compared, so that each pivot is among the lowest.
        let count = 2000
        var values = [Int](repeating: count, count: count)
        var (fixed, candidate, comparisons) = (0, 0, 0)
        func precedes(_ a: Int, _ b: Int) -> Bool {
            comparisons += 1
            if values[a] == count, values[b] == count {
                values[a == candidate ? a : b] = fixed
                fixed += 1
            }
            if values[a] == count { candidate = a } else if values[b] == count { candidate = b }
            return values[a] < values[b]
        }
        var adverse = ContiguousArray(0..<count)
        adverse.select(count / 2, by: precedes)
        #expect(comparisons > 20 * count, "the order is a bad one")
        #expect(comparisons < 200 * count)
        let worst = values
        var numbers = ContiguousArray(worst)
        numbers.select(count / 2, by: <)
        #expect(numbers.prefix(count / 2).sorted() == Array(worst.sorted().prefix(count / 2)))
    }
}
