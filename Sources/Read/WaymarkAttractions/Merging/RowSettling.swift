import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// Resolves relations between rows once all are read: swapped coordinates, repeated ids, merges, outlying places.
struct RowSettling {
    private var rows: RowBatch
    private let plan: RowPlan
    private var report: QualityReport
    /// The number of the id column among those kept.
    private let idColumn: Int

    init(_ rows: consuming RowBatch, _ plan: RowPlan, _ report: QualityReport) {
        (self.rows, self.plan, self.report) = (rows, plan, report)
        guard let column = plan.fields.firstIndex(of: .id) else { preconditionFailure("the ids were not kept") }
        idColumn = column
    }

    /// The attractions, in the order of their rows, with the report.
    consuming func settled() -> AttractionTable {
        settleExchanged()
        noteOutOfKorea()
        let merged = settleIDs()
        rows.remove(merged.map(\.row))
        report.rowsIn = rows.rowsIn
        report.rowsKept = rows.count
        report.setEntries(rejected: rows.rejected, noted: rows.noted)
        return AttractionTable(fields: plan.fields, rows.columns, rows.coordinates, report)
    }

    // MARK: Swapped coordinates

    private mutating func settleExchanged() {
        if rows.exchanged.isEmpty { return }
        var good = rows.coordinates
        good.remove(ascending: rows.exchanged.map(\.row))
        let evidence = ExchangeEvidence(good: good, exchangedCount: rows.exchanged.count)
        let plan = plan
        var removed: [Int] = []
        for row in rows.exchanged {
            let isExchanged = evidence.isLikely(rows.coordinates[row.row])
            if isExchanged, plan.options.mendsSwapped {
                rows.noted.add(
                    .swapped, number: row.number,
                    row.reason.map { plan.rejection(row.line, .latitude, "\($0); mended") })
                rows.noted.append(row.faults)
            } else {
                let reason = isExchanged ? row.reason : row.lonelyReason
                rows.rejected.add(
                    isExchanged ? .swapped : .outOfRange, number: row.number,
                    reason.map { plan.rejection(row.line, .latitude, $0) })
                removed.append(row.row)
            }
        }
        rows.remove(removed)
        rows.exchanged = []
    }

    // MARK: Places apart

    private mutating func noteOutOfKorea() {
        func isOutside(_ place: Coordinate) -> Bool {
            !(32...39.5 ~= place.latitude && 123.5...132.5 ~= place.longitude)
        }
        let outside = rows.coordinates.count { isOutside($0) }
        guard outside > 0, outside * 2 < rows.count else { return }
        let (plan, facts) = (plan, rows.facts)
        for (row, place) in rows.coordinates.enumerated() where isOutside(place) {
            rows.noted.add(
                .outOfKorea, number: row,
                plan.rejection(facts[row].line, .latitude, "\(place) is outside Korea, where most rows lie"))
        }
    }

    // MARK: Ids

    /// Gives each row a unique id, and returns the merged rows, by row.
    private mutating func settleIDs() -> [(row: Int, keeper: Int)] {
        var hasOwnIDs = plan.map.hasIDs
        var groups = RepeatedTexts(rows.columns[idColumn], plan.hash).groups
        if hasOwnIDs, plan.map.hasDoubtfulIDs, groups.contains(where: { areDifferent($0) }) {
            hasOwnIDs = false
            swap(&rows.columns[idColumn], &rows.derivedIDs)
            groups = RepeatedTexts(rows.columns[idColumn], plan.hash).groups
        }
        if plan.map.isStandard, !groups.isEmpty {
            breakTies(groups)
            groups = RepeatedTexts(rows.columns[idColumn], plan.hash).groups
        }
        var merging = RowMerging(rows, plan, ids: groups)
        if plan.mergesPlaces { merging.findPlaces(comparesNames: !hasOwnIDs) } else { merging.findEqualRows() }
        let merged = merging.merged
        let merges = plan.options.merging != .nothing
        if merges {
            for (number, texts) in merging.filled() { rows.columns[number].replace(texts) }
            report.duplicatesMerged = merged.count
            report.equalRowsMerged = merged.count { merging.areEqual($0.row, $0.keeper) }
        }
        rename(groups, merged, merges: merges)
        report.duplicatesFound = merged.count
        report.duplicates = merged.prefix(RowLog.limit).map { row, keeper in
            .init(
                keptID: rows.columns[idColumn].text(keeper), keptLine: rows.facts[keeper].line,
                mergedLine: rows.facts[row].line, reason: merging.reason(keeper, row))
        }
        return merges ? merged : []
    }

