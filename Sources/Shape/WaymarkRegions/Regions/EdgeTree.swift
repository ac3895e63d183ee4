internal import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkPolylines

/// The edges of all regions in a tree of circles, for finding the nearest.
struct EdgeTree: Sendable {
    /// Consecutive edges of a ring.
    struct Run {
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

    /// The region of the nearest edge within a limit, and its distance; of equally near ones the first region.
    func nearest(to place: Coordinate, within limit: Meters, of vertices: ContiguousArray<PlanePoint>) -> Match? {
        var search = EdgeSearch(
            runs: runs, vertices: vertices, place: place, vector: UnitVector(place), maxDistance: limit)
        tree.visitLeaves(near: search.vector, &search)
        return search.found
    }
}

extension PlanePoint {
    /// A valid point in degrees as a place.
    var coordinate: Coordinate { Coordinate(uncheckedLatitude: y, longitude: x) }
}
