import WaymarkText

/// Meridians and parallels of a map, with their names at its edges.
struct MapGraticule {
    /// Lines of points, some outside the map.
    private(set) var lines: [[PagePoint]] = []
    /// Names at the edges of the map, and the left ends of their baselines.
    private(set) var labels: [(text: String, origin: PagePoint)] = []

    /// Steps in degrees; one is chosen that gives three to seven lines.
    private static let steps = [
        0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45, 90,
    ]

    init(_ frame: MapFrame) {
        let panel = frame.panel
        let (south, north, span) = (frame.box.south, frame.box.north, frame.box.longitudeSpan)
        // The panel shows more than the box: grow until lines leave it.
        let degreesToUnit = max(1e-9, frame.metersToUnit / 111_195)
        let (wide, high) = (panel.width * degreesToUnit, panel.height * degreesToUnit)
        let middle = (south + north) / 2
        let step = Self.steps.first { min(wide, high) / $0 <= 7 } ?? 90
        let isPolar = !frame.projection.hasEdges
        let (low, top) = (max(-90, middle - high), min(90, middle + high))
        let meridianStep = isPolar ? 30 : Self.steps.first { $0 >= step * 0.99 && wide / $0 <= panel.width / 74 } ?? 90
        let half = isPolar ? 180 : min(180, span / 2 + wide * 2)
        for latitude in Self.multiples(of: step, low, top) where abs(latitude) < 90 {
            let line = Self.samples(-half, half).map { frame.point(latitude: latitude, relative: $0) }
            add(line, Self.name(latitude, "N", "S", step), panel, isAtLeft: true)
        }
        let center = frame.projection.center
        let meridians = Self.multiples(of: meridianStep, center - half, center + half)
        for longitude in meridians where !isPolar || longitude < center + 180 {
            let bounds =
                isPolar ? (low: south > 0 ? south - high : -89.999, top: south > 0 ? 89.999 : north + high) : (low, top)
            let line = Self.samples(max(-89.999, bounds.0), min(89.999, bounds.1)).map {
                frame.point(latitude: $0, relative: longitude - center)
            }
            let turned = longitude.remainder(dividingBy: 360)
            add(line, Self.name(turned, "E", "W", meridianStep), panel, isAtLeft: false)
        }
    }

    private mutating func add(_ line: [PagePoint], _ name: String, _ panel: PageRectangle, isAtLeft: Bool) {
        guard zip(line, line.dropFirst()).contains(where: { panel.touches($0, $1) }) else { return }
        lines.append(line)
        for (a, b) in zip(line, line.dropFirst()) {
            let (from, to) = isAtLeft ? (a.x - panel.left, b.x - panel.left) : (a.y - panel.bottom, b.y - panel.bottom)
            guard (from < 0) != (to < 0) else { continue }
            let fraction = from / (from - to)
            let point = a.towards(b, fraction)
            let isInside =
                isAtLeft
                ? point.y > panel.top + 14 && point.y < panel.bottom - 30
                : point.x > panel.left + 40 && point.x < panel.right - 24
            let offset = isAtLeft ? PagePoint(x: 6, y: -3) : PagePoint(x: 3, y: -6)
            if isInside { labels.append((name, point + offset)) }
        }
    }

    private static func multiples(of step: Double, _ low: Double, _ high: Double) -> [Double] {
        let (first, last) = ((low / step).rounded(.up), (high / step).rounded(.down))
        guard first <= last, last - first < 1000 else { return [] }
        return (Int(first)...Int(last)).map { Double($0) * step }
    }

    private static func samples(_ low: Double, _ high: Double) -> [Double] {
        (0...120).map { low + (high - low) * Double($0) / 120 }
    }

    private static func name(_ degrees: Double, _ positive: String, _ negative: String, _ step: Double) -> String {
        let decimals = step < 0.001 ? 4 : step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0
        let number = DecimalText.of(abs(degrees), decimals: decimals) ?? ""
        let side = number == "0" || number == "180" ? "" : degrees < 0 ? negative : positive
        return number + "°" + side
    }
}
