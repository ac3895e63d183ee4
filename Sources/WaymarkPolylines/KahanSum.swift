/// A sum of lengths that keeps what single additions would lose, and never decreases.
///
/// Source: Kahan 1965, doi:10.1145/363707.363723.
struct KahanSum {
    private(set) var value = 0.0
    private var lost = 0.0

    /// Adds a number that is not negative.
    mutating func add(_ number: Double) {
        let addend = number - lost
        let larger = max(value, value + addend)
        lost = (larger - value) - addend
        value = larger
    }
}
