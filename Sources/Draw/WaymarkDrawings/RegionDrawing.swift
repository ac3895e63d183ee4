public import WaymarkGradients
public import WaymarkRegions
import WaymarkText

/// A drawing of regions, filled by value, with a legend.
struct RegionDrawing {
    let regions: RegionSet
    /// The heading of the legend.
    let title: String
    /// The subheading of the legend.
    let lines: [String]
    /// The count of each region; regions without an entry have none.
    let counts: [Int: Int]
    let colors: RegionColors
    /// Whether regions without a count are omitted; the map then shrinks to the others.
    let leavesOutEmpty: Bool

    private static let style = DrawingStyle.regions

    /// The drawing as UTF-8; `width` is that of the map alone, in pixels.
    ///
    /// Equirectangular, with the scale of the middle latitude; regions around the antimeridian are drawn together if
    /// that makes the map narrower. Each region has a tooltip with its name and number.
    func svg(width: Int) -> ContiguousArray<UInt8> {
        precondition(width > 0 && width <= 100_000, "the width is not above 0 and at most 100 000: \(width)")
        let frame = RegionFrame(regions, width: Double(width), isDrawn: isDrawn)
        let legend = legend
        let top = 58 + 18 * lines.count
        let height = max(frame.height, Double(top) + 20 + 24 * Double(colors.legend.count + 1))
        var page = SVGPage(width: fixed(frame.width + 190), height: fixed(height), style: Self.style)
        let backdrop = frame.backdrop
        if let backdrop, case .coasts = backdrop.ground {
            let panel = PageRectangle(left: 0, top: 0, width: frame.width, height: frame.height)
            page.beginClipped(to: panel, id: "land")
            page.draw(backdrop, in: panel)
            page.end()
        }
        page.begin([
            "stroke": DrawingColor.white, "stroke-width": regions.regions.count > 1000 ? "0.2" : "0.7",
            "stroke-linejoin": "round", "fill-rule": "evenodd",
        ])
        regions.shapes.forEachRegion { region, polygons in
            guard isDrawn(region) else { return }
            let color = colors.fills[region] ?? RegionColors.none
            page.xml.begin("path", ["fill": color.description, "d": frame.outline(polygons)])
            let name = regions.regions[region].name
            page.xml.add(
                "title",
                text: "\(name.isEmpty ? regions.regions[region].code : name): \(counts[region] ?? 0)")
            page.xml.end("path")
            page.xml.endLine()
        }
        page.end()
        page.begin(["fill": Self.style.ink, "font-size": "13"])
        let left = fixed(frame.width + 16)
        page.add("text", ["x": left, "y": "36", "font-size": "18", "font-weight": "600"], text: title)
        for (i, line) in lines.enumerated() {
            let y = "\(58 + 18 * i)"
            page.add(
                "text", i == 0 ? ["x": left, "y": y] : ["x": left, "y": y, "fill": Self.style.faintInk], text: line)
        }
        for (i, entry) in legend.enumerated() {
            let y = top + 2 + 24 * i
            page.add(
                "rect",
                ["x": left, "y": "\(y)", "width": "22", "height": "16", "rx": "2", "fill": entry.color.description])
            page.add("text", ["x": fixed(frame.width + 46), "y": "\(y + 13)"], text: entry.label)
        }
        if case .coasts = backdrop?.ground {
            page.add(
                "text", ["x": left, "y": fixed(height - 10), "font-size": "10.5", "fill": Self.style.faintInk],
                text: Backdrop.sources)
        }
        page.end()
        return page.finish().bytes
    }

    private var legend: [RegionColors.Entry] {
        let isAnyEmpty = regions.regions.indices.contains { counts[$0, default: 0] == 0 && isDrawn($0) }
        return colors.legend + (isAnyEmpty ? [RegionColors.Entry(color: RegionColors.none, label: "0")] : [])
    }

    private func isDrawn(_ region: Int) -> Bool { !leavesOutEmpty || counts[region, default: 0] > 0 }

    private func fixed(_ length: Double) -> String { NumberText.fixed(length, decimals: 1) }
}

extension RegionCounts {
    /// Returns the regions as an SVG drawing: a map coloured by class, and a legend.
    ///
    /// - Parameters:
    ///   - classes: The classes of counts above zero.
    ///   - scale: The colours of the classes; the lowest counts have that of 0.
    ///   - leavesOutEmpty: Whether regions without a place are omitted; the map then shrinks to the others.
    ///   - width: Width of the map in pixels, without the legend.
    /// - Returns: UTF-8.
    /// - Precondition: `width` is above 0, up to 100 000.
    /// - Complexity: O(*v*) for *v* vertices.
    public func svg(
        _ classes: ValueClasses = .quantiles(5), _ scale: ColorScale = ColorScale.viridis.reversed,
        leavesOutEmpty: Bool = false, width: Int = 640
    ) -> ContiguousArray<UInt8> {
        let found = found
        let total = found.reduce(0) { $0 + $1.count }
        let lines = ["\(total) in \(found.count) of \(counts.count)"] + (outside > 0 ? ["\(outside) in none"] : [])
        return RegionDrawing(
            regions: level.regions, title: level.name, lines: lines,
            counts: Dictionary(uniqueKeysWithValues: found.map { ($0.region, $0.count) }),
            colors: RegionColors(found, classes, scale), leavesOutEmpty: leavesOutEmpty
        ).svg(width: width)
    }
}

extension VisitedLand {
    /// Returns a level as an SVG drawing: a map with filled regions, and a legend.
    ///
    /// Equirectangular, with the scale of the middle latitude; regions around the antimeridian are drawn together if
    /// that makes the map narrower. Each region has a tooltip with its name and number of visits.
    ///
    /// - Parameters:
    ///   - level: The position of the level.
    ///   - fill: The colours of visited regions.
    ///   - leavesOutUnvisited: Whether regions without a visit are omitted; the map then shrinks to the others.
    ///   - width: Width of the map in pixels, without the legend.
    /// - Returns: UTF-8.
    /// - Precondition: The level exists; `width` is above 0, up to 100 000.
    /// - Complexity: O(*v*) for *v* vertices.
    public func svg(
        ofLevel level: Int, fill: VisitFill = .usual, leavesOutUnvisited: Bool = false, width: Int = 640
    ) -> ContiguousArray<UInt8> {
        let visits = visits(ofLevel: level)
        let share = share(ofLevel: level)
        let percent = NumberText.fixed(100 * share.regions, decimals: 1)
        let area = NumberText.fixed(100 * share.area, decimals: 1)
        return RegionDrawing(
            regions: levels.levels[level].regions, title: levels.levels[level].name,
            lines: ["\(share.visited) / \(share.total) (\(percent) %)", "area: \(area) %"],
            counts: Dictionary(uniqueKeysWithValues: visits.map { ($0.region, $0.count) }),
            colors: RegionColors(visits, fill: fill), leavesOutEmpty: leavesOutUnvisited
        ).svg(width: width)
    }
}
