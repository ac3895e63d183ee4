import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

/// The assembler itself, with its tasks. Its decisions are tested completely by `AssemblyScheduleTests`.
@Suite("RouteAssembler, schedules")
struct AssemblerConcurrencyTests {
    /// The number of random schedules, from `WAYMARK_SOAK_SCHEDULES`.
    private static let asked = ProcessInfo.processInfo.environment["WAYMARK_SOAK_SCHEDULES"].flatMap(Int.init)

    /// Each step waits for its turn among all other tests: up to 4 legs, and in `make soak` up to 5.
    @Test(
        "all orders of answers and all failures of up to 4 legs, 5 in `make soak`",
        arguments: 0...(asked == nil ? 4 : 5))
    func allSchedules(legs: Int) async {
        var schedules = 0
        for order in permutations(of: Array(0..<legs)) {
            for mask in 0..<(1 << legs) {
                await run(legs: legs, order: order, mask: mask)
                schedules += 1
            }
        }
        #expect(schedules == (1...max(1, legs)).reduce(1, *) << legs)
    }

    @Test("random orders and failures of 7 legs")
    func randomSchedulesOfSevenLegs() async {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<(Self.asked == nil ? 60 : 300) {
            await run(
                legs: 7, order: (0..<7).shuffled(using: &generator), mask: Int.random(in: 0..<128, using: &generator))
        }
    }

    /// Answers the legs in an order; those of the mask fail.
    private func run(legs: Int, order: [Int], mask: Int) async {
        let stops = numberedStops(0...legs)
        let source = ControlledLegs()
        let assembler = RouteAssembler(source: source, width: 7)
        var updates = assembler.assemble(stops, for: "trip").makeAsyncIterator()
        await source.wait { $0.underWay == legs }
        var outcomes = [LegOutcome](repeating: .cancelled, count: legs)
        for leg in order {
            let error: LegError? = mask >> leg & 1 == 1 ? .other("\(leg)") : nil
            outcomes[leg] = error.map { .failed($0) } ?? .found(straightLeg(stops[leg], stops[leg + 1]))
            await source.answer(stops[leg], stops[leg + 1], error)
            let update = await updates.next()
            if update != .leg(index: leg, outcomes[leg]) {
                Issue.record("\(order) \(mask): \(String(describing: update))")
            }
        }
        let last = await updates.next()
        if last != .finished(Route(stops: Array(stops), legs: outcomes)) {
            Issue.record("\(order) \(mask): \(String(describing: last))")
        }
        if await updates.next() != nil { Issue.record("\(order) \(mask): more than one end") }
    }

    private func permutations(of items: [Int]) -> [[Int]] {
        guard !items.isEmpty else { return [[]] }
        return items.indices.flatMap { place in
            var rest = items
            let first = rest.remove(at: place)
            return permutations(of: rest).map { [first] + $0 }
        }
    }

    // MARK: Random schedules

    /// What one consumer saw of one version.
    private struct Consumed {
        let stops: StopList
        var misplaced = 0
        var doubled = 0
        var lost = 0
        /// The outcome; nil if the consumer left.
        var end: RouteUpdate?
    }

    /// Takes the updates of a version, up to a maximum number, and checks them.
    private static func consume(_ updates: RouteUpdates, of stops: StopList, atMost count: Int) async -> Consumed {
        var consumed = Consumed(stops: stops)
        var outcomes = [LegOutcome?](repeating: nil, count: max(0, stops.count - 1))
        var taken = 0
        for await update in updates {
            if consumed.end != nil { consumed.doubled += 1 }
            switch update {
            case .leg(let index, let outcome):
                if outcomes[index] != nil { consumed.doubled += 1 }
                outcomes[index] = outcome
                if !fits(outcome, stops, index) { consumed.misplaced += 1 }
            case .finished(let route):
                if outcomes.contains(nil) { consumed.lost += 1 }
                if route != Route(stops: Array(stops), legs: outcomes.map { $0 ?? .cancelled }) {
                    consumed.misplaced += 1
                }
                consumed.end = update
            case .superseded(let route):
                for (index, outcome) in route.legs.enumerated() {
                    if !fits(outcome, stops, index) { consumed.misplaced += 1 }
                    if let seen = outcomes[index], seen != outcome { consumed.misplaced += 1 }
                }
                consumed.end = update
            }
            taken += 1
            if taken == count { return consumed }
        }
        if consumed.end == nil { consumed.lost += 1 }
        return consumed
    }

