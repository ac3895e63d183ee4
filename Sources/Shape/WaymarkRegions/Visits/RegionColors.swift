package import WaymarkGradients

/// Colours of the regions that are not empty, with a legend.
package struct RegionColors {
    /// The meaning of a colour.
    package struct Entry: Hashable {
        package var color: RGBColor
        package var label: String

        package init(color: RGBColor, label: String) { (self.color, self.label) = (color, label) }
    }

    /// The fill of empty regions.
    package static let none = VisitedLand.unvisited

    /// The colour of each region that is not empty.
    package private(set) var fills: [Int: RGBColor] = [:]
    /// The colours in use, in order; empty if records have their own colours.
    package private(set) var legend: [Entry] = []

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
            legend.append(Entry(color: color, label: low == high ? "\(low)" : "\(low)–\(high)"))
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
        legend = seen.filter { colors[$0] != nil }.sorted().map { Entry(color: colors[$0] ?? others, label: $0) }
        if seen.contains(""), colors[""] == nil { legend.append(Entry(color: others, label: "–")) }
    }
}
