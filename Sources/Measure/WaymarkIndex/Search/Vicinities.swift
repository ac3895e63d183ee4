import WaymarkGeodesy

/// A cache of the points around recent centres, for searches from nearby centres.
///
/// Space is divided into cubes as wide as the chord of the radius. For a cube that contains a centre, the runs of
/// points within reach of any place in the cube are kept, so the next centre there is compared only with these, without
/// walking the tree. Cubes have no poles and no antimeridian, and chords obey the triangle inequality: a point within a
/// chord *c* of a place in the cube is within *c* + √3/2 of its width from its middle.
///
/// A table of fixed size holds them; cubes with the same entry replace each other. Runs are collected only at the
/// second consecutive query of a cube, so scattered queries cost only their walks. If many points are near, the walk is
/// a small part of a search and nothing is kept.
@safe
struct Vicinities: ~Copyable {
    private let entries: UnsafeMutablePointer<Entry>
    let store: PointStore
    /// Squared chords up to this may be inside the circles searched.
    let limit: Double
    /// Squared chords from the middle of a cube up to this may be within reach of a place in it.
    private let reach: Double
    private let cubesPerUnit: Double
    private let width: Double

    /// The points within reach of a cube: one line of the table.
    private struct Entry {
        /// The number of the cube, from 1; 0 for none.
        var cube: UInt64 = 0
        /// The number of runs, or a state without runs.
        private(set) var count = 0
        private var runs: (Run, Run, Run, Run, Run, Run) = (.none, .none, .none, .none, .none, .none)

        /// Queried once; the next query collects the runs.
        static let unknown = -1
        /// Too many points to keep.
        static let many = -2

        private typealias Run = Kernels.Run
        private static let most = 6
        /// The maximum number of points between two runs that are joined.
        private static let gap: UInt32 = 8

        /// Adds a point, with ascending slots; false if there is no room.
        mutating func add(_ slot: UInt32) -> Bool {
            unsafe withUnsafeMutableBytes(of: &runs) { bytes in
                let runs = unsafe bytes.assumingMemoryBound(to: Kernels.Run.self)
                if count > 0, unsafe slot - runs[count - 1].end <= Self.gap {
                    unsafe runs[count - 1].end = slot + 1
                } else if count < Self.most {
                    unsafe runs[count] = Kernels.Run(start: slot, end: slot + 1)
                    count += 1
                } else {
                    return false
                }
                return true
            }
        }

        init(cube: UInt64 = 0, count: Int = 0) { (self.cube, self.count) = (cube, count) }

        /// Calls `body` with the runs.
        @inline(__always)
        func withRuns(_ body: (UnsafeBufferPointer<Kernels.Run>) -> Void) {
            unsafe withUnsafeBytes(of: runs) { bytes in
                let runs = unsafe bytes.assumingMemoryBound(to: Kernels.Run.self)
                unsafe body(UnsafeBufferPointer(rebasing: runs[..<count]))
            }
        }
    }

    /// The table has 2 to this power of entries: a megabyte.
    private static let bits = 14
    /// The maximum number of points examined for an entry.
    private static let maxPoints = 1024

    /// An empty cache for an index and regions of one radius.
    init(_ index: PointIndex, _ region: some SearchRegion) {
        store = index.store
        limit = region.possiblyInside
        let chord = limit.squareRoot()
        // Three numbers of cubes of 21 bits each.
        width = max(chord, 0x1p-19)
        cubesPerUnit = 1 / width
        // √3/2 is 0.86602...; the excess outweighs all rounding, as no width is below 2^-19.
        let reach = chord + 0.8661 * width
        self.reach = reach * reach
        unsafe entries = .allocate(capacity: 1 << Self.bits)
        unsafe entries.initialize(repeating: Entry(), count: 1 << Self.bits)
    }

    deinit { unsafe entries.deallocate() }

    /// Collects the squares and positions of all points that may lie in `region`; false if the tree must be walked.
    @inline(__always)
    func collect(_ region: some SearchRegion, of index: PointIndex, into scratch: inout SearchScratch) -> Bool {
        let (place, cube, entry) = unsafe entry(of: region.center)
        if unsafe entry.pointee.cube != cube {
            unsafe entry.pointee = Entry(cube: cube, count: Entry.unknown)
            return false
        }
        if unsafe entry.pointee.count < 0 {
            if unsafe entry.pointee.count == Entry.unknown {
                unsafe entry.pointee = surroundings(of: place, cube, index, &scratch)
            }
            if unsafe entry.pointee.count < 0 { return false }
        }
        if unsafe entry.pointee.count > 0 {
            unsafe entry.pointee.withRuns { unsafe region.select(store.points, $0, into: &scratch) }
        }
        return true
    }

    /// Prefetches the entry of a centre.
    @inline(__always)
    func fetch(_ center: UnitVector) { unsafe Kernels.fetch(entry(of: center).entry) }

    /// The cube that contains a vector: its coordinates, its number, and its entry.
    @unsafe @inline(__always)
    private func entry(
        of vector: UnitVector
    ) -> (place: (x: UInt64, y: UInt64, z: UInt64), cube: UInt64, entry: UnsafeMutablePointer<Entry>) {
        let place = (
            x: UInt64(truncatingIfNeeded: Int32((vector.x + 1) * cubesPerUnit)),
            y: UInt64(truncatingIfNeeded: Int32((vector.y + 1) * cubesPerUnit)),
            z: UInt64(truncatingIfNeeded: Int32((vector.z + 1) * cubesPerUnit))
        )
        let cube = (place.x | place.y << 21 | place.z << 42) + 1
        let slot = (cube &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - Self.bits)
        return unsafe (place, cube, entries + Int(truncatingIfNeeded: slot))
    }

    /// The points within reach of a cube.
    @inline(never)
    private func surroundings(
        of place: (x: UInt64, y: UInt64, z: UInt64), _ cube: UInt64, _ index: PointIndex,
        _ scratch: inout SearchScratch
    ) -> Entry {
        func middle(_ number: UInt64) -> Double { (Double(number) + 0.5) * width - 1 }
        let middle = UnitVector(x: middle(place.x), y: middle(place.y), z: middle(place.z))
        var entry = Entry()
        entry.cube = cube
        guard index.count > 0 else { return entry }
        var walk = unsafe Kernels.Runs(
            Kernels.best, index.tree.searched, from: middle, possibly: reach, in: scratch.walk)
        var looked = 0
        while true {
            let runs = unsafe walk.advance()
            if runs.isEmpty { return entry }
            for i in 0..<runs.count {
                let run = unsafe runs[i]
                looked += Int(run.end - run.start)
                if looked > Self.maxPoints {
                    return Entry(cube: cube, count: Entry.many)
                }
                for slot in run.start..<run.end where middle.chordSquared(to: store.vector(at: Int(slot))) <= reach {
                    if entry.add(slot) { continue }
                    return Entry(cube: cube, count: Entry.many)
                }
            }
        }
    }
}
