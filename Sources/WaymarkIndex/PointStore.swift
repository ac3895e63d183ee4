import WaymarkGeodesy

/// The arrays of an index, each in one piece of memory: what every search walks over.
///
/// Written once, while it is made, and only read after that.
@safe
final class PointStore: @unchecked Sendable {
    // @unchecked Sendable: nothing changes after `init`, and no address leaves the module.

    /// How many points there are.
    let count: Int
    /// Unit vectors and positions in Hilbert order; four more are readable at the end, far outside the sphere.
    let points: Kernels.Points
    /// The places, in the same order.
    let coordinates: UnsafePointer<Coordinate>
    /// Where each point stood in the collection the index was built from.
    let positions: UnsafePointer<UInt32>

    private static let padding = 4

    init(_ places: ContiguousArray<Coordinate>) {
        count = places.count
        let order = HilbertOrder.positions(of: places, run: PackedRTree.leaf)
        let room = count + Self.padding
        let x = UnsafeMutablePointer<Double>.allocate(capacity: room)
        let y = UnsafeMutablePointer<Double>.allocate(capacity: room)
        let z = UnsafeMutablePointer<Double>.allocate(capacity: room)
        let numbers = UnsafeMutablePointer<UInt32>.allocate(capacity: room)
        let sorted = UnsafeMutablePointer<Coordinate>.allocate(capacity: max(1, count))
        for slot in 0..<count {
            let position = order[slot]
            unsafe (numbers + slot).initialize(to: position)
            unsafe (sorted + slot).initialize(to: places[Int(position)])
        }
        unsafe Kernels.best.unitVectors(of: sorted, count: count, x: x, y: y, z: z)
        for slot in count..<room {
            unsafe (x + slot).initialize(to: 9)
            unsafe (y + slot).initialize(to: 9)
            unsafe (z + slot).initialize(to: 9)
            unsafe (numbers + slot).initialize(to: .max)
        }
        unsafe points = Kernels.Points(x: x, y: y, z: z, numbers: numbers)
        unsafe coordinates = UnsafePointer(sorted)
        unsafe positions = UnsafePointer(numbers)
    }

    deinit {
        unsafe points.x.deallocate()
        unsafe points.y.deallocate()
        unsafe points.z.deallocate()
        unsafe points.numbers.deallocate()
        unsafe coordinates.deallocate()
    }

    /// The unit vector of the point in a slot.
    @inline(__always)
    func vector(at slot: Int) -> UnitVector {
        assert(slot >= 0 && slot < count)
        return unsafe UnitVector(x: points.x[slot], y: points.y[slot], z: points.z[slot])
    }

    /// The position of the point in a slot.
    @inline(__always)
    func position(at slot: Int) -> Int {
        assert(slot >= 0 && slot < count)
        return unsafe Int(positions[slot])
    }

    /// The place of the point in a slot.
    @inline(__always)
    func coordinate(at slot: Int) -> Coordinate {
        assert(slot >= 0 && slot < count)
        return unsafe coordinates[slot]
    }
}
