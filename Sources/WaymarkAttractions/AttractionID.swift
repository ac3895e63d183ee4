import WaymarkGeodesy

/// Ids for places whose source gives none.
///
/// **Standard data** (`kr-` and 13 digits). The id names the site, not the row: it stays the same from one edition of the
/// data to the next, whoever provides the row, whatever its base date, and while the coordinate is corrected. It is
/// computed from the text `name LF municipality`:
/// - *name*: letters, marks and digits only, in lower case; conjoining jamo composed, full-width forms plain;
/// - *municipality*: as 춘천시, 부산 중구, 세종 (a 시 or 군 without its province, since renamed provinces and a county
///   that moved from one to another would change it; 고성군, of which there are two, with it; a 구 with its city in
///   short), from the road address, else from the lot address, else the province in short, else nothing;
/// - hashed with 64-bit FNV-1a over its UTF-8 bytes;
/// - written as 13 base-32 digits, the highest first, in the alphabet `0123456789abcdefghjkmnpqrstvwxyz`.
///
/// Where sites of one name and municipality lie more than 100 m apart in one input (linked over rows at most 100 m apart),
/// the southernmost group keeps that id; for each other group, ` LF latitude,longitude` of its southernmost point, both
/// rounded to 3 decimals, is added to the text. The order of rows plays no part.
///
/// **Other data** (`pt-` and 13 digits). From `name LF latitude,longitude`, both rounded to 5 decimals (about 1 m), and
/// hashed in the same way. A row without a name takes `row-` and its number.
public enum AttractionID {
    /// The id of a site of the standard data, before any tie is broken.
    ///
    /// ```swift
    /// AttractionID.site(name: "남이섬", roadAddress: "강원특별자치도 춘천시 남산면 남이섬길 1")
    /// ```
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    public static func site(name: String, roadAddress: String?, lotAddress: String? = nil) -> String {
        "kr-" + digits(siteText(name: name, roadAddress: roadAddress, lotAddress: lotAddress))
    }

    /// The id of any named place without one of its own.
    public static func place(name: String, coordinate: Coordinate) -> String {
        "pt-" + digits("\(PlainText.key(name))\n\(rounded(coordinate, decimals: 5))")
    }

    /// The ids of sites of the standard data, ties broken; one for each site, in the same order.
    ///
    /// - Complexity: O(*n* log *n*), but for sites of one name and municipality that crowd within 100 m of each other.
    static func sites(_ sites: [Attraction]) -> [String] {
        let texts = sites.map { siteText(name: $0.name, roadAddress: $0.roadAddress, lotAddress: $0.lotAddress) }
        var ids = texts.map { "kr-" + digits($0) }
        var groups: [String: [Int]] = [:]
        for (position, text) in texts.enumerated() { groups[text, default: []].append(position) }
        for (text, members) in groups where members.count > 1 {
            for group in SpatialGroups.linked(members, within: Meters(100), { sites[$0].coordinate }).dropFirst() {
                let id = "kr-" + digits("\(text)\n\(rounded(sites[group[0]].coordinate, decimals: 3))")
                for member in group { ids[member] = id }
            }
        }
        return ids
    }

    private static func siteText(name: String, roadAddress: String?, lotAddress: String?) -> String {
        "\(PlainText.key(name))\n\(Municipality.key(roadAddress: roadAddress, lotAddress: lotAddress))"
    }

    /// 64-bit FNV-1a (Fowler, Noll and Vo; offset basis 14695981039346656037, prime 1099511628211) in base 32.
    private static func digits(_ text: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        let digits = stride(from: 60, through: 0, by: -5).map { alphabet[Int(hash >> UInt64($0) & 31)] }
        return String(decoding: digits, as: UTF8.self)
    }

    private static func rounded(_ coordinate: Coordinate, decimals: Int) -> String {
        "\(fixed(coordinate.latitude, decimals)),\(fixed(coordinate.longitude, decimals))"
    }

    /// `value` with a fixed number of decimals, halves away from zero; no minus before zero.
    private static func fixed(_ value: Double, _ decimals: Int) -> String {
        let power = decimals == 3 ? 1e3 : 1e5
        let units = Int((value * power).rounded())
        let whole = units.magnitude / UInt(power)
        let fraction = String(units.magnitude % UInt(power))
        let zeros = String(repeating: "0", count: decimals - fraction.count)
        return "\(units < 0 ? "-" : "")\(whole).\(zeros)\(fraction)"
    }
}
