public import WaymarkGeodesy
public import WaymarkRegions
public import WaymarkSearch
import WaymarkText

/// The regions that answers must lie in.
public struct SearchedRegions: Sendable {
    /// The requested names or codes.
    public let names: [String]
    private let regions: RegionSet
    private let wanted: Set<Int>

    /// Selects the regions with the given names or codes, compared like names of places; nil if no region has one of
    /// them, which ``unknown(_:in:)`` returns.
    ///
    /// - Parameters:
    ///   - names: Names or codes; each may match several regions.
    ///   - regions: All regions.
    public init?(_ names: [String], in regions: RegionSet) {
        guard Self.unknown(names, in: regions) == nil else { return nil }
        (self.names, self.regions) = (names, regions)
        wanted = names.reduce(into: []) { $0.formUnion(Self.positions(of: $1, in: regions)) }
    }

    /// The first name or code that no region has; nil if all are known.
    public static func unknown(_ names: [String], in regions: RegionSet) -> String? {
        names.first { positions(of: $0, in: regions).isEmpty }
    }

    /// The positions of the regions with a name or code.
    static func positions(of name: String, in regions: RegionSet) -> [Int] {
        let keys = Letters(name).keys
        guard !keys.isEmpty else { return [] }
        return regions.regions.indices.filter { position in
            let region = regions.regions[position]
            return [region.name, region.code].contains { Letters($0).keys == keys }
        }
    }

    /// Whether a place lies in one of the regions or on its border.
    ///
    /// - Complexity: That of `RegionSet.regions(containing:)`.
    public func contains(_ place: Coordinate) -> Bool {
        regions.regions(containing: place).contains(where: wanted.contains)
    }

    /// The name, or else the code, of the first region that a place lies in; nil if it is in none.
    ///
    /// - Complexity: That of `RegionSet.regions(containing:)`.
    public func name(of place: Coordinate) -> String? {
        regions.regions(containing: place).first.map { number in
            let region = regions.regions[number]
            return region.name.isEmpty ? region.code : region.name
        }
    }

    /// Whether each place of a search lies in one of the regions, by position, for use with many queries.
    ///
    /// - Complexity: That of ``contains(_:)`` for each place.
    public func places(of search: PlaceSearch) -> [Bool] {
        (0..<search.count).map { contains(search.coordinate(of: $0)) }
    }

    /// Identifies the regions in the manifest of a part: names, codes, boxes and areas.
    var identity: String {
        var hash = XXH64()
        for position in wanted.sorted() {
            let region = regions.regions[position]
            let numbers = [region.box.south, region.box.west, region.box.north, region.box.east, region.squareMeters]
            let text = ([region.name, region.code] + numbers.map(NumberText.shortest)).joined(separator: "\u{0}")
            hash.update(ContiguousArray("\(text)\n".utf8).span)
        }
        return names.sorted().joined(separator: ",") + " " + hash.text
    }
}
