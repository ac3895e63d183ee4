public import WaymarkGeodesy
public import WaymarkGradients

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One entry of a map diary: someone was at a place.
public struct VisitRecord: Identifiable, Hashable, Sendable {
    /// What tells this record from all others: any text.
    public let id: String
    /// Where it was.
    public var coordinate: Coordinate
    /// When it was; nil where that is not known.
    public var date: Date?
    /// The colour that the land is to take; nil for none in particular.
    public var color: RGBColor?
    /// Who was there; "" where that is not known.
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
