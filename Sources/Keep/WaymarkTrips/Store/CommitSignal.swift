import WaymarkThreads

/// Lets tasks wait for the next commit of a store.
public final class CommitSignal: Sendable {
    private struct State {
        /// The number of signals so far.
        var count: UInt64 = 0
        var next = Promise<Void>()
    }

    private let state = Guarded(State())

    /// A signal.
    public init() {}

    /// The number of commits signalled so far: read it before looking for changes, and wait beyond it afterwards.
    public var count: UInt64 { state.withLock { $0.count } }

    /// Wakes all waiting tasks. A store calls it after each commit, holding no lock.
    public func signal() {
        let reached = state.withLock { state in
            state.count += 1
            defer { state.next = Promise() }
            return state.next
        }
        reached.fulfil(.success(()))
    }

    /// Waits until there are more signals than a count, or the task is cancelled.
    public func wait(beyond count: UInt64) async {
        let next = state.withLock { $0.count > count ? nil : $0.next }
        try? await next?.value()
    }
}
