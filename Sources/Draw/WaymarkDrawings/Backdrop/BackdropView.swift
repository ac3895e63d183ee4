import WaymarkText

/// The ground of one map: the backdrop's lines on the drawing, as far as its accuracy allows.
struct BackdropView {
    /// What is known of the ground.
    enum Ground {
        /// Land and sea, with a coast that may be off by a number of units.
        case coasts(error: Double)
        /// Nothing but land, at a scale at which a coast would be wrong.
        case land
        /// The scale is too large for the backdrop.
        case unknown
    }

    private(set) var ground = Ground.unknown
    /// Whether South Korea, which has a source of its own, is in sight.
    private(set) var hasKorea = false
    /// Whether land and sea are drawn.
    var isDrawn: Bool { if case .coasts = ground { true } else { false } }
    private(set) var land = SVGPath(decimals: 1)
    private(set) var lakes = SVGPath(decimals: 1)
    private(set) var borders = SVGPath(decimals: 1)
    private(set) var provinces = SVGPath(decimals: 1)

    /// The maximum errors in units, of coasts, and of lakes and borders; and the error from which coasts are checked.
    private static let (coastError, lineError, checkedError) = (40.0, 12.0, 4.0)

    /// The ground of a map.
    ///
    /// - Parameters:
    ///   - sight: What the map shows.
    ///   - panel: Its area on the drawing.
    ///   - metersToUnit: Its scale.
    ///   - isFlat: Whether meridians and parallels are straight and parallel to the edges, so that degrees can be clipped.
    ///   - isExact: Whether only a coast is drawn that is where it is, by the error from which coasts are checked.
    ///   - places: Points of places on land: a coast that puts one of them into the sea is left out.
    ///   - backdrop: The lines.
    ///   - point: The point of a latitude, and of a longitude relative to the middle.
    /// - Complexity: O(*n*) for *n* vertices of the backdrop's lines in sight.
    init(
        _ sight: MapFrame.Sight, _ panel: PageRectangle, metersToUnit: Double, isFlat: Bool,
        isExact: Bool = false, places: [PagePoint] = [], backdrop: Backdrop = .earth,
        point: (_ latitude: Double, _ relative: Double) -> PagePoint
    ) {
        let accuracy = Backdrop.accuracy(latitude: (sight.south + sight.north) / 2, longitude: sight.center)
        let error = accuracy / metersToUnit
        // Coasts are drawn a little beyond the edges, so that their ends are out of sight.
        let margin = error.isFinite ? max(8, min(error, 1e6)) + 4 : 1e6
        let window = PageRectangle(
            left: panel.left - margin, top: panel.top - margin, width: panel.width + 2 * margin,
            height: panel.height + 2 * margin)
        let degrees = PageRectangle(
            left: -min(180, sight.half * (1 + 2 * margin / panel.width)),
            top: sight.south - (sight.north - sight.south) * margin / panel.height,
            width: 2 * min(180, sight.half * (1 + 2 * margin / panel.width)),
            height: (sight.north - sight.south) * (1 + 2 * margin / panel.height))
        guard error <= (isExact ? Self.checkedError : Self.coastError) else {
            // Known is only what is far from any coast.
            let covers = backdrop.lines.lazy.filter { $0.kind == .land || $0.kind == .korea }.flatMap { line in
                Self.turned(line, sight.center, degrees).map { Self.area(clipped(ring: $0, to: degrees)) }
            }
            let whole = 2 * degrees.width * degrees.height * (1 - 1e-9)
            var isLand = false
            for area in covers where area != 0 {
                if area < 0 { return }
                isLand = isLand || area >= whole
            }
            if isLand && isFlat { ground = .land }
            return
        }
        ground = .coasts(error: error)
        // At the scale of a city the coast is checked against what is known to be on land.
        var rings: [[PagePoint]] = []
        let checks = error >= Self.checkedError && !places.isEmpty
        let lineError = Backdrop.accuracy.world / metersToUnit
        for line in backdrop.lines {
            switch line.kind {
            case .land, .korea: break
            case .province: if error > Self.lineError { continue }
            case .lake, .border: if lineError > Self.lineError { continue }
            }
            for turned in isFlat ? Self.turned(line, sight.center, degrees) : Self.polar(line, sight) {
                let points: [PagePoint]
                if isFlat {
                    let part = line.kind.isRing ? clipped(ring: turned, to: degrees) : turned
                    points = part.map { point($0.y, $0.x) }
                } else {
                    let whole = turned.map { point($0.y, $0.x) }
                    points = line.kind.isRing ? clipped(ring: whole, to: window) : whole
                }
                if line.kind == .korea || line.kind == .province, points.contains(where: panel.contains) {
                    hasKorea = true
                }
                switch line.kind {
                case .land, .korea:
                    Self.append(ring: points, to: &land)
                    if checks { rings.append(points) }
                case .lake: Self.append(ring: points, to: &lakes)
                case .border: Self.append(line: points, within: window, to: &borders)
                case .province: Self.append(line: points, within: window, to: &provinces)
                }
            }
        }
        if checks, places.contains(where: { Self.isAway($0, from: rings, by: error) }) { ground = .unknown }
    }

