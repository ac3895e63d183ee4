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

    /// Makes `buffer` ready for finding the answers for some stops.
    func expect(_ stops: borrowing StopBatch, in points: SearchedPoints, _ buffer: inout MatchBuffer) {
        guard case .within(let radius, limit: nil) = self else { return }
        switch points {
        case .sphere(let index): buffer.expect(stops.centers.span, within: radius, in: index)
        case .ellipsoid(let index, let surface):
            buffer.expect(stops.centers.span, within: radius, on: surface, in: index)
        case .map: break
        }
    }

    /// Holds the answer for one of the expected stops in `buffer`.
    func find(
        _ number: Int, of stops: borrowing StopBatch, in points: SearchedPoints, into buffer: inout MatchBuffer
    ) {
        switch self {
        case .within(let radius, limit: nil):
            let center = stops.centers[number]
            switch points {
            case .sphere(let index): buffer.findPoints(within: radius, ofExpected: number, center, in: index)
            case .ellipsoid(let index, let surface):
                buffer.findPoints(within: radius, ofExpected: number, center, on: surface, in: index)
            case .map(let plane, _): buffer.findPoints(within: radius, of: stops.points[number], in: plane)
            }
        case .within(let radius, limit: let limit?):
            findNearest(limit, within: radius, number, of: stops, in: points, into: &buffer)
        case .nearest(let count, let radius):
            findNearest(count, within: radius, number, of: stops, in: points, into: &buffer)
        }
    }

    private func findNearest(
        _ count: Int, within radius: Meters?, _ number: Int, of stops: borrowing StopBatch, in points: SearchedPoints,
        into buffer: inout MatchBuffer
    ) {
        let center = stops.centers[number]
        switch points {
        case .sphere(let index): buffer.findNearest(to: center, count: count, within: radius, in: index)
        case .ellipsoid(let index, let surface):
            buffer.findNearest(to: center, count: count, within: radius, on: surface, in: index)
        case .map(let plane, _):
            buffer.findNearest(to: stops.points[number], count: count, within: radius, in: plane)
        }
    }
}
