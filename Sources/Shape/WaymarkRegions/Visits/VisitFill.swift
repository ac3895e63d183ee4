public import WaymarkGradients

/// The colouring of visited regions.
public enum VisitFill: Sendable {
    /// By the number of visits: each class has one colour of a scale; the class with the fewest visits has that of 0.
    case classes(ValueClasses, ColorScale)
    /// By owner: the one with the most visits, then the earliest visit, then by name. Owners without a colour get
    /// `others`.
    case owners([String: RGBColor], others: RGBColor)
    /// The colour of the latest record with a colour; otherwise `others`.
    case records(others: RGBColor)

    /// Five classes with about the same number of regions, from light yellow to dark violet.
    public static let usual = VisitFill.classes(.quantiles(5), ColorScale.viridis.reversed)
}

extension VisitFill {
    /// Colours for owners without one: unique, the same in each run, and distinguishable from each other and from those
    /// given. They repeat after about two thousand.
    ///
    /// - Complexity: O(*n*) for *n* owners.
    public static func owners(
        named names: Set<String>, given: [String: RGBColor] = [:], others: RGBColor = RGBColor(0x888888)
    ) -> VisitFill {
        var colors = given
        var distinct = DistinctColors(besides: given.values.sorted { $0.number < $1.number } + [others])
        for name in names.subtracting(given.keys).subtracting([""]).sorted() { colors[name] = distinct.next() }
        return .owners(colors, others: others)
    }
}
