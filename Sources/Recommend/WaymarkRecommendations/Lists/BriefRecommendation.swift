package import WaymarkGeodesy

/// A place recommended around a stop.
package struct BriefRecommendation: Hashable, Sendable, Ranked {
    /// Position in ``RecommendedPlaces/places``.
    package var place: Int
    /// The sum of parts times weights, 0 to 1.
    package var score: Double
    /// Great-circle distance from the stop.
    package var distance: Meters
}

extension Recommendation {
    /// The recommendation without the parts of its score.
    package var brief: BriefRecommendation { BriefRecommendation(place: place, score: score, distance: distance) }
}
