import WaymarkGeodesy

/// Whether each vertex stays. `fixed` is ascending, with the first and the last vertex; `tolerance` is in radians.
func visvalingam(_ points: Span<UnitVector>, fixed: [Int], tolerance: Double) -> [Bool] {
    let count = points.count
    var isFixed = [Bool](repeating: false, count: count)
    for vertex in fixed { isFixed[vertex] = true }
    var isKept = [Bool](repeating: true, count: count)
    guard count > 2 else { return isKept }

    // The kept vertices before and behind each.
    var before = Array(-1..<count - 1)
    var behind = Array(1...count)
    func size(_ vertex: Int, _ before: [Int], _ behind: [Int]) -> Double {
        triangleSize(points[before[vertex]], points[vertex], points[behind[vertex]])
    }
    var queue = VertexQueue(
        (0..<count).map { isFixed[$0] ? nil : size($0, before, behind) })
    let limit = triangleSize(area: tolerance * tolerance)
    while let (vertex, smallest) = queue.first, smallest <= limit {
        queue.removeFirst()
        isKept[vertex] = false
        let neighbours = (before[vertex], behind[vertex])
        behind[neighbours.0] = neighbours.1
        before[neighbours.1] = neighbours.0
        if !isFixed[neighbours.0] { queue.update(neighbours.0, to: size(neighbours.0, before, behind)) }
        if !isFixed[neighbours.1] { queue.update(neighbours.1, to: size(neighbours.1, before, behind)) }
    }
    return isKept
}

/// A number that grows with the area of a triangle of shorter arcs: 0 for none, 1 for half the sphere, below 2.
///
/// Source: van Oosterom and Strackee 1983, doi:10.1109/TBME.1983.325207, for the tangent of half the area; no arc
/// tangent is needed to compare.
func triangleSize(_ a: UnitVector, _ b: UnitVector, _ c: UnitVector) -> Double {
    // a · (b × c), from differences: keeps its digits for small triangles.
    let ab = UnitVector(x: b.x - a.x, y: b.y - a.y, z: b.z - a.z)
    let ac = UnitVector(x: c.x - a.x, y: c.y - a.y, z: c.z - a.z)
    return ratio(sine: abs(a.dot(ab.cross(ac))), cosine: 1 + a.dot(b) + b.dot(c) + c.dot(a))
}

/// The same for an area in units of the squared radius.
func triangleSize(area: Double) -> Double {
    guard area < 2 * .pi else { return .infinity }
    let (sine, cosine) = sinCos(degrees: degrees(area / 2))
    return ratio(sine: sine, cosine: cosine)
}

/// Grows with the angle from 0 to 180° that has this sine and cosine, or any positive multiple of them.
private func ratio(sine: Double, cosine: Double) -> Double {
    if cosine >= 0 { return sine + cosine > 0 ? sine / (sine + cosine) : 0 }
    return 1 - cosine / (sine - cosine)
}

/// Vertices by the size of their triangles, the smallest first; of equal ones the first vertex.
///
/// A binary heap that knows where each vertex stands in it.
private struct VertexQueue {
    private var heap: [Int] = []
    private var place: [Int]
    private var sizes: [Double]

    /// A queue of the vertices with a size.
    init(_ sizes: [Double?]) {
        self.sizes = sizes.map { $0 ?? 0 }
        place = [Int](repeating: -1, count: sizes.count)
        for (vertex, size) in sizes.enumerated() where size != nil {
            place[vertex] = heap.count
            heap.append(vertex)
        }
        for i in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(i) }
    }

    /// The smallest.
    var first: (vertex: Int, size: Double)? { heap.first.map { ($0, sizes[$0]) } }

    mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        put(last, at: 0)
        sink(0)
    }

    /// Gives another size to a vertex that is in the queue.
    mutating func update(_ vertex: Int, to size: Double) {
        let isLarger = size > sizes[vertex]
        sizes[vertex] = size
        if isLarger { sink(place[vertex]) } else { rise(place[vertex]) }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        sizes[a] != sizes[b] ? sizes[a] < sizes[b] : a < b
    }

    private mutating func put(_ vertex: Int, at i: Int) {
        heap[i] = vertex
        place[vertex] = i
    }

    private mutating func rise(_ start: Int) {
        var i = start
        let vertex = heap[i]
        while i > 0, isBefore(vertex, heap[(i - 1) / 2]) {
            put(heap[(i - 1) / 2], at: i)
            i = (i - 1) / 2
        }
        put(vertex, at: i)
    }

    private mutating func sink(_ start: Int) {
        var i = start
        let vertex = heap[i]
        while 2 * i + 1 < heap.count {
            var child = 2 * i + 1
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard isBefore(heap[child], vertex) else { break }
            put(heap[child], at: i)
            i = child
        }
        put(vertex, at: i)
    }
}
