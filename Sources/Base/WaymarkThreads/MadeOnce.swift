/// A value that is made when it is first needed, and kept. A failure is not kept: the next caller tries again.
package struct MadeOnce<Value: Sendable, Failure: Error>: ~Copyable, Sendable {
    private let value = Guarded<Value?>(nil)
    private let make: @Sendable () throws(Failure) -> Value

    /// A value that `make` makes.
    package init(_ make: @escaping @Sendable () throws(Failure) -> Value) { self.make = make }

    /// The value; callers wait for the one who makes it.
    ///
    /// - Throws: The failure of this attempt.
    package func get() throws(Failure) -> Value {
        try value.withLock { value throws(Failure) in
            if let value { return value }
            let made = try make()
            value = made
            return made
        }
    }
}
