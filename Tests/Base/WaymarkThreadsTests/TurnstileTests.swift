import TestSupport
import Testing
import WaymarkThreads

@Suite("Turnstile")
struct TurnstileTests {
    @Test("the queue contains only waiting tasks: it kept all tasks ever queued")
    func endlessLine() async throws {
        #expect(try await longestLine(Turnstile(width: 1), passes: 500) <= 3)
    }

    /// The length of the queue if each task arrives before the one ahead leaves.
    private func longestLine(_ turnstile: Turnstile, passes: Int) async throws -> Int {
        let (length, next) = try await turnstile.pass { () -> (Int, Task<Int, any Error>?) in
            let before = turnstile.lineLength
            guard passes > 1 else { return (before, nil) }
            let next = Task { try await longestLine(turnstile, passes: passes - 1) }
            while turnstile.lineLength == before { await Task.yield() }
            return (turnstile.lineLength, next)
        }
        return max(length, try await next?.value ?? 0)
    }

    @Test("admits as many as its width, and no more", arguments: [1, 2, 5])
    func width(_ width: Int) async throws {
        let turnstile = Turnstile(width: width)
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { try await turnstile.pass { await gate.pass() } } }
            await gate.waitForArrivals(width)
            while turnstile.lineLength < 20 - width { await Task.yield() }
            #expect(await gate.arrivals == width)
            await gate.open()
            try await group.waitForAll()
        }
        #expect(await gate.arrivals == 20)
    }
}
