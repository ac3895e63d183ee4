import Synchronization

#if WAYMARK_THREAD_SANITIZER
    import Dispatch

    /// Waits a moment for another holder: hundreds of threads that spin would leave the holder no time.
    @usableFromInline func waitForHolder() {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(50))
    }
#endif

/// A value behind a mutex, in a form that ThreadSanitizer can follow in its build (`make tsan`).
///
/// On Linux the sanitizer reports false races between holders of a contended `Mutex`, even for a bare counter, probably
/// because the slow path is in the Synchronization library, which is not instrumented. So the sanitized build first
/// takes an atomic flag, whose ordering it sees. The guarded state and its lock are the same in both builds.
public struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    #if WAYMARK_THREAD_SANITIZER
        @usableFromInline let isTaken = Atomic(false)
    #endif

    /// Guards a value to which no other reference exists.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with the value, one caller at a time.
    ///
    /// - Throws: The error of `body`; the value keeps its changes.
    @inlinable
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if WAYMARK_THREAD_SANITIZER
            while !isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {
                waitForHolder()
            }
            defer { isTaken.store(false, ordering: .releasing) }
        #endif
        return try mutex.withLock(body)
    }
}
