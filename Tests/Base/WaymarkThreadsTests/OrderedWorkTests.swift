import Synchronization
import Testing
import WaymarkThreads

@Suite("OrderedWork") struct OrderedWorkTests {
    @Test("results are in the order of the pieces, regardless of which finishes first", arguments: [1, 2, 3, 7])
    func order(jobs: Int) throws {
        var next = 0
        var results: [Int] = []
        try OrderedWork.run(jobs: jobs) { () throws(Broken) -> Int? in
            next += 1
            return next <= 500 ? next : nil
        } makeWorker: {
            0
        } work: { (_: inout Int, piece: Int, emit) throws(Broken) in
            // Pieces of very different length, with any number of results.
            var sum = 0
            for i in 0..<(piece % 7) * 3000 { sum &+= i * piece }
            for part in 0..<piece % 4 { try emit(piece * 10 + part + (sum == 1 ? 1 : 0)) }
        } deliver: { (result: Int) throws(Broken) in
            results.append(result)
        }
        #expect(results == (1...500).flatMap { piece in (0..<piece % 4).map { piece * 10 + $0 } })
    }

    @Test("for any requested number of threads, at most a few hundred work")
    func maxJobs() throws {
        let made = Counter()
        var pieces = [3, 2, 1]
        var results: [Int] = []
        try OrderedWork.run(jobs: .max) { () throws(Broken) -> Int? in
            pieces.popLast()
        } makeWorker: {
            made.add(1)
        } work: { (_: inout Void, piece: Int, emit) throws(Broken) in
            try emit(piece)
        } deliver: { (result: Int) throws(Broken) in
            results.append(result)
        }
        #expect(results == [1, 2, 3] && made.count <= OrderedWork.maxJobs)
    }

    @Test("an error of any part ends the run, in order, and leaves no thread behind", arguments: [1, 2, 7])
    func errors(jobs: Int) throws {
        let living = Counter()
        for part in 0..<3 {
            var next = 0
            var delivered = 0
            #expect(throws: Broken()) {
                try OrderedWork.run(jobs: jobs) { () throws(Broken) -> Int? in
                    next += 1
                    if part == 0, next == 50 { throw Broken() }
                    return next
                } makeWorker: {
                    Living(living)
                } work: { (_: inout Living, piece: Int, emit) throws(Broken) in
                    for _ in 0..<20 { try emit(piece) }
                    if part == 1, piece == 50 { throw Broken() }
                } deliver: { (_: Int) throws(Broken) in
                    delivered += 1
                    if part == 2, delivered == 1000 { throw Broken() }
                }
            }
            if part > 0 { #expect(delivered == 1000) }
            #expect(living.count == 0)
        }
    }

    private struct Broken: Error, Equatable {}

    /// The number of workers.
    private final class Counter: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .acquiring) }
        func add(_ change: Int) { value.add(change, ordering: .acquiringAndReleasing) }
    }

    private struct Living: ~Copyable {
        let counter: Counter

        init(_ counter: Counter) {
            self.counter = counter
            counter.add(1)
        }

        deinit { counter.add(-1) }
    }
}
