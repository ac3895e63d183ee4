public import WaymarkGeodesy

/// Something recorded at a place and a time, such as a photo.
public struct PlacedRecord: Hashable, Sendable {
    /// The location.
    public var coordinate: Coordinate
    /// The time, in seconds from any origin.
    public var time: Double

    /// Creates a record.
    ///
    /// - Precondition: `time` is finite.
    public init(coordinate: Coordinate, time: Double) {
        precondition(time.isFinite, "the time is not a finite number: \(time)")
        (self.coordinate, self.time) = (coordinate, time)
    }

    /// Returns records that represent all of them, spread over place and time.
    ///
    /// Chooses the first in time, then repeatedly the record farthest from those chosen (Gonzalez 1985: at most twice
    /// as far from the nearest chosen one as with the best choice). The distance of two records is half that in space,
    /// as a share of the largest from the first record, plus half that in time, as a share of the whole duration.
    /// Records at one place and time are chosen once.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - count: Maximum number of records.
    /// - Returns: Positions, by time, then by position.
    /// - Precondition: `count` is not negative.
    /// - Complexity: O(*n* *k*).
    public static func representatives(of records: [PlacedRecord], count: Int = 4) -> [Int] {
        precondition(count >= 0, "the count is negative: \(count)")
        let byTime = records.indices.sorted { (records[$0].time, $0) < (records[$1].time, $1) }
        guard count > 0, let first = byTime.first, let last = byTime.last else { return [] }
        let vectors = records.map { UnitVector($0.coordinate) }
        let duration = max(records[last].time - records[first].time, .leastNormalMagnitude)
        // The largest distance from the first record is at least half that between any two, so it serves as the extent.
        let extent = max(vectors.map { $0.angle(to: vectors[first]) }.max() ?? 0, .leastNormalMagnitude)
        func distance(_ a: Int, _ b: Int) -> Double {
            (vectors[a].angle(to: vectors[b]) / extent + abs(records[a].time - records[b].time) / duration) / 2
        }
        var chosen = [first]
        var nearest = records.indices.map { distance($0, first) }
        while chosen.count < count {
            guard let next = byTime.max(by: { nearest[$0] < nearest[$1] }), nearest[next] > 0 else { break }
            chosen.append(next)
            for record in records.indices { nearest[record] = min(nearest[record], distance(record, next)) }
        }
        return byTime.filter(Set(chosen).contains)
    }
}
