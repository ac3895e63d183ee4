/// Things that were used and can be used again, for whichever thread comes next.
public final class Spares<Value: Sendable>: Sendable {
    @usableFromInline let values: Guarded<[Value]>
    @usableFromInline let limit: Int

    /// Keeps at most `limit` of them, and begins with `values`.
    @inlinable
    public init(_ values: [Value] = [], limit: Int = .max) {
        self.values = Guarded(values)
        self.limit = limit
    }

    /// The one that was given last; nil where there is none.
    @inlinable
    public func take() -> Value? { values.withLock { $0.popLast() } }

    /// Keeps `spare` for the next caller of ``take()``; one beyond the limit is let go, after the lock is released.
    @inlinable
    public func give(_ spare: consuming Value) {
        let spare = spare
        values.withLock { if $0.count < limit { $0.append(spare) } }
    }

    /// The number of those that wait.
    @inlinable
    public var count: Int { values.withLock { $0.count } }
}
