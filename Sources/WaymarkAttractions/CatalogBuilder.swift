import WaymarkGeodesy
import WaymarkTables

/// Turns rows of any format into attractions, and counts what becomes of each.
struct CatalogBuilder {
    /// A row that has a place, and where it came from.
    struct Candidate {
        var attraction: Attraction
        var line: Int
        /// The 1-based number of the row.
        var number: Int
        /// Whether the row has an id of its own, or a name: without either it is the same as no other.
        var isNamed: Bool
        /// What it shares with rows that are equal in every column, and with no other.
        var cells: [String]
    }

    private let map: TableMap
    private let places: PlaceReader
    private let options: CatalogOptions
    private(set) var report: QualityReport
    private var candidates: [Candidate] = []
    /// Rows that wait for the others to tell whether their latitude and longitude are exchanged.
    private var exchanged: [ExchangedRow] = []

    init(map: TableMap, options: CatalogOptions, report: QualityReport) {
        self.map = map
        // The cells come by field here, not by column.
        places = PlaceReader(PlaceColumns(latitude: 0, longitude: 0, system: map.system))
        self.options = options
        self.report = report
    }

    /// Takes a row that could not be read as it was meant.
    mutating func reject(_ rejection: Rejection) {
        report.rowsIn += 1
        var rejection = rejection
        if rejection.columnName == nil, let column = rejection.column, column <= map.header.count,
            !map.header[column - 1].isEmpty
        {
            rejection.columnName = map.header[column - 1]
        }
        report.reject(.unreadable, rejection)
    }

    /// Takes a row.
    ///
    /// - Parameters:
    ///   - line: The 1-based line it begins on.
    ///   - values: The text of each field, by the field's raw value; "" where there is none.
    ///   - cells: The text of every column, whatever it holds.
    mutating func add(line: Int, values: [String], cells: [String]) {
        report.rowsIn += 1
        guard let coordinate = coordinate(line: line, values, cells) else { return }
        candidates.append(candidate(line: line, number: report.rowsIn, values, cells, coordinate))
    }

    private mutating func candidate(
        line: Int, number: Int, _ values: [String], _ cells: [String], _ coordinate: Coordinate
    ) -> Candidate {
        var row = RowReader(values: values, coordinate: coordinate)
        var attraction = row.attraction()
        for (field, reason) in row.unreadable { report.note(.unreadableValue, rejection(line, field, reason)) }
        let isNamed = !attraction.id.isEmpty || !attraction.name.isEmpty
        if attraction.id.isEmpty { attraction.id = Self.derivedID(attraction, number: number) }
        return Candidate(attraction: attraction, line: line, number: number, isNamed: isNamed, cells: cells)
    }

    private static func derivedID(_ attraction: Attraction, number: Int) -> String {
        attraction.name.isEmpty
            ? "row-\(number)" : AttractionID.place(name: attraction.name, coordinate: attraction.coordinate)
    }

    /// Whether each value of the column of ids stands for one row, or for rows equal in every column.
    private func hasDistinctIDs() -> Bool {
        let rows = Dictionary(grouping: candidates.filter { !$0.cells.isEmpty }, by: \.attraction.id)
        return rows.values.allSatisfy { rows in rows.allSatisfy { $0.cells == rows[0].cells } }
    }

    /// The attractions in the order of their rows, and the report.
    mutating func finished() -> (attractions: [Attraction], report: QualityReport) {
        settleExchanged()
        var report = report
        var candidates = candidates
        noteOutOfKorea(in: &report)
        if map.isStandard {
            let named = candidates.indices.filter { !candidates[$0].attraction.name.isEmpty }
            let ids = AttractionID.sites(named.map { candidates[$0].attraction })
            for (position, id) in zip(named, ids) { candidates[position].attraction.id = id }
        }
        let hasIDs = map.hasIDs && (!map.hasDoubtfulIDs || hasDistinctIDs())
        if map.hasIDs, !hasIDs {
            for position in candidates.indices {
                let candidate = candidates[position]
                candidates[position].attraction.id = Self.derivedID(candidate.attraction, number: candidate.number)
                candidates[position].isNamed = !candidate.attraction.name.isEmpty
            }
        }
        let rule: Duplicates.Rule =
            map.isStandard || options.merging == .places ? .places(comparesNames: !hasIDs) : .equalRows
        let merges = options.merging != .nothing
        let outcome = Duplicates(candidates, rule).outcome(merges: merges)
        report.duplicates = outcome.duplicates
        for (line, first, id) in outcome.renamed {
            let reason = "the id is that of another place on line \(first); now \(id)"
            report.note(.repeatedID, rejection(line, .id, reason))
        }
        report.rowsKept = outcome.attractions.count
        report.rowsRejected = report.rejected.count
        report.duplicatesMerged = merges ? outcome.duplicates.count : 0
        report.equalRowsMerged = merges ? outcome.equalRows : 0
        return (outcome.attractions, report)
    }

