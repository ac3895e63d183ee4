/// What a score is made of; each part is between 0 and 1.
///
/// *S* are the stops, *d* is a great-circle distance, *s* the spacing: the mean over the stops of the distance to the
/// fourth nearest place, at least 100 m.
public enum ScorePart: String, CaseIterable, Sendable, Codable {
    /// 1 - min(1, mean over *S* of ln(1 + *d*/*s*) / ln 101): near to all stops, for the area.
    case nearness
    /// 1 - mean over *S* of *level* / 6, *level* the count of *k* in 1, 2, 4, 8, 16, 32 whose *k*-th neighbour of the place is
    /// nearer to it than the stop: there is little nearer to the place than the stops.
    case kinship
    /// The best over all gaps of (leg + *s*) / (leg + *s* + extra way); before the first and after the last stop the leg is 0.
    ///
    /// Where places between two ends are asked for, there is no gap before the first and after the last stop.
    case detour
    /// The share of the stops whose municipality is known that are in the place's; 0.5 where that of the place, or of every
    /// stop, is unknown.
    case municipality
    /// *L* / (1 + *L*), *L* how much commoner the place's theme is among the stops whose theme is known than among all places;
    /// 0.5 where the place's is unknown.
    case theme
    /// 1 - the largest share of letter pairs in common with the name of a stop within 30 km.
    case novelty
    /// What the travellers say of the place's theme, or the share of it among what they visited; 0 for a place
    /// without a theme; only where they say.
    case interests
    /// What the data say of the place; 0.5 where nothing.
    case standing
    /// The mean of √P over the stops that are among the places, P the smoothed share of visits to the stop that also went to the
    /// place; 0 where no stop is among them; only with visits.
    case together

    /// Its lane in the values of all parts.
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

    /// The number of a part; 0 where it takes no part.
    public subscript(part: ScorePart) -> Double { values[part.lane] }

    /// The sum over all parts.
    public var sum: Double { values.sum() }
}

/// The values of all parts, a lane each.
package typealias PartValues = SIMD16<Double>
