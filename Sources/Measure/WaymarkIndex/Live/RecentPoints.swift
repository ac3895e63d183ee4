import WaymarkGeodesy

/// A few points that are scanned one by one, before they are packed.
struct RecentPoints: Sendable {
    /// One point, with its ticket.
    struct Point: Sendable {
        let ticket: Int
        let coordinate: Coordinate
        let vector: UnitVector
    }

    /// The maximum number of scanned points, except during a bulk change.
    static let capacity = 64

    /// In the order of their tickets.
    private(set) var points: ContiguousArray<Point> = []

    var count: Int { points.count }

    mutating func append(_ coordinate: Coordinate, ticket: Int = 0) {
        points.append(Point(ticket: ticket, coordinate: coordinate, vector: UnitVector(coordinate)))
    }

    mutating func remove(at position: Int) { points.remove(at: position) }

    mutating func removeAll() { points = [] }

    /// Calls `body` with the position and distance of each point within `radius` of `center`.
    func forEach<E: Error>(
        within radius: Meters, of center: Coordinate, _ body: (Int, Meters) throws(E) -> Void
    ) throws(E) {
        guard !points.isEmpty else { return }
        let origin = UnitVector(center)
        // A chord is shorter than its arc, so a point beyond this is outside; the others are measured.
        let angle = radius / Sphere.earth.radius
        let limit = angle * angle * (1 + 1e-12) + 1e-300
        for position in points.indices where origin.chordSquared(to: points[position].vector) <= limit {
            let distance = Sphere.earth.distance(from: origin, to: points[position].vector)
            if distance <= radius { try body(position, distance) }
        }
    }
}

/// Places for counting only: a log-structured series of packed indexes, each larger than the next one.
struct CountedPlaces: Sendable {
    private var packed: ContiguousArray<(index: PointIndex, places: ContiguousArray<Coordinate>)> = []
    private var recent = RecentPoints()

    /// Whether there are too many recent places to scan in each search.
    var needsPacking: Bool { recent.count >= RecentPoints.capacity }

    mutating func append(_ place: Coordinate) { recent.append(place) }

    /// Packs the recent places, together with the indexes that are not much larger.
    ///
    /// - Complexity: O(log *n*) per place, amortised.
    mutating func pack() {
        var total = recent.count
        var first = packed.count
        while first > 0, packed[first - 1].places.count < LayeredPoints.growth * total {
            first -= 1
            total += packed[first].places.count
        }
        var places = ContiguousArray<Coordinate>()
        places.reserveCapacity(total)
        for layer in packed[first...] { places += layer.places }
        places.append(contentsOf: recent.points.lazy.map(\.coordinate))
        packed.removeSubrange(first...)
        packed.append((PointIndex(places), places))
        recent.removeAll()
    }

    /// The number of places within `radius` of `center`.
    func count(within radius: Meters, of center: Coordinate) -> Int {
        var count = 0
        for layer in packed { count += layer.index.countOfPoints(within: radius, of: center) }
        recent.forEach(within: radius, of: center) { (_, _) in count += 1 }
        return count
    }
}

/// A growing set of positions below a fixed limit, in copy-on-write blocks.
///
/// Memory: none for an empty block, otherwise one bit per position.
package struct RemovedPositions: Sendable {
    /// The number of positions in the set.
    package private(set) var count = 0
    private var blocks: ContiguousArray<ContiguousArray<UInt64>>

    /// Bits in a block: 2¹³, that is 1 KiB.
    private static let shift = 13

    /// An empty set of positions below `limit`.
    package init(below limit: Int) {
        blocks = ContiguousArray(repeating: [], count: (limit + (1 << Self.shift) - 1) >> Self.shift)
    }

    /// Whether a position is in the set.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    package func contains(_ position: Int) -> Bool {
        let block = position >> Self.shift
        guard !blocks[block].isEmpty else { return false }
        return blocks[block][(position & (1 << Self.shift - 1)) >> 6] & 1 << UInt64(position & 63) != 0
    }

    /// Adds a position that is not in the set.
    ///
    /// - Complexity: O(1); O(*n* / 8192) for *n* positions if a copy shares the blocks.
    package mutating func insert(_ position: Int) {
        let block = position >> Self.shift
        if blocks[block].isEmpty { blocks[block] = ContiguousArray(repeating: 0, count: 1 << (Self.shift - 6)) }
        blocks[block][(position & (1 << Self.shift - 1)) >> 6] |= 1 << UInt64(position & 63)
        count += 1
    }
}
