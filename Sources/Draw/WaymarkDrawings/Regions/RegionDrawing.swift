import WaymarkGeodesy
public import WaymarkGradients
public import WaymarkGround
public import WaymarkRegions
import WaymarkRoutes
import WaymarkText

/// A drawing of regions on the same page as routes: filled by value, with a legend.
struct RegionDrawing {
    let regions: RegionSet
    let title: String
    /// What the page shows, in one line.
    let summary: String
    /// The count of each region; regions without an entry have none.
    let counts: [Int: Int]
    let colors: RegionColors
    /// Whether regions without a count are omitted; the map then shrinks to the others.
    let leavesOutEmpty: Bool
    /// The heading of the legend.
    let heading: String
    let words: MapWords
    /// The ground under the regions, which are then seen through; nil for land and sea alone.
    let ground: Ground?
    /// Whom the ground is from.
    let attribution: String?
    /// Whether the page is dark.
    let isDark: Bool

    /// The fill of regions without a count.
    private var empty: RGBColor { isDark ? RGBColor(0x2b3745) : RegionColors.none }

    /// The maximum number of regions with a count that are listed by name.
    private static let maxNames = 30

    /// The drawing as UTF-8; `width` is that of the map alone, in pixels.
    func svg(width: Int) -> ContiguousArray<UInt8> {
        precondition(width > 0 && width <= 100_000, "the width is not above 0 and at most 100 000: \(width)")
        let size = RouteDrawing.size
        var page = SVGPage(.of(isDark: isDark))
        let wide = Double(width)
        let whole = wide + 2 * size.margin + 20 + size.sidebar
        page.header(title, summary, width: whole)
        var bottom = size.top
        var (sources, notes) = ("", "")
        let left = size.margin + wide + 20
        if let box = extent.box {
            let frame = MapFrame(
                box, left: size.margin, top: size.top, width: wide,
                heights: 0.45 * wide...1.3 * wide, margin: box.longitudeSpan > 350 ? 4 : min(24, wide / 10))
            let view = BackdropView(frame)
            let scale = ScaleBar(frame)
            let ground = GroundView(ground, under: frame, .of(isDark: isDark))
            page.begin(view, ground, of: frame, keepingFree: [scale.area], id: "map")
            page.begin([
                "fill-opacity": ground == nil ? "1" : "0.55", "stroke": page.colors.halo,
                "stroke-width": regions.regions.count > 1000 ? "0.2" : "0.7",
                "stroke-linejoin": "round", "fill-rule": "evenodd",
                // Islands smaller than the line are seen too.
                "paint-order": "stroke",
            ])
            let outlines = RegionOutlines(frame)
            regions.shapes.forEachRegion { region, polygons in
                guard isDrawn(region) else { return }
                let color = colors.fills[region] ?? empty
                page.xml.begin("path", ["fill": color.description, "d": outlines.path(polygons)])
                page.xml.add("title", text: "\(name(region)): \(counts[region] ?? 0)")
                page.xml.end("path")
                page.xml.endLine()
            }
            page.end()
            if let ground {
                var labels = MapLabels(within: frame.panel, lines: [])
                labels.take(scale.area)
                GroundNames(ground, beside: labels).draw(on: &page, .of(isDark: isDark))
                notes = attribution ?? ""
            }
            page.end(frame, scale)
            bottom = frame.panel.bottom
            sources = words.sources(frame.projection, view)
        }
        let lowest = legend(on: &page, left: left, top: size.top + 8)
        bottom = max(bottom, lowest + (notes.isEmpty ? 24 : 40))
        page.text(notes, left, bottom - 20, size: 10.5, ["fill": page.colors.small])
        page.text(sources, left, bottom - 4, size: 10.5, ["fill": page.colors.small])
        return page.finish(width: whole, height: bottom + size.margin).bytes
    }

