internal import WaymarkThreads

/// Watches the themes of places within reach of the stops, to say where interests change nothing.
package final class InterestReach: Sendable {
    private struct Seen {
        /// The numbers of the liked themes that no place had yet.
        var missing: Set<Int>
        var hasLiked = false
        var hasOther = false
        /// The number of places looked at.
        var count = 0
    }

    /// The maximum number of places to look at, since the themes of a table are read from names each time. Beyond it nothing is
    /// said.
    private static let maxCount = 200_000

    private let themes: [String]
    private let liked: Set<Int>
    /// The liked themes that no place has.
    private let absent: [String]
    private let seen: Guarded<Seen>

    /// Watches for interests; nil if none is above zero.
    package init?(_ interests: Interests?, _ places: RecommendedPlaces) {
        let names = (interests?.byTheme ?? [:]).filter { $0.value > 0 }.keys.sorted()
        liked = Set(names.compactMap(places.number(ofTheme:)))
        absent = names.filter { places.number(ofTheme: $0) == nil }
        themes = places.themes
        seen = Guarded(Seen(missing: liked))
        if names.isEmpty { return nil }
    }

    /// Counts places within reach of a stop or a route.
    ///
    /// - Complexity: O(*n*) until every liked theme and another one was seen; then O(1).
    func see(_ found: some Sequence<Int>, of places: RecommendedPlaces) {
        var now = seen.withLock { $0 }
        for place in found {
            if now.missing.isEmpty && now.hasOther || now.count > Self.maxCount { break }
            now.count += 1
            let theme = places.theme(of: place)
            if liked.contains(theme) {
                now.missing.remove(theme)
                now.hasLiked = true
            } else {
                now.hasOther = true
            }
        }
        let last = now
        seen.withLock {
            $0.count = max($0.count, last.count)
            $0.missing.formIntersection(last.missing)
            $0.hasLiked = $0.hasLiked || last.hasLiked
            $0.hasOther = $0.hasOther || last.hasOther
        }
    }

    /// The interests that change nothing, in a sentence; nil if there are none, or nothing was within reach.
    package var sentence: String? {
        let seen = seen.withLock { $0 }
        guard seen.hasLiked || seen.hasOther, seen.count <= Self.maxCount else { return nil }
        let missing = (seen.missing.sorted().map { themes[$0] } + absent).map(ThemeNames.both)
        if !missing.isEmpty {
            return "no place within reach has the theme \(missing.joined(separator: " or ")): "
                + "that interest changes nothing"
        }
        return seen.hasOther ? nil : "all places within reach are of what is liked: interests change nothing"
    }
}
