import WaymarkGround
import WaymarkText

/// The ground of one map: its features as outlines by layer, and what it names.
struct GroundView {
    /// Streets and rails under others and over them are drawn apart, and areas that a tile cuts without an edge there.
    private enum Part: Hashable {
        case plain, tunnel, bridge, cut, edge
    }

    private struct Key: Hashable {
        let layer: GroundLayer
        let part: Part
    }

    let window: GroundWindow
    private let style: GroundStyle
    private var paths: [Key: GroundPath] = [:]
    let features: [GroundFeature]

    /// Layers whose edges are drawn.
    private static let edged: Set<GroundLayer> = [.water, .building, .pier]
    /// What is drawn beyond the panel, so that edges and ends are out of sight.
    private static let margin = 8.0

    /// Up to this zoom the backdrop lies under the ground.
    static let farthestAlone = 11.0

    /// Whether anything is drawn.
    var isEmpty: Bool { paths.values.allSatisfy(\.isEmpty) }

    /// The ground under a map; nil if there is none, or nothing of it in sight.
    ///
    /// Where it cannot be read there is none either: `waymark index info --verify` finds the fault.
    init?(_ ground: Ground?, under frame: MapFrame, _ style: GroundStyle) {
        guard let ground, let window = frame.window,
            let features = try? ground.features(from: window.corner, to: window.end, zoom: window.zoom)
        else { return nil }
        self.init(features, window, style)
        if isEmpty { return nil }
    }

    /// Prepares features for a window; those that lie beside it are not drawn.
    init(_ features: [GroundFeature], _ window: GroundWindow, _ style: GroundStyle) {
        (self.features, self.window, self.style) = (features, window, style)
        let box = window.bounds(grownBy: Self.margin)
        for feature in features {
            switch feature.geometry {
            case .label: continue
            case .line(let points): add(points.map(window.point), feature, box)
            case .area(let rings): add(rings, feature.kind.layer, box)
            }
        }
    }

    private mutating func add(_ line: [PixelPoint], _ feature: GroundFeature, _ box: PixelBounds) {
        guard let bounds = PixelBounds(line), bounds.meets(box) else { return }
        let layer = feature.kind.layer
        let part: Part =
            feature.flags.contains(.tunnel)
            ? .tunnel : feature.flags.contains(.bridge) && GroundStyle.streetLayers.contains(layer) ? .bridge : .plain
        for stretch in PixelLine.stretches(line, touching: box) {
            let thin = PixelLine.thinned(Array(stretch), 0.5)
            guard let size = PixelBounds(thin), max(size.width, size.height) >= 1.2 else { continue }
            paths[Key(layer: layer, part: part), default: GroundPath()].append(thin, isRing: false)
        }
    }

    private mutating func add(_ rings: [GroundRing], _ layer: GroundLayer, _ box: PixelBounds) {
        let isEdged = Self.edged.contains(layer)
        for (number, ring) in rings.enumerated() {
            let points = ring.points.map(window.point)
            guard let bounds = PixelBounds(points), bounds.meets(box),
                max(bounds.width, bounds.height) >= (isEdged ? 1.2 : 4)
            else {
                if number == 0 { return }
                continue
            }
            let clipped = PixelLine.thinned(ring: PixelLine.clipped(ring: points, to: box), 0.5)
            if clipped.count < 3 {
                if number == 0 { return }
                continue
            }
            let isCut = isEdged && !ring.cuts.isEmpty
            paths[Key(layer: layer, part: isCut ? .cut : .plain), default: GroundPath()].append(clipped, isRing: true)
            if isCut { addEdge(points, Set(ring.cuts), layer, box) }
        }
    }

    /// The edge of a piece, without what lies on the border of a tile.
    private mutating func addEdge(_ ring: [PixelPoint], _ cuts: Set<Int>, _ layer: GroundLayer, _ box: PixelBounds) {
        guard let first = cuts.min() else { return }
        var run: [PixelPoint] = []
        for step in 1...ring.count {
            let at = (first + step) % ring.count
            run.append(ring[at])
            guard cuts.contains(at) else { continue }
            for stretch in PixelLine.stretches(run, touching: box) {
                paths[Key(layer: layer, part: .edge), default: GroundPath()].append(
                    PixelLine.thinned(Array(stretch), 0.5), isRing: false)
            }
            run = []
        }
    }

    // MARK: Drawing

