package import WaymarkGeodesy

/// Why two places are taken for one: the rule for stops, visited places, lists of places apart, plans, stops by name, and duplicates of
/// courses and trips.
public enum SamePlace: String, Sendable, CaseIterable {
    /// The same id, within 100 m: ids of other files may be equal by chance.
    case id
    /// Within 1 km, names that differ by what says where they are before them at most, or also by kinds that mean the same:
    /// 강릉 안목해변 is 안목해수욕장. One of several places that a name lists is enough: 남산&N서울타워 is 남산서울타워.
    case name
    /// Nearer, one name has more than the other. Within 100 m a kind of place: 광안리 is 광안리해수욕장. Within 150 m letters in the
    /// middle: 호수생태원 is 호수생태공원. Within 500 m words before it, or an extent: 속리산 법주사 is 법주사.
    case kind

    /// The largest distance at which places may be the same.
    package static let maxRadius = Meters.kilometers(1)
    /// The largest distance at which places of one id are the same.
    package static let idRadius = Meters(100)
}
