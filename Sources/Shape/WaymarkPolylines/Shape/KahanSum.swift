/// A sum of lengths that keeps what single additions would lose, and never decreases.
///
/// Of numbers that are not negative it is correct to two roundings, however many there are.
///
/// Source: Kahan 1965, doi:10.1145/363707.363723.
package struct KahanSum {
    /// The sum so far.
    package private(set) var value = 0.0
    private var lost = 0.0

    package init() {}

    /// Adds a number that is not negative.
    package mutating func add(_ number: Double) {
        let addend = number - lost
        let larger = max(value, value + addend)
        lost = (larger - value) - addend
        value = larger
    }
}
