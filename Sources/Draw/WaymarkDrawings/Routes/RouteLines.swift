import WaymarkRoutes

/// The legs of a route as lines of a map. A leg there and one back on the same way are drawn side by side.
struct RouteLines {
    struct Line {
        let leg: Int
        var line: MapLine
        /// Whether another leg comes the same way in the other direction.
        var isTwoWay = false
        /// The number of earlier legs from the same place to the same place, up to three.
        var lane = 0
    }

    private(set) var all: [Line] = []
    let pointCount: Int

    /// The width of lines; the more there are, the thinner they are.
    let width: Double
    /// What the edges of lines add to their width.
    var edge: Double { width > 2 ? 2.4 : 0 }
    /// Whether lines are so many that each pixel is drawn once.
    var isDense: Bool { all.count > Self.most || pointCount > 60_000 }

    private static let most = 1500

    init(_ drawing: RouteDrawing, _ legs: [Int], on frame: MapFrame) {
        let steps = max(1, min(400, 200_000 / max(1, legs.count)))
        all = legs.map { Line(leg: $0, line: drawing.legLine($0, frame, steps: steps)) }
        pointCount = all.reduce(0) { $0 + $1.line.parts.reduce(0) { $0 + $1.count } }
        width = legs.count <= 100 ? 4 : legs.count <= 500 ? 3 : 1.5
        if legs.count <= Self.most, pointCount <= 60_000 { part(drawing, frame) }
    }

    /// Places along the lines, for finding what a label would cover.
    var samples: [PagePoint] { isDense ? [] : all.flatMap(\.line.samples) }

    private struct Step {
        let leg: Int
        let cell: GridCell
        let direction: PagePoint
    }

    /// Moves lines that others come back on to the right, and lines that others repeat further.
    private mutating func part(_ drawing: RouteDrawing, _ frame: MapFrame) {
        let side = 3.0
        var steps: [[Step]] = []
        var cells: [GridCell: [Step]] = [:]
        for (i, line) in all.enumerated() {
            var own: [Step] = []
            for part in line.line.parts {
                for (a, b) in zip(part, part.dropFirst()) {
                    let way = b.point - a.point
                    guard way.length > 0, way.length < 1e5 else { continue }
                    let count = max(1, Int(way.length / 4))
                    for step in 0..<count {
                        let point = a.point.towards(b.point, (Double(step) + 0.5) / Double(count))
                        guard frame.panel.contains(point) else { continue }
                        own.append(Step(leg: i, cell: GridCell(point, side: side), direction: way / way.length))
                    }
                }
            }
            steps.append(own)
            for step in own where cells[step.cell, default: []].count < 24 {
                cells[step.cell, default: []].append(step)
            }
        }
        func isMet(_ step: Step) -> Bool {
            step.cell.around.contains { cell in
                cells[cell, default: []].contains {
                    let (a, b) = ($0.direction, step.direction)
                    return $0.leg != step.leg && a.x * b.x + a.y * b.y < -0.97
                }
            }
        }
        // By the ends of legs.
        var seen: [[PagePoint]: Int] = [:]
        for i in all.indices {
            let met = steps[i].lazy.filter(isMet).count
            // Legs that only meet at a sharp angle are not side by side.
            all[i].isTwoWay = met >= 25 || met >= 2 && 2 * met > steps[i].count
            let leg = all[i].leg
            let way = drawing.route.stops[leg...leg + 1].map { stop in
                let point = frame.point(stop.coordinate)
                return PagePoint(x: point.x.rounded(), y: point.y.rounded())
            }
            let lane = min(seen[way, default: 0], 3)
            all[i].lane = lane
            seen[way, default: 0] += 1
            if all[i].isTwoWay || lane > 0 {
                let step = width + edge + 0.6
                all[i].line = all[i].line.shifted(by: (all[i].isTwoWay ? step / 2 : 0) + Double(lane) * step)
            }
        }
    }
}
