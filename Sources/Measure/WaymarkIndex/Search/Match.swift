import WaymarkGeodesy

/// One answer of a search: a point and its distance.
@frozen
public struct Match: Hashable, Sendable {
    /// Position of the point in the collection the index was built from.
    public let index: Int
    /// Great-circle distance from the centre of the search, on `Sphere.earth`.
    public let distance: Meters

    /// An answer.
    @inlinable
    public init(index: Int, distance: Meters) {
        self.index = index
        self.distance = distance
    }
}

extension Match: Comparable {
    /// Nearer first; equal distances by position.
    @inlinable
    public static func < (lhs: Match, rhs: Match) -> Bool {
        lhs.distance.value < rhs.distance.value
            || lhs.distance.value == rhs.distance.value && lhs.index < rhs.index
    }
}

/// The answers to many queries, in order: a collection of lists of matches.
///
/// Short lists share large arrays instead of one array per query.
public struct MatchLists: RandomAccessCollection, Sendable {
    /// Where a query's list lies.
    struct Extent: Sendable {
        var array: Int
        var start: Int
        var end: Int
    }

    let arrays: ContiguousArray<[Match]>
    let extents: ContiguousArray<Extent>

    /// Always 0.
    public var startIndex: Int { 0 }

    /// The number of queries.
    public var endIndex: Int { extents.count }

    /// The matches of the query at `position`.
    ///
    /// The indices of the slice do not start at 0.
    ///
    /// - Complexity: O(1).
    public subscript(position: Int) -> ArraySlice<Match> {
        let extent = extents[position]
        return arrays[extent.array][extent.start..<extent.end]
    }
}
