import WaymarkGeodesy

/// Numbered marks of recommended places, none over another: a crowded mark stands aside, and a leader line joins it to its place.
struct PlaceMarks {
    /// A mark.
    struct Mark {
        /// Its numbers: one, or those of recommendations of the same place.
        var numbers: [Int]
        let name: String
        /// The place.
        var point: PagePoint
        /// The middle of the mark.
        var center: PagePoint

        var text: String { numbers.map(String.init).joined(separator: " · ") }
        var isAside: Bool { center != point }
        /// What the mark covers.
        var area: PageRectangle { Self.area(of: text, center) }

        static func area(of text: String, _ center: PagePoint) -> PageRectangle {
            let (height, width) = (18.0, max(18, MapLabels.width(of: text, size: 10.5) + 10))
            return PageRectangle(left: center.x - width / 2, top: center.y - height / 2, width: width, height: height)
        }
    }

    private(set) var all: [Mark] = []

    private static let distances = [20.0, 26, 34, 44, 56, 70, 90, 115, 150, 200, 270]
    private static let directions = (0..<16).map { step in
        let angle = sinCos(degrees: Double(step) * 22.5)
        return PagePoint(x: angle.cos, y: angle.sin)
    }

    /// Marks within `panel` that cover neither each other nor what is `taken`.
    ///
    /// If there is no room left, a mark covers others at its place.
    ///
    /// - Complexity: O(*n*²).
    init(_ places: [(number: Int, name: String, point: PagePoint)], within panel: PageRectangle, taken: [PageRectangle])
    {
        for place in places {
            let same = all.firstIndex { mark in
                mark.name == place.name && abs(mark.point.x - place.point.x) < 0.5
                    && abs(mark.point.y - place.point.y) < 0.5
            }
            if let same {
                all[same].numbers.append(place.number)
            } else {
                all.append(
                    Mark(numbers: [place.number], name: place.name, point: place.point, center: place.point))
            }
        }
        var taken = taken
        let dots = all.map { PageRectangle(left: $0.point.x - 4, top: $0.point.y - 4, width: 8, height: 8) }
        for i in all.indices {
            let others = dots.indices.filter { $0 != i && all[$0].point != all[i].point }.map { dots[$0] }
            let center = place(all[i], taken + others, all[..<i], within: panel)
            all[i].center = center
            taken.append(all[i].area)
            if all[i].isAside { taken.append(dots[i]) }
        }
    }

    /// The best free position of a mark: at its place, else near it, with a leader line that crosses little.
    private func place(
        _ mark: Mark, _ taken: [PageRectangle], _ placed: ArraySlice<Mark>, within panel: PageRectangle
    ) -> PagePoint {
        let text = mark.text
        let room = PageRectangle(
            left: panel.left + 3, top: panel.top + 3, width: panel.width - 6, height: panel.height - 6)
        func isFree(_ center: PagePoint) -> Bool {
            let area = Mark.area(of: text, center)
            return room.contains(area) && !taken.contains(where: area.intersects)
        }
        if isFree(mark.point) { return mark.point }
        var best: (cost: Double, center: PagePoint)?
        for distance in Self.distances {
            if let best, distance >= best.cost { break }
            for direction in Self.directions {
                let center = PagePoint(
                    x: mark.point.x + direction.x * distance, y: mark.point.y + direction.y * distance)
                guard isFree(center) else { continue }
                let crossed = placed.count { $0.isAside && Self.cross(($0.point, $0.center), (mark.point, center)) }
                let covered = (1...4).count { step in
                    let point = mark.point.towards(center, Double(step) / 5)
                    return taken.contains { $0.contains(point) }
                }
                let cost = distance + 60 * Double(crossed) + 12 * Double(covered)
                if cost < best?.cost ?? .infinity { best = (cost, center) }
            }
        }
        return best?.center ?? mark.point
    }

    /// Whether two segments cross.
    private static func cross(_ a: (PagePoint, PagePoint), _ b: (PagePoint, PagePoint)) -> Bool {
        func side(_ line: (PagePoint, PagePoint), _ point: PagePoint) -> Bool {
            (line.1.x - line.0.x) * (point.y - line.0.y) > (line.1.y - line.0.y) * (point.x - line.0.x)
        }
        return side(a, b.0) != side(a, b.1) && side(b, a.0) != side(b, a.1)
    }
}
