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

    /// Makes `buffer` ready for finding the answers for some centres.
    func expect(_ centers: ContiguousArray<Coordinate>, in index: PointIndex, _ buffer: inout MatchBuffer) {
        if case .within(let radius, limit: nil) = self { buffer.expect(centers.span, within: radius, in: index) }
    }

    /// Holds the answer for one of the expected centres in `buffer`.
    func find(
        _ number: Int, of centers: ContiguousArray<Coordinate>, in index: PointIndex, into buffer: inout MatchBuffer
    ) {
        let center = centers[number]
        switch self {
        case .within(let radius, limit: nil):
            buffer.findPoints(within: radius, ofExpected: number, center, in: index)
        case .within(let radius, limit: let limit?):
            buffer.findNearest(to: center, count: limit, within: radius, in: index)
        case .nearest(let count, let radius): buffer.findNearest(to: center, count: count, within: radius, in: index)
        }
    }
}
