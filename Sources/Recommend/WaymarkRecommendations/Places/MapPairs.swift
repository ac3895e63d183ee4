package import WaymarkAttractions
package import WaymarkGeodesy
internal import WaymarkIndex
internal import WaymarkText

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

    /// The same name so much beyond the largest distance of one place is a doubt.
    private static let doubtful = Meters.kilometers(3)
    /// Places that extend farther are looked for apart, so that others need not be looked for as far.
    private static let large = Meters(500)
    /// The largest distance from a row at which the middle of a large place is looked for.
    private static let farthest = Meters.kilometers(20)

    /// Why a row and a place may be one, the best reason first.
    private enum Grade: Int, Comparable {
        case id, name, otherName, kind
        /// The same name, too far away.
        case farApart

        static func < (one: Grade, other: Grade) -> Bool { one.rawValue < other.rawValue }
    }

    private struct Match {
        var (row, place): (Int, Int)
        var distance: Meters
        var grade: Grade
    }

    /// Pairs rows with places of a map.
    ///
    /// - Parameters:
    ///   - rows: The rows of a table.
    ///   - places: The places of a map.
    ///   - extents: How far each extends from its coordinate.
    /// - Complexity: O(log *n* + *c*) for each row among *n* places, *c* of them sights within 1.5 km, large places within 20 km, and
    ///   places of its name.
    package init(_ rows: [Attraction], _ places: [Attraction], extents: [Meters]) {
        guard !rows.isEmpty else { return }
        let candidates = Candidates(places, extents)
        let names = rows.map { PlaceText(name: PlaceName($0.name), key: NameFolding.key($0.name)) }
        var matches: [Match] = []
        for (row, attraction) in rows.enumerated() {
            for place in candidates.near(attraction.coordinate, key: names[row].key) {
                let mapped = places[place]
                let distance = Sphere.earth.distance(from: attraction.coordinate, to: mapped.coordinate)
                let grade =
                    attraction.id == mapped.id && distance <= SamePlace.idRadius
                    ? .id : Self.grade(names[row], mapped, beyond: max(0, distance.value - extents[place].value))
                if let grade { matches.append(Match(row: row, place: place, distance: distance, grade: grade)) }
            }
        }
        settle(matches, places, names.map(\.key))
    }

    private struct PlaceText {
        var name: PlaceName
        var key: String
    }

    /// Why a row is a place from whose border it is `beyond` metres away; nil if it is not.
    private static func grade(_ row: PlaceText, _ place: Attraction, beyond: Double) -> Grade? {
        guard beyond <= SamePlace.maxRadius.value + doubtful.value else { return nil }
        let isSight = place.placeKind == .sight
        if beyond > SamePlace.maxRadius.value {
            return isSight && !row.name.isKindAlone && NameFolding.key(place.name) == row.key ? .farApart : nil
        }
        var best: Grade?
        for (number, text) in ([place.name] + place.otherNames.map { Attraction.name($0) }).enumerated() {
            switch PlaceName(text).reason(row.name, at: beyond) {
            case .name, .id: best = min(best ?? .kind, number == 0 ? .name : .otherName)
            case .kind: if isSight { best = best ?? .kind }
            case nil: continue
            }
        }
        return best
    }

    /// The places that a row is compared with.
    private struct Candidates {
        private let places: [Attraction]
        private let sights: [Int]
        private let sightIndex: PointIndex
        private let large: [Int]
        private let largeIndex: PointIndex
        /// The places that have a name, by its key.
        private let byKey: [String: [Int]]

        init(_ places: [Attraction], _ extents: [Meters]) {
            self.places = places
            sights = places.indices.filter { places[$0].placeKind == .sight }
            large = sights.filter { extents[$0] > MapPairs.large }
            sightIndex = PointIndex(sights.map { places[$0].coordinate })
            largeIndex = PointIndex(large.map { places[$0].coordinate })
            var byKey: [String: [Int]] = [:]
            for (number, place) in places.enumerated() {
                let keys = Set(
                    ([place.name] + place.otherNames.map { Attraction.name($0) }).map { NameFolding.key($0) })
                for key in keys where !key.isEmpty { byKey[key, default: []].append(number) }
            }
            self.byKey = byKey
        }

        /// Those near a row, and those of its name, each once, ascending.
        func near(_ center: Coordinate, key: String) -> [Int] {
            let reach = Meters(SamePlace.maxRadius.value + MapPairs.large.value)
            var found = Set(sightIndex.unsortedPoints(within: reach, of: center).map { sights[$0.index] })
            found.formUnion(largeIndex.unsortedPoints(within: MapPairs.farthest, of: center).map { large[$0.index] })
            // Of a chain there are thousands in a country.
            let box = BoundingBox(around: center, radius: MapPairs.farthest)
            found.formUnion((byKey[key] ?? []).lazy.filter { box.contains(places[$0].coordinate) })
            return found.sorted()
        }
    }

    /// Takes what fits alone: of several the best, sights before others; of equal rows of a table the nearest.
    private mutating func settle(_ matches: [Match], _ places: [Attraction], _ keys: [String]) {
        let fitting = matches.filter { $0.grade < .farApart }
        func best(_ matches: [Match]) -> [Match] {
            let grade = matches.map(\.grade).min()
            let best = matches.filter { $0.grade == grade }
            let sights = best.filter { places[$0.place].placeKind == .sight }
            return sights.isEmpty ? best : sights
        }
        func nearest(_ matches: [Match]) -> Match? {
            guard Set(matches.map { keys[$0.row] }).count == 1 else { return nil }
            return matches.min { ($0.distance, $0.row) < ($1.distance, $1.row) }
        }
        let byRow = Dictionary(grouping: fitting, by: \.row)
        let byPlace = Dictionary(grouping: fitting, by: \.place)
        var paired: Set<Int> = []
        var takenPlaces: Set<Int> = []
        var open: [Match] = []
        for (row, candidates) in byRow.sorted(by: { $0.key < $1.key }) {
            let own = best(candidates)
            guard own.count == 1, nearest(best(byPlace[own[0].place] ?? []))?.row == row else {
                open += candidates
                continue
            }
            paired.insert(row)
            takenPlaces.insert(own[0].place)
            pairs.append(Pair(row: row, place: own[0].place, distance: own[0].distance))
        }
        for match in open where !takenPlaces.contains(match.place) {
            doubts.append(Doubt(row: match.row, place: match.place, distance: match.distance, reason: .severalFit))
        }
        for match in matches where match.grade == .farApart && byRow[match.row] == nil {
            doubts.append(Doubt(row: match.row, place: match.place, distance: match.distance, reason: .farApart))
        }
        doubts.sort { ($0.row, $0.place) < ($1.row, $1.place) }
    }
}
