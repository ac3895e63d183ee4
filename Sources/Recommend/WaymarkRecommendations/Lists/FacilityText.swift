internal import WaymarkText

/// Names the places that come last, since they are taken for facilities.
package enum FacilityText {
    /// `2 of 29 places are taken for facilities, and come last: Union Station, Toronto Coach Terminal`.
    package static func of(_ names: [String], among count: Int) -> String {
        "\(names.count) of \(count) places \(names.count == 1 ? "is taken for a facility, and comes" : "are taken for facilities, and come")"
            + " last: " + list(names)
    }

    /// The first ten, and how many more there are.
    package static func list(_ names: [String]) -> String {
        names.prefix(10).map(PrintableText.of).joined(separator: ", ")
            + (names.count > 10 ? " and \(names.count - 10) more" : "")
    }
}

extension RecommendedPlace {
    /// The theme as it is shown: `시설` for a facility.
    package var shownTheme: String? { isFacility ? ThemeNames.facility : theme }
}
