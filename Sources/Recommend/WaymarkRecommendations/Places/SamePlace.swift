package import WaymarkGeodesy

/// Why two places are taken for one: the rule for stops, visited places, lists of places apart, and duplicates of courses.
public enum SamePlace: String, Sendable, CaseIterable {
    /// The same id, within 100 m: ids of other files may be equal by chance.
    case id
    /// Within 1 km, names that differ by a city or province before them at most, or also by kinds that mean the same:
    /// 강릉 안목해변 is 안목해수욕장.
    case name
    /// Within 100 m, one name has a kind of place that the other lacks: 광안리 is 광안리해수욕장.
    case kind

    /// The largest distance at which places may be the same.
    package static let maxRadius = Meters.kilometers(1)
    /// The largest distance at which places of one id are the same.
    package static let idRadius = Meters(100)
}
