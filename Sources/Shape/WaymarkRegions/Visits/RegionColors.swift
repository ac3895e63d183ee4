package import WaymarkGradients

/// Colours of the regions that are not empty, with a legend.
package struct RegionColors {
    /// The fill of empty regions.
    package static let none = VisitedLand.unvisited

    /// The colour of each region that is not empty.
    package private(set) var fills: [Int: RGBColor] = [:]
    /// The colours in use and their meaning, in order; empty if records have their own colours.
    package private(set) var legend: [(color: RGBColor, label: String)] = []

    package init(_ visits: [VisitedLand.Visits], fill: VisitFill) {
        switch fill {
        case .classes(let classes, let scale): colorByCount(visits.map { ($0.region, $0.count) }, classes, scale)
        case .owners(let colors, let others): colorByOwner(visits, colors, others)
        case .records(let others):
            for visits in visits { fills[visits.region] = visits.records.lazy.compactMap(\.color).last ?? others }
        }
    }

    /// Colours by class of the counts, which are above zero.
    package init(_ counts: [(region: Int, count: Int)], _ classes: ValueClasses, _ scale: ColorScale) {
        colorByCount(counts, classes, scale)
    }

    private mutating func colorByCount(
        _ counts: [(region: Int, count: Int)], _ classes: ValueClasses, _ scale: ColorScale
    ) {
        guard let least = counts.map(\.count).min() else { return }
        // Ignore breaks with no counts below them.
        var breaks: [Double] = []
        for value in classes.breaks(of: counts.map { Double($0.count) }) {
            if value > breaks.last ?? Double(least) { breaks.append(value) }
        }
        let colors = scale.colors(breaks.count + 1).map(\.rgb)
        var members = [[Int]](repeating: [], count: colors.count)
        for (region, count) in counts {
            let number = breaks.count { $0 <= Double(count) }
            fills[region] = colors[number]
            members[number].append(count)
        }
        for (color, counts) in zip(colors, members) {
            guard let low = counts.min(), let high = counts.max() else { continue }
            legend.append((color, low == high ? "\(low)" : "\(low)–\(high)"))
        }
    }

    private mutating func colorByOwner(
        _ visits: [VisitedLand.Visits], _ colors: [String: RGBColor], _ others: RGBColor
    ) {
        var seen: Set<String> = []
        for visits in visits {
            var tally: [String: (count: Int, first: Int)] = [:]
            for (i, record) in visits.records.enumerated() { tally[record.owner, default: (0, i)].count += 1 }
            let owner = tally.min {
                (-$0.value.count, $0.value.first, $0.key) < (-$1.value.count, $1.value.first, $1.key)
            }?.key
            fills[visits.region] = owner.flatMap { colors[$0] } ?? others
            if let owner { seen.insert(colors[owner] == nil ? "" : owner) }
        }
        legend = seen.filter { colors[$0] != nil }.sorted().map { (colors[$0] ?? others, $0) }
        if seen.contains(""), colors[""] == nil { legend.append((others, "–")) }
    }
}

/// A sequence of distinguishable colours, the same in each run.
///
/// First come those of Okabe and Ito 2002, which are safe for most colour vision, without black and with a darker
/// yellow, visible on white; colours too similar to a taken one are skipped. Then comes, each time, the colour that
/// differs most in Oklab from all previous ones. They repeat after about two thousand.
package struct DistinctColors {
    private static let palette: [UInt32] = [0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xd4c62b]
    /// A clearly visible difference in Oklab between two regions.
    private static let clear = 0.08

    private var first: ArraySlice<RGBColor>
    private var taken: [RGBColor]
    /// The other candidates, each with its difference from the nearest taken colour; computed when first needed.
    private var others: [(color: RGBColor, oklab: Oklab, difference: Double)] = []

    /// Colours that differ from the taken ones.
    package init(besides taken: some Sequence<RGBColor>) {
        self.taken = Array(taken)
        let given = self.taken.map { Oklab($0) }
        first =
            Self.palette.map { RGBColor($0) }.filter { color in
                !given.contains { $0.difference(to: Oklab(color)) < Self.clear }
            }[...]
    }

    /// The next colour.
    ///
    /// - Complexity: O(1) for the palette, then O(*c*) for *c*, about two thousand, colours to choose from.
    package mutating func next() -> RGBColor {
        if let color = first.popFirst() {
            taken.append(color)
            return color
        }
        if others.isEmpty {
            others = Self.visible.map { ($0, Oklab($0), .infinity) }
            for color in taken { take(Oklab(color)) }
        }
        var best = 0
        for i in others.indices where others[i].difference > others[best].difference { best = i }
        let (color, oklab, difference) = others[best]
        if difference == 0 {
            // All are taken.
            for i in others.indices { others[i].difference = .infinity }
        }
        take(oklab)
        return color
    }

    private mutating func take(_ color: Oklab) {
        for i in others.indices {
            others[i].difference = min(others[i].difference, others[i].oklab.difference(to: color))
        }
    }

    /// Colours of a grid that are neither grey nor too light or dark next to a white background and black borders.
    private static var visible: [RGBColor] {
        let channel = stride(from: UInt8(0), through: 255, by: 17)
        return channel.flatMap { red in
            channel.flatMap { green in channel.map { RGBColor(red: red, green: green, blue: $0) } }
        }
        .filter {
            let color = Oklab($0)
            return 0.4...0.85 ~= color.lightness && color.a * color.a + color.b * color.b > 0.008
        }
    }
}
