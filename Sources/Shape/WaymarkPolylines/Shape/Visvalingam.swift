import WaymarkGeodesy

/// Whether each vertex is kept. `fixed` is ascending, with the first and the last vertex; `tolerance` is in radians.
func visvalingam(_ points: Span<UnitVector>, fixed: [Int], tolerance: Double) -> [Bool] {
    let count = points.count
    var isFixed = [Bool](repeating: false, count: count)
    for vertex in fixed { isFixed[vertex] = true }
    var isKept = [Bool](repeating: true, count: count)
    guard count > 2 else { return isKept }

    // The kept vertices before and after each.
    var before = Array(-1..<count - 1)
    var behind = Array(1...count)
    func size(_ vertex: Int, _ before: [Int], _ behind: [Int]) -> Double {
        triangleSize(points[before[vertex]], points[vertex], points[behind[vertex]])
    }
    var queue = SizeQueue(
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

/// A number that grows with the area of a triangle of shorter arcs: 0 for area zero, 1 for half the sphere, below 2.
///
/// Source: van Oosterom and Strackee 1983, doi:10.1109/TBME.1983.325207, for the tangent of half the area; comparing
/// needs no arc tangent.
func triangleSize(_ a: UnitVector, _ b: UnitVector, _ c: UnitVector) -> Double {
    // a · (b × c), from differences, which is precise for small triangles.
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

/// A priority queue of numbers from 0, such as those of vertices, by size: smallest first, then by number.
///
/// A binary heap with the position of each number.
package struct SizeQueue {
    private var heap: [Int] = []
    private var place: [Int]
    private var sizes: [Double]

    /// A queue of the numbers with a size.
    ///
    /// - Complexity: O(*n*).
    package init(_ sizes: [Double?]) {
        self.sizes = sizes.map { $0 ?? 0 }
        place = [Int](repeating: -1, count: sizes.count)
        for (number, size) in sizes.enumerated() where size != nil {
            place[number] = heap.count
            heap.append(number)
        }
        for i in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(i) }
    }

    /// The smallest.
    package var first: (number: Int, size: Double)? { heap.first.map { ($0, sizes[$0]) } }

    /// Removes and returns the smallest.
    ///
    /// - Precondition: The queue is not empty.
    /// - Complexity: O(log *n*), as for all changes.
    package mutating func removeFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        put(last, at: 0)
        sink(0)
    }

    /// Inserts a number that is not in the queue: a removed one, or the next new one.
    package mutating func insert(_ number: Int, size: Double) {
        if number == sizes.count {
            sizes.append(size)
            place.append(heap.count)
        } else {
            sizes[number] = size
        }
        heap.append(number)
        rise(heap.count - 1)
    }

    /// Changes the size of a number in the queue.
    package mutating func update(_ number: Int, to size: Double) {
        let isLarger = size > sizes[number]
        sizes[number] = size
        if isLarger { sink(place[number]) } else { rise(place[number]) }
    }

    private func isBefore(_ a: Int, _ b: Int) -> Bool {
        sizes[a] != sizes[b] ? sizes[a] < sizes[b] : a < b
    }

    private mutating func put(_ number: Int, at i: Int) {
        heap[i] = number
        place[number] = i
    }

    private mutating func rise(_ start: Int) {
        var i = start
        let number = heap[i]
        while i > 0, isBefore(number, heap[(i - 1) / 2]) {
            put(heap[(i - 1) / 2], at: i)
            i = (i - 1) / 2
        }
        put(number, at: i)
    }

    private mutating func sink(_ start: Int) {
        var i = start
        let number = heap[i]
        while 2 * i + 1 < heap.count {
            var child = 2 * i + 1
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard isBefore(heap[child], number) else { break }
            put(heap[child], at: i)
            i = child
        }
        put(number, at: i)
    }
}
