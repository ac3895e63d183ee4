import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// Rows after reading, column by column, before comparisons between rows.
struct RowBatch: Sendable {
    /// The number of rows read, including rejected ones.
    var rowsIn = 0
    var coordinates: ContiguousArray<Coordinate> = []
    /// The texts of the plan's fields.
    var columns: [AttractionTable.Column]
    /// What is known of each of them besides.
    var facts: ContiguousArray<RowFacts> = []
    /// The ids of rows in case the id column turns out not to be one; only if it is doubtful.
    var derivedIDs = AttractionTable.Column()
    /// Rows with a place whose latitude and longitude may be swapped.
    var exchanged: [ExchangedRow] = []
    var rejected = RowLog()
    var noted = RowLog()
    /// Texts of fields that are checked but not kept.
    private var scratch = AttractionTable.Column()

    init(_ plan: RowPlan) {
        columns = plan.fields.indices.map { .init(isAbsent: !plan.present.contains($0)) }
    }

    /// The number of rows with a place.
    var count: Int { coordinates.count }

    // MARK: Reading

    /// Takes a record of a CSV.
    @inline(__always)
    mutating func add(_ record: CSVRecord, _ places: PlaceReader, _ plan: RowPlan, _ fieldCounts: FieldCounts) {
        if let rejection = fieldCounts.rejection(of: record) {
            return reject(rejection, number: record.number, plan)
        }
        add(record, line: record.line, number: record.number, at: places.plainCoordinate(of: record), places, plan)
    }

    mutating func reject(_ rejection: Rejection, number: Int, _ plan: RowPlan) {
        rowsIn += 1
        var rejection = rejection
        if rejection.columnName == nil, let column = rejection.column, column <= plan.map.header.count,
            !plan.map.header[column - 1].isEmpty
        {
            rejection.columnName = plan.map.header[column - 1]
        }
        rejected.add(.unreadable, number: number, rejection)
    }

    /// Takes a row whose cells are at `place`, if known.
    mutating func add(
        _ cells: some RowCells, line: Int, number: Int, at place: Coordinate?, _ places: PlaceReader, _ plan: RowPlan
    ) {
        rowsIn += 1
        if let place { return append(cells, line: line, number: number, place, plan) }
        let (latitude, longitude) = (plan.places.latitude, plan.places.longitude)
        let reading = places.reading(cells.text)
        let kind: QualityReport.Kind
        switch reading {
        case .at(let place): return append(cells, line: line, number: number, place, plan)
        case .missing: kind = .withoutCoordinate
        case .notNumber: kind = .unparsable
        case .outOfRange, .refused(_, exchanged: nil): kind = .outOfRange
        case .exchanged(let mended, let latitude, let longitude):
            let sure = "latitude \(latitude) and longitude \(longitude) are exchanged"
            return wait(cells, line, number, mended, sure, reading, plan)
        case .refused(_, let mended?):
            let texts = [longitude, latitude].map { PlainText.shortened(PlainText.value(cells.text($0)) ?? "") }
            return wait(cells, line, number, mended, "x \(texts[0]) and y \(texts[1]) are exchanged", reading, plan)
        }
        rejected.add(
            kind, number: number,
            plan.rejection(
                line, reading.axis == .longitude ? .longitude : .latitude, reading.reason(in: plan.map.system) ?? ""))
    }

    /// Keeps a row until all others are known, at the place given by its swapped coordinates.
    private mutating func wait(
        _ cells: some RowCells, _ line: Int, _ number: Int, _ mended: Coordinate, _ sure: String,
        _ reading: PlaceReading, _ plan: RowPlan
    ) {
        let isShown = exchanged.count < RowLog.limit
        var row = ExchangedRow(
            row: count, number: number, line: line, reason: sure, lonelyReason: reading.reason(in: plan.map.system))
        // Remarks about its values are made only if the row is kept.
        let before = noted
        noted = RowLog()
        append(cells, line: line, number: number, mended, plan)
        (row.faults, noted) = (noted, before)
        if !isShown { row.forgetWords() }
        exchanged.append(row)
    }

