import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkOrders

@Suite("Neighbour lists")
struct NeighborListTests {
    /// How points lie.
    enum Shape: CaseIterable {
        case random, grid, line, equal, fewValues, sphere, pole, antimeridian

        func points(_ count: Int, using generator: inout SplitMix64) -> ContiguousArray<SIMD3<Double>> {
            func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
            func vector(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
                let vector = UnitVector(try! Coordinate(latitude: latitude, longitude: longitude))
                return SIMD3(vector.x, vector.y, vector.z)
            }
            let side = Int(Double(count).squareRoot().rounded(.up))
            var points = ContiguousArray(
                (0..<count).map { number -> SIMD3<Double> in
                    switch self {
                    case .random: SIMD3(random(0...1000), random(0...1000), 0)
                    case .grid: SIMD3(Double(number / side), Double(number % side), 0) * 100
                    case .line: SIMD3(0, random(0...1), 0)
                    case .equal: SIMD3(1, 2, 3)
                    case .fewValues: SIMD3(random(0...3).rounded(), random(0...9).rounded(), 0)
                    case .sphere: vector(random(-90...90), random(-180...180))
                    case .pole: vector(90 - random(0...0.01), random(-180...180))
                    case .antimeridian:
                        vector(random(-1...1), number % 2 == 0 ? random(179...180) : random(-180 ... -179))
                    }
                })
            points.shuffle(using: &generator)
            return points
        }
    }

    @Test("the nearest points are those of a scan", arguments: Shape.allCases, [1, 8, 9, 17, 100, 2500])
    func equalsScan(shape: Shape, count: Int) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let points = shape.points(count, using: &generator)
        for width in [1, 2, 10, count] where width < 100 || count <= 100 {
            let lists = try #require(PointTree(points).nearest(width))
            #expect(lists.width == min(width, count - 1))
            var wrong = 0
            for node in 0..<count {
                func square(_ other: Int) -> Double {
                    let difference = points[other] - points[node]
                    return (difference * difference).sum()
                }
                // Of points equally far any may be taken, so that their distances are compared.
                let scan = (0..<count).filter { $0 != node }.map(square).sorted().prefix(lists.width)
                let found = (0..<lists.width).map { lists[node, $0] }
                if Set(found).count != found.count || found.contains(node) || found.map(square) != Array(scan) {
                    wrong += 1
                }
            }
            #expect(wrong == 0, "\(wrong) of \(count) lists of \(width)")
        }
    }
}
