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
        var attractions: [String: [TripStop]] = [:]
        var names: [String: [(place: Int, stop: TripStop)]] = [:]
        for (place, stop) in stops.enumerated() {
            if let attraction = stop.attraction { attractions[attraction, default: []].append(stop) }
            let name = stop.name.lowercased().filter { !$0.isWhitespace }
            if DisplayTitle.line(of: name) != nil { names[name, default: []].append((place, stop)) }
        }
        repeated = stops.compactMap { stop in
            guard let attraction = stop.attraction, let all = attractions[attraction], all.count > 1,
                all[0].id == stop.id
            else { return nil }
            return all
        }
        var pairs: [(places: (Int, Int), pair: Pair)] = []
        for same in names.values {
            for (number, first) in same.enumerated() {
                for second in same[(number + 1)...] {
                    let isAttraction = first.stop.attraction != nil && first.stop.attraction == second.stop.attraction
                    let distance = Sphere.earth.distance(from: first.stop.coordinate, to: second.stop.coordinate)
                    if isAttraction || distance > Self.maxDistance { continue }
                    pairs.append(((first.place, second.place), Pair(first: first.stop, second: second.stop)))
                }
            }
        }
        self.pairs = pairs.sorted { $0.places < $1.places }.map(\.pair)
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
