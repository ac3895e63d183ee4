import Synchronization
import TestSupport
import Testing
import WaymarkSearch

/// Providers put together. The mechanism is that of legs, and tried there in full; here is what is the providers' own.
@Suite("Providers put together")
struct ProviderWrapperTests {
    /// Throws what it is told to, one error a request, and then answers; counts the requests.
    private final class Script: Sendable {
        let errors: [any Error]
        private let count = Atomic(0)
        var requests: Int { count.load(ordering: .relaxed) }

        init(_ errors: [any Error] = []) { self.errors = errors }

        func next() throws -> PlaceSuggestions {
            let number = count.add(1, ordering: .relaxed).oldValue
            if number < errors.count { throw errors[number] }
            return PlaceSuggestions([])
        }

        var provider: ClosureProvider { ClosureProvider(name: "script") { _ in try self.next() } }
    }

    private struct Own: Error {}

    @Test(
        "what may go away by itself is asked for again, and nothing else",
        arguments: [
            (ProviderError.unavailable(reason: "503") as any Error, true),
            (ProviderError.limited(retryAfter: nil), true),
            (ProviderError.timedOut(after: .seconds(1)), true), (ProviderError.refused(reason: "403"), false),
            (ProviderError.invalidAnswer(reason: "{"), false), (Own(), false), (CancellationError(), false),
        ])
    func retried(error: any Error, isAsked: Bool) async throws {
        let script = Script([error])
        let provider = script.provider.retrying(first: .zero, longest: .zero)
        #expect(provider.name == "script")
        if isAsked {
            _ = try await provider.suggestions(for: SearchQuery("a"))
        } else {
            await #expect(throws: (any Error).self) { try await provider.suggestions(for: SearchQuery("a")) }
        }
        #expect(script.requests == (isAsked ? 2 : 1))
    }

    @Test("an error of one's own is asked for again where the caller names it, so many times")
    func retriedOwn() async {
        let script = Script([Own(), Own(), Own(), Own()])
        let provider = script.provider.retrying(3, first: .zero, longest: .zero, where: { $0 is Own })
        await #expect(throws: Own.self) { try await provider.suggestions(for: SearchQuery("a")) }
        #expect(script.requests == 3)
    }

    @Test("a provider that says how long to wait is given that time, up to the longest")
    func retriedAfter() async throws {
        let clock = TestClock()
        let script = Script([
            ProviderError.limited(retryAfter: .seconds(3)), ProviderError.limited(retryAfter: .seconds(9)),
        ])
        let provider = script.provider.retrying(first: .zero, longest: .seconds(5), clock: clock)
        let answer = Task { try await provider.suggestions(for: SearchQuery("a")) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        await #expect(throws: ProviderError.limited(retryAfter: .seconds(9))) { try await answer.value }
    }

    @Test("a limit lets a burst through, and then one at a time")
    func limited() async throws {
        let clock = TestClock()
        let script = Script()
        let provider = script.provider.limited(to: 2, per: .seconds(1), clock: clock)
        let all = Task {
            try await withThrowingTaskGroup { group in
                for text in ["a", "b", "c"] { group.addTask { try await provider.suggestions(for: SearchQuery(text)) } }
                for try await _ in group {}
            }
        }
        await clock.waitForSleepers(1)
        #expect(clock.deadlines.map(\.offset) == [.milliseconds(500)])
        clock.advance(by: .milliseconds(500))
        try await all.value
        #expect(script.requests == 3)
    }

    @Test("equal queries under way are one request")
    func coalesced() async throws {
        let gate = Gate()
        let script = Script()
        let provider = ClosureProvider(name: "slow") { _ in
            await gate.pass()
            return try script.next()
        }.coalesced()
        try await withThrowingTaskGroup { group in
            for number in 0..<6 {
                group.addTask { try await provider.suggestions(for: SearchQuery(number < 5 ? "a" : "b")) }
            }
            await gate.waitForArrivals(2)
            await gate.open()
            for try await _ in group {}
        }
        #expect(script.requests >= 2 && script.requests <= 6)
        #expect(await gate.arrivals == script.requests)
    }

    @Test("a provider that takes too long has timed out")
    func timedOut() async {
        let (clock, gate) = (TestClock(), Gate())
        let provider = ClosureProvider(name: "slow") { _ in
            await gate.pass()
            return PlaceSuggestions([])
        }.timeout(.seconds(3), clock: clock)
        let answer = Task { try await provider.suggestions(for: SearchQuery("a")) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(3))
        await #expect(throws: ProviderError.timedOut(after: .seconds(3))) { try await answer.value }
        await gate.open()
    }

    @Test("each error says what went wrong")
    func descriptions() {
        let errors: [ProviderError] = [
            .unavailable(reason: "503"), .limited(retryAfter: nil), .limited(retryAfter: .seconds(2)),
            .timedOut(after: .seconds(3)), .refused(reason: "403"), .invalidAnswer(reason: "{"),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect("\(errors[0])" == "unavailable: 503" && "\(errors[3])" == "no answer within 3.0 seconds")
    }
}
