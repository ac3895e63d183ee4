package import WaymarkGeodesy

/// Why two places are taken for one: the rule for stops, visited places, lists of places apart, and duplicates of courses.
///
/// In Korean, as in English, the end of a name says what it is and the beginning which: 경주 대릉원 is 대릉원, but 명동성당 is not
/// 명동. A longer ending therefore needs to be nearer to be the same place.
public enum SamePlace: String, Sendable, CaseIterable {
    /// The same id, within 100 m: ids of other files may be equal by chance.
    case id
    /// Within 1 km, 70 % of the letter pairs of the shorter name are in the longer one, and either the same holds the other
    /// way round, or both end in the same two letters.
    case name
    /// Within 100 m, 70 % of the letter pairs of the shorter name, and at least two, are in the longer one.
    case part
    /// Within 25 m, the names have a letter pair in common.
    case spot

    /// The largest distance at which places may be the same.
    package static let maxRadius = Meters.kilometers(1)
    /// The largest distance at which places of one id are the same.
    package static let idRadius = Meters(100)

    /// Why places with these names are the same at a distance in metres; nil if they are not.
    ///
    /// Where one name is that of a facility, such as 주차장 or 역, and the other is not, only ``name`` applies: the car park is
    /// not the sight.
    @inline(__always)
    package static func reason(_ a: NamePairs, _ b: NamePairs, at distance: Double) -> SamePlace? {
        guard distance < maxRadius.value else { return nil }
        return reason(a, b, common: a.common(with: b), at: distance)
    }

    /// The same, for names with some pairs in common.
    static func reason(_ a: NamePairs, _ b: NamePairs, common: Int, at distance: Double) -> SamePlace? {
        guard common > 0, distance < maxRadius.value else { return nil }
        let (shorter, longer) = (Double(min(a.count, b.count)), Double(max(a.count, b.count)))
        let isContained = Double(common) >= share * shorter
        if isContained, a.ending == b.ending || Double(common) >= share * longer { return .name }
        if a.isOfFacility != b.isOfFacility { return nil }
        if isContained, common >= 2, distance <= 100 { return .part }
        return distance <= 25 ? .spot : nil
    }

    private static let share = 0.7

    /// Whether a name ends as those of facilities do, at which one arrives or waits.
    static func isOfFacility(_ name: Span<NameLetters.Letter>) -> Bool {
        guard name.count > 0, lastLetters.contains(name[name.count - 1].scalar) else { return false }
        return facilities.contains { ending in
            ending.count <= name.count
                && ending.indices.allSatisfy { name[name.count - ending.count + $0].scalar == ending[$0] }
        }
    }

    private static let facilities = [
        "주차장", "매표소", "정류장", "정류소", "화장실", "안내소", "입구", "역", "터미널", "휴게소", "사무소", "선착장", "승강장",
        "parking", "station", "entrance", "terminal",
    ].map { $0.unicodeScalars.map(\.value) }
    private static let lastLetters = Set(facilities.compactMap(\.last))
}
