import WaymarkExtracts
import WaymarkText

/// Twice what a ring goes round, in squares of hundredths of a degree; above 0 if counterclockwise.
func turn(_ ring: [MapPoint]) -> Double {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
        let (ax, ay) = (Double(edge.0.longitude) / 1e5, Double(edge.0.latitude) / 1e5)
        let (bx, by) = (Double(edge.1.longitude) / 1e5, Double(edge.1.latitude) / 1e5)
        return sum + ax * by - bx * ay
    }
}

/// The area on the plane, in squares of hundredths of a degree.
func planeSquares(_ area: MapArea) -> Double {
    area.parts.reduce(0) { sum, part in
        sum + (turn(part.outer) + part.inners.reduce(0) { $0 + turn($1) }) / 2
    }
}

/// An area of the ring of points, as a closed way.
func closedWay(_ points: [MapPoint]) -> MapArea? {
    let nodes = points.indices.map { Int64($0) }
    return AreaAssembly([AreaWay(id: 1, nodes: nodes + [0], points: points + [points[0]])]).area
}

extension MapArea.Part {
    /// The part without its holes.
    static func outside(_ part: MapArea.Part) -> MapArea { closedWay(part.outer)! }
}

/// A board of cells, some of which are filled.
struct Board {
    let size: Int
    private(set) var filled: Set<[Int]> = []

    /// A board of at least one filled cell.
    init(size: Int, using random: inout SplitMix64) {
        self.size = size
        let share = Double.random(in: 0.1...0.9, using: &random)
        for x in 0..<size {
            for y in 0..<size where Double.random(in: 0..<1, using: &random) < share { filled.insert([x, y]) }
        }
        filled.insert([0, 0])
    }

    private func point(_ x: Int, _ y: Int) -> MapPoint {
        MapPoint(longitude: 100_000_000 + Int64(x) * 100_000, latitude: 500_000_000 + Int64(y) * 100_000)
    }

    /// The middle of a cell.
    func middle(_ x: Int, _ y: Int) -> MapPoint {
        MapPoint(longitude: 100_050_000 + Int64(x) * 100_000, latitude: 500_050_000 + Int64(y) * 100_000)
    }

    /// The border of the filled cells as ways of random lengths and directions, in random order.
    func ways(using random: inout SplitMix64) -> [AreaWay] {
        let isFilled = { (x: Int, y: Int) in filled.contains([x, y]) }
        var sides: [([Int], [Int])] = []
        for x in 0...size {
            for y in 0...size {
                if isFilled(x, y) != isFilled(x - 1, y) { sides.append(([x, y], [x, y + 1])) }
                if isFilled(x, y) != isFilled(x, y - 1) { sides.append(([x, y], [x + 1, y])) }
            }
        }
        sides.shuffle(using: &random)
        var ways: [AreaWay] = []
        while let side = sides.popLast() {
            var line = [side.0, side.1]
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                guard let next = sides.firstIndex(where: { $0.0 == line.last! || $0.1 == line.last! }) else { break }
                let side = sides.remove(at: next)
                line.append(side.0 == line.last! ? side.1 : side.0)
            }
            if Bool.random(using: &random) { line.reverse() }
            ways.append(
                AreaWay(
                    id: Int64(ways.count + 1), role: .other, nodes: line.map { Int64($0[0] * 1000 + $0[1]) },
                    points: line.map { point($0[0], $0[1]) }))
        }
        return ways
    }
}
