import Synchronization

/// A value behind a mutex, in a form that ThreadSanitizer can follow where it is compiled for that (`make tsan`).
///
/// On Linux the sanitizer reports races between holders of a contended `Mutex` in any program, be it only a counter
/// under a lock; probably because the slow path lies in the Synchronization library, which is not instrumented. So the
/// sanitized build queues for an atomic flag first, whose order it does see. What is guarded, and by which lock, is the
/// same in both.
public struct Guarded<Value: ~Copyable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>
    #if WAYMARK_THREAD_SANITIZER
        @usableFromInline let isTaken = Atomic(false)
    #endif

    /// Guards a value that nobody else can reach.
    @inlinable
    public init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Calls `body` with the value, one caller at a time.
    ///
    /// - Throws: What `body` throws; the value stays as it was left.
    @inlinable
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if WAYMARK_THREAD_SANITIZER
            while !isTaken.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged {}
            defer { isTaken.store(false, ordering: .releasing) }
        #endif
        return try mutex.withLock(body)
    }
}