    /// Whether a point is outside rings, and farther from each than a distance.
    private static func isAway(_ point: PagePoint, from rings: [[PagePoint]], by distance: Double) -> Bool {
        var isInside = false
        for ring in rings {
            guard var a = ring.last else { continue }
            var turns = false
            for b in ring {
                let (dx, dy) = (b.x - a.x, b.y - a.y)
                let square = dx * dx + dy * dy
                let along = square > 0 ? ((point.x - a.x) * dx + (point.y - a.y) * dy) / square : 0
                let foot = a.towards(b, max(0, min(1, along)))
                let (x, y) = (foot.x - point.x, foot.y - point.y)
                if x * x + y * y <= distance * distance { return false }
                if (a.y > point.y) != (b.y > point.y), point.x < a.x + (point.y - a.y) / dy * dx { turns.toggle() }
                a = b
            }
            isInside = isInside || turns
        }
        return !isInside
    }

    /// A line with longitudes relative to the middle, for each turn of the Earth that brings it into a window of degrees.
    private static func turned(_ line: Backdrop.Line, _ center: Double, _ window: PageRectangle) -> [[PagePoint]] {
        guard line.box.top <= window.bottom, line.box.bottom >= window.top else { return [] }
        return [-360.0, 0, 360].compactMap { turn in
            let shift = turn - center
            guard line.box.left + shift <= window.right, line.box.right + shift >= window.left else { return nil }
            return line.points.map { PagePoint(x: $0.x + shift, y: $0.y) }
        }
    }

    private static func polar(_ line: Backdrop.Line, _ sight: MapFrame.Sight) -> [[PagePoint]] {
        guard line.box.top <= sight.north, line.box.bottom >= sight.south else { return [] }
        return [line.points.map { PagePoint(x: $0.x - sight.center, y: $0.y) }]
    }

    /// Appends a ring without detail that no one sees; nothing if it is smaller than a unit.
    private static func append(ring: [PagePoint], to path: inout SVGPath) {
        let kept = thinned(ring)
        guard kept.count >= 3, let first = kept.first else { return }
        let (wide, high) = kept.reduce(into: (0.0, 0.0)) { size, point in
            size.0 = max(size.0, abs(point.x - first.x))
            size.1 = max(size.1, abs(point.y - first.y))
        }
        guard max(wide, high) >= 1 else { return }
        for (i, point) in kept.enumerated() {
            if i == 0 { path.move(point.x, point.y) } else { path.next(point.x, point.y) }
        }
        path.close()
    }

    /// Appends the parts of a line that may be seen.
    private static func append(line: [PagePoint], within window: PageRectangle, to path: inout SVGPath) {
        let kept = thinned(line)
        var isDown = false
        for (a, b) in zip(kept, kept.dropFirst()) {
            guard min(a.x, b.x) <= window.right, max(a.x, b.x) >= window.left, min(a.y, b.y) <= window.bottom,
                max(a.y, b.y) >= window.top
            else {
                isDown = false
                continue
            }
            if !isDown { path.move(a.x, a.y) }
            path.next(b.x, b.y)
            isDown = true
        }
    }

