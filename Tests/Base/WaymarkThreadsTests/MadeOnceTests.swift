import Testing
import WaymarkThreads

@Suite("Values made once")
struct MadeOnceTests {
    private struct Missing: Error, Equatable { let attempt: Int }

    /// Fails `failures` times, then gives the number of the attempt.
    private final class Attempts: Sendable {
        private let count = Guarded(0)
        let failures: Int

        init(failures: Int) { self.failures = failures }

        func next() throws(Missing) -> Int {
            let attempt = count.withLock { count in
                count += 1
                return count
            }
            if attempt <= failures { throw Missing(attempt: attempt) }
            return attempt
        }
    }

    @Test("a failure is not kept: a library that was missing once was missing for as long as the process lived")
    func triesAgain() throws {
        let attempts = Attempts(failures: 2)
        let value = MadeOnce { () throws(Missing) in try attempts.next() }
        for attempt in 1...2 { #expect(throws: Missing(attempt: attempt)) { try value.get() } }
        for _ in 0..<3 { #expect(try value.get() == 3) }
    }

    @Test("of many who need it at once, one makes it")
    func together() async throws {
        let attempts = Attempts(failures: 5)
        let shared = Shared(attempts)
        let found = await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<100 { group.addTask { try? shared.value.get() } }
            return await group.reduce(into: [Int?]()) { $0.append($1) }
        }
        #expect(found.count { $0 == nil } == 5 && found.count { $0 == 6 } == 95)
    }

    private final class Shared: Sendable {
        let value: MadeOnce<Int, Missing>
        init(_ attempts: Attempts) { value = MadeOnce { () throws(Missing) in try attempts.next() } }
    }
}
