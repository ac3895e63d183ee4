import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

/// Every order of answers and every way they can fail, tried as paths of a tree: a state is a value, and is copied where
/// two schedules part.
private struct ScheduleTree {
    /// What the answers of one schedule were, and what came of them.
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

    /// Walks through all schedules of so many legs, at most `width` of which are under way at once.
    init(legs count: Int, width: Int) {
        let stops = numberedStops(0...count)
        self.stops = stops
        legs = (0..<count).map { straightLeg(stops[$0], stops[$0 + 1]) }
        let none = [LegOutcome?](repeating: nil, count: count)
        var path = Path(state: AssemblyState(width: width), answers: none, reports: none)
        let effects = path.state.start(version: 0, stops, for: "trip")
        take(effects, &path)
        walk(path)
    }

    private mutating func walk(_ path: Path) {
        guard !path.underWay.isEmpty else { return judge(path) }
        for place in path.underWay.indices {
            let request = path.underWay[place]
            let leg = stops.index(of: request.start.id)!
            let failures: [LegOutcome] = [
                .failed(.timedOut(after: .seconds(leg))), .notFound(reason: "\(leg)"), .cancelled,
            ]
            for outcome in [.found(legs[leg]), failures[leg % 3]] {
                var next = path
                next.underWay.remove(at: place)
                next.answers[leg] = outcome
                let effects = next.state.answer(request.ticket, outcome)
                take(effects, &next)
                walk(next)
            }
        }
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
        "all orders of answers and all failures of up to 7 legs: none misplaced, lost, repeated or hung",
        arguments: 0...7)
    func allSchedules(legs: Int) {
        let tree = ScheduleTree(legs: legs, width: 7)
        #expect(tree.schedules == (1...max(1, legs)).reduce(1, *) << legs)  // 7! 2⁷ = 645 120
        #expect(tree.misplaced == 0 && tree.lost == 0 && tree.doubled == 0 && tree.hung == 0)
    }

    @Test("the same with fewer requests at once than legs", arguments: 1...4)
    func allSchedulesOfAWidth(width: Int) {
        let legs = 6
        let tree = ScheduleTree(legs: legs, width: width)
        // With w under way there are w to choose from, until fewer are left.
        #expect(tree.schedules == (1...legs).reduce(1) { $0 * min($1, width) } << legs)
        #expect(tree.misplaced == 0 && tree.lost == 0 && tree.doubled == 0 && tree.hung == 0)
    }

    @Test("trips take turns, and a trip asks in the order of its stops")
    func tripsTakeTurns() {
        var state = AssemblyState(width: 2)
        for (trip, stops) in [("long", numberedStops(0..<6)), ("short", numberedStops(10..<12))] {
            #expect(state.start(version: stops.count, stops, for: trip).isEmpty)
        }
        var asked = state.takeRequests()
        var answered = 0
        while answered < asked.count {
            #expect(asked.count - answered <= 2)
            _ = state.answer(asked[answered].ticket, .cancelled)
            answered += 1
            asked += state.takeRequests()
        }
        #expect(asked.map(\.start.id) == ["s0", "s10", "s1", "s2", "s3", "s4"])
    }

    /// Schedules drawn by default; `WAYMARK_SOAK_SCHEDULES` asks for more.
    private static let count = ProcessInfo.processInfo.environment["WAYMARK_SOAK_SCHEDULES"].flatMap(Int.init) ?? 3000

    @Test("random schedules of 50 legs, edited, cancelled, with late and repeated answers: no fault")
    func randomSchedules() {
        var answers = 0
        for seed in 0..<UInt64(Self.count) {
            let schedule = RandomSchedule(seed: seed, legs: 50, width: 1 + Int(seed % 12))
            answers += schedule.answers
            if schedule.faults != RandomSchedule.Faults() {
                Issue.record("seed \(seed): \(schedule.faults)")
                break
            }
        }
        #expect(answers >= 20 * Self.count)
    }
}
