import WaymarkIndex
internal import WaymarkText

/// The places of a ``LiveSearch`` at one moment: a value whose answers never change.
///
/// The answers equal those of a ``PlaceSearch`` of the same places, except for the positions of hits: these number the
/// places of this snapshot in order of insertion, including removed ones that are not yet packed away.
public struct LiveSearchSnapshot: Sendable {
    /// Places indexed together, in the order of their tickets.
    struct Layer: Sendable {
        let search: PlaceSearch
        let places: ContiguousArray<SearchedPlace>
        let tickets: ContiguousArray<Int>
        var removed: RemovedPositions

        init(_ places: ContiguousArray<SearchedPlace>, tickets: ContiguousArray<Int>, jobs: Int = 1) {
            (self.places, self.tickets) = (places, tickets)
            search = PlaceSearch(places, jobs: jobs)
            removed = RemovedPositions(below: places.count)
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
        var start = 0
        for layer in layers {
            var filter: ((Int) -> Bool)?
            if layer.removed.count > 0 || isIncluded != nil {
                filter = { !layer.removed.contains($0) && isIncluded?(layer.places[$0]) ?? true }
            }
            var answers = layer.search.rankedAnswers(to: query, where: filter)
            answers.hits = answers.hits.map {
                $0.moved(by: start, standing: layer.places[$0.hit.position].standing)
            }
            found.merge(answers)
            start += layer.places.count
        }
        if layers.count > 1 { found.hits.sort() }
        return SearchAnswers(
            hits: found.hits.prefix(query.limit).map(\.hit), count: found.count, droppedWords: found.dropped)
    }

    // MARK: Changes

    /// The places with tickets from `first` on, in the order of their tickets.
    func places(from first: Int) -> [(place: SearchedPlace, ticket: Int)] {
        layers.filter { $0.tickets.last ?? -1 >= first }.flatMap { layer in
            layer.tickets.indices.compactMap { position in
                layer.tickets[position] >= first && !layer.removed.contains(position)
                    ? (layer.places[position], layer.tickets[position]) : nil
            }
        }
    }

    /// Removes the place with a ticket, if there is one.
    mutating func remove(ticket: Int) {
        guard let layer = layers.firstIndex(where: { ticket <= $0.tickets.last ?? -1 }) else { return }
        let position = layers[layer].tickets.partitioningIndex { $0 >= ticket }
        if layers[layer].tickets[position] == ticket { layers[layer].removed.insert(position) }
    }

    /// Appends places, whose tickets are above all others.
    mutating func append(_ arriving: [(place: SearchedPlace, ticket: Int)]) {
        guard !arriving.isEmpty else { return }
        var (first, total) = (layers.count, arriving.count)
        while first > 1, layers[first - 1].places.count < Self.growth * total {
            first -= 1
            total += layers[first].places.count
        }
        pack(from: first, with: arriving)
    }

    /// Indexes the places of the layers from `first` together with the arriving ones, without the removed ones.
    mutating func pack(from first: Int, with arriving: [(place: SearchedPlace, ticket: Int)]) {
        var places = ContiguousArray<SearchedPlace>()
        var tickets = ContiguousArray<Int>()
        for layer in layers[first...] {
            for position in layer.places.indices where !layer.removed.contains(position) {
                places.append(layer.places[position])
                tickets.append(layer.tickets[position])
            }
        }
        for (place, ticket) in arriving {
            places.append(place)
            tickets.append(ticket)
        }
        layers.removeSubrange(first...)
        if first == 0 || !places.isEmpty { layers.append(Layer(places, tickets: tickets)) }
    }
}

/// The answers of one index, with what is needed to merge them with those of others.
struct RankedAnswers {
    var hits: [RankedHit] = []
    var count = 0
    /// The step that found the places.
    var step = FallbackSearch.Step.nearest
    var dropped: [String] = []

    /// Adds other answers; only those of the earliest step stay.
    mutating func merge(_ other: RankedAnswers) {
        if other.count == 0 { return }
        if count == 0 || other.step.rawValue < step.rawValue { return self = other }
        guard other.step == step else { return }
        hits += other.hits
        count += other.count
        dropped.removeAll { !other.dropped.contains($0) }
    }
}

/// A hit with the data that orders it among hits of other indexes.
struct RankedHit: Comparable {
    var hit: SearchHit
    /// The byte of the board, which orders more finely than the rung.
    let byte: UInt8
    let band: Int
    let length: Int
    var standing = 0.0

    func moved(by start: Int, standing: Double) -> RankedHit {
        var moved = self
        moved.hit.position += start
        moved.standing = standing.isNaN ? -.infinity : standing
        return moved
    }

    static func < (a: RankedHit, b: RankedHit) -> Bool {
        let first = HitSelection.cost(a.byte, a.band, a.standing)
        let second = HitSelection.cost(b.byte, b.band, b.standing)
        if first != second { return first < second }
        if a.byte != b.byte { return a.byte < b.byte }
        if a.standing != b.standing { return a.standing > b.standing }
        if a.length != b.length { return a.length < b.length }
        if a.hit.id != b.hit.id { return a.hit.id.utf8.lexicographicallyPrecedes(b.hit.id.utf8) }
        return a.hit.position < b.hit.position
    }
}
