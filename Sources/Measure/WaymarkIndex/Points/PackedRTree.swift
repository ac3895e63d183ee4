import WaymarkGeodesy
import WaymarkThreads

/// A tree of boxes over points in a fixed order: every leaf is a run of 32 points, every node has 8 children.
///
/// The boxes hold unit vectors, so the antimeridian and the poles need no special case, and the distance from a point
/// to a box is a true lower bound. They are rounded outwards to single precision; distances to them are computed in
/// double. The tree is implicit: child `j` of node `i` is node `8 i + j` of the level below, and the last level is the
/// runs of points themselves.
///
/// - SeeAlso: Packed Hilbert R-tree, Kamel and Faloutsos 1993; mourner/flatbush.
@safe
final class PackedRTree: @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `init`.

    /// Points in a leaf.
    static let leaf = 32
    /// Children of a node.
    static let fan = 8

    /// The boxes of a node's children, side by side.
    struct Node {
        var lowX, lowY, lowZ, highX, highY, highZ: SIMD8<Float>

        /// No children: boxes far outside the unit sphere, which no search reaches.
        static let empty = Node(
            lowX: .init(repeating: 8), lowY: .init(repeating: 8), lowZ: .init(repeating: 8),
            highX: .init(repeating: 8), highY: .init(repeating: 8), highZ: .init(repeating: 8))
    }

    /// All nodes, level by level; first the parents of the leaves, last the root.
    private let nodes: UnsafePointer<Node>
    /// The start of each level in `nodes`.
    private let levels: UnsafeMutablePointer<Int>
    /// The level of the root; -1 for an empty tree.
    let top: Int
    let count: Int
    /// The memory of the nodes.
    private let store: PointStore

    /// The tree over the points of a store.
    init(_ store: PointStore) {
        let starts = IndexLayout(count: store.count).levels
        self.store = store
        count = store.count
        top = starts.count - 2
        unsafe nodes = store.nodes
        unsafe levels = .allocate(capacity: starts.count)
        for level in starts.indices { unsafe levels[level] = starts[level] }
    }

    deinit { unsafe levels.deallocate() }

    // MARK: Making

    /// Makes the nodes of the tree over points, in parts of whole nodes.
    ///
    /// - Complexity: O(*n*).
    @unsafe
    static func fill(
        _ nodes: UnsafeMutablePointer<Node>, _ layout: IndexLayout, _ parts: Parts, over points: Kernels.Points
    ) {
        unsafe nodes.initialize(repeating: .empty, count: layout.nodeCount)
        let boxes = unsafe UnsafeMutableRawPointer(nodes).assumingMemoryBound(to: Float.self)
        parts.forEach { _, range in
            let first = range.lowerBound
            let boxes = unsafe boxes + first / (leaf * fan) * (6 * fan)
            unsafe Kernels.best.boxes(over: points.x + first, count: range.count, boxes)
            unsafe Kernels.best.boxes(over: points.y + first, count: range.count, boxes + fan)
            unsafe Kernels.best.boxes(over: points.z + first, count: range.count, boxes + 2 * fan)
        }
        for level in layout.levels.indices.dropFirst().dropLast() {
            let below = layout.levels[level - 1]
            for node in 0..<layout.levels[level] - below {
                let boxes = unsafe nodes[below + node]
                // Empty children lie at 8: they never are the minimum, and are excluded from the maximum.
                func high(_ highs: SIMD8<Float>) -> Float { highs.replacing(with: -8, where: highs .== 8).max() }
                let (parent, j) = unsafe (nodes + layout.levels[level] + node / fan, node % fan)
                unsafe parent.pointee.lowX[j] = boxes.lowX.min()
                unsafe parent.pointee.lowY[j] = boxes.lowY.min()
                unsafe parent.pointee.lowZ[j] = boxes.lowZ.min()
                unsafe parent.pointee.highX[j] = high(boxes.highX)
                unsafe parent.pointee.highY[j] = high(boxes.highY)
                unsafe parent.pointee.highZ[j] = high(boxes.highZ)
            }
        }
    }

    // MARK: Searching

    @inline(__always)
    func node(_ node: Int, onLevel level: Int) -> Node {
        assert(level >= 0 && level <= top && node >= 0)
        return unsafe nodes[levels[level] + node]
    }

    /// The 48 floats of a node: low x, y, z, high x, y, z of eight children each.
    @unsafe @inline(__always)
    func boxes(_ node: Int, onLevel level: Int) -> UnsafePointer<Float> {
        unsafe UnsafeRawPointer(nodes + (levels[level] + node)).assumingMemoryBound(to: Float.self)
    }

    /// The tree and its points, for a search by chords.
    @inline(__always)
    var searched: Kernels.Tree {
        unsafe Kernels.Tree(
            points: store.points, count: count, nodes: UnsafeRawPointer(nodes).assumingMemoryBound(to: Float.self),
            levels: levels, top: top)
    }

    /// The points below child `child` (numbered through its level) of a node on `level`.
    @inline(__always)
    func points(below child: Int, onLevel level: Int) -> Range<Int> {
        // 32 * 8^level points per child.
        let shift = 5 + 3 * level
        let start = child << shift
        return start..<max(start, min(count, start + 1 << shift))
    }
}
