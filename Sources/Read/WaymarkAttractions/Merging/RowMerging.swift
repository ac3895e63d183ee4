import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// Merging of rows: rows equal in every column; or, if requested, rows within 100 m of each other with the same id or,
/// if rows have no ids, the same name.
///
/// Nothing is merged on a guess: an id or a name may belong to several places, by mistake or because each district
/// numbers its own, and these stay separate. A row without id and name equals no other.
///
/// Rows are processed from best to worst: later base date, then more filled fields, then earlier row. Each row not yet
/// merged takes all remaining rows with its id or name within 100 m of it. So there are no chains, and the order of
/// rows matters only between equally good rows.
///
/// Only rows that share an id or a name with another are examined.
struct RowMerging {
    private let rows: RowBatch
    private let plan: RowPlan
    private let ids: [[Int]]
    private var taken: [(row: Int, keeper: Int)] = []

    init(_ rows: RowBatch, _ plan: RowPlan, ids: [[Int]]) { (self.rows, self.plan, self.ids) = (rows, plan, ids) }

    var merged: [(row: Int, keeper: Int)] { taken.sorted { $0.row < $1.row } }

    /// Whether two rows are equal in every column: by a keyed hash of all cells, and by all stored values.
    func areEqual(_ a: Int, _ b: Int) -> Bool {
        guard rows.facts[a].hash == rows.facts[b].hash, rows.coordinates[a] == rows.coordinates[b] else { return false }
        return plan.fields.indices.allSatisfy { number in
            let column = rows.columns[number]
            return plan.fields[number] == .id
                || column.bytes[column.range(a)].elementsEqual(column.bytes[column.range(b)])
        }
    }

    /// Finds equal rows, of which the first is kept.
    mutating func findEqualRows() {
        for group in ids {
            var firsts: [UInt64: Int] = [:]
            for row in group {
                guard let first = firsts[rows.facts[row].hash] else {
                    firsts[rows.facts[row].hash] = row
                    continue
                }
                if areEqual(first, row) { taken.append((row, first)) }
            }
        }
    }

    mutating func findPlaces(comparesNames: Bool) {
        let names = comparesNames ? namesakes() : []
        let groups = (ids + names).map { SharedKey($0, rows.coordinates) }
        var groupsOfRow: [Int: [Int]] = [:]
        for (number, group) in groups.enumerated() {
            for row in group.members { groupsOfRow[row, default: []].append(number) }
        }
        let order = groupsOfRow.keys.sorted { a, b in
            (rows.facts[b].merit, a) < (rows.facts[a].merit, b)
        }
        var keepers: [Int: Int] = [:]
        for keeper in order where keepers[keeper] == nil {
            keepers[keeper] = keeper
            for group in groupsOfRow[keeper] ?? [] {
                for row in groups[group].near(rows.coordinates[keeper]) where keepers[row] == nil {
                    keepers[row] = keeper
                }
            }
        }
        taken = order.compactMap { row in
            guard let keeper = keepers[row], keeper != row else { return nil }
            return (row, keeper)
        }
    }

    private func namesakes() -> [[Int]] {
        guard let number = plan.fields.firstIndex(of: .name) else { return [] }
        var keys = AttractionTable.Column()
        for row in 0..<rows.count {
            keys.append { bytes in
                rows.columns[number].withText(row) { name in PlainText.forEachKeyByte(name) { bytes.append($0) } }
            }
        }
        return RepeatedTexts(keys, plan.hash).groups
    }

    /// Values missing in kept rows but present in rows merged into them, the best first: texts by column number.
    func filled() -> [(column: Int, texts: [(number: Int, text: String?)])] {
        plan.fields.indices.filter { plan.fields[$0] != .id }.map { number in
            var texts: [Int: String] = [:]
            let column = rows.columns[number]
            for (row, keeper) in taken where column.range(keeper).isEmpty && texts[keeper] == nil {
                if !column.range(row).isEmpty { texts[keeper] = column.text(row) }
            }
            return (number, texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        }
    }

    func reason(_ keeper: Int, _ row: Int) -> String {
        if areEqual(keeper, row) { return "equal in every column" }
        let meters = Sphere.earth.distance(from: rows.coordinates[keeper], to: rows.coordinates[row]).value.rounded()
        func text(_ field: AttractionField, _ row: Int) -> String {
            plan.fields.firstIndex(of: field).map { rows.columns[$0].text(row) } ?? ""
        }
        if text(.id, keeper) != text(.id, row) { return "same name, \(Int(meters)) m apart" }
        let name = text(.name, row)
        let hasSameName = PlainText.key(text(.name, keeper)) == PlainText.key(name)
        return "same id, " + (hasSameName ? "" : "another name (\(name)), ") + "\(Int(meters)) m apart"
    }
}

/// Rows of one id or name.
struct SharedKey {
    let members: [Int]
    private let places: [Coordinate]
    /// The index over them, if there are many.
    private let index: PointIndex?

    init(_ members: [Int], _ coordinates: ContiguousArray<Coordinate>) {
        self.members = members
        places = members.map { coordinates[$0] }
        index = members.count > 16 ? PointIndex(places) : nil
    }

    /// The rows within 100 m of `place`: of many the `count` nearest; nil for all.
    func near(_ place: Coordinate, atMost count: Int? = nil) -> [Int] {
        if let index {
            let found =
                if let count {
                    index.nearest(to: place, count: count, within: Meters(100))
                } else {
                    index.unsortedPoints(within: Meters(100), of: place)
                }
            return found.map { members[$0.index] }
        }
        return members.indices.lazy.filter {
            Sphere.earth.distance(from: places[$0], to: place) <= Meters(100)
        }.map { members[$0] }
    }
}
