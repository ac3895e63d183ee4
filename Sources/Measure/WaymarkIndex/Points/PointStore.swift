import WaymarkGeodesy
import WaymarkThreads

/// The arrays of an index, for all searches.
///
/// Written once during initialisation, then only read.
@safe
final class PointStore: @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `init`, and no address leaves the module.

    let count: Int
    /// The maximum position of a point.
    private let lastPosition: Int
    /// Unit vectors and positions in Hilbert order; four more are readable at the end, far outside the sphere.
    let points: Kernels.Points
    /// The places, in the same order.
    let coordinates: UnsafePointer<Coordinate>
    /// The position of each point in the original collection.
    var positions: UnsafePointer<UInt32> { unsafe points.numbers }
    /// The nodes of the tree over the points.
    let nodes: UnsafePointer<PackedRTree.Node>
    /// The memory of all arrays.
    private let memory: IndexMemory

    /// The arrays for some places, and the tree over them.
    ///
    /// - Complexity: O(*n*).
    @unsafe
    convenience init(_ places: UnsafeBufferPointer<Coordinate>, jobs: Int) {
        unsafe self.init(count: places.count, jobs: jobs) { numbers, sorted, keys in
            guard let start = places.baseAddress else { return }
            unsafe HilbertOrder.write(
                start, count: places.count, run: PackedRTree.leaf, jobs: jobs, to: numbers, sorting: keys)
            Parts(of: places.count, jobs: jobs).forEach { _, range in
                for slot in range { unsafe (sorted + slot).initialize(to: start[Int(numbers[slot])]) }
            }
        }
    }

    /// The arrays for places that are in order, and the tree over them.
    ///
    /// - Complexity: O(*n*).
    @unsafe
    convenience init(ordered places: UnsafePointer<Coordinate>, positions: UnsafePointer<UInt32>, count: Int) {
        unsafe self.init(count: count, jobs: 1) { numbers, sorted, _ in
            unsafe numbers.initialize(from: positions, count: count)
            unsafe sorted.initialize(from: places, count: count)
        }
    }

    /// The arrays for map points in some slots of another store, with vectors of `x`, `y` and 0.
    ///
    /// - Complexity: O(*n*).
    convenience init(
        _ slots: [Int], of store: PointStore, x: ContiguousArray<Double>, y: ContiguousArray<Double>
    ) {
        unsafe self.init(count: slots.count, jobs: 1, lastPosition: store.lastPosition) { numbers, sorted, _ in
            for (to, from) in slots.enumerated() {
                unsafe (numbers + to).initialize(to: UInt32(truncatingIfNeeded: store.position(at: from)))
                unsafe (sorted + to).initialize(to: store.coordinate(at: from))
            }
        } vectors: { _, range, xs, ys, zs in
            for to in range {
                unsafe (xs + to).initialize(to: x[slots[to]])
                unsafe (ys + to).initialize(to: y[slots[to]])
                unsafe (zs + to).initialize(to: 0)
            }
        }
    }

    /// `fill` writes the positions and the places, in order; everything else follows from them, with `vectors` for each
    /// part. As scratch it may use two arrays of as many numbers, the memory of the later vectors.
    @unsafe
    private convenience init(
        count: Int, jobs: Int, lastPosition: Int? = nil,
        _ fill: (
            UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Coordinate>,
            (UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>)
        ) -> Void,
        vectors: (
            UnsafePointer<Coordinate>, Range<Int>, UnsafeMutablePointer<Double>, UnsafeMutablePointer<Double>,
            UnsafeMutablePointer<Double>
        ) -> Void = { places, range, x, y, z in
            let first = range.lowerBound
            unsafe Kernels.best.unitVectors(
                of: places + first, count: range.count, x: x + first, y: y + first, z: z + first)
        }
    ) {
        let layout = IndexLayout(count: count)
        let memory = IndexMemory(count: layout.size)
        func start<T>(_ array: IndexArray, _: T.Type) -> UnsafeMutablePointer<T> {
            unsafe (memory.base + layout.offset(of: array)).bindMemory(
                to: T.self, capacity: layout.size(of: array) / MemoryLayout<T>.stride)
        }
        let numbers = unsafe start(.positions, UInt32.self)
        let sorted = unsafe start(.coordinates, Coordinate.self)
        unsafe fill(numbers, sorted, (start(.x, UInt64.self), start(.y, UInt64.self)))
        let x = unsafe start(.x, Double.self)
        let y = unsafe start(.y, Double.self)
        let z = unsafe start(.z, Double.self)
        let parts = Parts(of: count, jobs: jobs)
        parts.forEach { _, range in unsafe vectors(sorted, range, x, y, z) }
        for slot in count..<count + IndexArray.padding {
            unsafe (x + slot).initialize(to: 9)
            unsafe (y + slot).initialize(to: 9)
            unsafe (z + slot).initialize(to: 9)
            unsafe (numbers + slot).initialize(to: .max)
        }
        unsafe PackedRTree.fill(
            start(.nodes, PackedRTree.Node.self), layout, parts,
            over: Kernels.Points(x: x, y: y, z: z, numbers: numbers))
        unsafe self.init(memory, count: count, lastPosition: lastPosition) { layout.offset(of: $0) }
    }

    /// The arrays in `memory`, at valid and aligned offsets.
    @unsafe
    init(_ memory: IndexMemory, count: Int, lastPosition: Int? = nil, offset: (IndexArray) -> Int) {
        func start<T>(_ array: IndexArray, _: T.Type) -> UnsafePointer<T> {
            unsafe UnsafeRawPointer(memory.base + offset(array)).assumingMemoryBound(to: T.self)
        }
        self.count = count
        self.lastPosition = lastPosition ?? count - 1
        self.memory = memory
        unsafe points = Kernels.Points(
            x: start(.x, Double.self), y: start(.y, Double.self), z: start(.z, Double.self),
            numbers: start(.positions, UInt32.self))
        unsafe coordinates = start(.coordinates, Coordinate.self)
        unsafe nodes = start(.nodes, PackedRTree.Node.self)
    }

    /// Whether an array has the same bytes as that of another store with the same number of points.
    func hasSame(_ array: IndexArray, as other: PointStore) -> Bool {
        unsafe bytes(of: array).elementsEqual(other.bytes(of: array))
    }

    /// The bytes of an array; valid while the store is.
    @unsafe
    func bytes(of array: IndexArray) -> UnsafeBufferPointer<UInt8> {
        let start: UnsafeRawPointer =
            switch array {
            case .x: unsafe UnsafeRawPointer(points.x)
            case .y: unsafe UnsafeRawPointer(points.y)
            case .z: unsafe UnsafeRawPointer(points.z)
            case .positions: unsafe UnsafeRawPointer(positions)
            case .coordinates: unsafe UnsafeRawPointer(coordinates)
            case .nodes: unsafe UnsafeRawPointer(nodes)
            }
        let size = IndexLayout(count: count).size(of: array)
        return unsafe UnsafeRawBufferPointer(start: start, count: size).assumingMemoryBound(to: UInt8.self)
    }

    /// The unit vector of the point in a slot.
    @inline(__always)
    func vector(at slot: Int) -> UnitVector {
        assert(slot >= 0 && slot < count)
        return unsafe UnitVector(x: points.x[slot], y: points.y[slot], z: points.z[slot])
    }

    /// The great-circle distance on `Sphere.earth` from a place to the point in a slot: 0 to half the circumference,
    /// for any content.
    @inline(__always)
    func distance(from center: UnitVector, to slot: Int) -> Meters {
        let distance = Sphere.earth.distance(from: center, to: vector(at: slot))
        let most = Sphere.earth.halfCircumference
        // NaN is not above 0.
        return distance > .zero ? min(distance, most) : .zero
    }

    /// The position of the point in a slot.
    @inline(__always)
    func position(at slot: Int) -> Int {
        assert(slot >= 0 && slot < count)
        return unsafe position(positions[slot])
    }

    /// A number read from `positions`, limited to `lastPosition` for any content.
    @inline(__always)
    func position(_ number: UInt32) -> Int { min(Int(number), lastPosition) }

    /// The place of the point in a slot.
    @inline(__always)
    func coordinate(at slot: Int) -> Coordinate {
        assert(slot >= 0 && slot < count)
        return unsafe coordinates[slot]
    }
}
