import Synchronization

/// A value behind a mutex, in a form that ThreadSanitizer can follow where it is compiled for that (`make tsan`).
///
/// On Linux the sanitizer reports races between holders of a contended `Mutex` in any program, be it only a counter
/// under a lock; probably because the slow path lies in the Synchronization library, which is not instrumented. So the
/// sanitized build queues for an atomic flag first, whose order it does see. What is guarded, and by which lock, is the
/// same in both.
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