    private static func thinned(_ line: [PagePoint]) -> [PagePoint] {
        var kept: [PagePoint] = []
        for (i, point) in line.enumerated() {
            if let last = kept.last, abs(last.x - point.x) < 0.8, abs(last.y - point.y) < 0.8, i < line.count - 1 {
                continue
            }
            kept.append(point)
        }
        return kept
    }

    /// Twice the signed area, above 0 for rings that have their inside to the left when y goes up.
    private static func area(_ ring: [PagePoint]) -> Double {
        guard let last = ring.last else { return 0 }
        var (sum, previous) = (0.0, last)
        for point in ring {
            sum += previous.x * point.y - point.x * previous.y
            previous = point
        }
        return sum
    }
}

/// The part of a ring in a rectangle, with its edges where the ring leaves it (Sutherland and Hodgman 1974).
///
/// - Complexity: O(*n*).
func clipped(ring: [PagePoint], to area: PageRectangle) -> [PagePoint] {
    func cut(
        _ ring: [PagePoint], _ inside: (PagePoint) -> Double, _ isVertical: Bool, _ edge: Double
    ) -> [PagePoint] {
        guard var previous = ring.last else { return [] }
        var kept: [PagePoint] = []
        kept.reserveCapacity(ring.count + 4)
        var before = inside(previous)
        for point in ring {
            let here = inside(point)
            if (here >= 0) != (before >= 0) {
                var crossing = previous.towards(point, before / (before - here))
                // Exactly on the edge.
                if isVertical { crossing.x = edge } else { crossing.y = edge }
                kept.append(crossing)
            }
            if here >= 0 { kept.append(point) }
            (previous, before) = (point, here)
        }
        return kept
    }
    guard ring.contains(where: { !area.contains($0) }) else { return ring }
    var part = cut(ring, { $0.x - area.left }, true, area.left)
    part = cut(part, { area.right - $0.x }, true, area.right)
    part = cut(part, { $0.y - area.top }, false, area.top)
    return cut(part, { area.bottom - $0.y }, false, area.bottom)
}

extension SVGPage {
    /// Draws the ground: sea and land with lakes and borders, or a plain ground.
    mutating func draw(_ view: BackdropView, in panel: PageRectangle) {
        func ground(_ color: String) {
            add(
                "rect",
                [
                    "x": units(panel.left), "y": units(panel.top), "width": units(panel.width),
                    "height": units(panel.height), "fill": color,
                ])
        }
        guard case .coasts(let error) = view.ground else {
            if case .land = view.ground { ground(DrawingColor.land) } else { ground(DrawingColor.ground) }
            return
        }
        ground(DrawingColor.sea)
        if !view.land.isEmpty {
            // The coast lies somewhere in a band along the land: its outer half shows.
            let isSharp = error < 2
            add(
                "path",
                [
                    "d": view.land.text, "fill": DrawingColor.land,
                    "stroke": isSharp ? DrawingColor.coast : DrawingColor.shore,
                    "stroke-width": units(isSharp ? 1.6 : 2 * error), "stroke-linejoin": "round",
                    "paint-order": "stroke",
                ])
        }
        if !view.lakes.isEmpty {
            add(
                "path",
                [
                    "d": view.lakes.text, "fill": DrawingColor.sea, "stroke": DrawingColor.coast,
                    "stroke-width": "0.6",
                ])
        }
        if !view.provinces.isEmpty {
            add(
                "path",
                ["d": view.provinces.text, "fill": "none", "stroke": DrawingColor.province, "stroke-width": "0.9"])
        }
        if !view.borders.isEmpty {
            add(
                "path",
                [
                    "d": view.borders.text, "fill": "none", "stroke": DrawingColor.border, "stroke-width": "1",
                    "stroke-dasharray": "5 2.5",
                ])
        }
    }
}
