package import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText

/// Recommends places around many stops, each by itself.
package final class StopRecommender: Sendable {
    private let recommender: Recommender
    private let visited: Set<String>
    private let radius: Meters
    private let count: Int
    private let interests: Interests?
    /// That of ``Recommender/nearCount(_:)``.
    private let nearCount: Int?
    /// For each theme of the lexicon, its number among the places; nil if no place has it.
    private let themeNumbers: [Int?]

    /// Creates a recommender for stops.
    ///
    /// - Parameters:
    ///   - recommender: The places, weights, lexicon and options.
    ///   - radius: Maximum great-circle distance; the boundary is included.
    ///   - count: Maximum number of places for each stop.
    ///   - interests: The interests of the travellers.
    ///   - visited: Ids of places to leave out, since they are already known.
    /// - Precondition: `count` and `radius` are not negative.
    package init(
        _ recommender: Recommender, within radius: Meters, count: Int,
        interests: Interests? = nil, visited: Set<String> = []
    ) {
        precondition(count >= 0, "the count is negative: \(count)")
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        let places = recommender.places
        (self.recommender, self.radius, nearCount) = (recommender, radius, recommender.nearCount(interests))
        (self.interests, self.visited, self.count) = (interests, visited, min(count, places.places.count))
        themeNumbers = recommender.lexicon.themes.map(places.number(ofTheme:))
    }

    /// Finds the recommendations around the stops of a buffer, and removes them from it.
    ///
    /// - Parameters:
    ///   - buffer: The stops; their themes and municipalities are those of
    ///     ``RecommendedPlaces/completed(_:by:)``.
    ///   - body: Called for each stop in turn, with its id and its recommendations, best first.
    /// - Complexity: For each stop, that of the search and of the lexicon.
    package func recommend(
        _ buffer: inout StopBuffer, _ body: (_ id: Span<UInt8>, ContiguousArray<BriefRecommendation>) -> Void
    ) {
        let (stops, coordinates, texts) = (buffer.stops, buffer.coordinates, buffer.texts)
        buffer.search.expect(coordinates.span)
        for (number, stop) in stops.enumerated() {
            find(around: coordinates[number], number, &buffer.search)
            let id = texts.span.extracting(stop.id)
            guard buffer.search.count > 0 else {
                body(id, [])
                continue
            }
            let matches = buffer.search.matches
            body(
                id,
                list(
                    matches.span.extracting(first: buffer.search.count), around: coordinates[number], id: id,
                    name: texts.span.extracting(stop.name), &buffer.found))
        }
        buffer.removeAll()
    }

    /// Holds the places around a stop, those that determine its spacing first: of many only the nearest.
    private func find(around coordinate: Coordinate, _ number: Int, _ search: inout MatchBuffer) {
        let index = recommender.places.index
        // Where there are few places in all, finding those within reach is faster.
        if nearCount == nil || index.count < 10_000 {
            search.findPoints(within: radius, ofExpected: number, nearest: Self.nearestCount, in: index)
            if search.count <= nearCount ?? .max { return }
        }
        if let nearCount { search.keep(index.nearest(to: coordinate, count: nearCount, within: radius)) }
    }

    /// The number of nearest places that determine a stop's spacing; one of them may be the stop.
    private static let nearestCount = RecommendedPlaces.spacingRank + 1

    /// The recommendations around a stop; `open` are the places around it, those that determine its spacing first, nearest
    /// first.
    private func list(
        _ open: Span<Match>, around coordinate: Coordinate, id: Span<UInt8>, name: Span<UInt8>,
        _ found: inout NameReader.Findings
    ) -> ContiguousArray<BriefRecommendation> {
        let places = recommender.places
        // The ids of stops and places are compared only if a place is near enough.
        let isNear = open[0].distance <= SamePlace.idRadius
        let own = isNear ? places.position(ofID: String(utf8: id), at: coordinate) : nil
        let ownTheme = own.map { places.facts[$0].theme } ?? -1
        let theme = recommender.lexicon.themeNumber(of: name, &found).flatMap { themeNumbers[$0] }
        let others = open.count < Self.nearestCount ? places.near(coordinate) : []
        let near = others.isEmpty ? open.extracting(first: min(open.count, Self.nearestCount)) : others.span
        let municipality = places.municipality(at: coordinate, own: own, near: near)
        let stop = KnownStop(
            name: NamePairs(found.letters), coordinate: coordinate, position: own,
            theme: ownTheme >= 0 ? ownTheme : theme, isMunicipalityKnown: municipality != nil,
            municipality: places.number(ofMunicipality: municipality), near: near)
        let scorer = TripScorer(
            [stop], isBetween: false, interests: interests, places: places, weights: recommender.weights,
            visits: recommender.visits)
        func list(of matches: Span<Match>) -> ContiguousArray<BriefRecommendation> {
            recommender.lists.choose(count, from: places) { best in
                scorer.rank(
                    around: matches, where: { visited.isEmpty || !visited.contains(places.places.id($0)) },
                    into: &best)
            }
        }
        let nearest = list(of: open)
        guard nearest.count < count, open.count == nearCount else { return nearest }
        return list(of: ContiguousArray(places.index.unsortedPoints(within: radius, of: coordinate)).span)
    }
}

/// Stops of one thread that wait for their recommendations, and the reused buffers for finding these.
package struct StopBuffer: ~Copyable {
    fileprivate var search = MatchBuffer()
    fileprivate var found = NameReader.Findings()
    fileprivate private(set) var stops: ContiguousArray<(id: Range<Int>, name: Range<Int>)> = []
    fileprivate private(set) var coordinates: ContiguousArray<Coordinate> = []
    /// The ids and names of the stops.
    fileprivate private(set) var texts: ContiguousArray<UInt8> = []

    /// Creates empty buffers.
    package init() {}

    /// Adds a stop; `id` and `name` are UTF-8.
    package mutating func hold(id: Span<UInt8>, name: Span<UInt8>, at coordinate: Coordinate) {
        let start = texts.count
        texts.append(utf8: id)
        let middle = texts.count
        texts.append(utf8: name)
        stops.append((start..<middle, middle..<texts.count))
        coordinates.append(coordinate)
    }

    /// Removes all stops.
    fileprivate mutating func removeAll() {
        stops.removeAll(keepingCapacity: true)
        coordinates.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
    }
}
