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
    /// - Complexity: that of the search of ``PointIndex`` it stands for.
    public func matches(in index: PointIndex, of center: Coordinate) -> [Match] {
        switch self {
        case .within(let radius, limit: nil): index.points(within: radius, of: center)
        case .within(let radius, limit: let limit?): index.nearest(to: center, count: limit, within: radius)
        case .nearest(let count, let radius): index.nearest(to: center, count: count, within: radius)
        }
    }

    /// Holds the same answer in `buffer`.
    func find(in index: PointIndex, of center: Coordinate, into buffer: inout MatchBuffer) {
        switch self {
        case .within(let radius, limit: nil): buffer.findPoints(within: radius, of: center, in: index)
        case .within(let radius, limit: let limit?):
            buffer.findNearest(to: center, count: limit, within: radius, in: index)
        case .nearest(let count, let radius): buffer.findNearest(to: center, count: count, within: radius, in: index)
        }
    }
}