    /// Draws the ground, without its names.
    ///
    /// - Parameters:
    ///   - page: The drawing.
    ///   - id: The beginning of the ids of its streets, unique in the document.
    func draw(on page: inout SVGPage, id: String) {
        let scale = GroundStyle.scale(at: window.zoom)
        page.begin(["stroke-linejoin": "round"])
        for (layer, fill) in GroundStyle.areas { area(layer, style[keyPath: fill], &page) }
        line(.river, .plain, style.shore, max(0.8, 3 * scale), [("stroke-linecap", "round")], &page)
        line(.brook, .plain, style.shore, max(0.5, 1.4 * scale), [("stroke-linecap", "round")], &page)
        area(.sea, style.sea, &page)
        line(.coast, .plain, style.coast, 0.8, [], &page)
        area(.water, style.sea, edge: style.shore, width: 0.8, &page)
        line(.ferry, .plain, style.coast, 0.8, [("stroke-dasharray", "5 4")], &page)
        area(.pier, style.land, edge: style.coast, width: 0.7, &page)
        line(.pierLine, .plain, style.coast, max(1, 2.6 * scale), [], &page)
        line(.pierLine, .plain, style.land, max(0.5, 2.6 * scale - 1), [], &page)
        area(.building, style.building, edge: style.wall, width: 0.6, &page)
        line(.rail, .tunnel, style.rail, 1.4, [("stroke-dasharray", "3 3"), ("opacity", ".6")], &page)
        line(.rail, .plain, style.rail, 1.4, [], &page)
        if window.zoom >= 13.5 { line(.rail, .plain, style.land, 0.7, [("stroke-dasharray", "4 4")], &page) }
        line(.lift, .plain, style.path, 0.8, [("stroke-dasharray", "6 2 1 2")], &page)
        for part in [Part.tunnel, .plain] {
            let faint = part == .tunnel ? [("opacity", ".5")] : []
            line(
                .path, part, style.path, max(0.8, 1.1 * min(1.4, scale * 1.2)), [("stroke-dasharray", "3 2")] + faint,
                &page)
            line(.steps, part, style.path, max(1.2, 1.8 * scale), [("stroke-dasharray", "1 1.2")] + faint, &page)
        }
        streets(scale, id, &page)
        page.end()
    }

    private func area(
        _ layer: GroundLayer, _ fill: String, edge: String? = nil, width: Double = 0, _ page: inout SVGPage
    ) {
        func path(_ part: Part, _ attributes: [(String, String)]) {
            guard let path = paths[Key(layer: layer, part: part)], !path.isEmpty else { return }
            page.add(path, attributes)
        }
        let stroke = edge.map { [("stroke", $0), ("stroke-width", units(width))] } ?? []
        path(.plain, [("fill", fill)] + stroke)
        path(.cut, [("fill", fill)])
        if !stroke.isEmpty { path(.edge, [("fill", "none")] + stroke) }
    }

    private func line(
        _ layer: GroundLayer, _ part: Part, _ stroke: String, _ width: Double, _ more: [(String, String)],
        _ page: inout SVGPage
    ) {
        guard let path = paths[Key(layer: layer, part: part)], !path.isEmpty else { return }
        page.add(path, [("fill", "none"), ("stroke", stroke), ("stroke-width", width.hundredths)] + more)
    }

    /// Streets: those in tunnels, then those on the ground, then bridges; of each all edges before all fills, so that crossings are
    /// open. Each outline stands once in the document.
    private func streets(_ scale: Double, _ id: String, _ page: inout SVGPage) {
        for part in [Part.tunnel, .plain, .bridge] {
            let drawn = GroundStyle.streets.filter { !(paths[Key(layer: $0.layer, part: part)]?.isEmpty ?? true) }
            if drawn.isEmpty { continue }
            func name(_ street: GroundStyle.Street) -> String { "\(id)-\(part)-\(street.layer.rawValue)" }
            page.xml.begin("defs")
            for street in drawn { page.add(paths[Key(layer: street.layer, part: part)]!, [("id", name(street))]) }
            page.xml.end("defs")
            page.begin(["fill": "none", "stroke-linecap": part == .plain ? "round" : "butt"])
            for street in drawn {
                let dash = part == .tunnel ? [("stroke-dasharray", "4 3")] : []
                page.use(
                    name(street),
                    [
                        ("stroke", style[keyPath: street.edge]),
                        ("stroke-width", (street.width * scale + 1.4).hundredths),
                    ] + dash)
            }
            for street in drawn {
                let more: [(String, String)] =
                    part == .tunnel ? [("stroke-opacity", ".75")] : part == .bridge ? [("stroke-linecap", "round")] : []
                page.use(
                    name(street),
                    [("stroke", style[keyPath: street.fill]), ("stroke-width", (street.width * scale).hundredths)]
                        + more)
            }
            page.end()
        }
    }
}

extension Double {
    fileprivate var hundredths: String { SVGNumber.text(self, decimals: 2) }
}

extension SVGPage {
    /// Adds an outline with attributes, whose values need no escapes.
    fileprivate mutating func add(_ path: GroundPath, _ attributes: [(String, String)]) {
        tag("path", attributes + [("d", path.text)])
    }

    fileprivate mutating func use(_ id: String, _ attributes: [(String, String)]) {
        tag("use", [("href", "#\(id)")] + attributes)
    }

    mutating func tag(_ name: StaticString, _ attributes: [(String, String)], text: String? = nil) {
        xml.add(raw: "<")
        xml.add(raw: name)
        for (name, value) in attributes {
            xml.add(text: " \(name)=")
            xml.add(raw: "\"")
            xml.add(text: value)
            xml.add(raw: "\"")
        }
        if let text {
            xml.add(raw: ">")
            xml.add(text: text)
            xml.end(name)
        } else {
            xml.add(raw: "/>")
        }
        xml.endLine()
    }
}
