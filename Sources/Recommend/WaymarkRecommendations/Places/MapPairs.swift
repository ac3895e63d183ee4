package import WaymarkAttractions
package import WaymarkGeodesy
internal import WaymarkIndex

/// Which rows of a table are which places of a map, by ``SamePlace``.
///
/// A place of a map may be large, so the distance counts from where it ends. Sights are compared by all rules, other places only
/// where the names are the same.
package struct MapPairs: Sendable {
    /// A row that is a place.
    package struct Pair: Sendable {
        package var row: Int
        package var place: Int
        /// From the row to the place of the map.
        package var distance: Meters
    }

    /// A row that may be a place, and why it is not taken for it.
    package struct Doubt: Sendable {
        package enum Reason: Sendable {
            /// Several places of the map could be it, or several rows the place.
            case severalFit
            /// The names are the same, but they are too far apart.
            case farApart
        }

        package var row: Int
        package var place: Int
        package var distance: Meters
        package var reason: Reason
    }

    /// The pairs that are one, by row.
    package private(set) var pairs: [Pair] = []
    /// Those that may be one, by row.
    package private(set) var doubts: [Doubt] = []

    /// Of places of the same name up to this far beyond what is one, it is said.
    private static let doubtful = Meters.kilometers(3)
    /// Places that reach farther are looked for apart, so that others need not be looked for as far.
    private static let large = Meters(500)
    /// A national park is not looked for farther away than this.
    private static let farthest = Meters.kilometers(20)

    /// A row and a place with one name.
    private struct Match {
        var (row, place): (Int, Int)
        var (distance, beyond): (Meters, Meters)
        /// 0 for the same name, 1 for a kind of place, nil if they are too far apart for either.
        var grade: Int?
    }

    /// Pairs rows with places of a map.
    ///
    /// - Parameters:
    ///   - rows: The rows of a table.
    ///   - places: The places of a map.
    ///   - extents: How far each reaches from its coordinate.
    /// - Complexity: O(*r* log *n*) for *r* rows among *n* places, and the names within 4 km of each row.
    package init(_ rows: [Attraction], _ places: [Attraction], extents: [Meters]) {
        let index = PointIndex(places.map(\.coordinate))
        let largePlaces = places.indices.filter { extents[$0] > Self.large }
        let largeIndex = PointIndex(largePlaces.map { places[$0].coordinate })
        let reach = Meters(SamePlace.maxRadius.value + Self.doubtful.value)
        var names = [[PlaceName]?](repeating: nil, count: places.count)
        var matches: [Match] = []
        for (row, attraction) in rows.enumerated() {
            let center = attraction.coordinate
            var near = index.points(within: Meters(reach.value + Self.large.value), of: center).map {
                ($0.index, $0.distance)
            }
            near += largeIndex.points(within: Self.farthest, of: center).map { (largePlaces[$0.index], $0.distance) }
            if near.isEmpty { continue }
            let name = PlaceName(attraction.name)
            var seen: Set<Int> = []
            for (place, distance) in near where seen.insert(place).inserted {
                let beyond = Meters(max(0, distance.value - extents[place].value))
                guard beyond <= reach else { continue }
                let all = names[place] ?? Self.names(of: places[place])
                names[place] = all
                let isSight = places[place].placeKind == .sight
                let reasons = all.compactMap { $0.reason(name, at: beyond.value) }
                if reasons.contains(.name) || isSight && !reasons.isEmpty {
                    let grade = reasons.contains(.name) ? 0 : 1
                    matches.append(Match(row: row, place: place, distance: distance, beyond: beyond, grade: grade))
                } else if isSight, !name.isKindAlone, all.contains(where: { $0.reason(name, at: 0) == .name }) {
                    matches.append(Match(row: row, place: place, distance: distance, beyond: beyond, grade: nil))
                }
            }
        }
        settle(matches, places)
    }

    private static func names(of place: Attraction) -> [PlaceName] {
        let others = place.otherNames.map { name in
            name.firstIndex(of: "=").map { String(name[name.index(after: $0)...]) } ?? name
        }
        return Set([place.name] + others).sorted().map { PlaceName($0) }
    }

    /// Takes what fits alone; of several the one sight of that very name.
    private mutating func settle(_ matches: [Match], _ places: [Attraction]) {
        let fitting = matches.filter { $0.grade != nil }
        func best(_ matches: [Match]) -> Match? {
            if matches.count == 1 { return matches[0] }
            for isBetter in [
                { (match: Match) in match.grade == 0 && places[match.place].placeKind == .sight },
                { (match: Match) in match.grade == 0 },
            ] {
                let some = matches.filter(isBetter)
                if some.count == 1 { return some[0] }
                if !some.isEmpty { return nil }
            }
            return nil
        }
        let byRow = Dictionary(grouping: fitting, by: \.row)
        let byPlace = Dictionary(grouping: fitting, by: \.place)
        var paired: Set<Int> = []
        for (row, candidates) in byRow.sorted(by: { $0.key < $1.key }) {
            guard let match = best(candidates), best(byPlace[match.place] ?? [])?.row == row else {
                for match in candidates {
                    doubts.append(
                        Doubt(row: row, place: match.place, distance: match.distance, reason: .severalFit))
                }
                continue
            }
            paired.insert(row)
            pairs.append(Pair(row: row, place: match.place, distance: match.distance))
        }
        for match in matches where match.grade == nil && !paired.contains(match.row) && byRow[match.row] == nil {
            doubts.append(
                Doubt(row: match.row, place: match.place, distance: match.distance, reason: .farApart))
        }
        doubts.sort { ($0.row, $0.place) < ($1.row, $1.place) }
    }
}
