import WaymarkGeodesy

/// Stops of a trip that are one place, as far as can be seen.
///
/// Nothing is merged by itself: an app says that an attraction comes twice, and offers to merge two stops.
public struct StopDuplicates: Hashable, Sendable {
    /// Two stops of the same name, at most 100 m apart, that are not stops of the same attraction.
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
    /// Names are the same if they are but for blanks and the case of letters; stops without a name are not compared.
    ///
    /// - Parameter stops: The stops of a trip in their order.
    /// - Complexity: O(*n*), and O(*m*²) for *m* stops of the same name.
    public init(_ stops: [TripStop]) {
        let attractions = Dictionary(grouping: stops, by: \.attraction)
        repeated = stops.compactMap { stop in
            guard stop.attraction != nil, let all = attractions[stop.attraction], all.count > 1, all[0].id == stop.id
            else { return nil }
            return all
        }
        let named = stops.map { (name: $0.name.lowercased().filter { !$0.isWhitespace }, stop: $0) }
            .filter { DisplayTitle.line(of: $0.name) != nil }
        var later = Dictionary(grouping: named, by: \.name).mapValues { $0[...] }
        var pairs: [Pair] = []
        for (name, first) in named {
            later[name]?.removeFirst()
            for (_, second) in later[name] ?? [] {
                let isAttraction = first.attraction != nil && first.attraction == second.attraction
                let distance = Sphere.earth.distance(from: first.coordinate, to: second.coordinate)
                if !isAttraction, distance <= Self.maxDistance { pairs.append(Pair(first: first, second: second)) }
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
