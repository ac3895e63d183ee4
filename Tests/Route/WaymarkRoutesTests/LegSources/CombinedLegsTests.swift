import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Combined sources")
struct CombinedLegsTests {
    // MARK: - Fallback

    @Test(
        "a fallback replaces a leg after any failure, and is marked",
        arguments: [
            LegError.notFound(reason: "sea"), .unavailable(reason: "down"), .limited(retryAfter: nil), .other("odd"),
        ])
    func fallbackStandsIn(error: LegError) async throws {
        let roads = ScriptedLegs(name: "roads", mode: .driving) { call in if call == 0 { throw error } }
        let source = roads.fallback(to: GreatCircleLegs())
        #expect(source.name == "roads" && source.mode == .driving)
        let first = try await source.leg(from: stop(0), to: stop(1))
        #expect(first.isFallback && first.source == "great-circle" && first.remark == "\(error)")
        let second = try await source.leg(from: stop(0), to: stop(1))
        #expect(!second.isFallback && second.source == "roads")
    }

    @Test("if both fail, the error is that of the first source")
    func bothFail() async {
        let source = ScriptedLegs { _ in throw LegError.unavailable(reason: "first") }
            .fallback(to: ScriptedLegs { _ in throw LegError.unavailable(reason: "second") })
        await #expect(throws: LegError.unavailable(reason: "first")) {
            try await source.leg(from: stop(0), to: stop(1))
        }
    }

    @Test("cancelled is not failed: no fallback is requested")
    func cancelledIsNotFailed() async {
        let other = ScriptedLegs()
        let source = ScriptedLegs { _ in throw CancellationError() }.fallback(to: other)
        await #expect(throws: CancellationError.self) { try await source.leg(from: stop(0), to: stop(1)) }
        #expect(other.begun == 0)
    }

    // MARK: - Cache

    @Test("a cache answers requests between the same places, with any names and ids of the stops")
    func cacheAnswersAgain() async throws {
        let (roads, cache) = (ScriptedLegs(), LegCache(capacity: 10))
        let source = roads.cached(in: cache)
        let first = try await source.leg(from: stop(0), to: stop(1))
        let second = try await source.leg(from: stop(0, id: "home"), to: stop(1, id: "work"))
        _ = try await source.leg(from: stop(1), to: stop(0))
        #expect(first == second)
        #expect(roads.begun == 2)
        #expect(cache.statistics.numbers == [1, 2, 0, 2])
        cache.removeAll()
        _ = try await source.leg(from: stop(0), to: stop(1))
        #expect(cache.statistics.numbers == [1, 3, 0, 1])
    }

    @Test("a shared cache distinguishes sources and modes")
    func sharedCache() async throws {
        let cache = LegCache(capacity: 10)
        let sources = [
            ScriptedLegs(name: "a", mode: .walking), ScriptedLegs(name: "a", mode: .driving), ScriptedLegs(name: "b"),
        ]
        for source in sources + sources {
            #expect(try await source.cached(in: cache).leg(from: stop(0), to: stop(1)).source == source.name)
        }
        #expect(sources.map(\.begun) == [1, 1, 1])
        #expect(cache.statistics.numbers == [3, 3, 0, 3])
    }

    @Test("a shared cache distinguishes tracks, and great circles of different speeds, which have the same name")
    func sharedCacheOfOneName() async throws {
        let cache = LegCache(capacity: 10)
        func track(_ elevation: Double) -> TrackLegs {
            TrackLegs([[stop(0), stop(1)].map { TrackPoint($0.coordinate, elevation: Meters(elevation)) }])
        }
        let (first, second) = (track(1), track(2))
        for (source, elevation) in [(first, 1.0), (second, 2), (first, 1)] {
            let leg = try await source.retrying().coalesced().cached(in: cache).leg(from: stop(0), to: stop(1))
            #expect(leg.vertices.elevations == [Meters(elevation), Meters(elevation)])
        }
        #expect(cache.statistics.numbers == [1, 2, 0, 2])
        for speed in [1.0, 2] {
            let leg = try await GreatCircleLegs(speed: speed).cached(in: cache).leg(from: stop(0), to: stop(1))
            #expect(leg.duration == .seconds(leg.distance.value / speed))
        }
    }

    @Test("failures and fallbacks are not cached")
    func failuresAreNotRemembered() async throws {
        let caches = (LegCache(capacity: 10), LegCache(capacity: 10))
        let source = ScriptedLegs { call in if call == 0 { throw LegError.notFound(reason: "") } }
            .fallback(to: GreatCircleLegs()).cached(in: caches.0)
        #expect(try await source.leg(from: stop(0), to: stop(1)).isFallback)
        #expect(try await !source.leg(from: stop(0), to: stop(1)).isFallback)
        #expect(caches.0.statistics.hits == 0)
        let failing = ScriptedLegs { _ in throw LegError.notFound(reason: "") }.cached(in: caches.1)
        await #expect(throws: LegError.notFound(reason: "")) { try await failing.leg(from: stop(0), to: stop(1)) }
        #expect(caches.1.statistics.count == 0)
    }

    @Test("a bounded cache evicts what a list in order of use evicts", arguments: [1, 2, 3, 10])
    func boundedCache(capacity: Int) async throws {
        var generator = SplitMix64(seed: UInt64(capacity))
        let cache = LegCache(capacity: capacity)
        let source = ScriptedLegs().cached(in: cache)
        var recent: [Int] = []
        var (hits, misses, evictions) = (0, 0, 0)
        for _ in 0..<2_000 {
            let index = Int.random(in: 0..<12, using: &generator)
            _ = try await source.leg(from: stop(index), to: stop(index + 1))
            if let place = recent.firstIndex(of: index) {
                hits += 1
                recent.remove(at: place)
            } else {
                misses += 1
                if recent.count == capacity {
                    evictions += 1
                    recent.removeLast()
                }
            }
            recent.insert(index, at: 0)
        }
        #expect(
            cache.statistics.numbers == [hits, misses, evictions, capacity])
    }

    // MARK: - Timeout

    @Test("a leg within the time limit is returned; a later one is given up, and its source cancelled")
    func timeouts() async throws {
        let clock = TestClock()
        let quick = ScriptedLegs().timeout(.seconds(5), clock: clock)
        _ = try await quick.leg(from: stop(0), to: stop(1))
        let slow = ScriptedLegs { _ in try await clock.sleep(for: .seconds(60)) }
        let leg = Task { try await slow.timeout(.seconds(5), clock: clock).leg(from: stop(0), to: stop(1)) }
        #expect(await until { clock.deadlines.count == 2 })
        clock.advance(by: .seconds(5))
        await #expect(throws: LegError.timedOut(after: .seconds(5))) { try await leg.value }
        #expect(await until { slow.cancelled == 1 })
    }

    @Test("there is no waiting for a source that ignores cancellation")
    func timeoutWaitsForNobody() async throws {
        let (clock, gate) = (TestClock(), Gate())
        let deaf = ScriptedLegs { _ in await gate.pass() }
        let leg = Task { try await deaf.timeout(.seconds(1), clock: clock).leg(from: stop(0), to: stop(1)) }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await #expect(throws: LegError.timedOut(after: .seconds(1))) { try await leg.value }
        #expect(deaf.ended == 0)
        await gate.open()
        #expect(await until { deaf.ended == 1 })
    }

    @Test("a cancelled wait for a leg ends at once, as cancelled")
    func timeoutCancelled() async throws {
        let clock = TestClock()
        let slow = ScriptedLegs { _ in try await clock.sleep(for: .seconds(60)) }
        let task = Task { try await slow.timeout(.seconds(5), clock: clock).leg(from: stop(0), to: stop(1)) }
        await clock.waitForSleepers(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await until { slow.cancelled == 1 && clock.deadlines.isEmpty })
    }

    // MARK: - Retry

    /// Calls a source that fails with each of the errors in turn; returns the waits in between, and the outcome.
    private func retry(
        _ errors: [LegError], attempts: Int = 4, seed: UInt64 = 1
    ) async -> (waits: [Duration], calls: Int, result: Result<Leg, any Error>) {
        let clock = SkippingClock()
        let source = ScriptedLegs { call in if call < errors.count { throw errors[call] } }
        let retried = source.retrying(
            attempts, first: .seconds(1), longest: .seconds(5), clock: clock, generator: SplitMix64(seed: seed))
        let result: Result<Leg, any Error>
        do {
            result = .success(try await retried.leg(from: stop(0), to: stop(1)))
        } catch {
            result = .failure(error)
        }
        return (clock.waits, source.begun, result)
    }

    @Test("an error of the caller's own, or a refusal, is retried if the caller selects it; a cancellation never is")
    func namedErrors() async throws {
        struct Busy: Error {}
        func calls(_ error: any Error) async -> Int {
            let source = ScriptedLegs { call in if call < 2 { throw error } }
            let retried = source.retrying(
                5, first: .zero, where: { $0 is Busy || $0 as? LegError == .refused(reason: "starting") })
            _ = try? await retried.leg(from: stop(0), to: stop(1))
            return source.begun
        }
        #expect(await calls(Busy()) == 3)
        #expect(await calls(LegError.refused(reason: "starting")) == 3)
        #expect(await calls(LegError.refused(reason: "no such profile")) == 1)
        #expect(await calls(CancellationError()) == 1)
        #expect(await calls(LegError.timedOut(after: .seconds(1))) == 3)
    }

    @Test(
        "random waits double up to the longest, and are the same for a seed", arguments: 1...50 as ClosedRange<UInt64>)
    func backoff(seed: UInt64) async throws {
        let errors: [LegError] = [
            .unavailable(reason: ""), .limited(retryAfter: nil), .timedOut(after: .seconds(1)),
            .unavailable(reason: ""), .unavailable(reason: ""),
        ]
        let (waits, calls, result) = await retry(errors, attempts: 6, seed: seed)
        #expect(calls == 6)
        _ = try result.get()
        var generator = SplitMix64(seed: seed)
        let drawn = [1, 2, 4, 5, 5].map { Duration.seconds($0) * Double.random(in: 0...1, using: &generator) }
        #expect(waits == drawn)
        #expect(await retry(errors, attempts: 6, seed: seed).waits == waits)
    }

    @Test("a wait stated by the source is respected, plus a little; after too long a one there is no retry")
    func retryAfter() async throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            let (waits, _, result) = await retry([.limited(retryAfter: .seconds(3))], seed: seed)
            #expect(waits.count == 1 && waits[0] >= .seconds(3) && waits[0] <= .seconds(4))
            _ = try result.get()
        }
        let (waits, calls, result) = await retry([.limited(retryAfter: .seconds(6))])
        #expect(waits.isEmpty && calls == 1)
        #expect(throws: LegError.limited(retryAfter: .seconds(6))) { try result.get() }
    }

    @Test("after the last attempt, its error is thrown")
    func attemptsUsedUp() async throws {
        let errors: [LegError] = [.unavailable(reason: "1"), .unavailable(reason: "2"), .unavailable(reason: "3")]
        let (waits, calls, result) = await retry(errors, attempts: 3)
        #expect(waits.count == 2 && calls == 3)
        #expect(throws: LegError.unavailable(reason: "3")) { try result.get() }
    }

    @Test(
        "permanent errors are not retried",
        arguments: [
            LegError.notFound(reason: ""), .refused(reason: ""), .invalidAnswer(reason: ""), .invalidLeg(reason: ""),
            .other(""),
        ])
    func notRetried(error: LegError) async {
        let (waits, calls, result) = await retry([error])
        #expect(waits.isEmpty && calls == 1)
        #expect(throws: error) { try result.get() }
    }

    @Test("a cancelled wait for the next attempt ends at once, as cancelled")
    func retryCancelled() async {
        let clock = TestClock()
        let source = ScriptedLegs { _ in throw LegError.limited(retryAfter: .seconds(9)) }
        let task = Task { try await source.retrying(clock: clock).leg(from: stop(0), to: stop(1)) }
        await clock.waitForSleepers(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(source.begun == 1)
    }

    // MARK: - Rate limit

    @Test("requests pass as in a token bucket", arguments: [(1, 1), (5, 1), (3, 7), (1, 10)])
    func rateLimit(count: Int, burst: Int) async throws {
        let clock = SkippingClock()
        let begun = Times()
        let source = ScriptedLegs { _ in begun.append(clock.elapsed) }
            .limited(to: count, per: .seconds(1), burst: burst, clock: clock)
        var generator = SplitMix64(seed: UInt64(count * 100 + burst))
        // The simple method: tokens in units of which each nanosecond adds `count`, and a request takes 10⁹.
        let full = burst * 1_000_000_000
        var (tokens, now) = (full, 0)
        for _ in 0..<2_000 {
            let idle = Bool.random(using: &generator) ? 0 : Int.random(in: 0..<2_000_000_000, using: &generator)
            clock.skip(.nanoseconds(idle))
            let arrival = Int((clock.elapsed / .nanoseconds(1)).rounded())
            tokens = min(full, tokens + (arrival - now) * count)
            now = arrival
            let missing = max(0, 1_000_000_000 - tokens)
            let wait = (missing + count - 1) / count
            tokens = min(full, tokens + wait * count) - 1_000_000_000
            now += wait
            _ = try await source.leg(from: stop(0), to: stop(1))
            let actual = begun.last / .nanoseconds(1)
            #expect(abs(actual - Double(now)) <= 2)
            tokens += (Int(actual.rounded()) - now) * count
            now = Int(actual.rounded())
        }
    }

    @Test("waiting requests are served in order, and a cancelled one takes no token")
    func rateLimitOrder() async throws {
        let clock = TestClock()
        let served = Times()
        let source = ClosureLegs(name: "roads") { start, end in
            served.append(.seconds(Int(start.id)!))
            return try await GreatCircleLegs().leg(from: start, to: end)
        }.limited(to: 1, per: .seconds(1), clock: clock)
        var tasks: [Task<Leg, any Error>] = []
        for index in 0..<6 {
            tasks.append(Task { try await source.leg(from: stop(index), to: stop(0)) })
            // The first is served, the second sleeps, the others wait in line.
            if index == 0 { _ = try await tasks[0].value }
            if index == 1 { await clock.waitForSleepers(1) }
            for _ in 0..<1_000 { await Task.yield() }
        }
        tasks[1].cancel()
        tasks[3].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        await #expect(throws: CancellationError.self) { try await tasks[3].value }
        for expected in [2, 4, 5] {
            await clock.waitForSleepers(1)
            #expect(clock.deadlines.count == 1)
            clock.advance(by: .seconds(1))
            _ = try await tasks[expected].value
        }
        #expect(served.all == [0, 2, 4, 5].map { .seconds($0) })
        #expect(clock.now.offset == .seconds(3))
    }

    // MARK: - Coalescing

    @Test("equal simultaneous requests are one request; different and later ones are separate")
    func coalesces() async throws {
        let gate = Gate()
        let roads = ScriptedLegs { _ in await gate.pass() }
        let source = roads.coalesced()
        let same = (0..<100).map { index in
            Task { try await source.leg(from: stop(0, id: "\(index)"), to: stop(1)) }
        }
        await gate.waitForArrivals(1)
        let other = Task { try await source.leg(from: stop(1), to: stop(0)) }
        await gate.waitForArrivals(2)
        for _ in 0..<10_000 { await Task.yield() }
        #expect(roads.begun == 2)
        await gate.open()
        let legs = try await withThrowingTaskGroup { group in
            for task in same { group.addTask { try await task.value } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(legs).count == 1)
        _ = try await other.value
        _ = try await source.leg(from: stop(0), to: stop(1))
        #expect(roads.begun == 3)
    }

    @Test("cancelling one waiter does not affect the others; if all are cancelled, so is the request")
    func coalescedCancellation() async throws {
        let clock = TestClock()
        let roads = ScriptedLegs { _ in try await clock.sleep(for: .seconds(1)) }
        let source = roads.coalesced()
        func ask() -> Task<Leg, any Error> { Task { try await source.leg(from: stop(0), to: stop(1)) } }
        let (first, second) = (ask(), ask())
        await clock.waitForSleepers(1)
        for _ in 0..<1_000 { await Task.yield() }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(roads.cancelled == 0)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(await until { roads.cancelled == 1 })
        // A later call makes a new request.
        let third = ask()
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        _ = try await third.value
        #expect(roads.begun == 2)
    }

    @Test("all waiters get a failure, and it is not cached")
    func coalescedFailure() async throws {
        let gate = Gate()
        let source = ScriptedLegs { call in
            await gate.pass()
            if call == 0 { throw LegError.unavailable(reason: "down") }
        }.coalesced()
        let tasks = (0..<10).map { _ in Task { try await source.leg(from: stop(0), to: stop(1)) } }
        await gate.waitForArrivals(1)
        for _ in 0..<10_000 { await Task.yield() }
        await gate.open()
        for task in tasks {
            await #expect(throws: LegError.unavailable(reason: "down")) { try await task.value }
        }
        _ = try await source.leg(from: stop(0), to: stop(1))
    }

    @Test(
        "nothing is lost, repeated or left hanging when everything happens at once",
        arguments: 1...4 as ClosedRange<UInt64>)
    func storm(seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let roads = ScriptedLegs { call in
            for _ in 0..<call % 7 { await Task.yield() }
            try Task.checkCancellation()
            if call % 5 == 0 { throw LegError.unavailable(reason: "now and then") }
        }
        let cache = LegCache(capacity: 8)
        let source = roads.limited(to: 1_000_000, per: .seconds(1))
            .retrying(3, first: .zero, generator: SplitMix64(seed: seed))
            .coalesced().cached(in: cache).timeout(.seconds(600)).fallback(to: GreatCircleLegs(name: "straight"))
        var tasks: [(index: Int, task: Task<Leg, any Error>, isCancelled: Bool)] = []
        for _ in 0..<4_000 {
            let index = Int.random(in: 0..<20, using: &generator)
            let task = Task { try await source.leg(from: stop(index), to: stop(index + 1)) }
            let isCancelled = Int.random(in: 0..<3, using: &generator) == 0
            tasks.append((index, task, isCancelled))
            if Bool.random(using: &generator) { await Task.yield() }
            if isCancelled { tasks.randomElement(using: &generator).map { $0.isCancelled ? $0.task.cancel() : () } }
        }
        var (found, cancelled) = (0, 0)
        for (index, task, isCancelled) in tasks {
            do {
                let leg = try await task.value
                #expect(leg.coordinates == [stop(index).coordinate, stop(index + 1).coordinate])
                found += 1
            } catch is CancellationError {
                #expect(isCancelled)
                cancelled += 1
            }
        }
        #expect(found + cancelled == 4_000 && found > 0)
        #expect(await until { roads.begun == roads.ended })
        #expect(cache.statistics.count <= 8)
    }
}

extension LegCache.Statistics {
    /// Hits, misses, evictions and count.
    fileprivate var numbers: [Int] { [hits, misses, evictions, count] }
}
