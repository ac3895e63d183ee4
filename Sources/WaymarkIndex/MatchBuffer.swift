import WaymarkGeodesy

/// The answer to one question after another, in room that is used again; each thread has one of its own.
///
/// For whoever asks many questions and is done with each answer before the next: threads share nothing, and for points
/// within up to 60° nothing is allocated once the room has grown.
package struct MatchBuffer: ~Copyable {
    /// The last answer is at the front; what comes after its `count` matches means nothing.
    package private(set) var matches: ContiguousArray<Match> = []
    /// How many matches the last answer has, by distance, then by index.
    package private(set) var count = 0
    private var scratch = SearchScratch()
    /// The centres expected.
    private var vectors = VectorList()
    /// What is near the centres asked about, for the index and the radius asked about last.
    private var vicinities: Vicinities?
    /// The circle asked about last: one of the same radius is not worked out again.
    private var circle: Circle?

    /// Room without an answer.
    package init() {}

    /// Makes ready for questions about some centres: their vectors are worked out side by side, and what is known of their
    /// surroundings is asked for before it is looked at.
    package mutating func expect(_ centers: Span<Coordinate>, within radius: Meters, in index: PointIndex) {
        vectors.update(centers)
        guard centers.count > 0 else { return }
        let circle = circle(of: radius, around: vectors[0])
        if circle.possiblyInside > 1 { return }
        prepare(circle, in: index)
        for number in 0..<centers.count { vicinities?.fetch(vectors[number]) }
    }

    /// Holds the answer of ``PointIndex/points(within:of:where:)`` for one of the centres expected last.
    package mutating func findPoints(
        within radius: Meters, ofExpected number: Int, _ center: Coordinate, in index: PointIndex
    ) {
        findPoints(within: radius, of: center, vectors[number], in: index)
    }

    /// Holds the answer of ``PointIndex/points(within:of:where:)``.
    package mutating func findPoints(within radius: Meters, of center: Coordinate, in index: PointIndex) {
        findPoints(within: radius, of: center, UnitVector(center), in: index)
    }

    @inline(__always)
    private mutating func findPoints(
        within radius: Meters, of center: Coordinate, _ vector: UnitVector, in index: PointIndex
    ) {
        let circle = circle(of: radius, around: vector)
        // Beyond 60° lengths need the chord to the antipode too, and nearly all points are matches anyway.
        if circle.possiblyInside > 1 { return keep(index.points(within: radius, of: center)) }
        scratch.count = 0
        prepare(circle, in: index)
        if vicinities?.collect(circle, of: index, into: &scratch) != true { index.collect(circle, into: &scratch) }
        count = 0
        if scratch.count == 0 { return }
        let greatest = index.measure(circle, &scratch, where: nil)
        count = scratch.count
        if count > matches.count {
            let none = Match(index: 0, distance: .zero)
            matches.append(contentsOf: repeatElement(none, count: count + count / 2 - matches.count))
        }
        if count > 0 {
            unsafe matches.withUnsafeMutableBufferPointer { matches in
                unsafe scratch.writeSorted(to: matches, greatest: greatest, index.store)
            }
        }
    }

    /// Holds the answer of ``PointIndex/nearest(to:count:within:where:)``.
    package mutating func findNearest(to center: Coordinate, count: Int, within radius: Meters?, in index: PointIndex) {
        keep(index.nearest(to: center, count: count, within: radius))
    }

    @inline(__always)
    private mutating func circle(of radius: Meters, around center: UnitVector) -> Circle {
        let next =
            if let circle, circle.radius == radius {
                Circle(center: center, like: circle)
            } else {
                Circle(center: center, radius: radius, on: .earth)
            }
        circle = next
        return next
    }

    /// Forgets what is near, where it is for another index or radius.
    @inline(__always)
    private mutating func prepare(_ circle: Circle, in index: PointIndex) {
        if vicinities?.isFor(index, circle) != true { vicinities = Vicinities(index, circle) }
    }

    private mutating func keep(_ matches: [Match]) {
        count = matches.count
        self.matches.replaceSubrange(..<min(count, self.matches.count), with: matches)
    }
}

/// Unit vectors of places, worked out together, in room that is used again.
@safe
private struct VectorList: ~Copyable {
    private var x: UnsafeMutablePointer<Double>
    private var capacity = 0
    private var count = 0

    init() { unsafe x = .allocate(capacity: 0) }

    deinit { unsafe x.deallocate() }

    /// Holds the vectors of `places`.
    mutating func update(_ places: Span<Coordinate>) {
        if places.count > capacity {
            unsafe x.deallocate()
            capacity = places.count
            unsafe x = .allocate(capacity: 3 * capacity)
        }
        count = places.count
        unsafe places.withUnsafeBufferPointer { places in
            guard let start = places.baseAddress else { return }
            unsafe Kernels.best.unitVectors(
                of: start, count: count, x: x, y: x + capacity, z: x + 2 * capacity)
        }
    }

    subscript(_ number: Int) -> UnitVector {
        precondition(number >= 0 && number < count, "no such centre was expected")
        return unsafe UnitVector(x: x[number], y: x[capacity + number], z: x[2 * capacity + number])
    }
}
