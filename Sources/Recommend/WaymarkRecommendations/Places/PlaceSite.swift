package import WaymarkGeodesy

extension RecommendedPlaces {
    /// How near to each other places are that may be one site.
    private static let siteRadius = Meters(80)

    /// Whether two places are one site, which is seen in one visit: the same place, or within 80 m with a name or a kind in common,
    /// as 새남터 성당 and 새남터 순교성지.
    ///
    /// - Complexity: O(*n*) in the letters of their names.
    package func areOneSite(_ a: Int, _ b: Int) -> Bool {
        if areOne(a, b, within: nil) { return true }
        guard Sphere.earth.distance(from: vector(of: a), to: vector(of: b)) <= Self.siteRadius else { return false }
        return name(of: a).hasCommon(with: name(of: b))
    }

    /// The place with an id as Waymark makes them, such as `kr-cyywn0berrpbc`, or another id with a dash and no blank; nil if there
    /// is none.
    ///
    /// - Complexity: O(*n*) for a text of that form, else O(1).
    package func position(ofID id: String) -> Int? {
        guard id.contains("-"), !id.contains(" ") else { return nil }
        return places.indices.first { places.id($0) == id }
    }

    /// The places within a distance of a point that courses or lists of sights name, by position.
    package func namedPlaces(within radius: Meters, of center: Coordinate) -> [Int] {
        knownRows.rows(within: radius, of: center).sorted()
    }
}

extension PlaceName {
    /// Whether two names have a kind in common, or their first word behind what says where they are, or three letters of it.
    fileprivate func hasCommon(with other: PlaceName) -> Bool {
        parts.contains { part in other.parts.contains { part.hasCommon(with: $0) } }
    }
}

extension PlaceNamePart {
    fileprivate func hasCommon(with other: PlaceNamePart) -> Bool {
        if let kind, kind == other.kind { return true }
        let (own, others) = (afterRegion, other.afterRegion)
        var common = 0
        while common < min(own.count, others.count),
            letters[own.lowerBound + common] == other.letters[others.lowerBound + common]
        { common += 1 }
        func isWord(_ part: PlaceNamePart, _ range: Range<Int>) -> Bool {
            range.lowerBound + common == range.upperBound || part.isStart(range.lowerBound + common)
        }
        return common >= 3 || common == 2 && isWord(self, own) && isWord(other, others)
    }

    /// The letters behind the longest beginning that says where it is.
    private var afterRegion: Range<Int> { (heads.map(\.count).max() ?? 0)..<letters.count }
}
