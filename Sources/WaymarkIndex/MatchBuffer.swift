import WaymarkGeodesy

/// The answer to one question after another, in room that is used again; each thread has one of its own.
///
/// For whoever asks many questions and is done with each answer before the next: threads share nothing, and for points
/// within up to 60° nothing is allocated once the room has grown.
package struct MatchBuffer: ~Copyable {
    /// The last answer is at the front; what comes after its `count` matches means nothing.
    package private(set) var matches: ContiguousArray<Match> = []
    /// How many matches the last answer has, by distance, then by index.
    package private(set) var count = 0
    private var scratch = SearchScratch()

    /// Room without an answer.
    package init() {}

    /// Holds the answer of ``PointIndex/points(within:of:where:)``.
    package mutating func findPoints(within radius: Meters, of center: Coordinate, in index: PointIndex) {
        let circle = Circle(center: UnitVector(center), radius: radius, on: .earth)
        // Beyond 60° lengths need the chord to the antipode too, and nearly all points are matches anyway.
        if circle.possiblyInside > 1 { return keep(index.points(within: radius, of: center)) }
        scratch.count = 0
        let greatest = index.find(circle, into: &scratch, where: nil)
        count = scratch.count
        if count > matches.count {
            let none = Match(index: 0, distance: .zero)
            matches.append(contentsOf: repeatElement(none, count: count + count / 2 - matches.count))
        }
        if count > 0 {
            unsafe matches.withUnsafeMutableBufferPointer { matches in
                unsafe scratch.writeSorted(to: matches, greatest: greatest, index.store)
            }
        }
    }

    /// Holds the answer of ``PointIndex/nearest(to:count:within:where:)``.
    package mutating func findNearest(to center: Coordinate, count: Int, within radius: Meters?, in index: PointIndex) {
        keep(index.nearest(to: center, count: count, within: radius))
    }

    private mutating func keep(_ matches: [Match]) {
        count = matches.count
        self.matches.replaceSubrange(..<min(count, self.matches.count), with: matches)
    }
}
