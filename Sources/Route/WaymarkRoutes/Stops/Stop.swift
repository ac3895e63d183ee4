public import WaymarkGeodesy
public import WaymarkTimes

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A place to visit.
///
/// A stop is told by its ``id``, which stays the same when it is moved, renamed or carried to another trip. Two stops at one
/// place are two stops. The number a person sees is the stop's place in its list, plus one: see ``StopList``.
public struct Stop: Identifiable, Hashable, Sendable, Codable {
    /// What tells this stop from all others: any text.
    public let id: String
    /// What a person calls it; may be empty.
    public var name: String
    /// Where it is.
    public var coordinate: Coordinate
    /// When it is to be reached; nil where that is not planned.
    public var arrival: Date?
    /// How long one stays: not negative, or the stop cannot be stored.
    public var stay: Duration
    /// The zone whose clock is meant where times of this stop are shown; nil is that of the stop before, at last UTC.
    public var timeZone: ClockZone?

    /// A place to visit.
    ///
    /// - Precondition: `stay` is not negative.
    public init(
        id: String, name: String = "", coordinate: Coordinate, arrival: Date? = nil, stay: Duration = .zero,
        timeZone: ClockZone? = nil
    ) {
        precondition(stay >= .zero, "a stay is not negative")
        self.id = id
        self.name = name
        self.coordinate = coordinate
        self.arrival = arrival
        self.stay = stay
        self.timeZone = timeZone
    }
}

extension Stop {
    private enum CodingKeys: String, CodingKey { case id, name, coordinate, arrival, stay, timeZone }

    /// Writes a stop.
    ///
    /// - Throws: `EncodingError.invalidValue` for a stay that was made negative: it could not be read again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try checkStay(container.codingPath + [CodingKeys.stay])
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encodeIfPresent(arrival, forKey: .arrival)
        try container.encode(stay, forKey: .stay)
        try container.encodeIfPresent(timeZone, forKey: .timeZone)
    }

    /// Throws where the stay is negative.
    func checkStay(_ path: [any CodingKey]) throws {
        guard stay < .zero else { return }
        throw EncodingError.invalidValue(
            stay, EncodingError.Context(codingPath: path, debugDescription: "the stay at stop \(id) is negative"))
    }

    /// Reads a stop.
    ///
    /// - Throws: `DecodingError` for what makes none, such as a negative stay.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stay = try container.decode(Duration.self, forKey: .stay)
        guard stay >= .zero else {
            throw DecodingError.dataCorruptedError(
                forKey: .stay, in: container, debugDescription: "\(stay) is not the duration of a stay")
        }
        self.init(
            id: try container.decode(String.self, forKey: .id), name: try container.decode(String.self, forKey: .name),
            coordinate: try container.decode(Coordinate.self, forKey: .coordinate),
            arrival: try container.decodeIfPresent(Date.self, forKey: .arrival), stay: stay,
            timeZone: try container.decodeIfPresent(ClockZone.self, forKey: .timeZone))
    }
}
