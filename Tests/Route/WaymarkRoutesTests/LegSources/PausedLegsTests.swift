import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Paused sources")
struct PausedLegsTests {
    @Test("after failures in a row a source is not asked for a while; then one more failure begins the next pause")
    func pauses() async throws {
        let clock = TestClock()
        let server = ScriptedLegs { call in if call < 4 { throw LegError.unavailable(reason: "down \(call)") } }
        let source = server.pausing(after: 3, for: .seconds(30), clock: clock)
        func outcome() async -> LegOutcome {
            do { return .found(try await source.leg(from: stop(0), to: stop(1))) } catch { return LegOutcome(error) }
        }
        for call in 0..<3 { #expect(await outcome() == .failed(.unavailable(reason: "down \(call)"))) }
        let paused = LegOutcome.failed(
            .notAsked(reason: "all of the last requests failed, unavailable: down 2"))
        for _ in 0..<5 { #expect(await outcome() == paused) }
        #expect(server.begun == 3)
        clock.advance(by: .seconds(30))
        #expect(await outcome() == .failed(.unavailable(reason: "down 3")) && server.begun == 4)
        #expect(await outcome().status == .failed && server.begun == 4)
        clock.advance(by: .seconds(30))
        #expect(await outcome().leg != nil)
        // An answer ends the row.
        #expect(await outcome().leg != nil && server.begun == 6)
    }

    @Test("answers of any kind, refusals and cancelled requests are no failures of a server")
    func noFailures() async throws {
        let errors: [any Error] = [
            LegError.notFound(reason: ""), LegError.refused(reason: ""), LegError.limited(retryAfter: nil),
            LegError.invalidAnswer(reason: ""), CancellationError(),
        ]
        let server = ScriptedLegs { call in throw errors[call % errors.count] }
        let source = server.pausing(after: 1)
        for call in 0..<20 {
            _ = try? await source.leg(from: stop(0), to: stop(1))
            #expect(server.begun == call + 1)
        }
    }

    @Test("there is no retry during a pause")
    func noRetry() async throws {
        let clock = TestClock()
        let server = ScriptedLegs { _ in throw LegError.timedOut(after: .seconds(1)) }
        let source = server.pausing(after: 2, clock: clock).retrying(9, first: .zero, longest: .zero, clock: clock)
        await #expect(
            throws: LegError.notAsked(reason: "all of the last requests failed, no answer within 1.0 seconds")
        ) {
            try await source.leg(from: stop(0), to: stop(1))
        }
        #expect(server.begun == 2)
    }

    @Test("a large request that times out counts a quarter")
    func large() async throws {
        let clock = TestClock()
        let server = LegsTogether { _ in throw LegError.timedOut(after: .seconds(1)) }
        let source = server.pausing(after: 1, clock: clock)
        for _ in 0..<4 {
            await #expect(throws: LegError.timedOut(after: .seconds(1))) {
                try await source.legs(through: [stop(0), stop(1), stop(2)])
            }
        }
        await #expect(
            throws: LegError.notAsked(reason: "all of the last requests failed, no answer within 1.0 seconds")
        ) {
            try await source.legs(through: [stop(0), stop(1), stop(2)])
        }
        #expect(server.requests.count == 4)
    }
}