    // MARK: Coordinates

    private mutating func coordinate(line: Int, _ values: [String], _ cells: [String]) -> Coordinate? {
        let reading = places.place(ofCells: { values[AttractionField($0).rawValue] })
        guard let axis = reading.axis, let reason = reading.reason(in: map.system) else {
            if case .at(let coordinate) = reading { return coordinate }
            return nil
        }
        func wait(_ sure: String, _ mended: Coordinate) {
            exchanged.append(
                ExchangedRow(
                    line: line, number: report.rowsIn, values: values, cells: cells, mended: mended, reason: sure,
                    lonelyReason: reason,
                    candidatesBefore: candidates.count, rejectionsBefore: report.rejected.count))
        }
        let kind: QualityReport.Kind
        switch reading {
        case .at: return nil
        case .missing: kind = .withoutCoordinate
        case .notNumber: kind = .unparsable
        case .outOfRange, .refused(_, exchanged: nil): kind = .outOfRange
        case .exchanged(let mended, let latitude, let longitude):
            wait("latitude \(latitude) and longitude \(longitude) are exchanged", mended)
            return nil
        case .refused(_, let mended?):
            let cells = [AttractionField.longitude, .latitude].map { PlaceReading.shortened(values[$0.rawValue]) }
            wait("x \(cells[0]) and y \(cells[1]) are exchanged", mended)
            return nil
        }
        report.reject(kind, rejection(line, AttractionField(axis), reason))
        return nil
    }

    /// Decides about the rows whose latitude and longitude may be exchanged, now that all others are known.
    private mutating func settleExchanged() {
        if exchanged.isEmpty { return }
        let evidence = ExchangeEvidence(
            good: candidates.lazy.map(\.attraction.coordinate), exchangedCount: exchanged.count)
        var mended: [(Int, Candidate)] = []
        var rejected: [(Int, QualityReport.Entry)] = []
        for row in exchanged {
            let isExchanged = evidence.isLikely(row.mended)
            if isExchanged, options.mendsSwapped {
                let candidate = candidate(line: row.line, number: row.number, row.values, row.cells, row.mended)
                mended.append((row.candidatesBefore, candidate))
                report.note(.swapped, rejection(row.line, .latitude, "\(row.reason); mended"))
            } else {
                let reason = isExchanged ? row.reason : row.lonelyReason
                let entry = QualityReport.Entry(
                    isExchanged ? .swapped : .outOfRange, rejection(row.line, .latitude, reason))
                rejected.append((row.rejectionsBefore, entry))
            }
        }
        candidates.insert(mended)
        report.rejected.insert(rejected)
        exchanged = []
    }

    private func noteOutOfKorea(in report: inout QualityReport) {
        let isOutside = candidates.map { !Self.korea.contains($0.attraction.coordinate) }
        let outside = isOutside.count { $0 }
        guard outside * 2 < candidates.count else { return }
        for (candidate, isOutside) in zip(candidates, isOutside) where isOutside {
            let reason = "\(candidate.attraction.coordinate) is outside Korea, where most rows lie"
            report.note(.outOfKorea, rejection(candidate.line, .latitude, reason))
        }
    }

    private struct Frame {
        var latitudes: ClosedRange<Double>
        var longitudes: ClosedRange<Double>

        func contains(_ place: Coordinate) -> Bool {
            latitudes.contains(place.latitude) && longitudes.contains(place.longitude)
        }
    }

    private static let korea = Frame(latitudes: 32...39.5, longitudes: 123.5...132.5)

    private func rejection(_ line: Int, _ field: AttractionField, _ reason: String) -> Rejection {
        let (column, name) = map.place(of: field)
        return Rejection(line: line, column: column, columnName: name, reason: reason)
    }
}

extension AttractionField {
    fileprivate init(_ axis: PlaceReading.Axis) {
        self = axis == .latitude ? .latitude : .longitude
    }
}
