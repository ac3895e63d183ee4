import Dispatch
import Synchronization

/// Items divided into short runs, each taken by the next free thread.
///
/// For items that take different times; if all take the same time, ``Parts`` are simpler.
public final class Runs: Sendable {
    private let count: Int
    private let length: Int
    private let number: Int
    private let taken = Atomic(0)

    /// The runs of `count` items, `length` items each; the last may be shorter.
    public init(of count: Int, length: Int) {
        precondition(count >= 0 && length > 0, "a run has no items: \(length) of \(count)")
        (self.count, self.length) = (count, length)
        number = (count + length - 1) / length
    }

    /// Calls `body` on several threads, including the calling one; returns when all calls have ended.
    ///
    /// Each call takes runs with ``next()`` until none are left. Dispatch has one thread per core: calls beyond that
    /// find nothing left to do.
    ///
    /// - Parameters:
    ///   - jobs: The maximum number of threads; nil is the number of cores.
    ///   - body: The work of one thread.
    /// - Precondition: `jobs` is above zero.
    public func share(jobs: Int?, _ body: @Sendable () -> Void) {
        precondition(jobs ?? 1 > 0, "the number of jobs is below 1")
        DispatchQueue.concurrentPerform(iterations: min(jobs ?? number, number)) { _ in body() }
    }

    /// The items of the next run; nil if all are taken.
    public func next() -> Range<Int>? {
        let run = taken.add(1, ordering: .relaxed).oldValue
        return run < number ? run * length..<min(count, (run + 1) * length) : nil
    }
}
