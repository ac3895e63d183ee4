public import WaymarkAttractions

/// What a map says of a place: what somebody goes there for, and how much it is worth a way.
public struct MapStanding: Hashable, Sendable {
    /// What somebody goes there for; nil for a place of which no map says it.
    public var kind: PlaceKind?
    /// 50 times the natural logarithm of the worth.
    var steps: Int8 = 0

    /// The worth: 1 where nothing is known, as far as two bytes tell: from 0.08 to 12.
    public var worth: Double { Elementary.exponential(logarithm) }
    /// Its natural logarithm.
    var logarithm: Double { Double(steps) / 50 }

    /// The standing of a place of which no map knows.
    public static let unknown = MapStanding(kind: nil)

    /// The standing of a place of a kind with a worth, as ``/WaymarkAttractions/Attraction/placeWorth``.
    public init(kind: PlaceKind?, worth: Double? = nil) {
        self.kind = kind
        guard let worth, worth > 0, worth < .infinity else { return }
        steps = Int8(max(-127, min(127, (50 * Elementary.logarithm(worth)).rounded())))
    }

    /// The two bytes of an index file.
    package var bytes: [UInt8] {
        [kind.map { UInt8(PlaceKind.allCases.firstIndex(of: $0)! + 1) } ?? 0, UInt8(bitPattern: steps)]
    }

    /// The standing of two bytes of a file, which are not checked when it is opened.
    package init(_ kind: UInt8, _ steps: UInt8) {
        let kinds = PlaceKind.allCases
        self.kind = 1...kinds.count ~= Int(kind) ? kinds[Int(kind) - 1] : nil
        self.steps = Int8(bitPattern: steps)
    }
}
