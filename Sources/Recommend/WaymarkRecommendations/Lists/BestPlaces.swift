/// A place of a ranking: a higher score comes first, and of equal scores the lower position.
protocol Ranked: Sendable {
    /// Position in ``RecommendedPlaces/places``.
    var place: Int { get }
    /// The sum of parts times weights, 0 to 1.
    var score: Double { get }
}

/// The best of the places seen so far, in their order.
struct BestPlaces<Place: Ranked>: Sendable {
    private(set) var places: ContiguousArray<Place> = []
    /// The maximum number of places.
    private var limit = 0

    /// Begins anew.
    mutating func reset(limit: Int) {
        places.removeAll(keepingCapacity: true)
        self.limit = limit
    }

    /// Whether a place with that score would be among the best.
    @inline(__always)
    func admits(_ place: Int, score: Double) -> Bool {
        if places.count < limit { return true }
        let worst = places[limit - 1]
        return (score, worst.place) > (worst.score, place)
    }

    /// Inserts a place.
    ///
    /// - Precondition: It is admitted; the limit is above zero.
    mutating func insert(_ new: Place) {
        if places.count == limit { places.removeLast() }
        places.append(new)
        var at = places.count - 1
        while at > 0, (places[at - 1].score, new.place) < (new.score, places[at - 1].place) {
            places[at] = places[at - 1]
            at -= 1
        }
        places[at] = new
    }
}
