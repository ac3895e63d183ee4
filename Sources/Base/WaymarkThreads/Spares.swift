/// A pool of reusable values shared by threads.
public final class Spares<Value: Sendable>: Sendable {
    @usableFromInline let values: Guarded<[Value]>
    @usableFromInline let limit: Int

    /// A pool of at most `limit` values, initially `values`.
    @inlinable
    public init(_ values: [Value] = [], limit: Int = .max) {
        self.values = Guarded(values)
        self.limit = limit
    }

    /// The value returned last; nil if the pool is empty.
    @inlinable
    public func take() -> Value? { values.withLock { $0.popLast() } }

    /// Keeps `spare` for a later ``take()``; beyond the limit it is released, after the lock.
    @inlinable
    public func give(_ spare: consuming Value) {
        let spare = spare
        values.withLock { if $0.count < limit { $0.append(spare) } }
    }

    /// The number of values in the pool.
    @inlinable
    public var count: Int { values.withLock { $0.count } }
}
