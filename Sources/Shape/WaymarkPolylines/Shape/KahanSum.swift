/// A compensated sum of lengths, which never decreases.
///
/// For non-negative numbers it is correct to two roundings, for any count.
///
/// Source: Kahan 1965, doi:10.1145/363707.363723.
package struct KahanSum {
    /// The sum so far.
    package private(set) var value = 0.0
    private var lost = 0.0

    package init() {}

    /// Adds a non-negative number.
    package mutating func add(_ number: Double) {
        let addend = number - lost
        let larger = max(value, value + addend)
        lost = (larger - value) - addend
        value = larger
    }
}
