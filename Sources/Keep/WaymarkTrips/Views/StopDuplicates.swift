import WaymarkGeodesy
import WaymarkIndex
import WaymarkRecommendations

/// Stops of a trip that are one place, as far as can be seen.
///
/// Nothing is merged by itself: an app says that an attraction comes twice, and offers to merge two stops.
public struct StopDuplicates: Hashable, Sendable {
    /// Two stops at most 100 m apart whose names mean one place (`SamePlace`), that are not stops of the same attraction.
    public struct Pair: Hashable, Sendable {
        /// The stop that comes first in the order.
        public let first: TripStop
        /// The stop that comes later.
        public let second: TripStop
    }

    /// The stops of each attraction that comes more than once, which is allowed; in the order of the trip.
    public let repeated: [[TripStop]]
    /// The stops that may be one, to be offered for merging: see ``TripStore/editsMerging(_:into:)``.
    public let pairs: [Pair]

    /// The maximum distance of stops that may be one.
    public static let maxDistance = Meters(100)

    /// Looks for stops that are one place.
    ///
    /// Stops without a name are not compared.
    ///
    /// - Parameter stops: The stops of a trip in their order.
    /// - Complexity: O(*n* log *n*), and O(*m*²) for *m* stops within 100 m of each other.
    public init(_ stops: [TripStop]) {
        let attractions = Dictionary(grouping: stops, by: \.attraction)
        repeated = stops.compactMap { stop in
            guard stop.attraction != nil, let all = attractions[stop.attraction], all.count > 1, all[0].id == stop.id
            else { return nil }
            return all
        }
        let index = PointIndex(stops.map(\.coordinate))
        let names = stops.map { PlaceName($0.name) }
        var pairs: [Pair] = []
        for (first, stop) in stops.enumerated() {
            for match in index.points(within: Self.maxDistance, of: stop.coordinate).sorted(by: { $0.index < $1.index })
            {
                let other = stops[match.index]
                guard match.index > first, stop.attraction == nil || stop.attraction != other.attraction,
                    names[first].reason(names[match.index], at: match.distance.value) != nil
                else { continue }
                pairs.append(Pair(first: stop, second: other))
            }
        }
        self.pairs = pairs
    }
}

extension TripStore {
    /// The stops of a trip that are one place, as far as can be seen.
    public func duplicates(in trip: RecordID) throws(TripStoreError) -> StopDuplicates {
        StopDuplicates(try stops(of: trip))
    }

    /// The edits that make one stop of two: the pictures and entries of one go to the other, then it is deleted.
    ///
    /// - Parameters:
    ///   - stop: The stop that is deleted.
    ///   - other: The stop that stays, as it is.
    /// - Returns: Edits for one commit.
    /// - Throws: ``TripStoreError`` from reading the store.
    public func editsMerging(_ stop: RecordID, into other: RecordID) throws(TripStoreError) -> [TripEdit] {
        var edits: [TripEdit] = []
        for var attachment in try attachments(of: stop) {
            attachment.owner = other
            edits.append(.put(.attachment(attachment)))
        }
        for var entry in try entries(of: stop) {
            entry.subject = other
            edits.append(.put(.entry(entry)))
        }
        return edits + [.delete(stop)]
    }
}
