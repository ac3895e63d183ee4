public import WaymarkGradients

/// A category of diary entries.
public struct TripCategory: Identifiable, Hashable, Sendable {
    /// Identifies the category.
    public let id: RecordID
    /// The name; may be empty.
    public var name: String
    /// The colour; nil for none.
    public var color: RGBColor?

    /// A category.
    public init(id: RecordID, name: String = "", color: RGBColor? = nil) {
        (self.id, self.name, self.color) = (id, name, color)
    }
}
