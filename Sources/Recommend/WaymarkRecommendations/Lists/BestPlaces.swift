/// The best of the places seen so far: a higher score comes first, and of equal scores the lower position.
///
/// More than the limit are held, and now and then cut to it, so that a place costs O(log *limit*); while there are few
/// places, nothing is compared.
struct BestPlaces: Sendable {
    /// The places held, in no order; only the best of them count.
    private(set) var places: ContiguousArray<BriefRecommendation> = []
    /// The maximum number of places.
    private var limit = 0
    /// The number of places held at which they are cut.
    private var room = 0
    /// The last of the best when places were last cut; places after it cannot be among the best.
    private var last: BriefRecommendation?

    /// Begins anew.
    mutating func reset(limit: Int) {
        places.removeAll(keepingCapacity: true)
        (self.limit, room, last) = (limit, 2 * min(max(limit, 16), 1 << 60), nil)
    }

    /// Whether a place with that score may be among the best.
    @inline(__always)
    func admits(_ place: Int, score: Double) -> Bool {
        last.map { (score, $0.place) > ($0.score, place) } ?? true
    }

    /// Inserts a place.
    @inline(__always)
    mutating func insert(_ new: BriefRecommendation) {
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
        places.removeSubrange(limit...)
    }

    /// Drops all but the best, and sorts these.
    mutating func sort() {
        cut()
        places.sort { $0.precedes($1) }
    }
}

extension ContiguousArray {
    /// Moves the elements that come first to the front, the last of them to position `count` - 1, the others in any order.
    ///
    /// Quickselect (Hoare 1961), with a sort where it makes no progress.
    ///
    /// - Precondition: `count` is between 1 and the number of elements.
    /// - Complexity: O(*n*).
    @inline(__always)
    package mutating func select(_ count: Int, by precedes: (Element, Element) -> Bool) {
        precondition(1...self.count ~= count, "the count is not one of the elements: \(count)")
        var (low, high, rounds) = (0, self.count - 1, 0)
        while low < high {
            rounds += 1
            if rounds > 64 { return self[low...high].sort(by: precedes) }
            var span = mutableSpan
            let middle = (low + high) / 2
            // The median of three is the pivot.
            if precedes(span[middle], span[low]) { span.swapAt(low, middle) }
            if precedes(span[high], span[low]) { span.swapAt(low, high) }
            if precedes(span[high], span[middle]) { span.swapAt(middle, high) }
            let pivot = span[middle]
            var (i, j) = (low, high)
            while i <= j {
                while precedes(span[i], pivot) { i += 1 }
                while precedes(pivot, span[j]) { j -= 1 }
                if i <= j {
                    if i < j { span.swapAt(i, j) }
                    (i, j) = (i + 1, j - 1)
                }
            }
            if count - 1 <= j { high = j } else if count - 1 >= i { low = i } else { return }
        }
    }
}
