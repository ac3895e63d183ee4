import Testing
import WaymarkThreads

@Suite("Work shared by threads") struct SharedWorkTests {
    @Test("a guarded value loses no change of any thread, and keeps its changes after an error")
    func guarded() {
        struct Broken: Error {}
        let sum = Guarded(0)
        Runs(of: 100, length: 1).share(jobs: 8) { for _ in 0..<1000 { sum.withLock { $0 += 1 } } }
        #expect(sum.withLock { $0 } == 8000)
        #expect(throws: Broken.self) {
            try sum.withLock { (sum) throws(Broken) in
                sum = 7
                throw Broken()
            }
        }
        #expect(sum.withLock { $0 } == 7)
    }

    @Test(
        "every item is in one run, for any number of items, length and threads",
        arguments: [0, 1, 63, 64, 65, 1000])
    func runs(count: Int) {
        for (length, jobs) in [(1, 1), (64, 2), (64, nil), (7, 300), (5000, 3)] as [(Int, Int?)] {
            let runs = Runs(of: count, length: length)
            let taken = Guarded([Range<Int>]())
            runs.share(jobs: jobs) { while let run = runs.next() { taken.withLock { $0.append(run) } } }
            let all = taken.withLock { $0 }.sorted { $0.lowerBound < $1.lowerBound }
            #expect(all.joined().elementsEqual(0..<count))
            #expect(all.dropLast().allSatisfy { $0.count == length })
        }
    }

    @Test("each item is in one part, and a part begins at a multiple of 256", arguments: 1...9)
    func parts(jobs: Int) {
        for count in [0, 1, 255, 16_384, 32_768, 32_769, 49_152, 100_000, 300_001] {
            let parts = Parts(of: count, jobs: jobs)
            let seen = Guarded([Int: Range<Int>]())
            parts.forEach { part, items in seen.withLock { $0[part] = items } }
            let all = seen.withLock { $0 }.sorted { $0.key < $1.key }
            #expect(all.map(\.key) == Array(0..<parts.number) && parts.number <= jobs)
            #expect(all.flatMap(\.value).elementsEqual(0..<count))
            #expect(all.dropFirst().allSatisfy { $0.value.lowerBound % 256 == 0 && !$0.value.isEmpty })
        }
    }

    @Test("spares are returned last first, up to their limit; a taken one is exclusive")
    func spares() {
        let spares = Spares([1], limit: 3)
        for number in 2...5 { spares.give(number) }
        #expect(spares.count == 3)
        #expect([spares.take(), spares.take(), spares.take(), spares.take()] == [3, 2, 1, nil])

        let tokens = Spares(Array(0..<4))
        let held = Guarded(Set<Int>())
        Runs(of: 1000, length: 1).share(jobs: 8) {
            for _ in 0..<1000 {
                guard let token = tokens.take() else { continue }
                let isNew = held.withLock { $0.insert(token).inserted }
                #expect(isNew)
                held.withLock { _ = $0.remove(token) }
                tokens.give(token)
            }
        }
        #expect(tokens.count == 4)
    }
}
