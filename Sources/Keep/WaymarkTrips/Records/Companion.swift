/// A person who travels along.
///
/// A deleted companion is no longer offered for new trips, and stays on those that name them.
public struct Companion: Identifiable, Hashable, Sendable {
    /// Identifies the companion.
    public let id: RecordID
    /// The name; may be empty.
    public var name: String
    /// What they like, such as 박물관.
    public var interests: [String]

    /// A companion.
    public init(id: RecordID, name: String = "", interests: [String] = []) {
        (self.id, self.name, self.interests) = (id, name, interests)
    }
}
