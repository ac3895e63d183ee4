import WaymarkGeodesy
import WaymarkIndex

/// Rows about the same place: the same id, or, where rows bring no ids of their own, the same name within 100 m.
///
/// An id of the source's own may stand for several places, by mistake or because it is counted anew in each district: rows
/// of one id with different names are the same place only where all rows of that id lie within 100 m of the best of them.
///
/// Rows are looked at from the best to the worst: later base date, then more filled fields, then earlier row. Each row
/// that no better one has taken takes all remaining rows with its id, and those with its name within 100 m of it. So
/// there are no chains, and the order of rows matters only between rows that are equally good.
struct Duplicates {
    private let candidates: [CatalogBuilder.Candidate]
    /// The row that each row went into; its own number where it was kept.
    private var keepers: [Int]
    /// From the best row to the worst.
    private let order: [Int]

    init(_ candidates: [CatalogBuilder.Candidate], comparesNames: Bool) {
        self.candidates = candidates
        keepers = Array(candidates.indices)
        let merits = candidates.map { ($0.attraction.baseDate, $0.attraction.filledFieldCount) }
        order = candidates.indices.sorted { first, second in
            let (a, b) = (merits[first], merits[second])
            if a.0 != b.0 {
                guard let dateA = a.0, let dateB = b.0 else { return a.0 != nil }
                return dateA > dateB
            }
            return a.1 != b.1 ? a.1 > b.1 : first < second
        }
        let sameID = Self.groups(candidates.map(\.attraction.id))
        let sameBoth = Self.groups(candidates.map { Self.idAndName($0.attraction) })
        let sameName = comparesNames ? Self.groups(candidates.map { PlainText.key($0.attraction.name) }) : [:]
        let names = sameName.filter { !$0.key.isEmpty }.mapValues { NameGroup($0, candidates) }
        var judged: Set<String> = []
        var isTaken = [Bool](repeating: false, count: candidates.count)
        for keeper in order where !isTaken[keeper] {
            isTaken[keeper] = true
            let attraction = candidates[keeper].attraction
            var taken = sameBoth[Self.idAndName(attraction)] ?? []
            if let rows = sameID[attraction.id], judged.insert(attraction.id).inserted,
                rows.allSatisfy({ Self.isNear(attraction, candidates[$0].attraction) })
            {
                taken = rows
            }
            if let group = names[PlainText.key(attraction.name)] { taken += group.near(attraction.coordinate) }
            for other in taken where !isTaken[other] {
                isTaken[other] = true
                keepers[other] = keeper
            }
        }
    }

    /// What comes of merging the rows, or of keeping them all.
    struct Outcome {
        /// The kept rows in their order, each id once.
        var attractions: [Attraction] = []
        /// The rows that are about the same place as another, by row.
        var duplicates: [QualityReport.Duplicate] = []
        /// The lines of rows whose id was that of another place, the line of that place, and the new id.
        var renamed: [(line: Int, first: Int, id: String)] = []
    }

    /// The rows with their duplicates merged, or all of them.
    ///
    /// A kept row has its gaps filled from those that went into it, best first. Where an id is still repeated, the later
    /// rows get `-2`, `-3`, ...
    func outcome(merges: Bool) -> Outcome {
        var attractions = candidates.map(\.attraction)
        if merges {
            for position in order where keepers[position] != position {
                attractions[keepers[position]].fill(from: candidates[position].attraction)
            }
        }
        var outcome = Outcome()
        let kept = candidates.indices.filter { !merges || keepers[$0] == $0 }
        var used = Set(attractions.map(\.id))
        var last: [String: (number: Int, position: Int)] = [:]
        for position in kept {
            let id = attractions[position].id
            guard let (number, first) = last[id] else {
                last[id] = (1, position)
                continue
            }
            var next = number + 1
            while !used.insert("\(id)-\(next)").inserted { next += 1 }
            last[id] = (next, first)
            attractions[position].id = "\(id)-\(next)"
            if keepers[position] == position {
                outcome.renamed.append((candidates[position].line, candidates[first].line, attractions[position].id))
            }
        }
        outcome.attractions = kept.map { attractions[$0] }
        outcome.duplicates = candidates.indices.filter { keepers[$0] != $0 }.map { position in
            let keeper = keepers[position]
            return .init(
                keptID: attractions[keeper].id, keptLine: candidates[keeper].line,
                mergedLine: candidates[position].line,
                reason: Self.reason(candidates[keeper].attraction, candidates[position].attraction))
        }
        return outcome
    }

    private static func idAndName(_ attraction: Attraction) -> String {
        attraction.id + "\0" + PlainText.key(attraction.name)
    }

    private static func isNear(_ a: Attraction, _ b: Attraction) -> Bool {
        Sphere.earth.distance(from: a.coordinate, to: b.coordinate) <= Meters(100)
    }

    /// What two rows have in common.
    private static func reason(_ kept: Attraction, _ merged: Attraction) -> String {
        let meters = Int(Sphere.earth.distance(from: kept.coordinate, to: merged.coordinate).value.rounded())
        let hasSameName = PlainText.key(kept.name) == PlainText.key(merged.name)
        if kept.id != merged.id { return "same name, \(meters) m apart" }
        return hasSameName ? "same id, \(meters) m apart" : "same id, another name (\(merged.name)), \(meters) m apart"
    }

    /// The rows of each key, in their order, where there are two or more.
    private static func groups(_ keys: [String]) -> [String: [Int]] {
        var groups: [String: [Int]] = [:]
        for (position, key) in keys.enumerated() { groups[key, default: []].append(position) }
        return groups.filter { $0.value.count > 1 }
    }
}

/// Rows of one name.
private struct NameGroup {
    private let members: [Int]
    private let index: PointIndex

    init(_ members: [Int], _ candidates: [CatalogBuilder.Candidate]) {
        self.members = members
        index = PointIndex(members.map { candidates[$0].attraction.coordinate })
    }

    /// The rows within 100 m of `place`.
    func near(_ place: Coordinate) -> [Int] {
        index.unsortedPoints(within: Meters(100), of: place).map { members[$0.index] }
    }
}
