import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

/// Every order of answers and every failure, explored as paths of a tree: a state is a value, and is copied where two
/// schedules diverge.
private struct ScheduleTree {
    /// The answers of one schedule, and their effects.
    private struct Path {
        var state: AssemblyState
        var underWay: [AssemblyState.Request] = []
        var answers: [LegOutcome?]
        var reports: [LegOutcome?]
        var route: Route?
    }

    let stops: StopList
    let legs: [Leg]
    private(set) var schedules = 0
    private(set) var misplaced = 0
    private(set) var lost = 0
    private(set) var doubled = 0
    private(set) var hung = 0

    /// Runs all schedules of a number of legs, with at most `width` simultaneous requests of up to `maxLegs` legs each.
    init(legs count: Int, width: Int, maxLegs: Int = 1) {
        let stops = numberedStops(0...count)
        self.stops = stops
        legs = (0..<count).map { straightLeg(stops[$0], stops[$0 + 1]) }
        let none = [LegOutcome?](repeating: nil, count: count)
        var path = Path(state: AssemblyState(width: width, maxLegs: maxLegs), answers: none, reports: none)
        let effects = path.state.start(version: 0, Array(stops), for: "trip")
        take(effects, &path)
        walk(path)
    }

    private mutating func walk(_ path: Path) {
        guard !path.underWay.isEmpty else { return judge(path) }
        for place in path.underWay.indices {
            let request = path.underWay[place]
            let first = stops.index(of: request.stops[0].id)!
            for outcomes in answers(to: first..<first + request.stops.count - 1) {
                var next = path
                next.underWay.remove(at: place)
                for (leg, outcome) in outcomes.enumerated() where outcome != nil { next.answers[first + leg] = outcome }
                let effects = next.state.answer(request.ticket, outcomes)
                take(effects, &next)
                walk(next)
            }
        }
    }

    /// The possible answers to a request for these legs: one leg found or not; of several all, none, or all but the
    /// first or the last, with a failure among them.
    private func answers(to range: Range<Int>) -> [[LegOutcome?]] {
        let found = range.map { LegOutcome?.some(.found(legs[$0])) }
        let failed = range.map { leg -> LegOutcome? in
            [.failed(.timedOut(after: .seconds(leg))), .notFound(reason: "\(leg)"), .cancelled][leg % 3]
        }
        guard range.count > 1 else { return [found, failed] }
        return [found, found.map { _ in nil }, [nil] + failed.prefix(1) + found.dropFirst(2), found.dropLast() + [nil]]
    }

    private mutating func take(_ effects: [AssemblyState.Effect], _ path: inout Path) {
        for effect in effects {
            switch effect {
            case .cancel: lost += 1
            case .report(_, let leg, let outcome):
                if path.reports[leg] != nil || path.route != nil { doubled += 1 }
                path.reports[leg] = outcome
            case .finish(_, let route):
                if path.route != nil { doubled += 1 }
                path.route = route
            }
        }
        path.underWay += path.state.takeRequests()
    }

    private mutating func judge(_ path: Path) {
        schedules += 1
        guard let route = path.route else { return hung += 1 }
        for leg in legs.indices {
            if path.reports[leg] == nil || path.answers[leg] == nil { lost += 1 }
            if path.reports[leg] != path.answers[leg] || route.legs[leg] != path.answers[leg] { misplaced += 1 }
        }
        if path.state.route(for: "trip") != route || path.state.requestCount != 0 { hung += 1 }
    }
}

@Suite("Schedules of an assembly")
struct AssemblyScheduleTests {
    @Test(
        "all orders of answers and all failures of up to 6 legs, 7 in `make soak`: none misplaced, lost, repeated or hung",
        arguments: 0...(ProcessInfo.processInfo.environment["WAYMARK_SOAK_SCHEDULES"] == nil ? 6 : 7))
    func allSchedules(legs: Int) {
        let tree = ScheduleTree(legs: legs, width: 7)
        #expect(tree.schedules == (1...max(1, legs)).reduce(1, *) << legs)  // 7! 2⁷ = 645 120
        #expect(tree.misplaced == 0 && tree.lost == 0 && tree.doubled == 0 && tree.hung == 0)
    }

    @Test("the same with fewer requests at once than legs", arguments: 1...4)
    func allSchedulesOfAWidth(width: Int) {
        let legs = 6
        let tree = ScheduleTree(legs: legs, width: width)
        // With w pending requests there are w choices, until fewer are left.
        #expect(tree.schedules == (1...legs).reduce(1) { $0 * min($1, width) } << legs)
        #expect(tree.misplaced == 0 && tree.lost == 0 && tree.doubled == 0 && tree.hung == 0)
    }

