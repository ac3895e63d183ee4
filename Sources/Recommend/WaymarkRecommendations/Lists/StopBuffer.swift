internal import WaymarkGeodesy
internal import WaymarkIndex

/// The reused buffers of one thread that recommends places around stops.
package struct StopBuffer: ~Copyable {
    private var found = MatchBuffer()
    private var lists = DiverseListBuffer<BriefRecommendation>()
    /// The names read recently.
    var names = NameMemory()

    /// Creates empty buffers.
    package init() {}

    /// The recommendations for the last stop, best first.
    package var list: ContiguousArray<BriefRecommendation> { lists.list }

    /// The distance of the nearest place found.
    ///
    /// - Precondition: ``find(_:_:_:count:)`` returned true.
    var nearest: Meters { found.matches[0].distance }

    /// Finds the places around a stop, and empties the list; false if there are none, or none are wanted.
    mutating func find(_ radius: Meters, _ coordinate: Coordinate, _ places: RecommendedPlaces, count: Int) -> Bool {
        lists.clear()
        guard count > 0 else { return false }
        found.findPoints(within: radius, of: coordinate, in: places.index)
        return found.count > 0
    }

    /// Calls `body` with the places nearest to the stop, which determine its spacing.
    func withNearest<R>(_ places: RecommendedPlaces, _ coordinate: Coordinate, _ body: (Span<Match>) -> R) -> R {
        let count = RecommendedPlaces.spacingRank + 1
        // The places found are those nearest to the stop.
        if found.count >= count { return body(found.matches.span.extracting(first: count)) }
        return body(places.near(coordinate).span)
    }

    /// Chooses a list; `rank` finds the best of the places found, as many as its second argument.
    mutating func choose(
        _ count: Int, _ recommender: Recommender,
        rank: (Span<Match>, Int, inout BestPlaces<BriefRecommendation>) -> Void
    ) {
        let matches = found.matches
        let open = matches.span.extracting(first: found.count)
        recommender.lists.choose(count, from: recommender.places, &lists) { rank(open, $0, &$1) }
    }
}
