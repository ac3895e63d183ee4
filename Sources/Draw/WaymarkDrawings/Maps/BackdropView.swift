import WaymarkRegions
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
    /// What is drawn, by its layer.
    private var paths: [Backdrop.Kind: SVGPath] = [:]

    subscript(kind: Backdrop.Kind) -> SVGPath { paths[kind] ?? SVGPath(decimals: 1) }

    /// The maximum errors in units, of coasts, and of lakes and borders; and the error from which coasts are checked.
    private static let (coastError, lineError, checkedError) = (40.0, 12.0, 4.0)

    /// The ground of a map.
    ///
    /// - Parameters:
    ///   - frame: The map.
    ///   - places: Points of places on land: a coast that puts one of them into the sea is left out.
    ///   - isExact: Whether only a coast is drawn that is where it is, by the error from which coasts are checked.
    /// - Complexity: O(*n*) for *n* vertices of the backdrop's lines in sight.
    init(_ frame: MapFrame, under places: [PagePoint] = [], isExact: Bool = false) {
        let (sight, panel) = (frame.sight, frame.panel)
        // Whether meridians and parallels are straight and parallel to the edges, so that degrees can be clipped.
        let isFlat = frame.projection.hasEdges
        let accuracy = Backdrop.accuracy(latitude: (sight.south + sight.north) / 2, longitude: sight.center)
        let error = accuracy / frame.metersToUnit
        // Coasts are drawn a little beyond the edges, so that their ends are out of sight.
        let margin = error.isFinite ? max(8, min(error, 1e6)) + 4 : 1e6
        let window = panel.inset(by: -margin)
        let (half, height) = (min(180, sight.half * (1 + 2 * margin / panel.width)), sight.north - sight.south)
        let degrees = PageRectangle(
            left: -half, top: sight.south - height * margin / panel.height, width: 2 * half,
            height: height * (1 + 2 * margin / panel.height))
        guard error <= (isExact ? Self.checkedError : Self.coastError) else {
            // Known is only what is far from any coast.
            if isFlat, Self.isAllLand(degrees, around: sight.center) { ground = .land }
            return
        }
        ground = .coasts(error: error)
        // At the scale of a city the coast is checked against what is known to be on land.
        var rings: [[PlanePoint]] = []
        let checks = error >= Self.checkedError && !places.isEmpty
        let lineError = Backdrop.accuracy.world / frame.metersToUnit
        let all = PageRectangle(left: -1000, top: sight.south, width: 2000, height: height)
        for line in Backdrop.earth.lines {
            let (kind, layer) = (line.kind, line.kind.layer)
            if layer != .land, (kind == .province ? error : lineError) > Self.lineError { continue }
            for turned in Self.turned(line, sight.center, by: isFlat ? Self.turns : [0], isFlat ? degrees : all) {
                let part = isFlat && kind.isRing ? clipped(ring: turned, to: degrees) : turned
                var points = part.map { frame.point(latitude: $0.y, relative: $0.x) }
                if !isFlat && kind.isRing { points = clipped(ring: points, to: window) }
                if kind.isOfKorea, points.contains(where: panel.contains) { hasKorea = true }
                if checks, layer == .land { rings.append(points.map { PlanePoint(x: $0.x, y: $0.y) }) }
                let kept = points.dropLast().thinned(0.8) { $0 } + points.suffix(1)
                if kind.isRing {
                    Self.append(ring: kept, to: &paths[layer, default: SVGPath(decimals: 1)])
                } else {
                    Self.append(line: kept, within: window, to: &paths[layer, default: SVGPath(decimals: 1)])
                }
            }
        }
        let isWrong =
            checks
            && places.contains { point in
                let place = PlanePoint(x: point.x, y: point.y)
                return !rings.contains { $0.squaredDistance(from: place) <= error * error || $0.surrounds(place) }
            }
        if isWrong { ground = .unknown }
    }

    /// Whether all of a window of degrees, relative to a meridian, is land.
    private static func isAllLand(_ window: PageRectangle, around center: Double) -> Bool {
        let areas = Backdrop.earth.lines.lazy.filter { $0.kind.layer == .land }.flatMap { line in
            turned(line, center, by: turns, window).map { area(clipped(ring: $0, to: window)) }
        }
        let whole = 2 * window.width * window.height * (1 - 1e-9)
        var isLand = false
        for area in areas where area != 0 {
            if area < 0 { return false }
            isLand = isLand || area >= whole
        }
        return isLand
    }

    private static let turns = [-360.0, 0, 360]

    /// A line with longitudes relative to the middle, for each turn of the Earth that brings it into a window of degrees.
    private static func turned(
        _ line: Backdrop.Line, _ center: Double, by turns: [Double], _ window: PageRectangle
    ) -> [[PagePoint]] {
        guard line.box.south <= window.bottom, line.box.north >= window.top else { return [] }
        return turns.compactMap { turn in
            let shift = turn - center
            guard line.box.west + shift <= window.right, line.box.east + shift >= window.left else { return nil }
            return line.points.map { PagePoint(x: $0.x + shift, y: $0.y) }
        }
    }

    /// Appends a ring; nothing if it is smaller than a unit.
    private static func append(ring: [PagePoint], to path: inout SVGPath) {
        guard ring.count >= 3, !ring.allSatisfy({ $0.isNear(ring[0], 1) }) else { return }
        path.append(ring)
        path.close()
    }

    /// Appends the parts of a line that may be seen.
    private static func append(line: [PagePoint], within window: PageRectangle, to path: inout SVGPath) {
        var isDown = false
        for (a, b) in zip(line, line.dropFirst()) {
            let isSeen = window.touches(a, b)
            if isSeen, !isDown { path.move(a.x, a.y) }
            if isSeen { path.next(b.x, b.y) }
            isDown = isSeen
        }
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
        guard case .coasts(let error) = view.ground else {
            let color = if case .land = view.ground { colors.land } else { colors.ground }
            return rectangle(panel, ["fill": color])
        }
        rectangle(panel, ["fill": colors.sea])
        // The coast lies somewhere in a band along the land: its outer half shows.
        let isSharp = error < 2
        path(
            view[.land],
            [
                "fill": colors.land, "stroke": isSharp ? colors.coast : colors.shore,
                "stroke-width": units(isSharp ? 1.6 : 2 * error), "stroke-linejoin": "round", "paint-order": "stroke",
            ])
        path(view[.lake], ["fill": colors.sea, "stroke": colors.coast, "stroke-width": "0.6"])
        path(view[.province], ["fill": "none", "stroke": colors.province, "stroke-width": "0.9"])
        path(
            view[.border],
            ["fill": "none", "stroke": colors.border, "stroke-width": "1", "stroke-dasharray": "5 2.5"])
    }
}
