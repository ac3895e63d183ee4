/// A gate at which tasks wait until it is opened.
public actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The number of tasks that have arrived.
    public private(set) var arrivals = 0
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// A gate that is closed.
    public init() {}

    /// Waits until the gate is open, whether cancelled or not.
    public func pass() async {
        arrivals += 1
        for watcher in watchers where watcher.count <= arrivals { watcher.continuation.resume() }
        watchers.removeAll { $0.count <= arrivals }
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Lets all through, now and later.
    public func open() {
        isOpen = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    /// Waits until a number of tasks have arrived.
    public func waitForArrivals(_ count: Int) async {
        if arrivals < count { await withCheckedContinuation { watchers.append((count, $0)) } }
    }
}
