/// The parts of a score; each value is between 0 and 1.
///
/// *S* are the stops, *d* is a great-circle distance, *s* the spacing: the mean over the stops of the distance to the
/// fourth nearest place, at least 100 m.
public enum ScorePart: String, CaseIterable, Sendable, Codable {
    /// 1 - min(1, mean over *S* of ln(1 + *d*/*s*) / ln 101): close to all stops, relative to the spacing.
    case nearness
    /// 1 - mean over *S* of *level* / 6, where *level* is the number of *k* in 1, 2, 4, 8, 16, 32 for which the *k*-th
    /// neighbour of the place is nearer to it than the stop: few places are nearer to it than the stops.
    case kinship
    /// The maximum over all gaps of (leg + *s*) / (leg + *s* + added way); before the first and after the last stop the
    /// leg is 0.
    ///
    /// If the first and the last stop are fixed, there is no gap before the first and after the last.
    case detour
    /// The share of stops with a known municipality that are in the place's; 0.5 if the municipality of the place, or
    /// of every stop, is unknown.
    case municipality
    /// *L* / (1 + *L*), where *L* is the ratio of the theme's frequency among stops with a known theme to that among
    /// all places; 0.5 if the place's theme is unknown.
    case theme
    /// 1 - the largest share of letter pairs in common with the name of a stop within 30 km.
    case novelty
    /// The travellers' interest in the place's theme, or the theme's share of their visits; 0 for a place without a
    /// theme. Used only if interests are given.
    case interests
    /// The rating of the place by its data; 0.5 if unknown.
    case standing
    /// The mean of √P over the stops that are among the places, where P is the smoothed share of visits to the stop
    /// that also went to the place; 0 if no stop is among them. Used only if visits are given.
    case together

    /// The lane of the part in ``PartValues``.
    package var lane: Int {
        switch self {
        case .nearness: 0
        case .kinship: 1
        case .detour: 2
        case .municipality: 3
        case .theme: 4
        case .novelty: 5
        case .interests: 6
        case .standing: 7
        case .together: 8
        }
    }
}

/// A number for each part.
public struct ScoreParts: Hashable, Sendable {
    package var values: PartValues

    package init(_ values: PartValues) { self.values = values }

    /// The number of a part; 0 if the part is not used.
    public subscript(part: ScorePart) -> Double { values[part.lane] }

    /// The sum over all parts.
    public var sum: Double { values.sum() }
}

/// The values of all parts, one lane each.
package typealias PartValues = SIMD16<Double>
