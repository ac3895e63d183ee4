public import WaymarkGeodesy
public import WaymarkGradients
public import WaymarkRegions
public import WaymarkTimes

/// A place that somebody has been to, for the map of visited land.
public struct Visit: Identifiable, Hashable, Sendable {
    /// Identifies the visit.
    public let id: RecordID
    /// What the place is called; may be empty.
    public var name: String
    /// Where it is.
    public var coordinate: Coordinate
    /// When it was visited; nil if unknown.
    public var time: Moment?
    /// The time zone of the place, which gives the day of the visit.
    public var zone: ClockZone
    /// The colour for the land; nil for none.
    public var color: RGBColor?
    /// Who was there; "" if unknown.
    public var visitor: String

    /// A visit.
    public init(
        id: RecordID, name: String = "", coordinate: Coordinate, time: Moment? = nil, zone: ClockZone = .utc,
        color: RGBColor? = nil, visitor: String = ""
    ) {
        (self.id, self.name, self.coordinate) = (id, name, coordinate)
        (self.time, self.zone, self.color, self.visitor) = (time, zone, color, visitor)
    }

    /// The visit as ``/WaymarkRegions/VisitedLand`` takes it.
    public var visitRecord: VisitRecord {
        VisitRecord(id: "\(id)", coordinate: coordinate, date: time?.date, color: color, owner: visitor)
    }
}
