/// Finds the part of a line that joins two places.
///
/// A line may pass a place more than once. Of the pairs of a pass of the start and a later pass of the end, those with
/// the minimum sum of distances from the two places, or at most `accuracy` more, are candidates; the one with the
/// shortest part in between is used, the first in ties.
package struct TrackPart: Sendable {
    package let line: Int
    package let start: TrackLine.Position
    package let end: TrackLine.Position

    /// The passes of both places, for each line; nil if no pass of the end follows one of the start.
    ///
    /// - Complexity: O(*p* log *p*) for *p* passes.
    package static func best(
        _ passes: [(starts: [TrackLine.Position], ends: [TrackLine.Position])], accuracy: Double
    ) -> TrackPart? {
        var least = Double.infinity
        forEachEnd(of: passes) { _, starts, end in
            // The starts so far are sorted by distance, the nearest first.
            least = min(least, starts[0].off + end.off)
        }
        guard least < .infinity else { return nil }
        var best: TrackPart?
        forEachEnd(of: passes) { line, starts, end in
            let count = starts.partitioningIndex { $0.off + end.off > least + accuracy }
            guard count > 0 else { return }
            let length = end.along - starts[count - 1].along
            if best.map({ length < $0.end.along - $0.start.along }) ?? true {
                best = TrackPart(line: line, start: starts[count - 1], end: end)
            }
        }
        return best
    }

    /// Calls `body` for each end with an earlier start, with the starts that have no nearer later one: the later, the
    /// farther.
    private static func forEachEnd(
        of passes: [(starts: [TrackLine.Position], ends: [TrackLine.Position])],
        _ body: (_ line: Int, _ starts: [TrackLine.Position], _ end: TrackLine.Position) -> Void
    ) {
        for (line, (starts, ends)) in passes.enumerated() {
            var candidates: [TrackLine.Position] = []
            var next = 0
            for end in ends {
                while next < starts.count, starts[next].along <= end.along {
                    while let last = candidates.last, last.off >= starts[next].off { candidates.removeLast() }
                    candidates.append(starts[next])
                    next += 1
                }
                if !candidates.isEmpty { body(line, candidates, end) }
            }
        }
    }
}
