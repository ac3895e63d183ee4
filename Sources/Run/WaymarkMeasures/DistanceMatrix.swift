public import WaymarkBatch
public import WaymarkPlaces
import WaymarkProjections
public import WaymarkTables

/// Writes the distances between all places of a table.
///
/// The places are held in memory; the *n*² distances are written as they are measured.
public struct DistanceMatrix: Sendable {
    /// The format of the distances.
    public enum Form: String, Sendable, CaseIterable {
        /// One row and one column per place.
        case matrix
        /// One row per pair of places, the earlier one first.
        case pairs
    }

    private let measures: [Measure]
    private let form: Form
    private let names: PlaceColumnNames
    private let options: ColumnBatchOptions

    /// Distances of all places to all others.
    ///
    /// - Precondition: A matrix has one measure that fills one column (``Measure/haversine`` or ``Measure/geodesic``); pairs have
    ///   at least one.
    public init(
        _ measures: [Measure], as form: Form, columns: PlaceColumnNames = .init(),
        reading options: ColumnBatchOptions = .init()
    ) {
        precondition(
            form == .pairs ? !measures.isEmpty : measures.count == 1 && measures[0].columns.count == 1,
            "a list has no measure, or a matrix not exactly one")
        self.measures = measures
        self.form = form
        names = columns
        self.options = options
    }

    /// Measures the places of a table.
    ///
    /// An invalid row is rejected, and has no row or column in the result. A pair that a map refuses is rejected with
    /// the line of the refused place.
    ///
    /// - Parameters:
    ///   - places: The table.
    ///   - output: Appears under its name only when complete.
    ///   - rejects: The path for rejected rows, with line, column and reason. For pairs, the ids of both ends follow
    ///     instead of the row; the second is blank for an invalid row. Nil discards them.
    ///   - onRejection: Called with each rejection: first the rows, then the pairs.
    /// - Returns: The numbers of rows in, answered and rejected; hits are the distances written.
    /// - Throws: ``MeasureError``; the output is then absent or unchanged. `.projection` for a system unknown to PROJ,
    ///   before anything is read.
    /// - Complexity: O(*n*²).
    public func run(
        places: consuming any ByteSource, output: OutputFile, rejects: String? = nil,
        onRejection: (Rejection) -> Void = { _ in }
    ) throws(MeasureError) -> BatchSummary {
        let start = ContinuousClock.now
        return try MeasureError.running { [places] in
            let measurer = Measurer(measures, try MapPools(measures))
            let table = try BatchError.opening { [places] () throws(PlaceTableError) in
                try PlaceTable(
                    places, encoding: options.encoding, delimiter: options.delimiter, hasHeader: options.hasHeader,
                    places: [names]
                ).places(columns: names)
            }
            var summary = try write(table, measurer, to: output, rejects: rejects, onRejection)
            summary.duration = ContinuousClock.now - start
            return summary
        }
    }

    private func write(
        _ table: IdentifiedPlaces, _ measurer: Measurer, to output: OutputFile, rejects: String?,
        _ onRejection: (Rejection) -> Void
    ) throws -> BatchSummary {
        var summary = BatchSummary()
        summary.rowsIn = table.rowsIn
        summary.answered = table.places.count
        summary.rejected = table.rejected.count
        var outputs = try BatchOutputs(rejects: rejects, header: form == .matrix ? table.header : ["from_id", "to_id"])
        for row in table.rejected {
            onRejection(row.rejection)
            switch form {
            case .matrix: try outputs.rejects?.append(row.rejection, record: row.record)
            case .pairs: try outputs.rejects?.append(row.rejection, fields: Self.fields([row.id, ""]).bytes.span)
            }
        }
        var buffer = Self.fields(
            form == .matrix
                ? ["id"] + table.places.map(\.id) : ["from_id", "to_id"] + measures.flatMap(\.columns))
        var pair = CSVBuffer()
        for (i, start) in table.places.enumerated() {
            if form == .matrix { buffer.append(field: start.id) }
            for end in form == .matrix ? table.places[...] : table.places[(i + 1)...] {
                do throws(ProjectionError) {
                    try append(start, end, measurer, to: &buffer, by: &pair)
                    summary.hits += 1
                } catch {
                    if error.refusedPlace == nil { throw error }
                    let rejection = table.rejection(of: error, from: start, to: end)
                    onRejection(rejection)
                    try outputs.rejects?.append(rejection, fields: Self.fields([start.id, end.id]).bytes.span)
                    summary.rejectedPairs += 1
                }
            }
            if form == .matrix { buffer.endRecord() }
            if buffer.count >= 1 << 16 {
                try output.write(buffer.bytes.span)
                buffer.removeAll()
            }
        }
        try output.write(buffer.bytes.span)
        try outputs.commit(output)
        return summary
    }

    private func append(
        _ start: IdentifiedPlace, _ end: IdentifiedPlace, _ measurer: Measurer, to buffer: inout CSVBuffer,
        by pair: inout CSVBuffer
    ) throws(ProjectionError) {
        guard form == .pairs else {
            return try measurer.append(from: start.coordinate, to: end.coordinate, to: &buffer)
        }
        // A refused pair leaves nothing in the buffer.
        pair.removeAll()
        pair.append(field: start.id)
        pair.append(field: end.id)
        try measurer.append(from: start.coordinate, to: end.coordinate, to: &pair)
        pair.endRecord()
        buffer.append(raw: pair.bytes.span)
    }

    private static func fields(_ texts: [String]) -> CSVBuffer {
        var row = CSVBuffer()
        row.append(record: texts)
        return row
    }
}

extension IdentifiedPlaces {
    /// The rejection of a pair, with the line of the place that a map refused.
    fileprivate func rejection(
        of error: ProjectionError, from start: IdentifiedPlace, to end: IdentifiedPlace
    ) -> Rejection {
        let isEnd = error.refusedPlace == end.coordinate && start.coordinate != end.coordinate
        return TableColumn(columns.latitude, header: header).rejection(
            line: isEnd ? end.line : start.line, "from \(start.id) to \(end.id): \(error)")
    }
}
