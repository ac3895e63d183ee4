import WaymarkGeodesy

/// One answer of a search by id: a point and its distance.
@frozen
public struct LiveMatch<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The id of the point.
    public let id: ID
    /// Great-circle distance from the centre of the search, on `Sphere.earth`.
    public let distance: Meters

    /// An answer.
    @inlinable
    public init(id: ID, distance: Meters) {
        self.id = id
        self.distance = distance
    }
}

/// The points of a ``LiveIndex`` at one moment: a value whose answers never change.
///
/// It has the searches of ``PointIndex``, with ids instead of positions. Every search equals a linear scan with
/// `Sphere.earth.distance(from:to:)`. Points at equal distances are in the order in which they were put at their
/// current places: an id that moved comes after older ones.
///
/// A search takes no lock. With *o* points changed since the last merge it searches the packed index and O(log *o*)
/// small indexes. A snapshot keeps its memory alive, and shares the unchanged parts with other snapshots.
public struct LiveSnapshot<ID: Hashable & Sendable>: Sendable {
    @usableFromInline var points: LayeredPoints
    /// The ids of the points of each layer, by position.
    @usableFromInline var ids: ContiguousArray<ContiguousArray<ID>>
    @usableFromInline var recentIDs: ContiguousArray<ID> = []

    /// The number of changes so far that had an effect, starting from 0.
    public internal(set) var version = 0

    init(_ points: LayeredPoints, ids: ContiguousArray<ID>) {
        self.points = points
        self.ids = [ids]
    }

    /// The number of points.
    public var count: Int { points.count }

    /// Whether there are no points.
    public var isEmpty: Bool { count == 0 }

    // MARK: Searches

