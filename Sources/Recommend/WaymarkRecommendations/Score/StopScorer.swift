internal import WaymarkGeodesy
internal import WaymarkIndex

/// Scores places around single stops, without visits: the scores of ``TripScorer``, bit for bit.
///
/// For one stop, most parts have few values. Their products with the weights are computed once for all stops, so that a
/// place costs one division and a comparison of names; of many places, only those have their names compared whose score
/// leaves a chance.
struct StopScorer: Sendable {
    /// The weights of the parts in use, with sum 1.
    let weights: PartValues
    private let places: RecommendedPlaces
    /// The products of the parts with their weights: of ``ScorePart/kinship`` by the number of ranks whose neighbour is
    /// nearer than the stop.
    private let kinship: ContiguousArray<Double>
    /// Of ``ScorePart/theme``, a row for each theme of a stop in ``stopThemes``; the first column is for an unknown theme.
    private let themes: ContiguousArray<Double>
    /// The themes that stops may have: -1, for an unknown one, and all others; or only that of one stop.
    private let stopThemes: ClosedRange<Int>
    /// Of ``ScorePart/interests`` by theme; the first is for an unknown theme.
    private let interests: ContiguousArray<Double>
    /// Of ``ScorePart/municipality`` in the stop's municipality, in another, and if either is unknown.
    private let municipality: (same: Double, other: Double, unknown: Double)
    /// Whether each place may be recommended; empty if all may.
    private let open: ContiguousArray<Bool>

    /// Prepares scores around a single stop, or any number of them if `stop` is nil.
    init(
        _ places: RecommendedPlaces, weights: ScoreWeights, interests: Interests?, visited: Set<String> = [],
        around stop: KnownStop? = nil
    ) {
        let weights = TripScorer.used(weights, hasInterests: interests != nil, hasVisits: false)
        (self.places, self.weights) = (places, weights)
        kinship = ContiguousArray(
            (0...PlaceFacts.doublings).map {
                TripScorer.kinship(farther: $0, stops: 1) * weights[ScorePart.kinship.lane]
            })
        stopThemes = stop.map { ($0.theme ?? -1)...($0.theme ?? -1) } ?? -1...places.themes.count - 1
        themes = ContiguousArray(
            stopThemes.flatMap { theme in
                ([TripScorer.unknown] + TripScorer.themeValues([theme < 0 ? nil : theme], places)).map {
                    $0 * weights[ScorePart.theme.lane]
                }
            })
        self.interests = ContiguousArray(
            ([0] + places.themes.map { interests?.byTheme[$0] ?? 0 }).map { $0 * weights[ScorePart.interests.lane] })
        let weight = weights[ScorePart.municipality.lane]
        municipality = (weight, 0, TripScorer.unknown * weight)
        open = visited.isEmpty ? [] : ContiguousArray(places.places.map { !visited.contains($0.id) })
    }

    /// Whether a place may be recommended, not being a visited one.
    @inline(__always)
    func isOpen(_ place: Int) -> Bool { open.isEmpty || open[place] }

    /// Finds the best of some places around a stop.
    ///
    /// - Parameters:
    ///   - matches: The places, with their distances from the stop, in any order.
    ///   - stop: The stop; if there is only one, that one.
    ///   - best: Gets the best places, as many as its limit allows.
    func rank(_ matches: Span<Match>, around stop: KnownStop, into best: inout BestPlaces) {
        let spacing = max(100, stop.spacing)
        // The place of a row's second column.
        let row = ((stop.theme ?? -1) - stopThemes.lowerBound) * interests.count + 1
        let (detourWeight, noveltyWeight) = (weights[ScorePart.detour.lane], weights[ScorePart.novelty.lane])
        let (nearnessWeight, standingWeight) = (weights[ScorePart.nearness.lane], weights[ScorePart.standing.lane])
        // No place has the number -2.
        let (ownPlace, ownMunicipality) = (stop.position ?? -2, stop.municipality ?? -2)
        for i in 0..<matches.count {
            let (place, distance) = (matches[i].index, matches[i].distance.value)
            if place == ownPlace || !isOpen(place) { continue }
            let facts = places.facts[place]
            // The order of the sums is that of the lanes.
            var before = 0.0
            if nearnessWeight > 0 {
                var remoteness = Remoteness()
                remoteness.add(distance / spacing)
                before = TripScorer.nearness(remoteness, stops: 1) * nearnessWeight
            }
            before += kinship[facts.neighboursNearer(than: distance)]
            before += spacing / (spacing + distance) * detourWeight
            before +=
                facts.municipality < 0 || !stop.isMunicipalityKnown
                ? municipality.unknown
                : Int(facts.municipality) == ownMunicipality ? municipality.same : municipality.other
            before += themes[row + Int(facts.theme)]
            let interest = interests[Int(facts.theme) + 1]
            let standing = facts.standing * standingWeight
            // A place cannot score above its value with full novelty.
            guard best.admits(place, score: before + noveltyWeight + interest + standing),
                let novelty = stop.novelty(of: places.names[place], at: distance)
            else { continue }
            let score = before + novelty * noveltyWeight + interest + standing
            if best.admits(place, score: score) {
                best.insert(BriefRecommendation(place: place, score: score, distance: matches[i].distance))
            }
        }
    }
}
