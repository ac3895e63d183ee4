public import WaymarkGeodesy

/// A recommended place, with the reasons.
public struct Recommendation: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    public var place: Int
    /// The sum of parts times weights, 0 to 1.
    public var score: Double
    /// The stop nearest to the place, the first of equally near ones.
    public var nearestStop: Int
    /// Great-circle distance from that stop.
    public var distance: Meters
    /// The value of each part.
    public var parts: ScoreParts
    /// The weight of each part; they add up to 1. 0 for interests and visits that are not given.
    public var weights: ScoreParts
    /// Whether it was chosen before a place with a higher score, since it differs more from those before it in its list.
    public var isForVariety = false
    /// The contribution of each part to the score: its value times its weight.
    public var contributions: ScoreParts { ScoreParts(parts.values * weights.values) }
}

/// A recommended place and its score.
package struct BriefRecommendation: Hashable, Sendable {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
    /// Great-circle distance from the stop, or from the nearest one of a trip.
    package var distance: Meters
    /// Whether a place with a higher score comes later in its list.
    package var isForVariety = false

    /// Whether it comes before another place.
    @inline(__always)
    func precedes(_ other: BriefRecommendation) -> Bool { (score, other.place) > (other.score, place) }
}

extension Recommendation {
    /// The recommendation without the parts of its score.
    package var brief: BriefRecommendation {
        BriefRecommendation(place: place, score: score, distance: distance, isForVariety: isForVariety)
    }
}
