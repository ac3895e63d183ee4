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