    /// Whether an outcome can be that of a leg, by the ends of the request that it contains.
    private static func fits(_ outcome: LegOutcome, _ stops: StopList, _ index: Int) -> Bool {
        let ends = legEnds(stops[index], stops[index + 1])
        return switch outcome {
        case .found(let leg): leg == straightLeg(stops[index], stops[index + 1])
        case .notFound(let reason): reason == ends
        case .failed(let error): error == .other(ends) || error == .timedOut(after: .seconds(5))
        case .cancelled: true
        }
    }

    /// An unpredictable source: it answers soon or late, fails in every way, and may ignore cancellation.
    private static func moody(seed: UInt64) -> ComputedLegs {
        ComputedLegs { start, end in
            let ends = 90 * start.coordinate.latitude + end.coordinate.latitude
            var generator = SplitMix64(seed: seed &+ UInt64(ends))
            let heedsCancellation = Bool.random(using: &generator)
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                await Task.yield()
                if heedsCancellation { try Task.checkCancellation() }
            }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: throw LegError.other(legEnds(start, end))
            case 1: throw LegError.notFound(reason: legEnds(start, end))
            case 2: throw LegError.timedOut(after: .seconds(5))
            case 3: throw CancellationError()
            default: return straightLeg(start, end)
            }
        }
    }

    /// Random schedules by default; `make soak` runs a hundredth of the requested number.
    private static let count = asked.map { max(40, $0 / 100) } ?? 40

    @Test("edits, cancellations and leaving consumers while 50 legs of several trips arrive: no fault")
    func randomSchedules() async throws {
        for seed in 0..<UInt64(Self.count) {
            let assembler = RouteAssembler(source: Self.moody(seed: seed), width: 1 + Int(seed % 9))
            await withTaskGroup(of: Void.self) { group in
                for trip in 0..<3 {
                    group.addTask { await Self.edit("\(trip)", of: assembler, seed: seed * 3 + UInt64(trip)) }
                }
            }
            for trip in 0..<3 { #expect(await assembler.route(for: "\(trip)")?.stops.isEmpty == false) }
        }
    }

    /// Gives a trip one list after another, each with its own consumer, and waits for the last to end.
    private static func edit(_ trip: String, of assembler: RouteAssembler, seed: UInt64) async {
        var generator = SplitMix64(seed: seed)
        var stops = numberedStops((0..<51).shuffled(using: &generator))
        await withTaskGroup(of: Consumed.self) { group in
            func assemble(atMost count: Int) {
                let updates = assembler.assemble(stops, for: trip)
                group.addTask { [stops] in await consume(updates, of: stops, atMost: count) }
            }
            for _ in 0..<8 {
                assemble(atMost: Int.random(in: 0..<4, using: &generator) == 0 ? 10 : .max)
                for _ in 0..<Int.random(in: 0...200, using: &generator) { await Task.yield() }
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: await assembler.cancel(trip)
                case 1: await assembler.forget(trip)
                case 2: stops.reverse()
                case 3: stops = numberedStops((0..<51).shuffled(using: &generator))
                default:
                    let id = "s\(Int.random(in: 0..<51, using: &generator))"
                    if stops.count > 10, Bool.random(using: &generator) {
                        stops.remove(id)
                    } else {
                        stops.move(id, to: Int.random(in: 0..<stops.count, using: &generator))
                    }
                }
            }
            assemble(atMost: .max)
            for await consumed in group {
                #expect(consumed.misplaced == 0 && consumed.doubled == 0 && consumed.lost == 0)
            }
        }
    }

    @Test("many tasks give one trip new lists: the newest remains, and all others are superseded")
    func manyEditors() async throws {
        let assembler = RouteAssembler(source: Self.moody(seed: 1), width: 4)
        let ends = await withTaskGroup(of: RouteUpdate?.self) { group in
            for task in 0..<200 {
                group.addTask {
                    let stops = numberedStops(task..<task + 10)
                    return await Self.consume(assembler.assemble(stops, for: "trip"), of: stops, atMost: .max).end
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let routes: [Route] = ends.compactMap { if case .finished(let route) = $0 { route } else { nil } }
        #expect(ends.count == 200 && !ends.contains(nil))
        #expect(await routes.contains(assembler.route(for: "trip")!))
    }
}
