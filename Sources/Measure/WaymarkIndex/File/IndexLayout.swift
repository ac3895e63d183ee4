import WaymarkGeodesy

/// An array of an index, as it lies in memory and in a file.
enum IndexArray: String, CaseIterable {
    /// Unit vectors in Hilbert order: doubles, side by side, and four more far outside the sphere.
    case x = "points.x"
    case y = "points.y"
    case z = "points.z"
    /// Where each point stood in the collection the index was built from: 32-bit numbers, and four more.
    case positions = "points.position"
    /// Latitude and longitude of each point in degrees, two doubles, in Hilbert order.
    case coordinates = "points.coordinate"
    /// The nodes of the tree, level by level; first the parents of the leaves, last the root.
    case nodes = "tree.node"

    /// What kernels may read past the last point.
    static let padding = 4
}

/// How large the arrays of an index are, and where they lie in one piece of memory.
struct IndexLayout {
    /// How many points there are.
    let count: Int
    /// Where each level of the tree begins among the nodes, and last where they end.
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

    /// Bytes of an array.
    func size(of array: IndexArray) -> Int {
        switch array {
        case .x, .y, .z: (count + IndexArray.padding) * MemoryLayout<Double>.stride
        case .positions: (count + IndexArray.padding) * MemoryLayout<UInt32>.stride
        case .coordinates: count * MemoryLayout<Coordinate>.stride
        case .nodes: nodeCount * MemoryLayout<PackedRTree.Node>.stride
        }
    }

    /// Where an array begins, after those before it.
    func offset(of array: IndexArray) -> Int {
        IndexArray.allCases.prefix { $0 != array }.reduce(0) { $0 + aligned(size(of: $1)) }
    }

    /// Bytes of all.
    var size: Int { IndexArray.allCases.reduce(0) { $0 + aligned(size(of: $1)) } }
}

/// The next multiple of the alignment of arrays.
func aligned(_ offset: Int) -> Int {
    (offset + IndexMemory.alignment - 1) & ~(IndexMemory.alignment - 1)
}
