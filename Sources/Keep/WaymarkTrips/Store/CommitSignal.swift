import WaymarkThreads

/// Lets tasks wait for the next commit of a store.
public final class CommitSignal: Sendable {
    private struct State {
        /// The number of signals so far.
        var count: UInt64 = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Guarded(State())

    /// A signal.
    public init() {}

    /// The number of commits signalled so far: read it before looking for changes, and wait beyond it afterwards.
    public var count: UInt64 { state.withLock { $0.count } }

    /// Wakes all waiting tasks. A store calls it after each commit, holding no lock.
    public func signal() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.resume() }
    }

    /// Waits until there are more signals than a count, or the task is cancelled.
    public func wait(beyond count: UInt64) async {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                let isOver = state.withLock { state in
                    // A cancellation before this point found no waiter to resume.
                    if state.count > count || Task.isCancelled { return true }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
        }
    }
}
