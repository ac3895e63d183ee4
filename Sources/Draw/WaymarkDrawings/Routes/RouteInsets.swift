import WaymarkGeodesy

/// A part of a map that is so crowded that it is drawn once more, larger, below.
struct Inset {
    /// Its name on both maps.
    let letter: String
    /// The stops in sight, whose numbers it shows, and not the map.
    let stops: [Int]
    let frame: MapFrame
    /// Its place on the map.
    let place: PageRectangle

    /// The mark of an inset's letter, in the upper left corner of its panel.
    static func mark(in panel: PageRectangle) -> PageRectangle {
        PageRectangle(left: panel.left + 10, top: panel.top + 10, width: 22, height: 22)
    }

    /// The mark of its letter on the map: above its place, or below it at the upper edge.
    func mark(on panel: PageRectangle) -> PageRectangle {
        PageRectangle(
            left: max(panel.left + 3, place.left - 1),
            top: place.top - 21 > panel.top + 2 ? place.top - 21 : place.bottom + 3, width: 18, height: 18)
    }
}

extension RouteDrawing {
    /// The most insets, which stand side by side, their greatest height, and how much larger than the map they are at least.
    private static let (mostInsets, insetHeight, leastGain) = (2, 540.0, 1.8)
    /// How far apart the places of a crowded part are at most: a wide part first, and if it is too wide, closer ones in it.
    private static let reaches = [34.0, 26, 18, 12]

    /// Insets for parts of a map with at least four places, three of which have no mark where they are: it stands aside, or is
    /// that of another place too. There are none if there are so many marks that they become dots, nor where an inset would not be clearer.
    ///
    /// - Complexity: O(*n*²) for the marks, up to 400.
    func insets(_ marks: MapMarks, on frame: MapFrame) -> [Inset] {
        var left = marks.all.filter { $0.isNumbered && frame.panel.contains($0.point) }
        guard marks.all.count <= MapMarks.maxAside, isCrowded(left) else { return [] }
        var parts: [[MapMarks.Mark]] = []
        for reach in Self.reaches {
            for part in Self.clusters(left, reach)
            where isCrowded(part) && inset(of: part, on: frame, number: 0, of: 1) != nil {
                parts.append(part)
                let points = Set(part.map(\.point))
                left.removeAll { points.contains($0.point) }
            }
        }
        parts.sort { $0.count > $1.count }
        // As many as fit side by side.
        for count in stride(from: min(parts.count, Self.mostInsets), to: 0, by: -1) {
            var chosen: [(part: [MapMarks.Mark], place: PageRectangle)] = []
            for part in parts where chosen.count < count {
                guard let place = inset(of: part, on: frame, number: 0, of: count)?.place,
                    !chosen.contains(where: { $0.place.inset(by: -24).intersects(place) })
                else { continue }
                chosen.append((part, place))
            }
            if chosen.count < count { continue }
            // From west to east.
            return chosen.sorted { $0.place.left < $1.place.left }.enumerated().compactMap {
                inset(of: $1.part, on: frame, number: $0, of: count)
            }
        }
        return []
    }

    /// The inset of a part, one of several side by side; nil if it is not much clearer than the map.
    private func inset(of part: [MapMarks.Mark], on frame: MapFrame, number: Int, of count: Int) -> Inset? {
        let (width, gap) = (Self.size.width - 2 * Self.size.margin, 20.0)
        let each = (width - gap * Double(count - 1)) / Double(count)
        let places = part.lazy.flatMap(\.members).map { route.stops[$0].coordinate }
        guard let box = BoundingBox(enclosing: places), let area = PageRectangle(enclosing: part.map(\.point)) else {
            return nil
        }
        let inset = MapFrame(
            box, left: Self.size.margin + Double(number) * (each + gap), top: frame.panel.bottom + gap, width: each,
            heights: min(320, each)...min(Self.insetHeight, 1.2 * each), margin: 54)
        let gain = frame.metersToUnit / inset.metersToUnit
        if gain < Self.leastGain { return nil }
        let sight = inset.sight
        let stops = route.stops.indices.filter {
            let place = route.stops[$0].coordinate
            return sight.contains(place) && inset.panel.contains(inset.point(place))
        }
        let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
        let drawn = marks(
            of: stops, on: inset, keepingFree: [Inset.mark(in: inset.panel), ScaleBar(inset).area],
            elsewhere: [])
        guard drawn.all.allSatisfy(\.isNumbered), 2 * unclear(drawn.all) <= unclear(part) else { return nil }
        let center = PagePoint(x: area.left + area.width / 2, y: area.top + area.height / 2)
        return Inset(
            letter: letter, stops: stops, frame: inset,
            place: PageRectangle(
                around: center, width: max(14, inset.panel.width / gain), height: max(14, inset.panel.height / gain)))
    }

    private func isCrowded(_ marks: [MapMarks.Mark]) -> Bool {
        unclear(marks) >= 3 && marks.reduce(0) { $0 + places(of: $1) } >= 4
    }

    /// The number of places without a mark where they are.
    private func unclear(_ marks: [MapMarks.Mark]) -> Int {
        marks.reduce(0) { $0 + places(of: $1) - ($1.isAside ? 0 : 1) }
    }

    private func places(of mark: MapMarks.Mark) -> Int {
        Set(mark.members.lazy.map { route.stops[$0].coordinate }).count
    }

    /// Marks in groups, each of which leads from place to place by steps of at most a reach.
    private static func clusters(_ marks: [MapMarks.Mark], _ reach: Double) -> [[MapMarks.Mark]] {
        var left = marks
        var groups: [[MapMarks.Mark]] = []
        while let first = left.popLast() {
            var group = [first]
            var next = 0
            while next < group.count {
                let point = group[next].point
                let near = left.partition { ($0.point - point).squared <= reach * reach }
                group += left[near...]
                left.removeSubrange(near...)
                next += 1
            }
            groups.append(group)
        }
        return groups
    }
}

extension SVGPage {
    /// Draws the place of an inset on the map.
    mutating func place(of inset: Inset, on panel: PageRectangle) {
        for (color, width) in [(colors.halo, "3.5"), (colors.ink, "1.3")] {
            rectangle(inset.place, corner: 3, ["fill": "none", "stroke": color, "stroke-width": width])
        }
        letter(inset.letter, inset.mark(on: panel))
    }

    /// Draws the letter of an inset.
    mutating func letter(_ letter: String, _ area: PageRectangle) {
        rectangle(
            area, corner: 4, ["fill": colors.paper, "stroke": colors.ink, "stroke-width": "1.3"], endsLine: false)
        text(
            letter, area.left + area.width / 2, area.top + area.height / 2 + 4.5, size: 13,
            ["font-weight": "700", "fill": colors.ink, "text-anchor": "middle"])
    }
}
