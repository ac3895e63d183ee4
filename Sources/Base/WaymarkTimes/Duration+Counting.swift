extension Duration {
    /// The maximum duration, positive and negative: sums are limited to it.
    package static let countable: Duration = .seconds(1e18)

    /// The sum of two times; at most ``countable``.
    package func adding(_ other: Duration) -> Duration { (counted + other.counted).counted }

    private var counted: Duration { max(.zero - .countable, min(self, .countable)) }

    /// The time in seconds.
    ///
    /// Rounded once: a single division of attoseconds would lose a nanosecond from about fifty days on.
    package var inSeconds: Double {
        guard abs(self / .seconds(1)) < 1e15 else { return self / .seconds(1) }
        return Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
