/// A place of a ranking: a higher score comes first, and of equal scores the lower position.
protocol Ranked: Sendable {
    /// Position in ``RecommendedPlaces/places``.
    var place: Int { get }
    /// The sum of parts times weights, 0 to 1.
    var score: Double { get }
}

extension Ranked {
    /// Whether this place comes before another.
    @inline(__always)
    func precedes(_ other: Self) -> Bool { other.follows(place, score: score) }

    /// Whether a place with that score comes before this one.
    @inline(__always)
    func follows(_ place: Int, score: Double) -> Bool { (score, self.place) > (self.score, place) }
}

/// The best of the places seen so far.
///
/// More than the limit are held, and now and then cut to it, so that a place costs O(log *limit*); while there are few
/// places, nothing is compared.
struct BestPlaces<Place: Ranked>: Sendable {
    /// The places held, in no order; only the best of them count.
    private(set) var places = RefilledList<Place>()
    /// The maximum number of places.
    private var limit = 0
    /// The number of places held at which they are cut.
    private var room = 0
    /// The last of the best when places were last cut; places after it cannot be among the best.
    private var last: Place?

    /// Begins anew.
    mutating func reset(limit: Int) {
        places.removeAll()
        (self.limit, room, last) = (limit, 2 * min(max(limit, 16), 1 << 60), nil)
    }

    /// Whether a place with that score may be among the best.
    @inline(__always)
    func admits(_ place: Int, score: Double) -> Bool {
        last?.follows(place, score: score) ?? true
    }

    /// Whether some places can all be held until they are cut.
    func hasRoom(for count: Int) -> Bool { count < room }

    /// Replaces the places held.
    ///
    /// - Parameters:
    ///   - count: The maximum number, for which there is room.
    ///   - blank: Any place.
    ///   - write: Writes the places, and returns their number.
    @inline(__always)
    mutating func fill(_ count: Int, blank: Place, _ write: (inout MutableSpan<Place>) -> Int) {
        places.refill(room: count, blank: blank, write)
    }

    /// Inserts a place.
    @inline(__always)
    mutating func insert(_ new: Place) {
        places.append(new)
        if places.count >= room { cut() }
    }

    /// Drops all but the best.
    @inline(never)
    mutating func cut() {
        guard places.count > limit else { return }
        if limit > 0 {
            places.select(limit) { $0.precedes($1) }
            last = places[limit - 1]
        }
        places.removeAll(from: limit)
    }

    /// Sorts the best, and drops the others.
    mutating func sort() {
        places.sort { $0.precedes($1) }
        places.removeAll(from: limit)
    }
}
