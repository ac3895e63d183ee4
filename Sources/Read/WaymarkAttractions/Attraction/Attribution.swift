import WaymarkText

/// What has to stand where places of OpenStreetMap are shown, and where that is.
///
/// Attractions have places of OpenStreetMap if one of them has a ``Attraction/placeKind``. Whatever lists some of those
/// attractions then carries their attribution.
public enum Attribution {
    /// The words, for a caption.
    public static let text = "© OpenStreetMap contributors, ODbL"
    /// Where its licence is explained.
    public static let link = "https://www.openstreetmap.org/copyright"

    /// The words for attractions of which some are, or are not, places of OpenStreetMap; nil for none.
    package static func text(hasPlacesOfMap: Bool) -> String? { hasPlacesOfMap ? text : nil }

    /// An attribution as the member of a JSON object, with a comma behind it; empty for none.
    package static func member(_ attribution: String?) -> String {
        attribution.map { "\"attribution\":\(JSONText.of($0))," } ?? ""
    }
}

extension AttractionTable {
    /// The attribution that goes with a list of the attractions, whose kinds were read; nil for none.
    package var attribution: String? { Attribution.text(hasPlacesOfMap: !self[.placeKind].areAllEmpty) }

    /// Whether one goes to an attraction for what a kind says. What no map knows is a sight.
    package func isOf(_ kind: PlaceKind, _ attraction: Int) -> Bool {
        withText(of: .placeKind, attraction) { $0.isEmpty ? kind == .sight : String(utf8: $0) == kind.rawValue }
    }
}

extension AttractionFile {
    /// The attribution that goes with a list of the attractions; nil for none.
    public var attribution: String? { Attribution.text(hasPlacesOfMap: texts(of: .placeKind) != nil) }
}

extension AttractionCatalog {
    /// The attribution that goes with a list of the attractions; nil for none.
    ///
    /// - Complexity: O(*n*).
    public var attribution: String? {
        Attribution.text(hasPlacesOfMap: attractions.contains { $0.placeKind != nil })
    }
}
