package import WaymarkAttractions

/// What an object is for a traveller, by `place-kinds.tsv`.
package enum PlaceRules {
    /// The rules that ship.
    package static let standard = TagRules(PlaceCategory.lines.map { ($0.conditions, $0) })
}
