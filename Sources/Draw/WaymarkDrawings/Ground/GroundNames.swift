import WaymarkGround
import WaymarkText

import func WaymarkC.atan2

/// The names of the ground on one map, in the order of their worth: one that would touch another is left out.
struct GroundNames {
    /// A name, its middle and its turn in degrees.
    struct Placed {
        var text: String
        var middle: PixelPoint
        var turn: Double
        var style: GroundStyle.Name
        var isPeak = false
        /// The height of a peak, in metres; empty for none.
        var height = ""
        /// Whether it goes along a line.
        var isAlong = false
        /// Where it stands.
        var boxes: [PageRectangle]
    }

    private(set) var all: [Placed] = []
    private let window: GroundWindow
    private var room: MapLabels
    /// Where a text already stands.
    private var said: [String: [PixelPoint]] = [:]

    /// The distance from the border of the panel, as ``MapLabels`` keeps it, and between two names of one street.
    private static let (edge, apart) = (4.0, 260.0)

    /// Places the names of a view.
    ///
    /// - Parameters:
    ///   - view: The ground.
    ///   - labels: What they must not touch: marks, legs, and other names.
    init(_ view: GroundView, beside labels: MapLabels) { self.init(view.features, in: view.window, beside: labels) }

    /// Places the names of features in a window.
    init(_ features: [GroundFeature], in window: GroundWindow, beside labels: MapLabels) {
        (self.window, room) = (window, labels)
        placeLabels(features)
        placeAlongLines(features)
    }

    private func isSaid(_ text: String, near point: PixelPoint, _ distance: Double) -> Bool {
        said[text]?.contains {
            ($0.x - point.x) * ($0.x - point.x) + ($0.y - point.y) * ($0.y - point.y) < distance * distance
        }
            ?? false
    }

    // MARK: Names at points

    private mutating func placeLabels(_ features: [GroundFeature]) {
        var labels: [(kind: GroundClass, text: String, weight: UInt8, point: PixelPoint)] = []
        for feature in features {
            guard case .label(let place, let weight) = feature.geometry, let name = feature.name,
                GroundStyle.names[feature.kind.layer] != nil
            else { continue }
            labels.append((feature.kind, name, weight, window.point(place)))
        }
        labels.sort { one, other in
            let (a, b) = (one.kind.rank ?? .max, other.kind.rank ?? .max)
            if a != b { return a < b }
            let (weight, otherWeight) = (one.weight & 127, other.weight & 127)
            return weight == otherWeight ? one.text < other.text : weight > otherWeight
        }
        let metersOfUnit = window.metersOfUnit
        let panel = window.panel
        for label in labels {
            guard let style = GroundStyle.names[label.kind.layer] else { continue }
            let lines = label.text.split(separator: "\t").map(String.init)
            guard let text = lines.first, !isSaid(text, near: label.point, 200) else { continue }
            let width = TextWidth.of(text, size: style.size, style.isBold ? .bold : .regular)
            let isOfArea = label.weight & 128 != 0
            if isOfArea, GroundFeature.side(ofWeight: label.weight) / metersOfUnit < 0.75 * width { continue }
            var middle = label.point
            if !isOfArea, panel.contains(PagePoint(x: middle.x, y: middle.y)) {
                let (across, down) = (width / 2 + 3 + Self.edge, style.size * 0.7 + Self.edge)
                middle.x = min(max(middle.x, panel.left + across), panel.right - across)
                middle.y = min(max(middle.y, panel.top + down), panel.bottom - down)
            }
            let isPeak = label.kind.layer == .peak
            let box =
                isPeak
                ? PageRectangle(
                    left: middle.x - width / 2 - 2, top: middle.y - 6, width: width + 4, height: 14 + style.size)
                : PageRectangle(
                    left: middle.x - width / 2 - 3, top: middle.y - style.size * 0.65, width: width + 6,
                    height: style.size * 1.3)
            guard room.take(all: [box]) else { continue }
            said[text, default: []].append(middle)
            all.append(
                Placed(
                    text: text, middle: middle, turn: 0, style: style, isPeak: isPeak,
                    height: lines.count > 1 ? lines[1] : "", boxes: [box]))
        }
    }

    // MARK: Names along lines

