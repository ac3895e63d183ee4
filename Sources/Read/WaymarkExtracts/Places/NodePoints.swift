/// Where the nodes of some ways are.
package struct NodePoints: Sendable {
    /// The ids that are wanted, ascending, each once.
    private let ids: ContiguousArray<Int64>
    private var points: ContiguousArray<MapPoint>
    private var isKnown: ContiguousArray<Bool>

    init(_ wanted: ContiguousArray<Int64>) {
        var ids = wanted
        ids.sort()
        var count = 0
        for next in ids.indices where count == 0 || ids[count - 1] != ids[next] {
            ids[count] = ids[next]
            count += 1
        }
        ids.removeLast(ids.count - count)
        self.ids = ids
        points = ContiguousArray(repeating: MapPoint(longitude: 0, latitude: 0), count: count)
        isKnown = ContiguousArray(repeating: false, count: count)
    }

    var isEmpty: Bool { ids.isEmpty }

    /// The wanted nodes of a block, by their positions.
    ///
    /// - Complexity: O(*n*) for a block with ascending ids, O(*n* log *m*) for others.
    func found(in block: borrowing MapBlock) -> [(position: Int, point: MapPoint)] {
        var found: [(Int, MapPoint)] = []
        var (position, last) = (0, Int64.min)
        for location in block.locations {
            if location.id < last || position == 0 { position = first(notBelow: location.id) }
            last = location.id
            while position < ids.count, ids[position] < location.id { position += 1 }
            if position < ids.count, ids[position] == location.id { found.append((position, location.point)) }
        }
        return found
    }

    mutating func set(_ found: [(position: Int, point: MapPoint)]) {
        for (position, point) in found {
            points[position] = point
            isKnown[position] = true
        }
    }

    /// The nodes of a way that the extract has, and where they are.
    func line(_ refs: some Collection<Int64>) -> (nodes: [Int64], points: [MapPoint]) {
        var (nodes, line): ([Int64], [MapPoint]) = ([], [])
        nodes.reserveCapacity(refs.count)
        line.reserveCapacity(refs.count)
        for ref in refs {
            guard let point = self[ref] else { continue }
            nodes.append(ref)
            line.append(point)
        }
        return (nodes, line)
    }

    /// Where a node is; nil if the extract lacks it, or it was not wanted.
    package subscript(id: Int64) -> MapPoint? {
        let position = first(notBelow: id)
        return position < ids.count && ids[position] == id && isKnown[position] ? points[position] : nil
    }

    private func first(notBelow id: Int64) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension NodePoints {
    /// Finds nodes in an extract, which is read once.
    ///
    /// - Throws: ``ExtractError`` if it cannot be read.
    package init(
        _ wanted: consuming ContiguousArray<Int64>, in extract: MapExtract, jobs: Int, onProgress: (Double) -> Void
    ) throws(ExtractError) {
        self.init(consume wanted)
        if isEmpty { return }
        let size = Double(max(1, extract.size))
        try extract.read(.locations, jobs: jobs) { [points = self] block in
            points.found(in: block)
        } take: { part, bytes in
            set(part)
            onProgress(Double(bytes) / size)
        }
    }
}

extension MapExtract {
    /// The nodes of some ways; the extract is read once, unless there are none.
    ///
    /// - Throws: ``ExtractError`` if it cannot be read.
    func nodes(
        ofWays ids: Set<Int64>, jobs: Int, onProgress: (Double) -> Void
    ) throws(ExtractError) -> [Int64: [Int64]] {
        var ways: [Int64: [Int64]] = [:]
        if ids.isEmpty { return ways }
        let size = Double(max(1, size))
        try read(.ways, jobs: jobs) { block in
            block.ways.filter { ids.contains($0.id) }.map { ($0.id, Array(block.refs[$0.refs])) }
        } take: { part, bytes in
            for (id, refs) in part { ways[id] = refs }
            onProgress(Double(bytes) / size)
        }
        return ways
    }
}
