import WaymarkIndex
internal import WaymarkText

/// The places of a ``LiveSearch`` at one moment: a value whose answers never change.
///
/// Exact answers to what names say as it is spelled equal those of a ``PlaceSearch`` of the same places, except for the positions of
/// hits: these number the places of this snapshot in order of insertion, including removed ones that are not yet packed away. Similar
/// places are weighed in each layer of places that were indexed together.
public struct LiveSearchSnapshot: Sendable {
    typealias Entry = (place: SearchedPlace, ticket: Int)

    /// Places indexed together, in the order of their tickets.
    struct Layer: Sendable {
        let search: PlaceSearch
        let places: ContiguousArray<SearchedPlace>
        let tickets: ContiguousArray<Int>
        var removed: RemovedPositions

        init(_ entries: [Entry], jobs: Int = 1) {
            places = ContiguousArray(entries.lazy.map(\.place))
            tickets = ContiguousArray(entries.lazy.map(\.ticket))
            search = PlaceSearch(places, jobs: jobs)
            removed = RemovedPositions(below: places.count)
        }

        /// The places with tickets from `first` on that are not removed.
        func entries(from first: Int = 0) -> [Entry] {
            let start = tickets.partitioningIndex { $0 >= first }
            return (start..<places.count).filter { !removed.contains($0) }.map { (places[$0], tickets[$0]) }
        }
    }

    /// The large layer, then those on top of it, each smaller than the one before.
    private var layers: ContiguousArray<Layer>
    /// The number of changes so far: 0 for a new search, plus 1 for every change that had an effect.
    public internal(set) var version = 0

    /// New places are packed together with a lower layer that is less than this many times larger.
    private static let growth = 4

    init(_ base: Layer) { layers = [base] }

    /// Number of places.
    public var count: Int { layers.reduce(0) { $0 + $1.places.count - $1.removed.count } }

    /// Number of places outside the large layer, plus those removed from it.
    var overlay: Int { layers.dropFirst().reduce(layers[0].removed.count) { $0 + $1.places.count } }

    /// Returns the answers to a query.
    ///
    /// - Complexity: That of ``PlaceSearch/answers(to:where:)``, plus O(log *o*) small searches for *o* places changed
    ///   since all places were indexed.
    public func answers(to query: SearchQuery, where isIncluded: ((SearchedPlace) -> Bool)? = nil) -> SearchAnswers {
        var found = RankedAnswers()
        for depth in QueryReading.Depth.allCases {
            if Grade.handicaps[Int(found.best)] < depth.handicap { break }
            found = rankedAnswers(to: query, at: depth, best: Grade.handicaps[Int(found.best)], where: isIncluded)
        }
        return found.answers(limit: query.limit)
    }

    /// The answers of all layers, which read a query equally deep.
    private func rankedAnswers(
        to query: SearchQuery, at depth: QueryReading.Depth, best: Int, where isIncluded: ((SearchedPlace) -> Bool)?
    ) -> RankedAnswers {
        var found = RankedAnswers()
        var start = 0
        for layer in layers {
            var filter: ((Int) -> Bool)?
            if layer.removed.count > 0 || isIncluded != nil {
                filter = { !layer.removed.contains($0) && isIncluded?(layer.places[$0]) ?? true }
            }
            var answers = layer.search.rankedAnswers(to: query, where: filter, at: (depth, best))
            for i in answers.hits.indices { answers.hits[i].hit.position += start }
            found.merge(answers)
            start += layer.places.count
        }
        if layers.count > 1 { found.hits.sort() }
        return found
    }

    // MARK: Changes

    /// The places with tickets from `first` on, in the order of their tickets.
    func entries(from first: Int) -> [Entry] { layers.flatMap { $0.entries(from: first) } }

    /// Removes the place with a ticket, if there is one.
    mutating func remove(ticket: Int) {
        guard let layer = layers.firstIndex(where: { ticket <= $0.tickets.last ?? -1 }) else { return }
        let position = layers[layer].tickets.partitioningIndex { $0 >= ticket }
        if layers[layer].tickets[position] == ticket { layers[layer].removed.insert(position) }
    }

    /// Appends places, whose tickets are above all others.
    mutating func append(_ arriving: [Entry]) {
        guard !arriving.isEmpty else { return }
        var (first, total) = (layers.count, arriving.count)
        while first > 1, layers[first - 1].places.count < Self.growth * total {
            first -= 1
            total += layers[first].places.count
        }
        pack(from: first, with: arriving)
    }

    /// Indexes the places of the layers from `first` together with the arriving ones, without the removed ones.
    mutating func pack(from first: Int, with arriving: [Entry]) {
        let entries = layers[first...].flatMap { $0.entries() } + arriving
        layers.removeSubrange(first...)
        if first == 0 || !entries.isEmpty { layers.append(Layer(entries)) }
    }
}

/// The answers of one index, with what is needed to merge them with those of others.
struct RankedAnswers {
    var hits: [RankedHit] = []
    var count = 0
    /// How deep the query was read.
    var depth = QueryReading.Depth.evidence
    /// The best byte of all places; 126 if there is none.
    var best = Grade.last
    var dropped: [String] = []
    var corrected: [String] = []

    func answers(limit: Int) -> SearchAnswers {
        SearchAnswers(
            hits: hits.prefix(limit).map(\.hit), count: count, isExact: count > 0 && depth != .evidence,
            droppedWords: dropped, correctedWords: corrected)
    }

    /// Adds other answers of the same depth.
    mutating func merge(_ other: RankedAnswers) {
        if other.count == 0 { return }
        if count == 0 { return self = other }
        hits += other.hits
        count += other.count
        best = min(best, other.best)
        // What is corrected here and left out there is corrected.
        corrected = (corrected + dropped).filter((other.corrected + other.dropped).contains)
        dropped.removeAll { !other.dropped.contains($0) }
        corrected.removeAll(where: dropped.contains)
    }
}

/// A hit with the data that orders it among hits of other indexes.
struct RankedHit: Comparable {
    var hit: SearchHit
    /// The byte of the board, which orders more finely than the rung.
    let byte: UInt8
    let band: Int
    let length: Int
    let standing: UInt8

    static func < (a: RankedHit, b: RankedHit) -> Bool {
        let first = (HitSelection.cost(a.byte, a.band, a.standing), a.byte, -Int(a.standing), a.length)
        let second = (HitSelection.cost(b.byte, b.band, b.standing), b.byte, -Int(b.standing), b.length)
        if first != second { return first < second }
        if a.hit.id != b.hit.id { return a.hit.id.utf8.lexicographicallyPrecedes(b.hit.id.utf8) }
        return a.hit.position < b.hit.position
    }
}
