public import WaymarkFoundation
public import WaymarkGeodesy
public import WaymarkGradients

/// One visit in a travel diary.
public struct VisitRecord: Identifiable, Hashable, Sendable {
    /// Identifies this record: any text.
    public let id: String
    /// The place.
    public var coordinate: Coordinate
    /// The date; nil if unknown.
    public var date: Date?
    /// The colour for the land; nil for none.
    public var color: RGBColor?
    /// The owner of the visit; "" if unknown.
    public var owner: String

    /// A record.
    public init(id: String, coordinate: Coordinate, date: Date? = nil, color: RGBColor? = nil, owner: String = "") {
        self.id = id
        self.coordinate = coordinate
        self.date = date
        self.color = color
        self.owner = owner
    }
}
