public import WaymarkGeodesy

/// Places known by name, for the rows of a table that have no coordinates.
public protocol NamedPlaces: Sendable {
    /// The place with a name.
    ///
    /// - Throws: ``UnclearPlaceName`` if no place has the name, or several have.
    func place(named name: String) throws(UnclearPlaceName) -> Coordinate
}

/// Why a name is not a place.
public struct UnclearPlaceName: Error, Equatable, Sendable {
    /// The reason, for the rejection of the row.
    public let reason: String

    /// A name that is not a place, for this reason.
    public init(reason: String) {
        self.reason = reason
    }
}
