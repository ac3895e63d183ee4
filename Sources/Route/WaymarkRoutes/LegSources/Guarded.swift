import Synchronization

/// A value behind a mutex, in a form that ThreadSanitizer can follow where it is compiled for that (`make tsan`).
///
/// The same as in `WaymarkIndex`, which says why; a module of its own for twenty lines would cost more.
struct Guarded<Value: Sendable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    #if WAYMARK_THREAD_SANITIZER
        private let isTaken = Atomic(false)
    #endif

    init(_ value: Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with the value, one caller at a time.
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        #if WAYMARK_THREAD_SANITIZER
            while !isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {}
            defer { isTaken.store(false, ordering: .releasing) }
        #endif
        return mutex.withLock { body(&$0) }
    }
}
