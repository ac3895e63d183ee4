import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Legs requested together")
struct LegsTogetherTests {
    private func found(_ stops: [Stop]) -> [LegOutcome] {
        zip(stops, stops.dropFirst()).map { .found(straightLeg($0, $1)) }
    }

    private func ids(_ range: ClosedRange<Int>) -> [Stop.ID] { range.map { "s\($0)" } }

    // MARK: - The assembler

    @Test("50 stops are one request: each leg was one")
    func oneRequest() async throws {
        let (source, stops) = (LegsTogether(), Array(numberedStops(0..<50)))
        #expect(try await Route(joining: stops, by: source) == Route(stops: stops, legs: found(stops)))
        #expect(source.requests == [ids(0...49)])
    }

    @Test("more legs than fit in a request are several requests")
    func bounded() async throws {
        let (source, stops) = (LegsTogether(4), Array(numberedStops(0...9)))
        #expect(try await Route(joining: stops, by: source, width: 1).legs == found(stops))
        #expect(source.requests == [ids(0...4), ids(4...8), ids(8...9)])
    }

    @Test("a stop without a road affects only its two legs, with a few more requests")
    func oneMissing() async throws {
        let (source, stops) = (LegsTogether(missing: ["s17"]), Array(numberedStops(0..<50)))
        let legs = try await Route(joining: stops, by: source).legs
        for (leg, expected) in found(stops).enumerated() {
            let outcome: LegOutcome = leg == 16 || leg == 17 ? .notFound(reason: "no way") : expected
            #expect(legs[leg] == outcome)
        }
        // By halves down to the two legs, six times at most.
        #expect(source.requests.count <= 1 + 2 * 2 * 6)
        #expect(Set(source.requests).count == source.requests.count)
    }

    @Test("changing a stop requests only its two legs, together")
    func changedStop() async throws {
        let source = LegsTogether()
        let assembler = RouteAssembler(source: source)
        var stops = numberedStops(0..<50)
        _ = try await assembler.assemble(stops, for: "trip").route()
        _ = try stops.replace("s20", with: Stop(id: "s20", coordinate: coordinate(-20, 127)))
        let route = try await assembler.assemble(stops, for: "trip").route()
        #expect(route.legs == found(Array(stops)))
        #expect(source.requests == [ids(0...49), ids(19...21)])
    }

    @Test("a list that changes during a request uses the legs of the answer that it still has")
    func changedMeanwhile() async throws {
        let gate = Gate()
        let source = LegsTogether { call in if call == 0 { await gate.pass() } }
        let assembler = RouteAssembler(source: source)
        let old = assembler.assemble(numberedStops(0..<50), for: "trip")
        await gate.waitForArrivals(1)
        var stops = numberedStops(0..<50)
        stops.remove("s20")
        let new = assembler.assemble(stops, for: "trip")
        #expect(await until { source.requests.count == 2 })
        await gate.open()
        #expect(try await new.route().legs == found(Array(stops)))
        #expect(source.requests == [ids(0...49), ["s19", "s21"]])
        var end: RouteUpdate?
        for await update in old { end = update }
        guard case .superseded = end else {
            Issue.record("\(String(describing: end))")
            return
        }
    }

    @Test("cancelled is not failed: a cancelled request ends, and its legs are requested again")
    func cancelled() async throws {
        let gate = Gate()
        let source = LegsTogether { call in
            guard call == 0 else { return }
            await gate.pass()
            try await Task.sleep(for: .seconds(3600))
        }
        let assembler = RouteAssembler(source: source)
        let stops = numberedStops(0..<5)
        let updates = assembler.assemble(stops, for: "trip")
        await gate.waitForArrivals(1)
        await assembler.cancel("trip")
        await gate.open()
        #expect(try await updates.route().legs == Array(repeating: .cancelled, count: 4))
        #expect(try await assembler.assemble(stops, for: "trip").route().legs == found(Array(stops)))
    }

    @Test("a source that cannot answer fails all legs, in one request")
    func unavailable() async throws {
        let source = LegsTogether { _ in throw LegError.unavailable(reason: "down") }
        let route = try await Route(joining: numberedStops(0..<50), by: source)
        #expect(route.legs == Array(repeating: .failed(.unavailable(reason: "down")), count: 49))
        #expect(source.requests.count == 1)
    }

    @Test("from a source that returns a wrong number of legs, each is requested alone")
    func miscounts() async throws {
        struct Miscounting: LegSource {
            let name = "miscounting"
            let mode: TravelMode? = nil
            let maxLegsPerRequest = 9
            func leg(from start: Stop, to end: Stop) async throws -> Leg { straightLeg(start, end) }
            func legs(through stops: [Stop]) async throws -> [LegOutcome?] { [.cancelled] }
        }
        let stops = Array(numberedStops(0..<6))
        #expect(try await Route(joining: stops, by: Miscounting()).legs == found(stops))
    }

    // MARK: - Sources put together

    @Test("from a source without such requests, legs are requested one after another")
    func byDefault() async throws {
        let source = ClosureLegs(name: "closure") { start, end in
            if start.id == "s1" { throw LegError.unavailable(reason: "down") }
            return straightLeg(start, end)
        }
        let stops = Array(numberedStops(0..<4))
        var expected = found(stops)
        expected[1] = .failed(.unavailable(reason: "down"))
        #expect(try await source.legs(through: stops) == expected && source.maxLegsPerRequest == 1)
        #expect(try await source.legs(through: []).isEmpty)
    }