    @inline(__always)
    private mutating func append<Cells: RowCells>(
        _ cells: Cells, line: Int, number: Int, _ place: Coordinate, _ plan: RowPlan
    ) {
        coordinates.append(place)
        var filled: UInt32 = 0
        var date: UInt32 = 0
        for position in plan.present {
            let (field, column) = (plan.fields[position], plan.columns[position])
            if field == .id {
                appendID(cells, number, place, position, plan)
            } else {
                if let reason = columns[position].append(plan.kinds[position], cells, column) {
                    noted.add(.unreadableValue, number: number, plan.rejection(line, field, reason))
                }
                if plan.mergesPlaces, !columns[position].isLastEmpty, field != .name {
                    filled += 1
                    if field == .baseDate { date = columns[position].lastDay }
                }
            }
        }
        for (field, kind, column) in plan.others {
            if let reason = scratch.append(kind, cells, column) {
                noted.add(.unreadableValue, number: number, plan.rejection(line, field, reason))
            }
            if !scratch.isLastEmpty {
                filled += 1
                if field == .baseDate { date = scratch.lastDay }
            }
            scratch.removeAll()
        }
        let hash = cells.hash(plan.hash, columns: plan.columnCount)
        facts.append(RowFacts(line: line, hash: hash, merit: date << 5 | filled))
    }

    @inline(__always)
    private mutating func appendID(
        _ cells: some RowCells, _ number: Int, _ place: Coordinate, _ position: Int, _ plan: RowPlan
    ) {
        let column = plan.columns[position]
        if plan.map.hasDoubtfulIDs { derivedIDs.appendDerivedID(cells, number, place, plan) }
        if column >= 0 {
            if cells.withCell(column, { columns[position].appendIfValue($0) }) { return }
            if let text = PlainText.value(cells.text(column)) { return columns[position].append(text) }
        }
        columns[position].appendDerivedID(cells, number, place, plan)
    }

    /// Appends the rows read after these.
    mutating func append(_ other: RowBatch) {
        for var row in other.exchanged {
            row.row += count
            if exchanged.count >= RowLog.limit { row.forgetWords() }
            exchanged.append(row)
        }
        rowsIn += other.rowsIn
        coordinates.append(contentsOf: other.coordinates)
        facts.append(contentsOf: other.facts)
        for number in columns.indices { columns[number].append(other.columns[number]) }
        derivedIDs.append(other.derivedIDs)
        rejected.append(other.rejected)
        noted.append(other.noted)
    }

    /// Reserves capacity for the rows of a file, of which another batch is the first block.
    ///
    /// Blocks to come may have fewer and longer rows, so no more is reserved than three times the size of the file.
    mutating func reserve(like first: RowBatch, blockSize: Int, fileSize: Int) {
        let times = fileSize / blockSize + 1
        let sizeOfRow = 40 + 8 * columns.count
        let rows = min(first.count * times + first.count * times / 16, 2 * fileSize / sizeOfRow)
        coordinates.reserveCapacity(rows)
        facts.reserveCapacity(rows)
        for (number, column) in first.columns.enumerated() where column.count > 0 {
            columns[number].reserve(
                rows, bytes: min(column.bytes.count * times + column.bytes.count * times / 16, fileSize))
        }
    }

    mutating func removeAll() {
        rowsIn = 0
        coordinates.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        for number in columns.indices { columns[number].removeAll() }
        derivedIDs.removeAll()
        exchanged.removeAll(keepingCapacity: true)
        rejected.removeAll()
        noted.removeAll()
    }

    /// Removes rows with ascending numbers.
    ///
    /// - Complexity: O(*n*): everything after the first of them moves.
    mutating func remove(_ rows: [Int]) {
        if rows.isEmpty { return }
        coordinates.remove(ascending: rows)
        facts.remove(ascending: rows)
        let removed = rows.map { (number: $0, text: nil as String?) }
        for number in columns.indices { columns[number].replace(removed) }
        if derivedIDs.count > 0 { derivedIDs.replace(removed) }
    }
}

extension ContiguousArray {
    /// Removes elements at ascending positions.
    ///
    /// - Complexity: O(*n*).
    mutating func remove(ascending positions: [Int]) {
        guard var to = positions.first else { return }
        for (number, position) in positions.enumerated() {
            let end = number + 1 < positions.count ? positions[number + 1] : count
            for from in position + 1..<end {
                self[to] = self[from]
                to += 1
            }
        }
        removeLast(positions.count)
    }
}

