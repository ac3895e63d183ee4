import WaymarkGeodesy
import WaymarkPolylines

/// A line for drawing: great circles in short steps, without invisible detail.
struct MapLine {
    /// A point, and its distance along the line in metres.
    struct Vertex {
        var point: PagePoint
        var along: Double
    }

    /// Parts that do not leave the map; each has at least two points.
    private(set) var parts: [[Vertex]] = []

    /// The line through places on a map; a great circle from one place to the next has a maximum number of steps.
    ///
    /// - Complexity: O(*n*), plus as much again for each thousand units of the line's length.
    init(_ line: [Coordinate], on frame: MapFrame, from start: Double = 0, steps: Int = 400) {
        guard let first = line.first else { return }
        var sum = KahanSum()
        sum.add(start)
        var part: [Vertex] = []
        var last: (latitude: Double, relative: Double)?
        func add(_ place: Coordinate, keeping: Bool) {
            let relative = frame.projection.relative(place.longitude)
            if let last, frame.projection.hasEdges, abs(relative - last.relative) > 180 {
                leave(last, (place.latitude, relative))
            }
            last = (place.latitude, relative)
            append(frame.point(latitude: place.latitude, relative: relative), keeping: keeping)
        }
        func append(_ point: PagePoint, keeping: Bool) {
            if !keeping, let last = part.last?.point, last.isNear(point, 0.7) { return }
            part.append(Vertex(point: point, along: sum.value))
        }
        /// Leaves the map over one edge and enters it over the other.
        func leave(_ here: (latitude: Double, relative: Double), _ there: (latitude: Double, relative: Double)) {
            let edge = here.relative > 0 ? 180.0 : -180.0
            let (before, after) = (abs(edge - here.relative), abs(-edge - there.relative))
            let fraction = before + after > 0 ? before / (before + after) : 0
            let latitude = here.latitude + (there.latitude - here.latitude) * fraction
            append(frame.point(latitude: latitude, relative: edge), keeping: true)
            end()
            append(frame.point(latitude: latitude, relative: -edge), keeping: true)
        }
        func end() {
            if part.count == 1 { part.append(part[0]) }
            if !part.isEmpty { parts.append(part) }
            part = []
        }
        var previous = first
        add(first, keeping: true)
        for (i, next) in line.enumerated().dropFirst() {
            let (a, b) = (frame.point(previous), frame.point(next))
            let length = Sphere.earth.distance(from: previous, to: next).value
            let reach = max(abs(a.x - b.x), abs(a.y - b.y))
            // Straight if it is short on the drawing or on the ground.
            let pieces = length < 1000 ? 1 : max(1, min(steps, Int(reach / 6), Int(length / 1000)))
            let begun = sum
            if pieces > 1 {
                for piece in 1..<pieces {
                    let fraction = Double(piece) / Double(pieces)
                    sum = begun
                    sum.add(length * fraction)
                    add(Sphere.earth.interpolate(from: previous, to: next, fraction: fraction), keeping: false)
                }
            }
            sum = begun
            sum.add(length)
            add(next, keeping: i == line.count - 1)
            previous = next
        }
        end()
    }

    /// Places along the line, at most a number of units apart, for finding what a label would cover.
    var samples: [PagePoint] {
        parts.flatMap { part in
            zip(part, part.dropFirst()).flatMap { a, b in
                let steps = max(1, min(200, Int(max(abs(a.point.x - b.point.x), abs(a.point.y - b.point.y)) / 5)))
                return (0..<steps).map { a.point.towards(b.point, Double($0) / Double(steps)) }
            }
        }
    }

    /// The line moved to the right of its direction.
    func shifted(by distance: Double) -> MapLine {
        var line = self
        line.parts = parts.map { part in
            // The detail of a line would make loops of it.
            let kept = part.dropLast().thinned(distance, \.point) + part.suffix(1)
            return kept.indices.map { i in
                let way = kept[min(kept.count - 1, i + 1)].point - kept[max(0, i - 1)].point
                let right = PagePoint(x: -way.y, y: way.x) * distance / max(1e-9, way.length)
                return Vertex(point: kept[i].point + right, along: kept[i].along)
            }
        }
        return line
    }

    /// Points along the line, at equal distances, with its direction there; the first at a fraction of the distance.
    func arrows(every distance: Double, from start: Double) -> [(point: PagePoint, direction: PagePoint)] {
        parts.flatMap { part -> [(point: PagePoint, direction: PagePoint)] in
            let steps = zip(part, part.dropFirst()).map { a, b in
                (start: a.point, end: b.point, length: (b.point - a.point).length)
            }
            let length = steps.reduce(0) { $0 + $1.length }
            guard length > 26, length < 1e5 else { return [] }
            let count = max(1, Int(length / distance))
            var (arrows, along): ([(point: PagePoint, direction: PagePoint)], Double) = ([], 0)
            for step in steps where step.length > 0 {
                while arrows.count < count, case let next = length * (Double(arrows.count) + start) / Double(count),
                    next <= along + step.length
                {
                    let direction = (step.end - step.start) / step.length
                    arrows.append((step.start.towards(step.end, (next - along) / step.length), direction))
                }
                along += step.length
            }
            return arrows
        }
    }
}
