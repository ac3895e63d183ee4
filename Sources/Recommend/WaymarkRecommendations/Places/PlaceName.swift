internal import WaymarkText

/// What a name is made of: the places that it lists, each with what says where it is, a name of its own and a kind.
package struct PlaceName: Sendable, Equatable {
    /// The places listed: 남산, N서울타워. The former or present name in parentheses is one of them: (현 용산역사박물관).
    private(set) var parts: [PlaceNamePart] = []
    /// The letters in parentheses.
    private var aside: ContiguousArray<UInt32> = []

    /// Reads a name.
    ///
    /// - Complexity: O(*n*) in its letters.
    package init(_ name: String) { self.init(ContiguousArray(name.utf8).span) }

    init(_ name: Span<UInt8>) {
        let list = ListedPlaces(name)
        aside = ContiguousArray(list.aside.map(\.scalar))
        parts = list.places.map { PlaceNamePart($0.letters[...], isRest: $0.isRest) }
    }

    /// Whether two names at a distance in metres mean one place; nil if not.
    ///
    /// Within 1 km, if they differ by no more than what says where they are before them, or also by kinds that mean the same,
    /// such as 해변 and 해수욕장. Nearer, if one has a kind or more words before it that the other lacks: see ``PlaceNamePart``.
    /// A list such as 남산&N서울타워 is each of the places in it, and two lists are one if they share the last of either.
    /// Kinds alone, 근린공원 and 근린공원, are one within 100 m, and what differs in parentheses within 20 m. What one arrives
    /// at is never the sight: 해운대역 is not 해운대.
    ///
    /// The order of the two names makes no difference.
    ///
    /// - Complexity: O(1) for names that have little in common; at most O(*n*²) in their letters.
    package func reason(_ other: PlaceName, at distance: Double) -> SamePlace? {
        guard distance < SamePlace.maxRadius.value else { return nil }
        let hasSameAside = aside == other.aside
        if !hasSameAside {
            if !aside.isEmpty, !other.aside.isEmpty, distance > 20 { return nil }
            if isWhole(of: other) || other.isWhole(of: self) { return .name }
        }
        var found: SamePlace?
        for (i, part) in parts.enumerated() where hasSameAside || !part.isKindAlone {
            for (j, otherPart) in other.parts.enumerated() where hasSameAside || !otherPart.isKindAlone {
                if parts.count > 1, other.parts.count > 1, i + 1 < parts.count, j + 1 < other.parts.count { continue }
                switch part.reason(otherPart, at: distance) {
                case .name: return .name
                case let reason?: found = reason
                case nil: continue
                }
            }
        }
        return found
    }

    /// Whether it only says what kind of place it is: 근린공원.
    var isKindAlone: Bool { parts.allSatisfy(\.isKindAlone) }

    /// Whether it is the other with the parentheses around its end: 국립현대미술관(과천관), 국립현대미술관 과천관.
    private func isWhole(of other: PlaceName) -> Bool {
        guard !aside.isEmpty, other.aside.isEmpty, parts.count == 1, other.parts.count == 1 else { return false }
        let (own, whole) = (parts[0].letters, other.parts[0].letters)
        return own.count + aside.count == whole.count && whole.starts(with: own)
            && whole[own.count...].elementsEqual(aside)
    }
}