extension AttractionTable.Column {
    /// Appends a text that surely is unchanged as a value.
    ///
    /// - Returns: Whether it is.
    @inline(__always)
    fileprivate mutating func appendIfValue(_ text: Span<UInt8>) -> Bool {
        guard PlainText.isValue(text) else { return false }
        append(text)
        return true
    }

    /// Appends the text of a field of a kind; returns the fault if the cell is invalid.
    @inline(__always)
    fileprivate mutating func append(
        _ kind: AttractionField.Kind, _ cells: some RowCells, _ column: Int
    ) -> String? {
        if kind == .text, cells.withCell(column, { appendIfValue($0) }) { return nil }
        if cells.withCell(column, { $0.isEmpty }) {
            appendEmpty()
            return nil
        }
        let (text, fault) = FieldText.of(kind, cells.text(column))
        append(text)
        return fault
    }

    /// Appends the id of a row without one.
    fileprivate mutating func appendDerivedID(
        _ cells: some RowCells, _ number: Int, _ place: Coordinate, _ plan: RowPlan
    ) {
        let column = plan.column(of: .name)
        let isDone = cells.withCell(column) { name in
            guard PlainText.isValue(name) else { return false }
            appendDerivedID(name, cells, place, plan)
            return true
        }
        if isDone { return }
        if let name = PlainText.value(cells.text(column)) {
            return appendDerivedID(ContiguousArray(name.utf8).span, cells, place, plan)
        }
        append { bytes in
            bytes.append(contentsOf: "row-".utf8)
            NumberText.append(integer: number, to: &bytes)
        }
    }

    private mutating func appendDerivedID(
        _ name: Span<UInt8>, _ cells: some RowCells, _ place: Coordinate, _ plan: RowPlan
    ) {
        append { bytes in
            if plan.map.isStandard {
                AttractionID.appendSite(
                    name: name, roadAddress: PlainText.value(cells.text(plan.column(of: .roadAddress))),
                    lotAddress: PlainText.value(cells.text(plan.column(of: .lotAddress))), to: &bytes)
            } else {
                AttractionID.appendPlace(name: name, place, to: &bytes)
            }
        }
    }

    /// The number of the last appended date, written as `2021-03-30`, such that later dates are larger.
    fileprivate var lastDay: UInt32 {
        bytes[range(count - 1)].reduce(0) { $1 == UInt8(ascii: "-") ? $0 : $0 * 10 + UInt32($1 - 0x30) }
    }
}

/// A row with an invalid latitude, or a point outside its system, that would be valid with both numbers swapped.
struct ExchangedRow: Sendable {
    /// Its position among the rows with a place, where it is stored with the numbers swapped.
    var row: Int
    /// The 1-based number of the row.
    let number: Int
    let line: Int
    /// The remark if they are swapped; nil for none.
    var reason: String?
    /// The remark if there is no evidence for it; nil for none.
    var lonelyReason: String?
    /// Its unreadable values.
    var faults = RowLog()

    mutating func forgetWords() {
        (reason, lonelyReason) = (nil, nil)
        faults.forgetWords()
    }
}

/// What is known of a row with a place, besides its texts.
struct RowFacts: Sendable {
    /// Its 1-based first line.
    let line: Int
    /// A hash of all cells.
    let hash: UInt64
    /// Its quality, if rows about one place are merged: later base date, then more filled fields.
    let merit: UInt32
}

/// The evidence of a file's other rows for swapped numbers.
///
/// Numbers count as swapped if the swapped place lies among the valid rows: in their bounding box, widened by 1 degree
/// on each side. If no row is valid, two or more such rows are evidence that the columns themselves are swapped.
struct ExchangeEvidence {
    private let box: BoundingBox?
    private let areColumnsExchanged: Bool

    init(good: some Sequence<Coordinate>, exchangedCount: Int) {
        box = BoundingBox(enclosing: good)
        areColumnsExchanged = box == nil && exchangedCount > 1
    }

    func isLikely(_ place: Coordinate) -> Bool {
        guard let box else { return areColumnsExchanged }
        guard (box.south - 1...box.north + 1).contains(place.latitude) else { return false }
        // Eastward from the box's western edge.
        func eastward(_ longitude: Double) -> Double {
            let difference = longitude - box.west
            return difference < 0 ? difference + 360 : difference
        }
        let offset = eastward(place.longitude)
        return offset <= eastward(box.east) + 1 || offset >= 359
    }
}
