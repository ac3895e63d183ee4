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

/// Colours for the visited regions of a level, and what they mean.
struct VisitColors {
    /// What a colour stands for.
    struct Entry: Hashable {
        var color: RGBColor
        var label: String
    }

    /// The colour of each visited region.
    private(set) var fills: [Int: RGBColor] = [:]
    /// The colours in use, in order; empty where each record has its own.
    private(set) var legend: [Entry] = []

    init(_ visits: [VisitedLand.Visits], fill: VisitFill) {
        switch fill {
        case .classes(let classes, let scale): colorByCount(visits, classes, scale)
        case .owners(let colors, let others): colorByOwner(visits, colors, others)
        case .records(let others):
            for visits in visits { fills[visits.region] = visits.records.lazy.compactMap(\.color).last ?? others }
        }
    }

    private mutating func colorByCount(
        _ visits: [VisitedLand.Visits], _ classes: ValueClasses, _ scale: ColorScale
    ) {
        guard let least = visits.map(\.count).min() else { return }
        // A break up to which there is nothing parts nothing.
        var breaks: [Double] = []
        for value in classes.breaks(of: visits.map { Double($0.count) }) {
            if value > breaks.last ?? Double(least) { breaks.append(value) }
        }
        let colors = scale.colors(breaks.count + 1).map(\.rgb)
        var members = [[Int]](repeating: [], count: colors.count)
        for visits in visits {
            let number = breaks.count { $0 <= Double(visits.count) }
            fills[visits.region] = colors[number]
            members[number].append(visits.count)
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