    /// Whether a doubtful id column has unequal rows with the same value.
    private func areDifferent(_ group: [Int]) -> Bool {
        // A derived id is not from the column.
        let own = group.filter { rows.columns[idColumn].text($0) != rows.derivedIDs.text($0) }
        return own.contains { rows.facts[$0].hash != rows.facts[own[0]].hash }
    }

    /// Gives distant sites of the standard data with the same name and municipality different ids.
    private mutating func breakTies(_ groups: [[Int]]) {
        var changed: [(number: Int, text: String?)] = []
        for group in groups {
            let id = rows.columns[idColumn].text(group[0])
            if !id.hasPrefix("kr-") { continue }
            for (row, id) in AttractionID.tied(group, id: id, { rows.coordinates[$0] }) { changed.append((row, id)) }
        }
        rows.columns[idColumn].replace(changed.sorted { $0.number < $1.number })
    }

    /// If several rows still share an id, the later ones get the suffix `-2`, `-3`, ...
    private mutating func rename(_ groups: [[Int]], _ merged: [(row: Int, keeper: Int)], merges: Bool) {
        let taken = Set(merged.lazy.map(\.row))
        let repeated = merges ? groups.map { $0.filter { !taken.contains($0) } }.filter { $0.count > 1 } : groups
        if repeated.isEmpty { return }
        let column = rows.columns[idColumn]
        let used = column.idsLikeRenamed(repeated.map { $0[0] }, plan.hash)
        var renamed: [(row: Int, id: String, first: Int)] = []
        for group in repeated {
            let id = column.text(group[0])
            var number = 1
            for row in group.dropFirst() {
                repeat { number += 1 } while !used.isEmpty && used.contains("\(id)-\(number)")
                renamed.append((row, "\(id)-\(number)", group[0]))
            }
        }
        renamed.sort { $0.row < $1.row }
        let (plan, facts) = (plan, rows.facts)
        for (row, id, first) in renamed where !taken.contains(row) {
            rows.noted.add(
                .repeatedID, number: row,
                plan.rejection(
                    facts[row].line, .id, "the id is that of another place on line \(facts[first].line); now \(id)"))
        }
        rows.columns[idColumn].replace(renamed.map { ($0.row, $0.id) })
    }
}

extension AttractionTable.Column {
    /// Returns the existing ids that equal a repeated id with a number suffix, such as `7-2` for `7`; `repeated` has a row
    /// of each of those.
    ///
    /// - Complexity: O(*n*); texts are created only for these ids.
    fileprivate func idsLikeRenamed(_ repeated: [Int], _ hash: KeyedHash) -> Set<String> {
        var keys = Set<UInt64>()
        var hasForms = false
        for row in repeated {
            let text = bytes.span.extracting(range(row))
            keys.insert(hash.hash(text))
            hasForms = hasForms || !PlainText.hasOneForm(text)
        }
        var ids = Set<String>()
        for row in 0..<count {
            let range = range(row)
            var at = range.upperBound
            while at > range.lowerBound, 0x30...0x39 ~= bytes[at - 1] { at -= 1 }
            guard at < range.upperBound, at > range.lowerBound, bytes[at - 1] == UInt8(ascii: "-") else { continue }
            let stem = bytes.span.extracting(range.lowerBound..<at - 1)
            if hasForms || keys.contains(hash.hash(stem)) || !PlainText.hasOneForm(stem) { ids.insert(text(row)) }
        }
        return ids
    }
}
