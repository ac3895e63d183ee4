public import WaymarkFoundation
public import WaymarkGeodesy
public import WaymarkTimes

/// A place to visit.
///
/// A stop is identified by its ``id``, which stays the same when it is moved, renamed or copied to another trip. Two
/// stops at one place remain two stops. The displayed number is the stop's position in its list, plus one: see
/// ``StopList``.
public struct Stop: Identifiable, Hashable, Sendable, Codable {
    /// Identifies this stop: any text.
    public let id: String
    /// The name for display; may be empty.
    public var name: String
    /// The coordinate.
    public var coordinate: Coordinate
    /// The planned arrival; nil if not planned.
    public var arrival: Date?
    /// The stay: not negative, otherwise the stop cannot be stored.
    public var stay: Duration
    /// The time zone for showing times of this stop; nil is that of the previous stop, otherwise UTC.
    public var timeZone: ClockZone?

    /// A place to visit.
    ///
    /// - Precondition: `stay` is not negative.
    public init(
        id: String, name: String = "", coordinate: Coordinate, arrival: Date? = nil, stay: Duration = .zero,
        timeZone: ClockZone? = nil
    ) {
        precondition(stay >= .zero, "the stay is negative: \(stay)")
        self.id = id
        self.name = name
        self.coordinate = coordinate
        self.arrival = arrival
        self.stay = stay
        self.timeZone = timeZone
    }
}

extension Stop {
    /// Its displayed name: the name, or the id if the name is empty.
    package var label: String { name.isEmpty ? id : name }

    /// Encodes a stop as in a stored route: see ``Route/encode(to:)``.
    ///
    /// - Throws: `EncodingError.invalidValue` for a stay that is negative or beyond 285 years, and for an arrival that
    ///   is not finite, since these could not be decoded.
    public func encode(to encoder: any Encoder) throws {
        try StoredStop(self, path: encoder.codingPath).encode(to: encoder)
    }

    /// Decodes a stop.
    ///
    /// - Throws: `DecodingError` for invalid values, such as a negative stay.
    public init(from decoder: any Decoder) throws {
        self = try StoredRefusal.asDecodingError(at: decoder.codingPath, StoredStop(from: decoder).stop)
    }
}
