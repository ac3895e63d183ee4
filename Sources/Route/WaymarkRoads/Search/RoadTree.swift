internal import WaymarkExtracts
import WaymarkGeodesy
internal import WaymarkIndex

import func WaymarkC.cos
import func WaymarkC.sin

/// Boxes around segments, packed into a tree, to find the nearest segment to a place.
///
/// Segments lie along a Hilbert curve already, so that eight in a row have one box (Kamel and Faloutsos 1993). Boxes are of unit
/// vectors: neither the antimeridian nor a pole is a border.
struct RoadTree: Sendable {
    private struct Box {
        var low = SIMD3<Double>(repeating: .infinity)
        var high = SIMD3<Double>(repeating: -.infinity)

        mutating func add(_ point: SIMD3<Double>, _ margin: Double = 0) {
            low = pointwiseMin(low, point - margin)
            high = pointwiseMax(high, point + margin)
        }

        /// The square of the chord from a point, at least.
        func squared(from point: SIMD3<Double>) -> Double {
            let out = pointwiseMax(pointwiseMax(low - point, point - high), SIMD3(repeating: 0))
            return (out * out).sum()
        }
    }

    /// The segments of a box of the lowest level, and the boxes of one above.
    private static let (segmentsPerBox, width) = (8, 16)
    /// Six floats for each box, as their bits: those of the lowest level, then those above.
    let boxes: RoadArray<UInt32>
    private let segmentCount: Int
    /// Where each level begins among the boxes, and its number of boxes.
    private let levels: [(start: Int, count: Int)]

    private static func levels(_ segmentCount: Int) -> [(start: Int, count: Int)] {
        var levels: [(start: Int, count: Int)] = []
        var (start, count) = (0, (segmentCount + segmentsPerBox - 1) / segmentsPerBox)
        while count > 0 {
            levels.append((start, count))
            start += count
            count = count == 1 ? 0 : (count + width - 1) / width
        }
        return levels
    }

    /// Reads the boxes of a file; nil if there are not as many as segments need.
    init?(_ boxes: RoadArray<UInt32>, segmentCount: Int) {
        levels = Self.levels(segmentCount)
        guard boxes.count == 6 * levels.reduce(0, { $0 + $1.count }) else { return nil }
        (self.boxes, self.segmentCount) = (boxes, segmentCount)
    }

    init(_ graph: RoadGraph) {
        segmentCount = graph.segmentCount
        levels = Self.levels(segmentCount)
        var all: [Box] = []
        for (number, level) in levels.enumerated() {
            let below = number == 0 ? 0 : levels[number - 1].start
            for at in 0..<level.count {
                var box = Box()
                if number == 0 {
                    for segment in at * Self.segmentsPerBox..<min((at + 1) * Self.segmentsPerBox, segmentCount) {
                        Self.add(graph, segment, to: &box)
                    }
                } else {
                    for child in at * Self.width..<min((at + 1) * Self.width, levels[number - 1].count) {
                        box.add(all[below + child].low)
                        box.add(all[below + child].high)
                    }
                }
                all.append(box)
            }
        }
        boxes = RoadArray(
            all.flatMap { box in
                (0..<3).map { Float(box.low[$0]).nextDown.bitPattern }
                    + (0..<3).map { Float(box.high[$0]).nextUp.bitPattern }
            })
    }

    private static func add(_ graph: RoadGraph, _ segment: Int, to box: inout Box) {
        var last: SIMD3<Double>?
        for vertex in graph.vertexRange(of: segment) {
            guard let place = graph.vertex(vertex).coordinate else { continue }
            let point = vector(place)
            if let last {
                // An arc leaves its chord by up to an eighth of the square of its length.
                let step = point - last
                box.add(last, (step * step).sum() / 8 + 1e-15)
                box.add(point, (step * step).sum() / 8 + 1e-15)
            }
            last = point
        }
    }

    static func vector(_ place: Coordinate) -> SIMD3<Double> {
        let unit = UnitVector(place)
        return SIMD3(unit.x, unit.y, unit.z)
    }

    private func box(_ number: Int) -> Box {
        func corner(_ first: Int) -> SIMD3<Double> {
            SIMD3(
                Double(Float(bitPattern: boxes[first])), Double(Float(bitPattern: boxes[first + 1])),
                Double(Float(bitPattern: boxes[first + 2])))
        }
        return Box(low: corner(6 * number), high: corner(6 * number + 3))
    }

