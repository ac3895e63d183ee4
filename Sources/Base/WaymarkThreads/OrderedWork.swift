import Dispatch
import Synchronization

/// Work on pieces of an input by several threads, with results delivered in the order of the pieces.
///
/// The calling thread takes pieces from their source and delivers the results; `jobs` other threads do the work in
/// between. The invariants that keep this correct and its memory constant:
/// - a piece belongs to one thread at a time: the caller, then one worker;
/// - results are delivered in the order of the pieces, regardless of which finished first;
/// - at most `jobs + 2` pieces are in flight, each with at most one waiting result and one in progress.
public enum OrderedWork {
    /// Delivers a worker's result; may be called any number of times for one piece.
    public typealias Emit<Output, Failure: Error> = (consuming Output) throws(Failure) -> Void

    /// The maximum number of threads: each takes memory, and machines do not have more cores.
    public static let maxJobs = 256

    /// Runs `work` on every piece from `next`, until it returns nil.
    ///
    /// With one job the calling thread does all the work, with the same results in the same order.
    ///
    /// - Parameters:
    ///   - jobs: The number of threads, at least 1; limited to ``maxJobs``.
    ///   - next: Returns the next piece; called only by the calling thread.
    ///   - makeWorker: Makes the private state of one thread.
    ///   - work: Turns a piece into results, in order.
    ///   - deliver: Takes each result; called only by the calling thread.
    /// - Throws: The first error, in the order of the pieces; all threads have ended then.
    public static func run<Input: Sendable, Output: Sendable, Worker: ~Copyable, Failure: Error>(
        jobs: Int,
        next: () throws(Failure) -> Input?,
        makeWorker: @escaping @Sendable () -> Worker,
        work: @escaping @Sendable (inout Worker, Input, Emit<Output, Failure>) throws(Failure) -> Void,
        deliver: (Output) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(jobs >= 1, "the number of threads is below 1: \(jobs)")
        let jobs = min(jobs, maxJobs)
        if jobs == 1 {
            var worker = makeWorker()
            while let piece = try next() { try work(&worker, piece, deliver) }
            return
        }
        let queue = WorkQueue<Input, Output, Failure>()
        let threads = DispatchGroup()
        for number in 1...jobs {
            DispatchQueue(label: "waymark.worker.\(number)").async(group: threads) {
                var worker = makeWorker()
                while let item = queue.take() {
                    do throws(Failure) {
                        try work(&worker, item.input) { (output) throws(Failure) in item.put(.success(output)) }
                        item.put(.success(nil))
                    } catch {
                        item.put(.failure(error))
                    }
                }
            }
        }
        defer {
            queue.close(workers: jobs)
            threads.wait()
        }
        var pending: [WorkItem<Input, Output, Failure>] = []
        // If the run ends early, no worker may be left waiting for its results to be taken.
        defer { for item in pending { item.abandon() } }
        var hasMore = true
        while true {
            while hasMore, pending.count < jobs + 2 {
                guard let input = try next() else {
                    hasMore = false
                    break
                }
                let item = WorkItem<Input, Output, Failure>(input)
                pending.append(item)
                queue.add(item)
            }
            guard let oldest = pending.first else { return }
            if let output = try oldest.get().get() { try deliver(output) } else { pending.removeFirst() }
        }
    }
}

/// A piece on its way through a worker, and its results on their way back.
private final class WorkItem<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    let input: Input
    /// A result, nil at the end of all, or why there are no more.
    private let waiting = Guarded<Result<Output?, Failure>?>(nil)
    private let isAbandoned = Atomic(false)
    /// One result may wait here.
    private let room = DispatchSemaphore(value: 0)
    private let filled = DispatchSemaphore(value: 0)

    init(_ input: Input) {
        self.input = input
        // Not by its initial value: a semaphore must not be destroyed below that.
        room.signal()
    }

    /// Called by the worker; waits until the previous result has been taken.
    func put(_ result: Result<Output?, Failure>) {
        if isAbandoned.load(ordering: .acquiring) { return }
        room.wait()
        waiting.withLock { $0 = result }
        filled.signal()
    }

    /// Called by the delivering thread; waits for a result.
    func get() -> Result<Output?, Failure> {
        filled.wait()
        let result = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        room.signal()
        return result ?? .success(nil)
    }

    /// Results are no longer taken.
    func abandon() {
        isAbandoned.store(true, ordering: .releasing)
        room.signal()
    }
}

/// The pieces that no worker has taken yet, in order.
private final class WorkQueue<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
    private let items = Guarded<[WorkItem<Input, Output, Failure>]>([])
    /// One signal for each piece, and one for each worker at the end.
    private let available = DispatchSemaphore(value: 0)

    func add(_ item: WorkItem<Input, Output, Failure>) {
        items.withLock { $0.append(item) }
        available.signal()
    }

    /// The next piece; nil at the end.
    func take() -> WorkItem<Input, Output, Failure>? {
        available.wait()
        return items.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func close(workers: Int) {
        items.withLock { $0.removeAll() }
        for _ in 0..<workers { available.signal() }
    }
}