    /// Draws the legend, and the names of the regions with a count if they are few; returns its lower end.
    private func legend(on page: inout SVGPage, left: Double, top: Double) -> Double {
        let sidebar = RouteDrawing.size.sidebar
        let isAnyEmpty = regions.regions.indices.contains { counts[$0, default: 0] == 0 && isDrawn($0) }
        let entries = colors.legend + (isAnyEmpty ? [(color: empty, label: "0")] : [])
        var y = top
        func row(_ color: RGBColor, _ label: String, _ count: String) {
            let sample = PageRectangle(left: left, top: y, width: 22, height: 16)
            page.rectangle(sample, corner: 2, ["fill": color.description])
            let room = sidebar - 38 - TextWidth.of(count, size: 13)
            page.text(TextWidth.shortened(label, size: 13, width: room), left + 30, y + 13)
            if !count.isEmpty { page.text(count, left + sidebar, y + 13, ["text-anchor": "end"]) }
            y += 24
        }
        page.begin(["fill": page.colors.ink, "font-size": "13"])
        if !entries.isEmpty {
            page.text(heading, left, y + 12, ["font-weight": "700"])
            y += 24
        }
        for entry in entries { row(entry.color, entry.label, "") }
        let found = counts.filter { $0.value > 0 }.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
        if found.count <= Self.maxNames {
            if !entries.isEmpty, !found.isEmpty { y += 10 }
            for (region, count) in found { row(colors.fills[region] ?? empty, name(region), "\(count)") }
        }
        page.end()
        return y
    }

    private func name(_ region: Int) -> String {
        let region = regions.regions[region]
        return region.name.isEmpty ? region.code : region.name
    }

    private func isDrawn(_ region: Int) -> Bool { !leavesOutEmpty || counts[region, default: 0] > 0 }

    /// What is drawn, without the widest gap in longitude.
    private var extent: LineExtent {
        var extent = LineExtent()
        regions.shapes.forEachRegion { region, polygons in
            guard isDrawn(region) else { return }
            for ring in polygons.lazy.compactMap(\.rings.first) {
                guard let first = ring.first else { continue }
                var (low, high) = (first, first)
                for vertex in ring {
                    (low.x, low.y) = (min(low.x, vertex.x), min(low.y, vertex.y))
                    (high.x, high.y) = (max(high.x, vertex.x), max(high.y, vertex.y))
                }
                extent.add(south: low.y, north: high.y, west: low.x, east: high.x)
            }
        }
        return extent
    }
}

/// Outlines of polygons on a map: turned to its middle, and cut at its edges.
struct RegionOutlines {
    private let frame: MapFrame
    /// What is in sight, and a little more, in degrees from the middle.
    private let window: PageRectangle

    init(_ frame: MapFrame) {
        self.frame = frame
        let sight = frame.sight
        let half = min(180, sight.half * 1.02)
        let more = (sight.north - sight.south) * 0.02
        window = PageRectangle(
            left: -half, top: sight.south - more, width: 2 * half, height: sight.north - sight.south + 2 * more)
    }

    /// Outlines with positions to a tenth of a unit, without detail that no one sees.
    func path(_ polygons: [PlanePolygon]) -> String {
        var path = SVGPath(decimals: 1)
        let center = frame.projection.center
        for ring in polygons.lazy.flatMap(\.rings) {
            let points = ring.dropLast().map { PagePoint(x: $0.x - center, y: $0.y) }
            guard frame.projection.hasEdges else {
                append(Self.dense(points), to: &path)
                continue
            }
            guard let west = points.map(\.x).min(), let east = points.map(\.x).max() else { continue }
            for turn in [-360.0, 0, 360] where west + turn <= window.right && east + turn >= window.left {
                append(clipped(ring: points.map { PagePoint(x: $0.x + turn, y: $0.y) }, to: window), to: &path)
            }
        }
        return path.text
    }

    /// The ring with steps of at most a degree of longitude, since parallels are curved around a pole.
    private static func dense(_ ring: [PagePoint]) -> [PagePoint] {
        guard var previous = ring.last else { return [] }
        return ring.flatMap { point in
            defer { previous = point }
            let steps = max(1, Int(abs(point.x - previous.x).rounded(.up)))
            return (1...steps).map { previous.towards(point, Double($0) / Double(steps)) }
        }
    }

    private func append(_ ring: [PagePoint], to path: inout SVGPath) {
        if ring.isEmpty { return }
        path.append(ring.lazy.map { frame.point(latitude: $0.y, relative: $0.x) }.thinned(0.4) { $0 })
        path.close()
    }
}

