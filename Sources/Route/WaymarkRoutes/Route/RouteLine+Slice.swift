public import WaymarkGeodesy
import WaymarkText

/// A piece of one leg.
public struct RoutePiece: Hashable, Sendable {
    /// The leg: after `stops[leg]`, before `stops[leg + 1]`.
    public let leg: Int
    /// Its start and end along the found legs.
    public let extent: ClosedRange<Meters>
    /// The line; one vertex if the piece has length zero.
    public let coordinates: [Coordinate]
}

extension RouteLine {
    /// The pieces of the legs between two distances along the line, in order; the range is limited to the line.
    ///
    /// Legs that only touch the range are omitted, unless there are no others. Empty if no leg was found.
    ///
    /// - Precondition: Neither end of `range` is NaN.
    /// - Complexity: O(log *n* + *m*) for *m* vertices in the range.
    public func slice(_ range: ClosedRange<Meters>) -> [RoutePiece] {
        guard let start = point(at: range.lowerBound), let end = point(at: range.upperBound) else { return [] }
        let (from, to) = (start.distance.value, end.distance.value)
        guard from < to else {
            return [
                RoutePiece(leg: start.leg, extent: start.distance...start.distance, coordinates: [start.coordinate])
            ]
        }
        var pieces: [RoutePiece] = []
        let first = foundLegs.partitioningIndex { offsets[$0.vertices.upperBound - 1] > from }
        for found in foundLegs[first...] {
            let (begins, ends) = (offsets[found.vertices.lowerBound], offsets[found.vertices.upperBound - 1])
            if begins >= to { break }
            let isEntered = from > begins
            let isLeft = to <= ends
            let low =
                isEntered
                ? offsets[..<found.vertices.upperBound].partitioningIndex { $0 > from } : found.vertices.lowerBound
            let high = isLeft ? offsets.partitioningIndex { $0 >= to } : found.vertices.upperBound
            let line =
                (isEntered ? [start.coordinate] : []) + vertices[low..<max(low, high)]
                + (isLeft ? [end.coordinate] : [])
            pieces.append(
                RoutePiece(
                    leg: found.leg, extent: Meters(max(begins, from))...Meters(min(ends, to)), coordinates: line))
        }
        return pieces
    }
}