    /// The nearest place on the segments that fit; of equally near ones the lowest segment. Nil if none is as near as the limit.
    ///
    /// - Complexity: O(log *n*) for what lies apart.
    func nearest(to place: Coordinate, within limit: Meters, on graph: RoadGraph, where fits: (Int) -> Bool)
        -> SegmentPlace?
    {
        guard let top = levels.last else { return nil }
        let point = Self.vector(place)
        var finder = NearestOnLines(place, limit)
        var bound = Self.squaredChord(limit)
        var stack: [(level: Int, number: Int, squared: Double)] = [
            (levels.count - 1, 0, box(top.start).squared(from: point))
        ]
        while let next = stack.popLast() {
            if next.squared > bound { continue }
            if next.level == 0 {
                let first = next.number * Self.segmentsPerBox
                for segment in first..<min(first + Self.segmentsPerBox, segmentCount) where fits(segment) {
                    if finder.look(at: segment, of: graph) { bound = Self.squaredChord(finder.bound) }
                }
                continue
            }
            let first = next.number * Self.width
            let below = levels[next.level - 1]
            let start = stack.count
            for number in first..<min(first + Self.width, below.count) {
                let squared = box(below.start + number).squared(from: point)
                if squared <= bound { stack.append((next.level - 1, number, squared)) }
            }
            // The nearest last, so that it comes first from the stack.
            stack[start...].sort { $0.squared > $1.squared }
        }
        return finder.found(graph)
    }

    /// The square of the chord over a distance, and a little more for what is rounded.
    private static func squaredChord(_ distance: Meters) -> Double {
        let chord = 2 * sin(min(.pi, distance.value / Sphere.earth.radius.value) / 2)
        return chord * chord * (1 + 1e-9) + 1e-18
    }
}

/// A place on a road.
package struct SegmentPlace: Hashable, Sendable {
    /// The nearest segment, and how far along; at a junction, then the other segments there.
    package var places: [RoadPlace]
    package var coordinate: Coordinate
    package var distance: Meters

    package init(places: [RoadPlace], coordinate: Coordinate, distance: Meters) {
        (self.places, self.coordinate, self.distance) = (places, coordinate, distance)
    }
}

/// Looks for the nearest place on lines.
///
/// The lines near the place are measured in a plane first; only what may be the nearest is measured on the sphere.
private struct NearestOnLines {
    private let place: Coordinate
    /// The place in 1e-7 degrees, and the cosine of its latitude.
    private let (longitude, latitude, cosine): (Double, Double, Double)
    private(set) var bound: Meters
    private var best: (segment: Int, vertex: Int, fraction: Double, coordinate: Coordinate)?

    private static let metersPerUnit = Sphere.earth.radius.value * .pi / 180 / 1e7

    init(_ place: Coordinate, _ limit: Meters) {
        (self.place, bound) = (place, limit)
        (longitude, latitude) = (place.longitude * 1e7, place.latitude * 1e7)
        cosine = cos(place.latitude * .pi / 180)
    }

    private func plane(_ vertex: MapPoint) -> SIMD2<Double> {
        let east = (Double(vertex.longitude) - longitude).remainder(dividingBy: 3.6e9)
        return SIMD2(east * cosine, Double(vertex.latitude) - latitude) * Self.metersPerUnit
    }

    /// Looks at a segment, and returns whether it is nearer than those before.
    mutating func look(at segment: Int, of graph: RoadGraph) -> Bool {
        // Within these bounds the plane is wrong by less than a fiftieth, and by the square of a line's length over the radius.
        let isPlane = bound.value < 20_000 && cosine > 0.18
        let range = graph.vertexRange(of: segment)
        guard range.count > 1 else { return false }
        var isNearer = false
        var last = plane(graph.vertex(range.lowerBound))
        for vertex in range.dropFirst() {
            let next = plane(graph.vertex(vertex))
            let (from, step) = (last, next - last)
            last = next
            let squared = (step * step).sum()
            if isPlane {
                let share = squared > 0 ? max(0, min(1, -(from * step).sum() / squared)) : 0
                let near = from + step * share
                let reach = bound.value * 1.02 + squared / Sphere.earth.radius.value + 0.01
                if (near * near).sum() > reach * reach { continue }
            }
            guard let a = graph.vertex(vertex - 1).coordinate, let b = graph.vertex(vertex).coordinate else { continue }
            let found = Sphere.earth.nearestPoint(to: place, onSegmentFrom: a, to: b)
            guard
                found.distance < bound
                    || found.distance == bound && best.map({ segment < $0.segment }) ?? true
            else { continue }
            bound = found.distance
            best = (segment, vertex, found.fraction, found.coordinate)
            isNearer = true
        }
        return isNearer
    }

    /// The nearest place.
    func found(_ graph: RoadGraph) -> SegmentPlace? {
        guard let best else { return nil }
        var (along, whole) = (0.0, 0.0)
        let range = graph.vertexRange(of: best.segment)
        for vertex in range.dropFirst() {
            guard let a = graph.vertex(vertex - 1).coordinate, let b = graph.vertex(vertex).coordinate else { continue }
            let length = Sphere.earth.distance(from: a, to: b).value
            if vertex == best.vertex { along = whole + best.fraction * length }
            whole += length
        }
        return SegmentPlace(
            places: [RoadPlace(segment: best.segment, fraction: whole > 0 ? min(1, along / whole) : 0)],
            coordinate: best.coordinate, distance: bound)
    }
}
