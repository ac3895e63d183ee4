import WaymarkGeodesy
import WaymarkIndex

/// What a batch asks about each stop.
public enum Lookup: Sendable, Hashable {
    /// The places within a radius, nearest first; at most `limit` of them where one is given.
    case within(Meters, limit: Int?)
    /// The nearest places, `count` at most; within a radius where one is given.
    case nearest(count: Int, within: Meters?)

    /// The answer for one stop: nearest first, ties by position.
    ///
    /// - Complexity: that of the search of ``/WaymarkIndex/PointIndex`` it stands for.
    public func matches(in index: PointIndex, of center: Coordinate) -> [Match] {
        switch self {
        case .within(let radius, limit: nil): index.points(within: radius, of: center)
        case .within(let radius, limit: let limit?): index.nearest(to: center, count: limit, within: radius)
        case .nearest(let count, let radius): index.nearest(to: center, count: count, within: radius)
        }
    }

    /// How far from a stop an answer may be; nil for any distance.
    var radius: Meters? {
        switch self {
        case .within(let radius, limit: _): radius
        case .nearest(_, let radius): radius
        }
    }
}
