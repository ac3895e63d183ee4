extension RecommendedPlace {
    /// The worth of places by the rank of a number, such as a rating, a number of visits, or 1 for an editor's choice.
    ///
    /// Ranks say the same of a few stars as of thousands of visits: the worth of a place is the share of the others with a
    /// number that have a smaller one, and half of those with the same.
    ///
    /// - Parameter numbers: A number for each place; nil if unknown.
    /// - Returns: The worth of each place, 0 to 1; nil where the number is nil or NaN. 0.5 if there is only one.
    /// - Complexity: O(*n* log *n*).
    public static func worths(byRank numbers: [Double?]) -> [Double?] {
        let sorted = numbers.compactMap { $0 }.filter { !$0.isNaN }.sorted()
        guard sorted.count > 1 else { return numbers.map { $0.map { $0.isNaN ? nil : 0.5 } ?? nil } }
        var ranks: [Double: Double] = [:]
        var start = 0
        while start < sorted.count {
            var end = start + 1
            while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
            ranks[sorted[start]] = (Double(start) + Double(end - start - 1) / 2) / Double(sorted.count - 1)
            start = end
        }
        return numbers.map { $0.flatMap { ranks[$0] } }
    }
}
