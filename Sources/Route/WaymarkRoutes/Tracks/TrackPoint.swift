public import WaymarkFoundation
public import WaymarkGeodesy

/// A place of a recorded or planned line, with its values.
public struct TrackPoint: Hashable, Sendable {
    /// The coordinate.
    public var coordinate: Coordinate
    /// Height above sea level.
    public var elevation: Meters?
    /// The time of passage.
    public var time: Date?
    /// The recorded speed, in metres per second.
    public var speed: Double?
    /// Its name.
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
