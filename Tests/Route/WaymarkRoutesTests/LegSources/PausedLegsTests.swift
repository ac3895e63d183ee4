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

    @Test("answers of any kind and cancelled requests are no failures of a server")
    func noFailures() async throws {
        let errors: [any Error] = [
            LegError.notFound(reason: ""), LegError.limited(retryAfter: nil), LegError.invalidAnswer(reason: ""),
            CancellationError(),
        ]
        let server = ScriptedLegs { call in throw errors[call % errors.count] }
        let source = server.pausing(after: 1)
        for call in 0..<20 {
            _ = try? await source.leg(from: stop(0), to: stop(1))
            #expect(server.begun == call + 1)
        }
    }

    @Test("a server that refuses everything is paused, also if a request for many legs leaves them open")
    func refusals() async throws {
        struct Refusing: LegSource {
            let name = "refusing"
            let mode: TravelMode? = nil

            func leg(from start: Stop, to end: Stop) async throws -> Leg { throw LegError.refused(reason: "HTTP 404") }

            func legs(through stops: [Stop]) async throws -> [LegOutcome?] {
                Array(repeating: nil, count: stops.count - 1)
            }
        }
        let source = Refusing().pausing(after: 3, clock: TestClock())
        for _ in 0..<3 {
            let open = try await source.legs(through: [stop(0), stop(1), stop(2)])
            #expect(open == [nil, nil])
            await #expect(throws: LegError.refused(reason: "HTTP 404")) {
                try await source.leg(from: stop(0), to: stop(1))
            }
        }
        await #expect(throws: LegError.notAsked(reason: "all of the last requests failed, refused: HTTP 404")) {
            try await source.leg(from: stop(0), to: stop(1))
        }
    }

    @Test(
        "a server that answers nothing for as long as the pause lasts is paused after few failures, whatever its timeout"
    )
    func hanging() async throws {
        for seconds in [1, 5, 10, 30] {
            let clock = TestClock()
            let server = LegsTogether { _ in
                clock.advance(by: .seconds(seconds))
                throw LegError.timedOut(after: .seconds(seconds))
            }
            let source = server.pausing(after: 50, for: .seconds(30), clock: clock)
            var waited = 0
            while waited < 1000 {
                do { _ = try await source.legs(through: [stop(0), stop(1), stop(2)]) } catch LegError.notAsked {
                    break
                } catch { waited += seconds }
            }
            #expect(waited == 30, "\(seconds)")
        }
        // One answer in between, or a long quiet time, begins anew.
        let clock = TestClock()
        let server = ScriptedLegs { call in
            clock.advance(by: .seconds(20))
            if call != 1 { throw LegError.timedOut(after: .seconds(20)) }
        }
        let source = server.pausing(after: 50, for: .seconds(30), clock: clock)
        for call in 0..<5 {
            if call == 3 { clock.advance(by: .seconds(60)) }
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
