import Testing
import WaymarkSearch

/// Every schedule of a session, as paths of a tree: a state is a value, and is copied where two schedules part.
///
/// What may come next is a keystroke, or the end of anything that was ever begun, cancelled ones too: as late as it likes, and
/// in any order.
private struct SessionTree {
    typealias State = SessionState<String, String, String>

    struct Failure: Error {}

    /// What was begun and has not ended, for which query.
    private struct Begun {
        let kind: State.Work
        let ticket: Int
        let number: Int
    }

    private struct Path {
        var state: State
        var begun: [Begun] = []
        var queries: [String] = []
        /// What the newest query has, as one who watches from outside knows.
        var found = false
        var answer: Result<String, any Error>?
        var isAsked = false
        /// The newest of all answers, and the query it was to.
        var suggested: String?
        var events = 0
    }

    let limit: Int
    let pauses: Bool
    let progress: ProviderProgress
    private(set) var schedules = 0
    private(set) var reports = 0
    private(set) var faults: [String] = []

    init(events limit: Int, pauses: Bool, progress: ProviderProgress) {
        (self.limit, self.pauses, self.progress) = (limit, pauses, progress)
        walk(Path(state: State(pauses: pauses)))
    }

    private mutating func walk(_ path: Path) {
        guard faults.isEmpty else { return }
        if path.events == limit { return drain(path) }
        do {
            var next = path
            next.events += 1
            type(String(repeating: "a", count: path.queries.count + 1), &next)
            walk(next)
        }
        if let last = path.queries.last {
            // The same text again.
            var next = path
            next.events += 1
            type(last, &next)
            walk(next)
        }
        for place in path.begun.indices {
            let kind = path.begun[place].kind
            for fails in kind == .request ? [false, true] : [false] {
                var next = path
                // Pauses end by themselves; keystrokes and answers are counted.
                if kind == .search || kind == .request { next.events += 1 }
                let isLive = next.begun[place].number == next.queries.count - 1
                end(place, &next, fails: fails)
                // The end of a pause that was cancelled changes nothing: the schedules behind it are those without it.
                if isLive || kind == .search || kind == .request { walk(next) }
            }
        }
    }

    private mutating func type(_ query: String, _ path: inout Path) {
        let isSame = path.queries.last == query
        var failed = false
        if case .failure = path.answer { failed = true }
        let current = path.begun.filter { $0.number == path.queries.count - 1 }
        let effects = path.state.type(query, progress)
        if isSame, !failed {
            if !effects.isEmpty { faults.append("the same text again did something") }
            return
        }
        path.queries.append(query)
        (path.found, path.answer, path.isAsked) = (false, nil, false)
        if case .waiting = progress { path.isAsked = true }
        take(effects, &path, cancelled: current.map(\.ticket))
    }

    private mutating func end(_ place: Int, _ path: inout Path, fails: Bool) {
        let begun = path.begun.remove(at: place)
        let newest = path.queries.count - 1
        let isLive = begun.number == newest
        let query = path.queries[begun.number]
        let effects: [State.Effect]
        var reported = false
        switch begun.kind {
        case .pause, .pauseRequest: effects = path.state.waited(begun.ticket)
        case .search:
            effects = path.state.find(begun.ticket, "found \(query)")
            if isLive { (path.found, reported) = (true, true) }
        case .request:
            let answer: Result<String, any Error> = fails ? .failure(Failure()) : .success("suggested \(query)")
            effects = path.state.answer(begun.ticket, answer)
            if isLive {
                path.answer = answer
                if !fails { path.suggested = query }
                reported = path.found
            }
        }
        if !isLive, !effects.isEmpty { faults.append("a cancelled \(begun.kind) changed something") }
        take(effects, &path, reported: reported)
    }

    private mutating func take(
        _ effects: [State.Effect], _ path: inout Path, cancelled: [Int] = [], reported: Bool = false
    ) {
        let number = path.queries.count - 1
        var (cancels, seen) = ([Int](), 0)
        for effect in effects {
            switch effect {
            case .cancel(let ticket): cancels.append(ticket)
            case .begin(let work, let ticket, let query):
                path.begun.append(Begun(kind: work, ticket: ticket, number: number))
                if query != path.queries.last { faults.append("a \(work) for an older text") }
            case .report(let report):
                seen += 1
                check(report, path)
            }
        }
        if cancels.sorted() != cancelled.sorted() { faults.append("cancelled \(cancels), not \(cancelled)") }
        if seen != (reported ? 1 : 0) { faults.append("\(seen) reports, \(reported ? 1 : 0) due") }
    }

    private mutating func check(_ report: State.Report, _ path: Path) {
        reports += 1
        let query = path.queries.last ?? ""
        let due =
            switch (report.progress, path.answer) {
            case (.unasked, nil), (.narrowed, nil): !path.isAsked
            case (.waiting, nil): path.isAsked
            case (.answered, .success?), (.failed, .failure?): true
            default: false
            }
        if report.query != query || report.found != "found \(query)" { faults.append("an older answer") }
        if !due { faults.append("\(report.progress) with \(String(describing: path.answer))") }
        if report.suggested?.query != path.suggested { faults.append("not the newest suggestions") }
    }

    /// Lets all that was begun end: then all is known of the newest query.
    private mutating func drain(_ path: Path) {
        schedules += 1
        var path = path
        while !path.begun.isEmpty { end(0, &path, fails: false) }
        if !path.queries.isEmpty, !path.found || path.isAsked && path.answer == nil { faults.append("hung") }
    }
}

@Suite("Schedules of a search session")
struct SessionScheduleTests {
    @Test(
        "all schedules of 6 keystrokes and answers: none lost, doubled, stale or hung",
        arguments: [(false, false, 357), (false, true, 28_386), (true, false, 2_484), (true, true, 675_070)])
    func allSchedules(pauses: Bool, asks: Bool, count: Int) {
        let tree = SessionTree(events: 6, pauses: pauses, progress: asks ? .waiting : .unasked)
        #expect(tree.faults.isEmpty)
        #expect(tree.schedules == count && tree.reports > 300)
    }

    @Test("where the newest suggestions hold all answers nothing is asked")
    func narrowed() {
        let tree = SessionTree(events: 6, pauses: false, progress: .narrowed)
        #expect(tree.faults.isEmpty && tree.schedules == 357)
    }

    @Test("a closed session does nothing more")
    func closed() {
        var state = SessionState<String, String, String>(pauses: false)
        #expect(state.type("a", .waiting).count == 2)
        #expect(state.close().count == 2)
        #expect(state.find(0, "found").isEmpty && state.waited(1).isEmpty && state.type("b", .waiting).isEmpty)
    }

    @Test("a provider that cancels its own request has not failed, and may be asked again")
    func cancelledIsNotFailed() {
        var state = SessionState<String, String, String>(pauses: false)
        _ = state.type("a", .waiting)
        _ = state.find(0, "found")
        _ = state.waited(1)
        guard case .report(let report)? = state.answer(2, .failure(CancellationError())).first,
            case .cancelled = report.progress
        else {
            Issue.record("no report of a cancelled request")
            return
        }
        #expect(report.progress.isLast)
        #expect(state.type("a", .waiting).count == 2)
    }
}