    @Test("every link passes on the maximum number of legs per request, and requests them together")
    func links() async throws {
        let (source, stops) = (LegsTogether(30), Array(numberedStops(0..<20)))
        let links: [any LegSource] = [
            source.timeout(.seconds(60)), source.limited(to: 1, per: .seconds(1), burst: 1), source.retrying(),
            source.coalesced(), source.cached(100), source.fallback(to: GreatCircleLegs()),
        ]
        for (count, link) in links.enumerated() {
            #expect(link.maxLegsPerRequest == 30)
            #expect(try await link.legs(through: stops) == found(stops))
            #expect(source.requests.count == count + 1)
        }
    }

    @Test("every link passes on what its source says of its legs")
    func described() {
        let circles = GreatCircleLegs(mode: .flying, speed: 200, name: "air")
        let links: [any LegSource] = [
            circles.timeout(.seconds(60)), circles.limited(to: 1, per: .seconds(1)), circles.retrying(),
            circles.coalesced(), circles.cached(100), circles.fallback(to: LegsTogether()),
        ]
        for link in links {
            #expect(link.name == "air" && link.mode == .flying && link.identity == circles.identity)
            #expect(link.distanceKind == .greatCircle && link.maxLegsPerRequest == 1)
        }
        #expect(LegsTogether().fallback(to: circles).distanceKind == nil)
        #expect(TrackLegs([]).distanceKind == .track)
    }

    @Test("a request takes one token, for any number of legs")
    func limited() async throws {
        let (clock, stops) = (SkippingClock(), Array(numberedStops(0..<20)))
        let source = LegsTogether().limited(to: 1, per: .seconds(1), clock: clock)
        for _ in 0..<3 { _ = try await source.legs(through: stops) }
        #expect(clock.waits == [.seconds(1), .seconds(1)])
    }

    @Test("a request is repeated as a whole")
    func retried() async throws {
        let stops = Array(numberedStops(0..<20))
        let source = LegsTogether { call in if call < 2 { throw LegError.limited(retryAfter: nil) } }
        #expect(try await source.retrying(clock: SkippingClock()).legs(through: stops) == found(stops))
        #expect(source.requests == Array(repeating: ids(0...19), count: 3))
    }

    @Test("a request that takes too long is repeated by halves")
    func timedOut() async throws {
        let stops = Array(numberedStops(0..<20))
        let source = LegsTogether { call in if call == 0 { try await Task.sleep(for: .seconds(3600)) } }
        #expect(try await Route(joining: stops, by: source.timeout(.milliseconds(200)), width: 1).legs == found(stops))
        #expect(source.requests == [ids(0...19), ids(0...10), ids(10...19)])
    }

    @Test("equal simultaneous requests are one")
    func coalesced() async throws {
        let (gate, stops) = (Gate(), Array(numberedStops(0..<20)))
        let source = LegsTogether { _ in await gate.pass() }
        let coalesced = source.coalesced()
        async let first = coalesced.legs(through: stops)
        await gate.waitForArrivals(1)
        async let second = coalesced.legs(through: stops)
        async let other = coalesced.legs(through: Array(stops.dropFirst()))
        await gate.waitForArrivals(2)
        await gate.open()
        #expect(try await first == found(stops))
        #expect(try await second == found(stops))
        #expect(try await other == found(Array(stops.dropFirst())))
        #expect(source.requests.count == 2)
    }

    @Test("cached legs are not requested, and the others between them together")
    func cached() async throws {
        let (source, stops) = (LegsTogether(), Array(numberedStops(0..<10)))
        let cached = source.cached(100)
        _ = try await cached.leg(from: stops[3], to: stops[4])
        #expect(try await cached.legs(through: stops) == found(stops))
        #expect(source.requests == [ids(3...4), ids(0...3), ids(4...9)])
        #expect(try await cached.legs(through: stops) == found(stops))
        #expect(source.requests.count == 3)
    }

    @Test("cached legs are not lost if the others cannot be fetched")
    func cachedPartly() async throws {
        let stops = Array(numberedStops(0..<4))
        let source = LegsTogether { call in if call > 0 { throw LegError.unavailable(reason: "down") } }
        let cached = source.cached(100)
        _ = try await cached.leg(from: stops[0], to: stops[1])
        let down = LegOutcome.failed(.unavailable(reason: "down"))
        #expect(try await Route(joining: stops, by: cached).legs == [found(stops)[0], down, down])
        await #expect(throws: LegError.unavailable(reason: "down")) {
            try await cached.legs(through: Array(stops.dropFirst()))
        }
    }

    @Test("a fallback replaces only the missing legs", arguments: [false, true])
    func fallback(isDown: Bool) async throws {
        let stops = Array(numberedStops(0..<8))
        let source = LegsTogether(missing: ["s3"]) { _ in if isDown { throw LegError.unavailable(reason: "down") } }
        let legs = try await Route(joining: stops, by: source.fallback(to: GreatCircleLegs())).legs
        for (leg, outcome) in legs.enumerated() {
            let isFallback = isDown || [2, 3].contains(leg)
            #expect(outcome.leg?.isFallback == isFallback)
            if !isFallback { #expect(outcome == found(stops)[leg]) }
        }
    }
}
