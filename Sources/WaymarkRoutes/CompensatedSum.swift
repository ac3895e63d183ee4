/// A sum of many numbers whose rounding does not build up.
///
/// Source: Neumaier 1974, doi:10.1002/zamm.19740540106.
struct CompensatedSum {
    private var sum = 0.0
    /// What the additions lost so far.
    private var lost = 0.0

    /// The sum so far.
    var value: Double { lost.isFinite ? sum + lost : sum }

    mutating func add(_ addend: Double) {
        let larger = sum + addend
        lost += abs(sum) >= abs(addend) ? (sum - larger) + addend : (addend - larger) + sum
        sum = larger
    }
}

extension Duration {
    /// The longest time that is counted, forwards and backwards: beyond it, sums of durations stay where they are.
    static let countable: Duration = .seconds(1e18)

    /// The sum of two times; at most ``countable``.
    package func adding(_ other: Duration) -> Duration { (counted + other.counted).counted }

    private var counted: Duration { max(.zero - .countable, min(self, .countable)) }

    /// The time in seconds.
    var inSeconds: Double { self / .seconds(1) }
}
