public import WaymarkPolylines

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
    /// Colours for owners that were given none, told apart by most eyes; by name, and from the first again where there are more.
    ///
    /// The palette of Okabe and Ito 2002 without its black, whose yellow is darkened to be seen on white.
    public static func owners(
        named names: Set<String>, given: [String: RGBColor] = [:], others: RGBColor = RGBColor(0x888888)
    ) -> VisitFill {
        let palette: [UInt32] = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xd4c62b]
        var colors = given
        let free = names.subtracting(given.keys).subtracting([""]).sorted()
        for (i, name) in free.enumerated() { colors[name] = RGBColor(palette[i % palette.count]) }
        return .owners(colors, others: others)
    }
}
