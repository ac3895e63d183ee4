import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes

extension RouteDrawing {
    /// A leg's line, or the line between its stops if it is missing; a great circle has a maximum number of steps.
    func legLine(_ i: Int, _ frame: MapFrame, steps: Int) -> MapLine {
        if let leg = route.legs[i].leg {
            // The vertices on a great circle are for maps that know none: here it takes as many as the map shows.
            let isCircle = [.greatCircle, .estimated].contains(leg.distanceKind)
            let ends = [leg.coordinates[0], leg.coordinates[leg.coordinates.count - 1]]
            return MapLine(
                isCircle ? ends : leg.coordinates, on: frame, from: line.extent(ofLeg: i)?.lowerBound.value ?? 0,
                steps: steps)
        }
        return MapLine([route.stops[i].coordinate, route.stops[i + 1].coordinate], on: frame, steps: steps)
    }

    /// The legs: dotted if missing, otherwise coloured over a dark edge.
    mutating func draw(_ lines: RouteLines) {
        page.begin([
            "fill": "none", "stroke": page.colors.missing, "stroke-width": "2", "stroke-linecap": "round",
            "stroke-dasharray": "1 6",
        ])
        let missing = lines.all.filter { route.legs[$0.leg].leg == nil }
        if missing.count > 1500 {
            var path = PixelPath()
            for part in missing.lazy.flatMap(\.line.parts) { path.append(part.map(\.point)) }
            page.add("path", ["d": path.text])
        } else {
            for line in missing { add(line.line, isFallback: false) }
        }
        page.end()
        if lines.isDense { return drawDense(lines) }
        page.begin([
            "fill": "none", "stroke": page.colors.casing, "stroke-width": units(lines.width + lines.edge),
            "stroke-linejoin": "round",
        ])
        for line in lines.all where lines.edge > 0 {
            if let leg = route.legs[line.leg].leg { add(line.line, isFallback: leg.isFallback) }
        }
        page.end()
        page.begin(["fill": "none", "stroke-width": units(lines.width), "stroke-linejoin": "round"])
        for line in lines.all {
            guard let leg = route.legs[line.leg].leg else { continue }
            for piece in line.line.parts.flatMap({ colored($0, colors[line.leg]) }) {
                let path = outline(piece.points)
                let color = (lines.edge > 0 ? piece.color : piece.color.underWhiteText).description
                page.add(
                    "path",
                    leg.isFallback
                        ? ["d": path, "stroke": color, "stroke-dasharray": "7 5"]
                        : ["d": path, "stroke": color, "stroke-linecap": "round"])
            }
        }
        page.end()
        arrows(lines)
    }

    private mutating func add(_ line: MapLine, isFallback: Bool) {
        for part in line.parts {
            let path = outline(part.map(\.point))
            page.add("path", isFallback ? ["d": path, "stroke-dasharray": "7 5"] : ["d": path])
        }
    }

    /// So many lines that only what a pixel shows is drawn, by colour.
    private mutating func drawDense(_ lines: RouteLines) {
        var paths: [(color: RGBColor, path: PixelPath)] = []
        var numbers: [UInt32: Int] = [:]
        for line in lines.all where route.legs[line.leg].leg != nil {
            for piece in line.line.parts.flatMap({ colored($0, colors[line.leg]) }) {
                // Colours that hardly differ share a path.
                let key = piece.color.number & 0xF0F0F0
                let number = numbers[key] ?? paths.count
                if number == paths.count {
                    numbers[key] = number
                    paths.append((piece.color.underWhiteText, PixelPath()))
                }
                paths[number].path.append(piece.points)
            }
        }
        page.begin(["fill": "none", "stroke-width": "1.4", "stroke-linejoin": "round"])
        for (color, path) in paths where !path.isEmpty {
            page.add("path", ["stroke": color.description, "d": path.text])
        }
        page.end()
    }

    /// Arrows along the legs that others come back on.
    private mutating func arrows(_ lines: RouteLines) {
        page.begin([
            "fill": page.colors.casing, "stroke": page.colors.halo, "stroke-width": "1", "stroke-linejoin": "round",
        ])
        for line in lines.all where line.isTwoWay && route.legs[line.leg].leg != nil {
            // Off the middle, so that those of one way are beside each other, not those of both.
            for arrow in line.line.arrows(every: 150, from: 0.38 - 0.08 * Double(line.lane)) {
                let (point, direction) = (arrow.point, arrow.direction)
                let tip = direction * (lines.width + 2.5)
                let side = PagePoint(x: direction.y, y: -direction.x) * (lines.width + 0.5)
                page.add("path", ["d": outline([point + tip, point - tip - side, point - tip + side]) + "Z"])
            }
        }
        page.end()
    }

    /// The colour at a fraction of the line; without a gradient the leg's own.
    func color(at fraction: Double, else own: RGBColor) -> Oklab {
        guard let gradient = map.gradient else { return Oklab(own) }
        if map.coloring != nil, gradient.isMissing(at: fraction), let gap = RGBColor(hex: page.colors.gap) {
            return Oklab(gap)
        }
        return gradient.color(at: fraction)
    }

    /// A line cut where its colour has visibly changed.
    private func colored(_ part: [MapLine.Vertex], _ own: RGBColor) -> [(points: [PagePoint], color: RGBColor)] {
        let length = self.line.length.value
        guard map.gradient != nil, length > 0 else { return [(part.map(\.point), own)] }
        var pieces: [(points: [PagePoint], color: RGBColor)] = []
        var (points, first): ([PagePoint], Oklab?) = ([], nil)
        for (a, b) in zip(part, part.dropFirst()) {
            // Long straight pieces are cut too, so that their colour can change.
            let steps = max(1, min(400, Int(max(abs(a.point.x - b.point.x), abs(a.point.y - b.point.y)) / 3)))
            for step in 0..<steps {
                let middle = a.along + (b.along - a.along) * (Double(step) + 0.5) / Double(steps)
                let color = color(at: max(0, min(1, middle / length)), else: own)
                if let begun = first, begun.difference(to: color) > 0.012, let last = points.last {
                    pieces.append((points, begun.rgb))
                    (points, first) = ([last], color)
                }
                if first == nil { (points, first) = ([a.point.towards(b.point, Double(step) / Double(steps))], color) }
                let end = a.point.towards(b.point, Double(step + 1) / Double(steps))
                if step < steps - 1, points.count > 1 { points.removeLast() }
                points.append(end)
            }
        }
        if let first { pieces.append((points, first.rgb)) }
        return pieces
    }
}
