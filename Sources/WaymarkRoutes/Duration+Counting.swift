extension Duration {
    /// The longest time that is counted, forwards and backwards: beyond it, sums of durations stay where they are.
    static let countable: Duration = .seconds(1e18)

    /// The sum of two times; at most ``countable``.
    package func adding(_ other: Duration) -> Duration { (counted + other.counted).counted }

    private var counted: Duration { max(.zero - .countable, min(self, .countable)) }

    /// The time in seconds.
    ///
    /// Rounded once, which the quotient of two durations is not: below 97 days no nanosecond is lost.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
