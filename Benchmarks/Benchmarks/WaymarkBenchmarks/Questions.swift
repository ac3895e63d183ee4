import Benchmark
import MadeUpData
import Waymark

/// How often something is done for one measurement; the figures are those of once.
enum Runs {
    case one
    /// Where once takes too little time to be measured.
    case thousand

    var configuration: Benchmark.Configuration {
        // Over so few points nothing is to be measured, but to be seen to run.
        let isTrial = (sizes.max() ?? 0) <= 1000
        return Benchmark.Configuration(
            metrics: [.wallClock, .peakMemoryResident], warmupIterations: isTrial ? 0 : 1,
            scalingFactor: self == .one ? .one : .kilo, maxDuration: .milliseconds(isTrial ? 1 : 500),
            maxIterations: isTrial ? 1 : 200)
    }
}

/// Who answers.
enum Answerer: String {
    case waymark = "Waymark"
    case strTree = "STRtree"
    case proj = "PROJ"
    case geos = "GEOS"
    case naive
}

/// Asks a question from place after place. Before it is measured, the first few answers are checked against those expected.
func ask<State>(
    _ name: String, _ who: Answerer, _ set: DataSet.Kind, _ count: Int, _ runs: Runs,
    _ setup: @escaping (DataSet) throws -> State, _ answer: @escaping (State, Coordinate) -> Int,
    expecting expected: @escaping (NaivePoints, Coordinate) -> Int
) {
    Benchmark("\(name), \(set.rawValue) \(count): \(who.rawValue)", configuration: runs.configuration) {
        (benchmark: Benchmark, state: (queries: [Coordinate], asked: State)) in
        for i in benchmark.scaledIterations { blackHole(answer(state.asked, state.queries[i % state.queries.count])) }
    } setup: {
        let data = DataSet(set, count)
        let asked = try setup(data)
        let naive = NaivePoints(places: data.places)
        for query in data.queries.prefix(4) {
            precondition(answer(asked, query) == expected(naive, query), "\(name): a wrong answer")
        }
        return (data.queries, asked)
    }
}

/// Does something with a set as a whole. Before it is measured, the answer is checked.
func run<State, Answer>(
    _ name: String, _ who: Answerer, _ set: DataSet.Kind, _ count: Int, _ setup: @escaping (DataSet) throws -> State,
    _ body: @escaping (State) throws -> Answer, check isRight: @escaping (State, Answer) throws -> Bool
) {
    run("\(name), \(set.rawValue) \(count)", who, { try setup(DataSet(set, count)) }, body, check: isRight)
}

/// Does something with whatever was made for it. Before it is measured, the answer is checked.
func run<State, Answer>(
    _ name: String, _ who: Answerer, _ setup: @escaping () throws -> State,
    _ body: @escaping (State) throws -> Answer, check isRight: @escaping (State, Answer) throws -> Bool
) {
    Benchmark("\(name): \(who.rawValue)", configuration: Runs.one.configuration) { (_: Benchmark, state: State) in
        blackHole(try body(state))
    } setup: {
        let state = try setup()
        let answer = try body(state)
        let isAsExpected = try isRight(state, answer)
        precondition(isAsExpected, "\(name): a wrong answer")
        return state
    }
}

/// The same of what waits.
func run<State, Answer>(
    _ name: String, _ who: Answerer, _ setup: @escaping () throws -> State,
    _ body: @escaping (State) async throws -> Answer,
    check isRight: @escaping (State, Answer) throws -> Bool
) {
    Benchmark("\(name): \(who.rawValue)", configuration: Runs.one.configuration) { (_: Benchmark, state: State) in
        blackHole(try await body(state))
    } setup: {
        let state = try setup()
        let answer = try await body(state)
        let isAsExpected = try isRight(state, answer)
        precondition(isAsExpected, "\(name): a wrong answer")
        return state
    }
}
