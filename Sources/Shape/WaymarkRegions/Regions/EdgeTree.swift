internal import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkPolylines

/// The edges of all regions in a tree of circles, for finding the nearest.
struct EdgeTree: Sendable {
    /// Consecutive edges of a ring.
    private struct Run {
        var first: UInt32
        var count: UInt32
        var region: UInt32
    }

    /// The maximum number of edges in a run.
    private static let longest = 8

    /// In Hilbert order, so that neighbours in the tree are neighbours on the ground, as islands in a file are not.
    private let runs: ContiguousArray<Run>
    private let tree: CapTree

    /// - Complexity: O(*n* log *n*).
    init(_ shapes: RegionShapes) {
        var runs = ContiguousArray<Run>()
        var start = 0
        for (region, polygons) in shapes.polygons.enumerated() {
            for vertices in polygons.joined() {
                let end = start + vertices - 1
                for first in stride(from: start, to: end, by: Self.longest) {
                    let count = min(Self.longest, end - first)
                    runs.append(Run(first: UInt32(first), count: UInt32(count), region: UInt32(region)))
                }
                start += vertices
            }
        }
        let vertices = shapes.vertices
        let middles = ContiguousArray(runs.lazy.map { vertices[Int($0.first + $0.count / 2)].coordinate })
        let ordered = ContiguousArray(
            HilbertOrder.positions(of: middles, run: 1).lazy.map { [runs] in runs[Int($0)] })
        tree = CapTree(leafCount: ordered.count) { leaf in
            let run = ordered[leaf]
            let corners = vertices[Int(run.first)...Int(run.first + run.count)]
            var cap = CapTree.Cap(corners.map { UnitVector($0.coordinate) })
            let strays = zip(corners, corners.dropFirst()).lazy.map { EdgeSearch.stray($0, $1).value }
            cap.radius = min(.pi, cap.radius + (strays.max() ?? 0) / Sphere.earth.radius.value)
            return cap
        }
        self.runs = ordered
    }

    /// Calls `visit` with all runs of edges that may come within a limit of a place, near ones early; it returns the limit
    /// from then on, which never rises.
    func forEachRun(
        near place: Coordinate, within limit: Meters, _ visit: (_ edges: Range<Int>, _ region: Int) -> Meters
    ) {
        tree.forEachLeaf(near: UnitVector(place), within: limit.value) { leaf in
            let run = runs[leaf]
            return visit(Int(run.first)..<Int(run.first + run.count), Int(run.region)).value
        }
    }
}

extension PlanePoint {
    /// A valid point in degrees as a place.
    var coordinate: Coordinate { Coordinate(uncheckedLatitude: y, longitude: x) }
}
