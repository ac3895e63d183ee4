import WaymarkGeodesy
import WaymarkText

/// Ids for places without an id in their source.
///
/// **Standard data** (`kr-` and 13 digits). The id identifies the site, not the row: it stays the same from one edition
/// of the data to the next, for any provider and base date, and if the coordinate is corrected. It is computed from the
/// text `name LF municipality`:
/// - *name*: letters, marks and digits only, in lower case; conjoining jamo composed, full-width forms plain;
/// - *municipality*: as 춘천시, 부산 중구, 세종 (a 시 or 군 without its province, since renamed provinces and a county that moved
///   from one to another would change it; 고성군, of which there are two, with it; a 구 with its city in short), from the
///   road address, otherwise from the lot address, otherwise the short name of the province, otherwise nothing;
/// - hashed with 64-bit FNV-1a over its UTF-8 bytes;
/// - written as 13 base-32 digits, the highest first, in the alphabet `0123456789abcdefghjkmnpqrstvwxyz`.
///
/// If sites of one name and municipality lie more than 100 m apart in one input (linked over rows at most 100 m apart),
/// the southernmost group keeps that id; for each other group, ` LF latitude,longitude` of its southernmost point, both
/// rounded to 3 decimals, is added to the text. The order of rows does not matter.
///
/// **Other data** (`pt-` and 13 digits). From `name LF latitude,longitude`, both rounded to 5 decimals (about 1 m), and
/// hashed in the same way. A row without a name takes `row-` and its number.
public enum AttractionID {
    /// The id of a site of the standard data, before ties are resolved.
    ///
    /// ```swift
    /// AttractionID.site(name: "남이섬", roadAddress: "강원특별자치도 춘천시 남산면 남이섬길 1")
    /// ```
    ///
    /// - Complexity: O(*n*) in the length of the texts.
    public static func site(name: String, roadAddress: String?, lotAddress: String? = nil) -> String {
        String {
            appendSite(
                name: ContiguousArray(name.utf8).span, roadAddress: roadAddress, lotAddress: lotAddress, to: &$0)
        }
    }

    /// The id of any named place without an id.
    public static func place(name: String, coordinate: Coordinate) -> String {
        String { appendPlace(name: ContiguousArray(name.utf8).span, coordinate, to: &$0) }
    }

    /// The ids of sites of the standard data, with ties resolved; one for each site, in the same order.
    static func sites(_ sites: [Attraction]) -> [String] {
        var ids = sites.map { site(name: $0.name, roadAddress: $0.roadAddress, lotAddress: $0.lotAddress) }
        for members in Dictionary(grouping: ids.indices, by: { ids[$0] }).values where members.count > 1 {
            for (member, id) in tied(members, id: ids[members[0]], { sites[$0].coordinate }) { ids[member] = id }
        }
        return ids
    }

    /// The new ids of the sites with the same `id` that lie more than 100 m from the southernmost group, linked over
    /// sites at most 100 m apart.
    ///
    /// - Complexity: O(*k* log *k*), except for many sites within 100 m of each other.
    static func tied(
        _ members: [Int], id: String, _ coordinate: (Int) -> Coordinate
    ) -> [(member: Int, id: String)] {
        let groups = SpatialGroups.linked(members, within: Meters(100), coordinate)
        return groups.dropFirst().flatMap { group in
            // Continue the hash of the text without a place.
            var hash = FNV(digits: id.utf8.dropFirst(3))
            hash.add(0x0A)
            hash.add(coordinate(group[0]), decimals: 3)
            let id = "kr-" + String(hash.append)
            return group.map { ($0, id) }
        }
    }

    /// Appends the id of a site, before ties are resolved, to `bytes`.
    static func appendSite(
        name: Span<UInt8>, roadAddress: String?, lotAddress: String?, to bytes: inout ContiguousArray<UInt8>
    ) {
        var hash = FNV()
        PlainText.forEachKeyByte(name) { hash.add($0) }
        hash.add(0x0A)
        for byte in Municipality.key(roadAddress: roadAddress, lotAddress: lotAddress).utf8 { hash.add(byte) }
        bytes.append(contentsOf: "kr-".utf8)
        hash.append(to: &bytes)
    }

    static func appendPlace(name: Span<UInt8>, _ place: Coordinate, to bytes: inout ContiguousArray<UInt8>) {
        var hash = FNV()
        PlainText.forEachKeyByte(name) { hash.add($0) }
        hash.add(0x0A)
        hash.add(place, decimals: 5)
        bytes.append(contentsOf: "pt-".utf8)
        hash.append(to: &bytes)
    }
}

/// 64-bit FNV-1a (Fowler, Noll and Vo; offset basis 14695981039346656037, prime 1099511628211), written in base 32.
private struct FNV {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init() {}

    /// The hash written as these 13 digits.
    init(digits: some Sequence<UInt8>) {
        state = digits.reduce(0) { $0 << 5 | UInt64(Self.alphabet.firstIndex(of: $1) ?? 0) }
    }

    @inline(__always)
    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// Adds `latitude,longitude` with a fixed number of decimals.
    mutating func add(_ place: Coordinate, decimals: Int) {
        add(place.latitude, decimals)
        add(UInt8(ascii: ","))
        add(place.longitude, decimals)
    }

    /// Adds `value` with a fixed number of decimals, halves away from zero; no minus before zero.
    private mutating func add(_ value: Double, _ decimals: Int) {
        let power = decimals == 3 ? 1000 : 100_000
        let units = Int((value * Double(power)).rounded())
        if units < 0 { add(UInt8(ascii: "-")) }
        let magnitude = Int(units.magnitude)
        add(digitsOf: magnitude / power, atLeast: 1)
        add(UInt8(ascii: "."))
        add(digitsOf: magnitude % power, atLeast: decimals)
    }

    private mutating func add(digitsOf number: Int, atLeast digits: Int) {
        var power = 1
        var count = 1
        while count < digits || number >= power * 10 {
            power *= 10
            count += 1
        }
        var rest = number
        while power > 0 {
            add(UInt8(truncatingIfNeeded: 0x30 + rest / power))
            rest %= power
            power /= 10
        }
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// Appends the hash as 13 base-32 digits, the highest first.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        for shift in stride(from: UInt64(60), through: 0, by: -5) {
            bytes.append(Self.alphabet[Int(truncatingIfNeeded: state >> shift & 31)])
        }
    }
}

extension Set<String> {
    /// Inserts an id; if it is there already, with a number behind it: `n5-2`.
    package mutating func insertNumbered(_ id: String) -> String {
        if insert(id).inserted { return id }
        var number = 2
        while !insert("\(id)-\(number)").inserted { number += 1 }
        return "\(id)-\(number)"
    }
}
