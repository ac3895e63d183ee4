import Dispatch
import Synchronization

/// A row of items in short runs, each taken by whichever thread is free.
///
/// For work of which some items take longer than others; where all take the same time, ``Parts`` are simpler.
public final class Runs: Sendable {
    private let count: Int
    private let length: Int
    private let number: Int
    private let taken = Atomic(0)

    /// The runs of `count` items, `length` items each; the last may be shorter.
    public init(of count: Int, length: Int) {
        precondition(count >= 0 && length > 0, "a run has items")
        (self.count, self.length) = (count, length)
        number = (count + length - 1) / length
    }

    /// Calls `body` on several threads side by side, the calling one among them; returns when all have ended.
    ///
    /// Each call takes runs with ``next()`` until there are none. Dispatch has a thread for each core: a call beyond them finds
    /// nothing left to do.
    ///
    /// - Parameters:
    ///   - jobs: How many threads at most; as many as there are cores when nil.
    ///   - body: What a thread does from beginning to end.
    /// - Precondition: `jobs` is above zero.
    public func share(jobs: Int?, _ body: @Sendable () -> Void) {
        precondition(jobs ?? 1 > 0, "there is at least one job")
        DispatchQueue.concurrentPerform(iterations: min(jobs ?? number, number)) { _ in body() }
    }

    /// The items of a run that nobody has taken yet; nil when all are taken.
    public func next() -> Range<Int>? {
        let run = taken.add(1, ordering: .relaxed).oldValue
        return run < number ? run * length..<min(count, (run + 1) * length) : nil
    }

    /// Whether all runs were taken.
    public var areTaken: Bool { taken.load(ordering: .relaxed) >= number }
}
