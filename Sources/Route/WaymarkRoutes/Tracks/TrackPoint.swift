public import WaymarkGeodesy

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A place of a recorded or planned line, with what is known of it.
public struct TrackPoint: Hashable, Sendable {
    /// Where it is.
    public var coordinate: Coordinate
    /// Height above sea level.
    public var elevation: Meters?
    /// When it was passed.
    public var time: Date?
    /// Metres a second, as recorded.
    public var speed: Double?
    /// What a person calls it.
    public var name: String?

    /// A place of a line.
    public init(
        _ coordinate: Coordinate, elevation: Meters? = nil, time: Date? = nil, speed: Double? = nil,
        name: String? = nil
    ) {
        self.coordinate = coordinate
        self.elevation = elevation
        self.time = time
        self.speed = speed
        self.name = name
    }
}
