package import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText

/// Stops of one thread that wait for their recommendations, and the reused buffers for finding these.
///
/// Each step is done for many stops in turn, so that its code and its tables stay in the caches.
package struct StopBuffer: ~Copyable {
    private var search = MatchBuffer()
    private var lists = DiverseListBuffer<BriefRecommendation>()
    private var names = NameMemory()
    private var stops: ContiguousArray<HeldStop> = []
    private var coordinates: ContiguousArray<Coordinate> = []
    /// The ids and names of the stops.
    private var texts: ContiguousArray<UInt8> = []
    /// Of the stops searched last, those around which there are places.
    private(set) var found: ContiguousArray<FoundStop> = []
    /// The places around them.
    private var matches: ContiguousArray<Match> = []

    private struct HeldStop {
        var id: Range<Int>
        var name: Range<Int>
    }

    /// A stop with places around it.
    struct FoundStop {
        /// The number of the stop.
        var stop: Int
        /// The places around it, those that determine its spacing first, nearest first.
        var matches: Range<Int>
        var name: StopName?
    }

    /// The number of nearest places that determine a stop's spacing; one of them may be the stop.
    private static let nearestCount = RecommendedPlaces.spacingRank + 1
    /// The number of places found at which no more stops are searched.
    private static let maxMatches = 1 << 12

    /// Creates empty buffers.
    package init() {}

    /// Adds a stop; `id` and `name` are UTF-8.
    package mutating func hold(id: Span<UInt8>, name: Span<UInt8>, at coordinate: Coordinate) {
        let start = texts.count
        texts.append(utf8: id)
        texts.append(utf8: name)
        let middle = start + id.count
        stops.append(HeldStop(id: start..<middle, name: middle..<texts.count))
        coordinates.append(coordinate)
    }

    /// Removes all stops.
    mutating func removeAll() {
        stops.removeAll(keepingCapacity: true)
        coordinates.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
    }

    /// The number of stops.
    var count: Int { stops.count }
    /// The list chosen last, best first.
    var list: ContiguousArray<BriefRecommendation> { lists.list }

    func coordinate(of stop: Int) -> Coordinate { coordinates[stop] }

    /// Calls `body` with the id of a stop.
    func withID<R>(of stop: Int, _ body: (Span<UInt8>) -> R) -> R { body(texts.span.extracting(stops[stop].id)) }

    /// Prepares the search around all stops.
    mutating func expect() {
        let coordinates = coordinates
        search.expect(coordinates.span)
    }

    /// Searches around the stops from `first` on, until there are many places; returns the stop after the last one.
    mutating func find(from first: Int, _ radius: Meters, _ places: RecommendedPlaces) -> Int {
        found.removeAll(keepingCapacity: true)
        matches.removeAll(keepingCapacity: true)
        var stop = first
        while stop < stops.count, matches.count < Self.maxMatches {
            search.findPoints(within: radius, ofExpected: stop, nearest: Self.nearestCount, in: places.index)
            if search.count > 0 {
                let start = matches.count
                matches.append(contentsOf: search.matches[..<search.count])
                found.append(FoundStop(stop: stop, matches: start..<matches.count))
            }
            stop += 1
        }
        return stop
    }

    /// Reads the names of the stops found.
    mutating func readNames(_ lexicon: ThemeLexicon) {
        let texts = texts
        for i in found.indices {
            let name = stops[found[i].stop].name
            found[i].name = names.read(texts.span.extracting(name), lexicon)
        }
    }

    /// The distance of the place nearest to a stop.
    func nearest(of stop: FoundStop) -> Meters { matches[stop.matches.lowerBound].distance }

    /// Calls `body` with the places nearest to a stop, which determine its spacing.
    func withNearest<R>(of stop: FoundStop, _ places: RecommendedPlaces, _ body: (Span<Match>) -> R) -> R {
        // The places found are those nearest to the stop.
        if stop.matches.count >= Self.nearestCount {
            return body(matches.span.extracting(stop.matches).extracting(first: Self.nearestCount))
        }
        return body(places.near(coordinates[stop.stop]).span)
    }

    /// Chooses the list of a stop; `rank` finds the best of the places around it, as many as its second argument.
    mutating func choose(
        _ count: Int, around stop: FoundStop, _ recommender: Recommender,
        rank: (Span<Match>, Int, inout BestPlaces<BriefRecommendation>) -> Void
    ) {
        let matches = matches
        recommender.lists.choose(count, from: recommender.places, &lists) {
            rank(matches.span.extracting(stop.matches), $0, &$1)
        }
    }
}