    /// Returns the points within `radius` of `center`, nearest first.
    ///
    /// Distances are great-circle, on `Sphere.earth`; the boundary belongs to the circle. Equal distances are in the
    /// order in which the points were put. A circle may cross the antimeridian or contain a pole.
    ///
    /// - Parameters:
    ///   - radius: Length along the ground. Zero finds only points exactly at `center`.
    ///   - center: Centre of the circle, WGS 84 degrees.
    ///   - isIncluded: Whether the point with an id is included; called only for points in the circle.
    /// - Returns: Matches ascending by distance; empty if no point lies inside.
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + log² *o* + *m* log *m*) for *m* matches on average, *o* points changed since the last
    ///   merge.
    @inlinable
    public func points(
        within radius: Meters, of center: Coordinate, where isIncluded: ((ID) -> Bool)? = nil
    ) -> [LiveMatch<ID>] {
        let (base, overlay) = points.sortedPoints(within: radius, of: center)
        var answers: [LiveMatch<ID>] = []
        answers.reserveCapacity(base.count + overlay.count)
        let baseIDs = ids[0]
        var next = 0
        for match in overlay {
            while next < base.count, base[next] < match {
                answers.append(LiveMatch(id: baseIDs[base[next].index], distance: base[next].distance))
                next += 1
            }
            answers.append(LiveMatch(id: id(at: match.index), distance: match.distance))
        }
        while next < base.count {
            answers.append(LiveMatch(id: baseIDs[base[next].index], distance: base[next].distance))
            next += 1
        }
        if let isIncluded { answers.removeAll { !isIncluded($0.id) } }
        return answers
    }

    /// Returns the points within `radius` of `center`, in no particular order.
    ///
    /// The same matches as ``points(within:of:where:)``, without the sorting.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + log² *o* + *m*) for *m* matches on average, *o* points changed since the last merge.
    @inlinable
    public func unsortedPoints(
        within radius: Meters, of center: Coordinate, where isIncluded: ((ID) -> Bool)? = nil
    ) -> [LiveMatch<ID>] {
        var matches: [LiveMatch<ID>] = []
        forEachPoint(within: radius, of: center, where: isIncluded) { matches.append($0) }
        return matches
    }

    /// Returns the number of points within `radius` of `center`.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + log² *o* + *r*) on average, for *r* points near the rim of the circle and *o* points
    ///   changed since the last merge; points well inside are not visited, unless there is a filter.
    public func countOfPoints(
        within radius: Meters, of center: Coordinate, where isIncluded: ((ID) -> Bool)? = nil
    ) -> Int {
        points.countOfPoints(within: radius, of: center, where: numbered(isIncluded))
    }

    /// Calls `body` with each point within `radius` of `center`, in no particular order.
    ///
    /// The same matches as ``points(within:of:where:)``; an error from `body` ends the search.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + log² *o* + *m*) for *m* matches on average, *o* points changed since the last merge.
    @inlinable
    public func forEachPoint<E: Error>(
        within radius: Meters, of center: Coordinate, where isIncluded: ((ID) -> Bool)? = nil,
        _ body: (LiveMatch<ID>) throws(E) -> Void
    ) throws(E) {
        try points.forEachPoint(within: radius, of: center, where: nil) { (match) throws(E) in
            let id = id(at: match.index)
            if let isIncluded, !isIncluded(id) { return }
            try body(LiveMatch(id: id, distance: match.distance))
        }
    }

    /// Returns the `count` points nearest to `center`, nearest first.
    ///
    /// Equal distances are in the order in which the points were put, which also decides which of them fit. Fewer are
    /// returned if the index, or the circle of `radius`, has fewer.
    ///
    /// - Parameters:
    ///   - center: The centre of the search, WGS 84 degrees.
    ///   - count: The maximum number of matches; may be zero.
    ///   - radius: The maximum distance, inclusive; nil is unlimited.
    ///   - isIncluded: Whether the point with an id is included.
    /// - Returns: Matches ascending by distance.
    /// - Precondition: `count` is not negative; `radius` is not negative and not NaN.
    /// - Complexity: O(log *n* + log² *o* + *k* log *k*) on average for *k* = `count`, *o* points changed since the last
    ///   merge.
    @inlinable
    public func nearest(
        to center: Coordinate, count: Int, within radius: Meters? = nil, where isIncluded: ((ID) -> Bool)? = nil
    ) -> [LiveMatch<ID>] {
        points.nearest(to: center, count: count, within: radius, where: numbered(isIncluded))
            .map { LiveMatch(id: id(at: $0.index), distance: $0.distance) }
    }

    /// Returns the ids of the points in `box`, in the order in which they were put.
    ///
    /// The points for which `box.contains` is true: edges belong to the box, which may cross the antimeridian and
    /// contain a pole.
    ///
    /// - Parameters:
    ///   - box: The box to search.
    ///   - isIncluded: Whether the point with an id is included; called only for points in the box.
    /// - Returns: Ids; empty if no point lies inside.
    /// - Complexity: O(log *n* + log² *o* + *m* log *m*) for *m* points found, on average, *o* points changed since the
    ///   last merge.
    @inlinable
    public func points(in box: BoundingBox, where isIncluded: ((ID) -> Bool)? = nil) -> [ID] {
        points.points(in: box, where: numbered(isIncluded)).map { id(at: $0) }
    }

    /// Calls `body` with the id of each point in `box`, in the order in which they were put.
    ///
    /// The same points as ``points(in:where:)``. An error from `body` ends the search.
    public func forEachPoint<E: Error>(
        in box: BoundingBox, where isIncluded: ((ID) -> Bool)? = nil, _ body: (ID) throws(E) -> Void
    ) throws(E) {
        for number in points.points(in: box, where: numbered(isIncluded)) { try body(id(at: number)) }
    }

    // MARK: Ids

    /// The id of the point with a number.
    @inlinable
    func id(at number: Int) -> ID {
        var layer = ids.count
        while number < points.starts[layer] { layer -= 1 }
        let position = number - points.starts[layer]
        return layer < ids.count ? ids[layer][position] : recentIDs[position]
    }

    @inlinable
    func numbered(_ isIncluded: ((ID) -> Bool)?) -> ((Int) -> Bool)? {
        isIncluded.map { isIncluded in { isIncluded(id(at: $0)) } }
    }

    // MARK: Changes, before the snapshot is published

    /// Adds a point, with a ticket above all others.
    mutating func append(_ id: ID, _ coordinate: Coordinate, ticket: Int) {
        points.append(coordinate, ticket: ticket)
        recentIDs.append(id)
    }

    /// Removes the point with a ticket.
    mutating func remove(ticket: Int) {
        if let position = points.remove(ticket: ticket) { recentIDs.remove(at: position) }
    }

    /// Packs the points of layer `first` and all after it into one layer.
    mutating func pack(from first: Int) {
        let start = points.starts[first]
        let before = self
        let numbers = points.pack(from: first)
        ids.removeSubrange(first...)
        recentIDs = []
        if points.starts[points.starts.count - 1] > start || first == 0 {
            ids.append(ContiguousArray(numbers.lazy.map { before.id(at: $0) }))
        }
    }
}
