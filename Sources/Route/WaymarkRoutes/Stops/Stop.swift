public import WaymarkGeodesy
public import WaymarkTimes

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A place to visit.
///
/// A stop is identified by its ``id``, which stays the same when it is moved, renamed or carried to another trip. Two stops at one
/// place are two stops. The number a person sees is the stop's place in its list, plus one: see ``StopList``.
public struct Stop: Identifiable, Hashable, Sendable, Codable {
    /// What identifies this stop: any text.
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
    /// What a person knows it by: the name, or the id of a stop without one.
    package var label: String { name.isEmpty ? id : name }
}

extension Stop {
    /// Writes a stop as it is in a stored route: see ``Route/encode(to:)``.
    ///
    /// - Throws: `EncodingError.invalidValue` for a stay that was made negative or is beyond 285 years, and for an arrival that
    ///   is not finite: they could not be read again.
    public func encode(to encoder: any Encoder) throws {
        try StoredStop(self, path: encoder.codingPath).encode(to: encoder)
    }

    /// Reads a stop.
    ///
    /// - Throws: `DecodingError` for what makes none, such as a negative stay.
    public init(from decoder: any Decoder) throws {
        let stored = try StoredStop(from: decoder)
        do {
            self = try stored.stop()
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + (error.key.map { [$0] } ?? []), debugDescription: error.reason))
        }
    }
}
