public import WaymarkGradients

/// Which colour visited regions take.
public enum VisitFill: Sendable {
    /// By the number of visits: each class has one colour of a scale, the fewest visits that of 0.
    case classes(ValueClasses, ColorScale)
    /// By who was there: of several the one with most visits, then the one who came first, then by name. Who has no colour
    /// takes `others`.
    case owners([String: RGBColor], others: RGBColor)
    /// The colour of the latest record that has one; where none has, `others`.
    case records(others: RGBColor)

    /// Five classes with about equally many regions each, from light yellow to dark violet.
    public static let usual = VisitFill.classes(.quantiles(5), ColorScale.viridis.reversed)
}

extension VisitFill {
    /// Colours for owners that were given none: of their own, the same in each run, told apart from each other and from those
    /// given. From about two thousand on they come again.
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
