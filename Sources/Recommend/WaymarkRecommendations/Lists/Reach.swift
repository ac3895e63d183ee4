public import WaymarkGeodesy

/// How far from stops to look for recommendations, and how far was looked.
///
/// A radius that the caller gives is never exceeded. Without one the usual radius applies, and a list that is short widens it: it is
/// doubled up to 80 km, about an hour's drive, until the list is full of sights, and on up to 320 km for one that still has
/// none, as at Dokdo, 217 km off the mainland. What is farther is no answer to what is worth seeing at a stop, which may be
/// at sea by mistake.
public struct Reach: Hashable, Sendable {
    /// The radius that is searched if none is stated: 10 km.
    public static let usualRadius = Meters.kilometers(10)
    /// The usual radius, widened for lists that are short.
    public static let usual = Reach(radius: usualRadius, maxRadius: .kilometers(80), maxRadiusOfNone: .kilometers(320))

    /// The maximum distance from the nearest stop; nil for any.
    public private(set) var radius: Meters?
    /// Up to which radius it is doubled for a list that is short, and for one without sights.
    private let maxRadius: Meters
    private let maxRadiusOfNone: Meters

    private init(radius: Meters?, maxRadius: Meters, maxRadiusOfNone: Meters) {
        (self.radius, self.maxRadius, self.maxRadiusOfNone) = (radius, maxRadius, maxRadiusOfNone)
    }

    /// A radius that is not exceeded; nil for any distance.
    public static func within(_ radius: Meters?) -> Reach {
        Reach(radius: radius, maxRadius: .zero, maxRadiusOfNone: .zero)
    }

    /// Whether it is wider than at first.
    public private(set) var isWidened = false

    /// Doubles the radius for a list with some sights of as many as `count`; false if it stays.
    mutating func widen(for sights: Int, of count: Int) -> Bool {
        guard let radius, radius > .zero, sights < count, radius * 2 <= (sights == 0 ? maxRadiusOfNone : maxRadius)
        else {
            return false
        }
        (self.radius, isWidened) = (radius * 2, true)
        return true
    }
}

/// Recommended places, and how far was looked for them.
public struct ReachedRecommendations: Hashable, Sendable {
    /// The recommendations, in order.
    public var recommendations: [Recommendation]
    /// How far was looked.
    public var reach: Reach

    /// Creates a list.
    public init(recommendations: [Recommendation], reach: Reach) {
        (self.recommendations, self.reach) = (recommendations, reach)
    }
}