extension RegionCounts {
    /// Returns the regions as an SVG drawing on the page of ``/WaymarkDrawings/RouteMap``: a map coloured by class, and a legend, with the names
    /// of up to 30 regions that have places.
    ///
    /// Projected as routes are; the map leaves out the widest gap in longitude, so regions around the antimeridian are drawn
    /// together. Each region has a tooltip with its name and number.
    ///
    /// - Parameters:
    ///   - classes: The classes of counts above zero.
    ///   - scale: The colours of the classes; the lowest counts have that of 0.
    ///   - leavesOutEmpty: Whether regions without a place are omitted; the map then shrinks to the others.
    ///   - title: The heading; nil uses the name of the level.
    ///   - language: The language of the words.
    ///   - width: Width of the map in pixels, without the legend.
    ///   - ground: The streets, water and green below, which the regions then let through; nil for land and sea alone.
    ///   - attribution: Whom the ground is from, written if any of it is drawn.
    ///   - isDark: Whether the map is for a dark page.
    /// - Returns: UTF-8.
    /// - Precondition: `width` is above 0, up to 100 000.
    /// - Complexity: O(*v*) for *v* vertices.
    public func svg(
        _ classes: ValueClasses = .quantiles(5), _ scale: ColorScale = ColorScale.viridis.reversed,
        leavesOutEmpty: Bool = false, title: String? = nil, language: RouteMap.Language = .english, width: Int = 670,
        ground: Ground? = nil, attribution: String? = nil,
        isDark: Bool = false
    ) -> ContiguousArray<UInt8> {
        let (found, words) = (found, MapWords(language))
        let total = found.reduce(0) { $0 + $1.count }
        return RegionDrawing(
            regions: level.regions, title: title ?? level.name,
            summary: words.counts(total, in: found.count, of: counts.count, outside: outside),
            counts: Dictionary(uniqueKeysWithValues: found.map { ($0.region, $0.count) }),
            colors: RegionColors(found, classes, scale), leavesOutEmpty: leavesOutEmpty, heading: words.places,
            words: words, ground: ground, attribution: attribution,
            isDark: isDark
        ).svg(width: width)
    }
}

extension VisitedLand {
    /// Returns a level as an SVG drawing on the page of ``/WaymarkDrawings/RouteMap``: a map with filled regions, and a legend, with the names of
    /// up to 30 visited regions.
    ///
    /// Projected as routes are; the map leaves out the widest gap in longitude, so regions around the antimeridian are drawn
    /// together. Each region has a tooltip with its name and number of visits.
    ///
    /// - Parameters:
    ///   - level: The position of the level.
    ///   - fill: The colours of visited regions.
    ///   - leavesOutUnvisited: Whether regions without a visit are omitted; the map then shrinks to the others.
    ///   - title: The heading; nil uses the name of the level.
    ///   - language: The language of the words.
    ///   - width: Width of the map in pixels, without the legend.
    ///   - ground: The streets, water and green below, which the regions then let through; nil for land and sea alone.
    ///   - attribution: Whom the ground is from, written if any of it is drawn.
    ///   - isDark: Whether the map is for a dark page.
    /// - Returns: UTF-8.
    /// - Precondition: The level exists; `width` is above 0, up to 100 000.
    /// - Complexity: O(*v*) for *v* vertices.
    public func svg(
        ofLevel level: Int, fill: VisitFill = .usual, leavesOutUnvisited: Bool = false, title: String? = nil,
        language: RouteMap.Language = .english, width: Int = 670,
        ground: Ground? = nil, attribution: String? = nil,
        isDark: Bool = false
    ) -> ContiguousArray<UInt8> {
        let (visits, words) = (visits(ofLevel: level), MapWords(language))
        let share = share(ofLevel: level)
        return RegionDrawing(
            regions: levels.levels[level].regions, title: title ?? levels.levels[level].name,
            summary: words.visited(share.visited, of: share.total, share: share.regions, area: share.area),
            counts: Dictionary(uniqueKeysWithValues: visits.map { ($0.region, $0.count) }),
            colors: RegionColors(visits, fill: fill), leavesOutEmpty: leavesOutUnvisited,
            heading: fill.isOfOwners ? words.owners : words.visits, words: words, ground: ground,
            attribution: attribution, isDark: isDark
        ).svg(width: width)
    }
}

extension VisitFill {
    fileprivate var isOfOwners: Bool { if case .owners = self { true } else { false } }
}