    @Test(
        "the same with many legs requested together, any of which may have no answer",
        arguments: [(2, 1, 2), (4, 1, 4), (4, 2, 3), (5, 1, 5), (5, 2, 2)])
    func allSchedulesOfRuns(legs: Int, width: Int, maxLegs: Int) {
        let tree = ScheduleTree(legs: legs, width: width, maxLegs: maxLegs)
        // More schedules than one by one: legs without an answer are requested again.
        #expect(tree.schedules > 1 << legs)
        #expect(tree.misplaced == 0 && tree.lost == 0 && tree.doubled == 0 && tree.hung == 0)
    }

    @Test("a run without an answer is requested by halves, and a run of one leg never again")
    func halves() {
        var state = AssemblyState(width: 1, maxLegs: 8)
        _ = state.start(version: 0, Array(numberedStops(0...5)), for: "trip")
        var asked: [String] = []
        while let request = state.takeRequests().first {
            asked.append(request.stops.map { String($0.id.dropFirst()) }.joined())
            let isOne = request.stops.count == 2
            _ = state.answer(request.ticket, isOne ? [.cancelled] : request.stops.dropFirst().map { _ in nil })
        }
        #expect(asked == ["012345", "0123", "012", "01", "12", "23", "345", "34", "45"])
    }

    @Test("a changed list keeps the legs it still has of a run, in any position; the run ends when there are none")
    func editedRuns() throws {
        var state = AssemblyState(width: 9, maxLegs: 9)
        _ = state.start(version: 0, Array(numberedStops(0...4)), for: "trip")
        let run = try #require(state.takeRequests().first)
        // Leg 0>1 goes to the end, 1>2 and 2>3 go, 3>4 comes first.
        let edited = state.start(version: 1, Array(numberedStops([3, 4, 2, 0, 1])), for: "trip")
        #expect(edited.count == 5, "four legs cancelled, and the end of the version; no request")
        #expect(state.takeRequests().map { $0.stops.map(\.id) } == [["s4", "s2", "s0"]])
        let outcomes = (0..<4).map { LegOutcome?.some(.notFound(reason: "\($0)")) }
        let reported = state.answer(run.ticket, outcomes).map { effect -> String in
            if case .report(1, let leg, .notFound(let reason)) = effect { "\(leg):\(reason)" } else { "\(effect)" }
        }
        #expect(reported == ["3:0", "0:3"])
        let ended = state.start(version: 2, Array(numberedStops(10...12)), for: "trip")
        let cancelled = ended.filter { if case .cancel = $0 { true } else { false } }
        #expect(cancelled.count == 1)
    }

    @Test("trips take turns, and each requests legs in the order of its stops")
    func tripsTakeTurns() {
        var state = AssemblyState(width: 2)
        for (trip, stops) in [("long", numberedStops(0..<6)), ("short", numberedStops(10..<12))] {
            #expect(state.start(version: stops.count, Array(stops), for: trip).isEmpty)
        }
        var asked = state.takeRequests()
        var answered = 0
        while answered < asked.count {
            #expect(asked.count - answered <= 2)
            _ = state.answer(asked[answered].ticket, [.cancelled])
            answered += 1
            asked += state.takeRequests()
        }
        #expect(asked.map(\.stops[0].id) == ["s0", "s10", "s1", "s2", "s3", "s4"])
    }

    /// Random schedules by default; more with `WAYMARK_SOAK_SCHEDULES`.
    private static let count = ProcessInfo.processInfo.environment["WAYMARK_SOAK_SCHEDULES"].flatMap(Int.init) ?? 1200

    @Test("random schedules of 50 legs, edited, cancelled, with late and repeated answers: no fault")
    func randomSchedules() {
        var answers = 0
        for seed in 0..<UInt64(Self.count) {
            // Every third requests legs one by one, the others up to 5 or 50 together.
            let schedule = RandomSchedule(
                seed: seed, legs: 50, width: 1 + Int(seed % 12), maxLegs: [1, 5, 50][Int(seed / 12 % 3)])
            answers += schedule.answers
            if schedule.faults != RandomSchedule.Faults() {
                Issue.record("seed \(seed): \(schedule.faults)")
                break
            }
        }
        #expect(answers >= 10 * Self.count)
    }
}