    private mutating func placeAlongLines(_ features: [GroundFeature]) {
        var lines: [(kind: GroundClass, text: String, line: [PixelPoint])] = []
        let box = window.bounds(grownBy: 0)
        for feature in features {
            guard case .line(let points) = feature.geometry, let name = feature.name,
                let zoom = GroundStyle.lineNames[feature.kind.layer], window.zoom >= zoom - 0.15
            else { continue }
            let line = points.map(window.point)
            guard let bounds = PixelBounds(line), bounds.meets(box) else { continue }
            lines += PixelLine.stretches(line, touching: box).map { (feature.kind, name, Array($0)) }
        }
        lines.sort { one, other in
            let (a, b) = (one.kind.rank ?? .max, other.kind.rank ?? .max)
            if a != b { return a < b }
            return one.text == other.text ? one.line.count > other.line.count : one.text < other.text
        }
        for (kind, text, line) in lines {
            let isWater = kind.layer == .river || kind.layer == .brook
            let size = isWater || (kind.rank ?? 0) > 12 ? 10.5 : 11
            let style = GroundStyle.Name(size: size, fill: isWater ? \.waterName : \.streetName, isItalic: isWater)
            let width = TextWidth.of(text, size: size)
            for place in Self.straightest(line, length: width + 6, within: size * 0.22)
            where !isSaid(text, near: place.middle, Self.apart) {
                var (dx, dy) = place.direction
                if dx < 0 || abs(dx) < 1e-6 && dy < 0 { (dx, dy) = (-dx, -dy) }
                let count = max(1, Int(width / size))
                let boxes = (0...count).map { step in
                    let along = width * (Double(step) / Double(count) - 0.5)
                    return PageRectangle(
                        around: PagePoint(x: place.middle.x + dx * along, y: place.middle.y + dy * along),
                        width: size * 1.2, height: size * 1.2)
                }
                guard room.take(all: boxes) else { continue }
                said[text, default: []].append(place.middle)
                all.append(
                    Placed(
                        text: text, middle: place.middle, turn: atan2(dy, dx) * 180 / .pi, style: style, isAlong: true,
                        boxes: boxes))
            }
        }
    }

    /// Stretches of a line that are as good as straight, the straightest first, then the most central.
    private static func straightest(
        _ line: [PixelPoint], length: Double, within tolerance: Double
    ) -> [(middle: PixelPoint, direction: (Double, Double))] {
        var ends = [0.0]
        for (a, b) in zip(line, line.dropFirst()) {
            ends.append(ends[ends.count - 1] + ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot())
        }
        let whole = ends[ends.count - 1]
        guard whole >= length else { return [] }
        func point(at distance: Double) -> PixelPoint {
            let next = max(1, min(ends.count - 1, ends.partitioningIndex { $0 >= distance }))
            let step = ends[next] - ends[next - 1]
            let share = step > 0 ? (distance - ends[next - 1]) / step : 0
            let (a, b) = (line[next - 1], line[next])
            return PixelPoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
        }
        var found: [(bend: Double, aside: Double, middle: PixelPoint, direction: (Double, Double))] = []
        let step = max(8, (whole - length) / 60)
        for start in stride(from: 0, through: whole - length, by: step) {
            let (a, b) = (point(at: start), point(at: start + length))
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let chord = (dx * dx + dy * dy).squareRoot()
            guard chord >= 0.97 * length else { continue }
            var bend = 0.0
            var next = ends.partitioningIndex { $0 > start }
            while next < ends.count, ends[next] < start + length {
                bend = max(bend, abs((line[next].x - a.x) * dy - (line[next].y - a.y) * dx) / chord)
                next += 1
            }
            guard bend <= tolerance else { continue }
            found.append(
                (
                    bend.rounded(), abs(start + length / 2 - whole / 2),
                    PixelPoint(x: a.x + dx / 2, y: a.y + dy / 2), (dx / chord, dy / chord)
                ))
        }
        return found.sorted { ($0.bend, $0.aside) < ($1.bend, $1.aside) }.map { ($0.middle, $0.direction) }
    }

    // MARK: Drawing

    /// Draws the names; those that touch an area only, if one is given.
    func draw(on page: inout SVGPage, _ style: GroundStyle, touching area: PageRectangle? = nil) {
        let seen = area.map { area in all.filter { $0.boxes.contains { $0.inset(by: -4).intersects(area) } } } ?? all
        if seen.isEmpty { return }
        page.begin([
            "text-anchor": "middle", "stroke": style.land, "stroke-width": "2.5", "stroke-linejoin": "round",
            "paint-order": "stroke",
        ])
        for name in seen {
            var attributes = [("font-size", units(name.style.size)), ("fill", style[keyPath: name.style.fill])]
            if name.style.isBold { attributes.append(("font-weight", "600")) }
            if name.style.isItalic { attributes.append(("font-style", "italic")) }
            let (x, y) = (name.middle.x, name.middle.y)
            if name.isPeak {
                page.tag(
                    "path",
                    [
                        ("d", "M\(units(x)) \(units(y - 5))l4 7h-8z"), ("fill", style[keyPath: name.style.fill]),
                        ("stroke-width", "1"),
                    ])
                page.tag("text", [("x", units(x)), ("y", units(y + 13))] + attributes, text: name.text)
                if !name.height.isEmpty {
                    attributes[0] = ("font-size", "10")
                    page.tag("text", [("x", units(x)), ("y", units(y + 24))] + attributes, text: name.height)
                }
            } else if name.isAlong {
                let place = "translate(\(units(x)) \(units(y))) rotate(\(units(name.turn)))"
                page.tag("text", attributes + [("transform", place), ("dy", ".35em")], text: name.text)
            } else {
                page.tag(
                    "text", [("x", units(x)), ("y", units(y + name.style.size * 0.35))] + attributes, text: name.text)
            }
        }
        page.end()
    }
}
