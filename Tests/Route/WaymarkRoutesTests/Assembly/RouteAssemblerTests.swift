import RouteTestSupport
import Synchronization
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

private final class Flag: Sendable {
    let value = Atomic(false)
}

@Suite("RouteAssembler")
struct RouteAssemblerTests {
    let source = ControlledLegs()
    let stubborn = ControlledLegs(heedsCancellation: false)

    private func found(_ stops: StopList, _ index: Int) -> LegOutcome {
        .found(straightLeg(stops[index], stops[index + 1]))
    }

    private func all(_ updates: RouteUpdates) async -> [RouteUpdate] {
        await updates.reduce(into: []) { $0.append($1) }
    }

    @Test("answers in any order go to their legs")
    func answersGoToTheirLegs() async {
        let assembler = RouteAssembler(source: source, width: 3)
        let stops = numberedStops(0..<4)
        var updates = assembler.assemble(stops, for: "trip").makeAsyncIterator()
        await source.wait { $0.underWay == 3 }
        for index in [2, 0, 1] {
            #expect(await assembler.route(for: "trip") == nil)
            await source.answer(stops[index], stops[index + 1])
            #expect(await updates.next() == .leg(index: index, found(stops, index)))
        }
        let route = Route(stops: Array(stops), legs: (0..<3).map { found(stops, $0) })
        #expect(await updates.next() == .finished(route))
        #expect(await updates.next() == nil)
        #expect(await assembler.route(for: "trip") == route)
        #expect(await assembler.route(for: "another") == nil)
    }

    @Test("no stop and one stop make a route without legs", arguments: 0...1)
    func withoutLegs(count: Int) async {
        let assembler = RouteAssembler(source: source)
        let updates = await all(assembler.assemble(numberedStops(0..<count), for: "trip"))
        #expect(updates == [.finished(Route(stops: Array(numberedStops(0..<count)), legs: []))])
    }

