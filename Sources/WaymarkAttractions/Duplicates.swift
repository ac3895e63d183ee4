import WaymarkGeodesy
import WaymarkIndex

/// Rows that are one: by rule ``Rule/equalRows`` rows that say the same in every column; by ``Rule/places`` rows within
/// 100 m of each other with the same id, or, where rows bring no ids of their own, the same name.
///
/// Nothing is merged on a guess: an id or a name may stand for several places, by mistake or because it is counted anew in
/// each district, and these stay apart.
///
/// Rows are looked at from the best to the worst: later base date, then more filled fields, then earlier row. Each row
/// that no better one has taken takes all remaining rows with its id or name within 100 m of it. So there are no chains,
/// and the order of rows matters only between rows that are equally good.
struct Duplicates {
    /// What makes two rows one.
    enum Rule: Equatable { case equalRows, places(comparesNames: Bool) }

    private let candidates: [CatalogBuilder.Candidate]
    /// The row that each row went into; its own number where it was kept.
    private var keepers: [Int]
    /// From the best row to the worst.
    private let order: [Int]

    init(_ candidates: [CatalogBuilder.Candidate], _ rule: Rule) {
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
        switch rule {
        case .equalRows:
            // They are equally good: the first is kept.
            for rows in Self.groups(candidates.map { $0.isNamed ? $0.cells : [] }).values {
                for row in rows where candidates[row].isNamed { keepers[row] = rows[0] }
            }
        case .places(let comparesNames):
            let ids = Self.groups(candidates.map(\.attraction.id)).mapValues { SharedKey($0, candidates) }
            let names = comparesNames ? Self.groups(candidates.map { PlainText.key($0.attraction.name) }) : [:]
            let named = names.filter { !$0.key.isEmpty }.mapValues { SharedKey($0, candidates) }
            var isTaken = [Bool](repeating: false, count: candidates.count)
            for keeper in order where !isTaken[keeper] {
                isTaken[keeper] = true
                let attraction = candidates[keeper].attraction
                var taken = ids[attraction.id]?.near(attraction.coordinate) ?? []
                taken += named[PlainText.key(attraction.name)]?.near(attraction.coordinate) ?? []
                for other in taken where !isTaken[other] {
                    isTaken[other] = true
                    keepers[other] = keeper
                }
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
        /// Those of `duplicates` that are equal to the other in every column.
        var equalRows = 0
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
                reason: Self.reason(candidates[keeper], candidates[position]))
        }
        outcome.equalRows = outcome.duplicates.count { $0.reason == Self.equalRow }
        return outcome
    }

    private static let equalRow = "equal in every column"

    /// What two rows have in common.
    private static func reason(_ keptRow: CatalogBuilder.Candidate, _ mergedRow: CatalogBuilder.Candidate) -> String {
        if keptRow.cells == mergedRow.cells { return equalRow }
        let (kept, merged) = (keptRow.attraction, mergedRow.attraction)
        let meters = Int(Sphere.earth.distance(from: kept.coordinate, to: merged.coordinate).value.rounded())
        let hasSameName = PlainText.key(kept.name) == PlainText.key(merged.name)
        if kept.id != merged.id { return "same name, \(meters) m apart" }
        return hasSameName ? "same id, \(meters) m apart" : "same id, another name (\(merged.name)), \(meters) m apart"
    }

    /// The rows of each key, in their order, where there are two or more.
    private static func groups<Key: Hashable>(_ keys: [Key]) -> [Key: [Int]] {
        var groups: [Key: [Int]] = [:]
        for (position, key) in keys.enumerated() { groups[key, default: []].append(position) }
        return groups.filter { $0.value.count > 1 }
    }
}

/// Rows of one id or name.
private struct SharedKey {
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
