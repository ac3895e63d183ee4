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
    /// The weight of each part; they add up to 1. 0 for parts that are not used for the question.
    public var weights: ScoreParts
    /// Whether it was chosen before a place with a higher score, since it differs more from those before it in its list.
    public var isForVariety = false
    /// Whether it was chosen for the travellers' interest in its theme.
    public var isOfInterest = false
    /// The contribution of each part to the score: its value times its weight.
    public var contributions: ScoreParts { ScoreParts(parts.values * weights.values) }
}
