import WaymarkGeodesy

/// An array of an index, in memory and in a file.
enum IndexArray: String, CaseIterable {
    /// Unit vectors in Hilbert order: doubles, followed by four far outside the sphere.
    case x = "points.x"
    case y = "points.y"
    case z = "points.z"
    /// The position of each point in the original collection: 32-bit numbers, followed by four more.
    case positions = "points.position"
    /// Latitude and longitude of each point in degrees, two doubles, in Hilbert order.
    case coordinates = "points.coordinate"
    /// The nodes of the tree, level by level; first the parents of the leaves, last the root.
    case nodes = "tree.node"

    /// The number of elements that kernels may read past the last point.
    static let padding = 4
}

/// The sizes and offsets of the arrays of an index in one block of memory.
struct IndexLayout {
    /// The number of points.
    let count: Int
    /// The first node of each level of the tree, followed by the number of nodes.
    let levels: ContiguousArray<Int>

    init(count: Int) {
        self.count = count
        var (levels, total) = (ContiguousArray(arrayLiteral: 0), 0)
        var width = (count + PackedRTree.leaf - 1) / PackedRTree.leaf
        while width > 0 {
            width = (width + PackedRTree.fan - 1) / PackedRTree.fan
            total += width
            levels.append(total)
            if width == 1 { break }
        }
        self.levels = levels
    }

    /// Nodes of the tree.
    var nodeCount: Int { levels[levels.count - 1] }

    /// The size of an array in bytes.
    func size(of array: IndexArray) -> Int {
        switch array {
        case .x, .y, .z: (count + IndexArray.padding) * MemoryLayout<Double>.stride
        case .positions: (count + IndexArray.padding) * MemoryLayout<UInt32>.stride
        case .coordinates: count * MemoryLayout<Coordinate>.stride
        case .nodes: nodeCount * MemoryLayout<PackedRTree.Node>.stride
        }
    }

    /// The offset of an array.
    func offset(of array: IndexArray) -> Int {
        IndexArray.allCases.prefix { $0 != array }.reduce(0) { $0 + aligned(size(of: $1)) }
    }

    /// The total size in bytes.
    var size: Int { IndexArray.allCases.reduce(0) { $0 + aligned(size(of: $1)) } }
}

/// The next multiple of the alignment of arrays.
func aligned(_ offset: Int) -> Int {
    (offset + IndexMemory.alignment - 1) & ~(IndexMemory.alignment - 1)
}