    @Test("each leg ends as its source said, and no failure hides another leg")
    func failuresHideNothing() async throws {
        struct Odd: Error {}
        let stops = numberedStops(0..<6)
        let errors: [(any Error)?] = [
            Odd(), nil, LegError.notFound(reason: "sea"), LegError.timedOut(after: .seconds(5)), CancellationError(),
        ]
        async let route = Route(joining: stops, by: source, width: 5)
        await source.wait { $0.underWay == 5 }
        for (index, error) in errors.enumerated().reversed() {
            await source.answer(stops[index], stops[index + 1], error)
        }
        #expect(
            try await route.legs == [
                .failed(.other("Odd()")), found(stops, 1), .notFound(reason: "sea"),
                .failed(.timedOut(after: .seconds(5))), .cancelled,
            ])
    }

    @Test("a late consumer misses nothing")
    func slowConsumers() async {
        let assembler = RouteAssembler(source: source, width: 1)
        let stops = numberedStops(0..<101)
        let updates = assembler.assemble(stops, for: "trip")
        for index in 0..<100 {
            await source.wait { $0.underWay == 1 && $0.asked.count == index + 1 }
            await source.answer(stops[index], stops[index + 1])
        }
        let taken = await all(updates)
        #expect(taken.count == 101)
        #expect(taken.prefix(100) == (0..<100).map { .leg(index: $0, found(stops, $0)) }[...])
    }

    @Test("the number of simultaneous requests is at most the width, over all trips")
    func widthIsBounded() async throws {
        let assembler = RouteAssembler(source: source, width: 3)
        let trips = (0..<10).map { assembler.assemble(numberedStops(0..<$0), for: "\($0)") }
        await source.wait { $0.underWay == 3 }
        await source.open()
        for (count, updates) in trips.enumerated() {
            #expect(try await updates.route().legs.count == max(0, count - 1))
        }
        #expect(await source.most == 3)
        #expect(await source.asked.count == 36)
    }

    // MARK: Edits

    @Test("a changed list keeps found and requested legs, and requests only the others")
    func editsKeepLegs() async {
        let assembler = RouteAssembler(source: source, width: 4)
        var stops = numberedStops(0..<5)
        let before = stops
        let first = assembler.assemble(stops, for: "trip")
        await source.wait { $0.underWay == 4 }
        await source.answer(stops[3], stops[4])
        var taking = first.makeAsyncIterator()
        #expect(await taking.next() == .leg(index: 3, found(stops, 3)))

        // 0 1 2 3 4 becomes 0 1 3 4: the request for 0-1 is kept, 3-4 is already found and at another position.
        stops.remove("s2")
        let second = assembler.assemble(stops, for: "trip")
        await source.wait { $0.asked.count == 5 && $0.underWay == 2 }
        #expect(await source.asked.last == "s1>s3")
        #expect(await source.cancelled == [1, 2])
        let cancelled = Route(stops: Array(before), legs: [.cancelled, .cancelled, .cancelled, found(before, 3)])
        #expect(await taking.next() == .superseded(cancelled))
        #expect(await taking.next() == nil)

        var updates = second.makeAsyncIterator()
        #expect(await updates.next() == .leg(index: 2, found(stops, 2)))
        await source.answer(stops[0], stops[1])
        #expect(await updates.next() == .leg(index: 0, found(stops, 0)))
        await source.answer(stops[1], stops[2])
        #expect(await updates.next() == .leg(index: 1, found(stops, 1)))
        #expect(await updates.next() == .finished(Route(stops: Array(stops), legs: (0..<3).map { found(stops, $0) })))
        #expect(await source.asked.count == 5)
    }

    @Test("a leg is identified by the ids and places of its ends: names do not matter, directions do")
    func identityOfEnds() async throws {
        let assembler = RouteAssembler(source: source)
        await source.open()
        var stops = numberedStops(0..<5)
        func asked(after change: () throws -> Void) async throws -> [String] {
            let count = await source.asked.count
            try change()
            let route = try await assembler.assemble(stops, for: "trip").route()
            #expect(route.stops == Array(stops))
            #expect(route.legs == (0..<stops.count - 1).map { found(stops, $0) })
            return await source.asked.dropFirst(count).sorted()
        }
        #expect(try await asked {}.count == 4)
        #expect(try await asked {}.isEmpty)
        #expect(try await asked { try stops.replace("s2", with: numberedStop(2, name: "new name")) }.isEmpty)
        // The place of a stop affects only its two legs.
        let moved = Stop(id: "s2", coordinate: coordinate(2.5, 127))
        #expect(try await asked { try stops.replace("s2", with: moved) } == ["s1>s2", "s2>s3"])
        #expect(try await asked { try stops.replace("s2", with: numberedStop(7)) } == ["s1>s7", "s7>s3"])
        #expect(try await asked { stops.move("s4", to: 0) } == ["s4>s0"])
        #expect(try await asked { try stops.append(numberedStop(9)) } == ["s3>s9"])
        #expect(try await asked { stops.reverse() }.count == 5)
    }

    @Test("failed and cancelled legs are requested again, found and nonexistent ones are not")
    func givenAgain() async throws {
        let assembler = RouteAssembler(source: source)
        let stops = numberedStops(0..<5)
        async let first = assembler.assemble(stops, for: "trip").route()
        await source.wait { $0.underWay == 4 }
        let errors: [(any Error)?] = [
            LegError.unavailable(reason: ""), CancellationError(), LegError.notFound(reason: "sea"), nil,
        ]
        for (index, error) in errors.enumerated() { await source.answer(stops[index], stops[index + 1], error) }
        #expect(try await first.legs.map(\.leg).map { $0 != nil } == [false, false, false, true])
        async let second = assembler.assemble(stops, for: "trip").route()
        await source.wait { $0.underWay == 2 }
        #expect(await source.asked.dropFirst(4).sorted() == ["s0>s1", "s1>s2"])
        await source.answer(stops[0], stops[1])
        await source.answer(stops[1], stops[2])
        #expect(try await second.legs == [found(stops, 0), found(stops, 1), .notFound(reason: "sea"), found(stops, 3)])
    }

    @Test("a late answer of an older version is dropped")
    func lateAnswersAreDropped() async throws {
        let assembler = RouteAssembler(source: stubborn)
        let stops = numberedStops(0..<2)
        let first = assembler.assemble(stops, for: "trip")
        await stubborn.wait { $0.underWay == 1 }
        // The same stop at another place has another leg.
        let moved = try StopList([stops[0], Stop(id: "s1", coordinate: coordinate(50, 50))])
        let second = assembler.assemble(moved, for: "trip")
        #expect(await all(first) == [.superseded(Route(stops: Array(stops), legs: [.cancelled]))])
        await stubborn.wait { $0.underWay == 2 }
        await stubborn.answer(stops[0], stops[1], LegError.refused(reason: "late"))
        await stubborn.answer(moved[0], moved[1])
        #expect(try await second.route().legs == [found(moved, 0)])
    }

    @Test("a consumer on the editing actor gets no leg of the older list after the edit")
    @MainActor func editsHoldAtOnce() async {
        let isAwaited = Flag()
        let isAnswered = Flag()
        let legs = ComputedLegs { start, end in
            // The second leg is requested once the answer to the first is on its way to the consumer.
            if start.id == "s0" {
                while !isAwaited.value.load(ordering: .acquiring) { await Task.yield() }
                return straightLeg(start, end)
            }
            isAnswered.value.store(true, ordering: .releasing)
            try await TestClock().sleep(for: .seconds(1))
            return straightLeg(start, end)
        }
        for _ in 0..<200 {
            isAwaited.value.store(false, ordering: .releasing)
            isAnswered.value.store(false, ordering: .releasing)
            let assembler = RouteAssembler(source: legs, width: 1)
            let stops = numberedStops(0..<3)
            let older = assembler.assemble(stops, for: "trip")
            let consumer = Task { @MainActor in
                var seen: [RouteUpdate] = []
                for await update in older { seen.append(update) }
                return seen
            }
            await Task.yield()
            isAwaited.value.store(true, ordering: .releasing)
            while !isAnswered.value.load(ordering: .acquiring) {}
            let newer = assembler.assemble(StopList(), for: "trip")
            let seen = await consumer.value
            #expect(seen.count == 1)
            guard case .superseded = seen.last else {
                Issue.record("\(seen)")
                return
            }
            #expect(await all(newer).count == 1)
        }
    }

    // MARK: Cancelling

    @Test("cancelling ends the remaining legs as cancelled, even if the source continues", arguments: [true, false])
    func cancelling(heedsCancellation: Bool) async throws {
        let source = heedsCancellation ? source : stubborn
        let assembler = RouteAssembler(source: source, width: 2)
        let stops = numberedStops(0..<5)
        let updates = assembler.assemble(stops, for: "trip")
        await source.wait { $0.underWay == 2 }
        await source.answer(stops[1], stops[2])
        await source.wait { $0.asked.count == 3 }
        await assembler.cancel("trip")
        let route = Route(stops: Array(stops), legs: [.cancelled, found(stops, 1), .cancelled, .cancelled])
        #expect(
            await all(updates) == [
                .leg(index: 1, found(stops, 1)), .leg(index: 0, .cancelled), .leg(index: 2, .cancelled),
                .leg(index: 3, .cancelled), .finished(route),
            ])
        #expect(await assembler.route(for: "trip") == route)
        await source.wait { $0.cancelled == [0, 2] }
        await assembler.cancel("trip")
        await assembler.cancel("another")

        // Found legs stay. There is no waiting for a request that continues, and its answer is ignored.
        let next = assembler.assemble(stops, for: "trip")
        await source.wait { $0.asked.count == 5 }
        if !heedsCancellation { await source.answer(stops[0], stops[1], LegError.refused(reason: "late")) }
        await source.open()
        #expect(try await next.route().legs == (0..<4).map { found(stops, $0) })
    }

    @Test("a consumer that leaves, or whose task is cancelled, cancels the search")
    func leaving() async throws {
        let assembler = RouteAssembler(source: source)
        let stops = numberedStops(0..<5)
        let leaving = Task {
            for await update in assembler.assemble(stops, for: "trip") {
                if case .leg(index: 2, _) = update { break }
            }
        }
        await source.wait { $0.underWay == 4 }
        await source.answer(stops[2], stops[3])
        await leaving.value
        await source.wait { $0.cancelled == [0, 1, 3] && $0.underWay == 0 }

        let cancelled = Task { try await assembler.assemble(stops, for: "trip").route() }
        await source.wait { $0.underWay == 3 }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await source.wait { $0.cancelled == [0, 1, 3, 4, 5, 6] }
        #expect(await assembler.route(for: "trip")?.legs == [.cancelled, .cancelled, found(stops, 2), .cancelled])

        // Dropped before it could begin.
        _ = assembler.assemble(stops, for: "dropped")
        while await assembler.route(for: "dropped") == nil { await Task.yield() }
        #expect(await assembler.route(for: "dropped")?.legs == Array(repeating: .cancelled, count: 4))

        let joining = Task { try await Route(joining: stops, by: stubborn) }
        await stubborn.wait { $0.underWay == 4 }
        joining.cancel()
        await #expect(throws: CancellationError.self) { try await joining.value }
        // Only the search itself held that assembler.
        await stubborn.wait { $0.cancelled == [0, 1, 2, 3] }
        await stubborn.open()
    }

    @Test("an older version whose consumer leaves does not cancel the newer one")
    func leavingAnOlderVersion() async throws {
        let assembler = RouteAssembler(source: source)
        let stops = numberedStops(0..<3)
        var older: RouteUpdates? = assembler.assemble(stops, for: "trip")
        await source.wait { $0.underWay == 2 }
        async let newer = assembler.assemble(stops, for: "trip").route()
        older = nil
        for _ in 0..<100 { await Task.yield() }
        await source.answer(stops[0], stops[1])
        await source.answer(stops[1], stops[2])
        #expect(try await newer.legs == [found(stops, 0), found(stops, 1)])
        #expect(await source.asked.count == 2)
        #expect(older == nil)
    }

    // MARK: Trips

    @Test("trips with the same stops do not mix, and one ends without the other")
    func tripsDoNotMix() async throws {
        let assembler = RouteAssembler(source: source)
        let stops = numberedStops(0..<2)
        let current = assembler.assemble(stops, for: "current")
        await source.wait { $0.asked.count == 1 }
        let past = assembler.assemble(stops, for: "past")
        await source.wait { $0.asked.count == 2 }
        await source.answer(stops[0], stops[1])
        #expect(try await current.route().legs == [found(stops, 0)])
        #expect(await assembler.route(for: "past") == nil)
        await source.answer(stops[0], stops[1], LegError.refused(reason: "past"))
        #expect(try await past.route().legs == [.failed(.refused(reason: "past"))])
        #expect(await assembler.route(for: "current")?.legs == [found(stops, 0)])
    }

    @Test("a forgotten trip leaves nothing, and starts again")
    func forgetting() async throws {
        let assembler = RouteAssembler(source: source)
        let stops = numberedStops(0..<3)
        let running = assembler.assemble(stops, for: "trip")
        await source.wait { $0.underWay == 2 }
        await assembler.forget("trip")
        #expect(await all(running).last == .finished(Route(stops: Array(stops), legs: [.cancelled, .cancelled])))
        #expect(await assembler.route(for: "trip") == nil)
        await assembler.forget("trip")

        await source.open()
        for asked in [4, 6] {
            #expect(
                try await assembler.assemble(stops, for: "trip").route().legs == [found(stops, 0), found(stops, 1)])
            #expect(await source.asked.count == asked)
            await assembler.forget("trip")
        }

        // Forgotten before it could begin.
        for _ in 0..<100 {
            let early = assembler.assemble(stops, for: "early")
            await assembler.forget("early")
            #expect(await all(early).last == .finished(Route(stops: Array(stops), legs: [.cancelled, .cancelled])))
            #expect(await assembler.route(for: "early") == nil)
        }
    }

    @Test("an unused assembler is released, even with a source that never ends")
    func noLeaks() async throws {
        weak var gone: RouteAssembler?
        do {
            let assembler = RouteAssembler(source: stubborn)
            gone = assembler
            let updates = assembler.assemble(numberedStops(0..<4), for: "trip")
            await stubborn.wait { $0.underWay == 3 }
            await assembler.cancel("trip")
            _ = try await updates.route()
        }
        while gone != nil { await Task.yield() }
        #expect(await stubborn.underWay == 3)
        await stubborn.open()
    }

    @Test("at least one request is made at once")
    func widthOfNone() async {
        await #expect(processExitsWith: .failure) { _ = RouteAssembler(source: ControlledLegs(), width: 0) }
    }

    @Test("after the time limit of a route its found legs stay, and the others have failed")
    func timeLimit() async throws {
        let clock = TestClock()
        let source = ScriptedLegs { call in if call > 0 { try await clock.sleep(for: .seconds(600)) } }
        let assembler = RouteAssembler(source: source, width: 1)
        let route = Task {
            try await assembler.route(
                joining: [stop(0), stop(1), stop(2), stop(3)], within: .seconds(60), clock: clock)
        }
        #expect(await until { source.begun == 2 && clock.deadlines.count == 2 })
        clock.advance(by: .seconds(60))
        let legs = try await route.value.legs
        #expect(legs[0].leg != nil && legs.dropFirst().allSatisfy { $0 == .failed(.timedOut(after: .seconds(60))) })
    }

    @Test("of equal legs in a trip one is requested, also after its list has changed")
    func twins() async throws {
        let source = LegsTogether()
        let assembler = RouteAssembler(source: source)
        func list(_ places: [Int]) throws -> StopList {
            try StopList(places.enumerated().map { stop($1, id: "\($0)") })
        }
        let first = try await assembler.assemble(try list([0, 1, 0, 1, 0]), for: "trip").route()
        #expect(first.legs.allSatisfy { $0.leg != nil } && source.requests == [["0", "1", "2"]])
        let second = try await assembler.assemble(try list([0, 1, 0, 1, 0, 1, 2]), for: "trip").route()
        #expect(
            second.legs.allSatisfy { $0.leg != nil } && source.requests.count == 2 && source.requests[1] == ["5", "6"])
    }
}
