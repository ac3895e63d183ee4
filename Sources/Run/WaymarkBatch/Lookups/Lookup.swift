import WaymarkGeodesy
import WaymarkIndex

/// The query of a batch for each stop.
public enum Lookup: Sendable, Hashable {
    /// The places within a radius, nearest first; at most `limit` of them if given.
    case within(Meters, limit: Int?)
    /// The nearest places, at most `count`; within a radius if given.
    case nearest(count: Int, within: Meters?)

    /// The answer for one stop: nearest first, ties by position.
    ///
    /// - Complexity: That of the corresponding search of ``/WaymarkIndex/PointIndex``.
    public func matches(in index: PointIndex, of center: Coordinate) -> [Match] {
        switch self {
        case .within(let radius, limit: nil): index.points(within: radius, of: center)
        case .within(let radius, limit: let limit?): index.nearest(to: center, count: limit, within: radius)
        case .nearest(let count, let radius): index.nearest(to: center, count: count, within: radius)
        }
    }

    /// The maximum distance of an answer; nil for any distance.
    var radius: Meters? {
        switch self {
        case .within(let radius, limit: _): radius
        case .nearest(_, let radius): radius
        }
    }
}
