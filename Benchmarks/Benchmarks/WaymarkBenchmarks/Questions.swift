import Benchmark
import Waymark

/// How often something is done for one measurement; the figures are those of once.
enum Runs {
    case one
    /// Where once takes too little time to be measured.
    case thousand

    var configuration: Benchmark.Configuration {
        Benchmark.Configuration(
            metrics: [.wallClock, .peakMemoryResident], warmupIterations: 1,
            scalingFactor: self == .one ? .one : .kilo, maxDuration: .milliseconds(500), maxIterations: 200)
    }
}

/// Who answers.
enum Answerer: String {
    case waymark = "Waymark"
    case strTree = "STRtree"
    case proj = "PROJ"
    case naive
}

/// Asks a question from place after place.
func ask<State>(
    _ name: String, _ who: Answerer, _ set: DataSet.Kind, _ count: Int, _ runs: Runs,
    _ setup: @escaping (DataSet) throws -> State, _ answer: @escaping (State, Coordinate) -> Int
) {
    Benchmark("\(name), \(set.rawValue) \(count): \(who.rawValue)", configuration: runs.configuration) {
        (benchmark: Benchmark, state: (queries: [Coordinate], asked: State)) in
        for i in benchmark.scaledIterations { blackHole(answer(state.asked, state.queries[i % state.queries.count])) }
    } setup: {
        let data = DataSet(set, count)
        return (data.queries, try setup(data))
    }
}

/// Does something with a set as a whole.
func run<State>(
    _ name: String, _ who: Answerer, _ set: DataSet.Kind, _ count: Int, _ setup: @escaping (DataSet) throws -> State,
    _ body: @escaping (State) throws -> Void
) {
    run("\(name), \(set.rawValue) \(count)", who, { try setup(DataSet(set, count)) }, body)
}

/// Does something with whatever was made for it.
func run<State>(
    _ name: String, _ who: Answerer, _ setup: @escaping () throws -> State, _ body: @escaping (State) throws -> Void
) {
    Benchmark("\(name): \(who.rawValue)", configuration: Runs.one.configuration) { (_: Benchmark, state: State) in
        try body(state)
    } setup: {
        try setup()
    }
}

/// The same of what waits.
func run<State>(
    _ name: String, _ who: Answerer, _ setup: @escaping () throws -> State,
    _ body: @escaping (State) async throws -> Void
) {
    Benchmark("\(name): \(who.rawValue)", configuration: Runs.one.configuration) { (_: Benchmark, state: State) in
        try await body(state)
    } setup: {
        try setup()
    }
}
