import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes

extension RouteDrawing {
    /// A leg's line, or the line between its stops if it is missing.
    func legLine(_ i: Int, _ frame: MapFrame) -> MapLine {
        if let leg = route.legs[i].leg {
            return MapLine(leg.coordinates, on: frame, from: line.extent(ofLeg: i)?.lowerBound.value ?? 0)
        }
        return MapLine([route.stops[i].coordinate, route.stops[i + 1].coordinate], on: frame)
    }

    /// The legs: dotted if missing, otherwise coloured over a white edge.
    mutating func lines(_ drawn: [(leg: Int, line: MapLine)]) {
        page.begin([
            "fill": "none", "stroke": DrawingColor.grey, "stroke-width": "2", "stroke-linecap": "round",
            "stroke-dasharray": "1 6",
        ])
        for (leg, line) in drawn where route.legs[leg].leg == nil { add(line) }
        page.end()
        page.begin([
            "fill": "none", "stroke": DrawingColor.white, "stroke-width": "7", "stroke-linecap": "round",
            "stroke-linejoin": "round",
        ])
        for (leg, line) in drawn where route.legs[leg].leg != nil { add(line) }
        page.end()
        page.begin(["fill": "none", "stroke-width": "4", "stroke-linejoin": "round"])
        for (i, line) in drawn {
            guard let leg = route.legs[i].leg else { continue }
            for piece in line.parts.flatMap({ colored($0, colors[i]) }) {
                let (path, color) = (outline(piece.points), piece.color.description)
                page.add(
                    "path",
                    leg.isFallback
                        ? ["d": path, "stroke": color, "stroke-dasharray": "7 5"]
                        : ["d": path, "stroke": color, "stroke-linecap": "round"])
            }
        }
        page.end()
    }

    private mutating func add(_ line: MapLine) {
        for part in line.parts { page.add("path", ["d": outline(part.map(\.point))]) }
    }

    /// A line cut where its colour has visibly changed.
    private func colored(_ part: [MapLine.Vertex], _ own: RGBColor) -> [(points: [PagePoint], color: RGBColor)] {
        let length = self.line.length.value
        guard let gradient = map.gradient, length > 0 else { return [(part.map(\.point), own)] }
        var pieces: [(points: [PagePoint], color: RGBColor)] = []
        var (points, first): ([PagePoint], Oklab?) = ([], nil)
        for (a, b) in zip(part, part.dropFirst()) {
            // Long straight pieces are cut too, so that their colour can change.
            let steps = max(1, min(400, Int(max(abs(a.point.x - b.point.x), abs(a.point.y - b.point.y)) / 3)))
            for step in 0..<steps {
                let middle = a.along + (b.along - a.along) * (Double(step) + 0.5) / Double(steps)
                let color = gradient.color(at: max(0, min(1, middle / length)))
                if let begun = first, begun.difference(to: color) > 0.012, let last = points.last {
                    pieces.append((points, begun.rgb))
                    (points, first) = ([last], color)
                }
                if first == nil { (points, first) = ([a.point.towards(b.point, Double(step) / Double(steps))], color) }
                let end = a.point.towards(b.point, Double(step + 1) / Double(steps))
                if steps == 1 || step == steps - 1 {
                    points.append(end)
                } else if points.count < 2 {
                    points.append(end)
                } else {
                    points[points.count - 1] = end
                }
            }
        }
        if let first { pieces.append((points, first.rgb)) }
        return pieces
    }
}
