extension Duration {
    /// The longest time that is counted, forwards and backwards: beyond it, sums of durations stay where they are.
    package static let countable: Duration = .seconds(1e18)

    /// The sum of two times; at most ``countable``.
    package func adding(_ other: Duration) -> Duration { (counted + other.counted).counted }

    private var counted: Duration { max(.zero - .countable, min(self, .countable)) }

    /// The time in seconds.
    ///
    /// Rounded once: by one division of attoseconds a nanosecond is lost from half a hundred days on.
    package var inSeconds: Double {
        guard abs(self / .seconds(1)) < 1e15 else { return self / .seconds(1) }
        return Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
