public import WaymarkAttractions
public import WaymarkBatch
public import WaymarkTables

/// Writes how far apart all places of a table are.
///
/// The places are held in memory; the distances, *n*² of them, are written as they are measured.
public struct DistanceMatrix: Sendable {
    /// How the distances are written.
    public enum Form: String, Sendable, CaseIterable {
        /// A row and a column for each place.
        case matrix
        /// A row for each two places, the earlier one first.
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
            "a matrix has one measure")
        self.measures = measures
        self.form = form
        names = columns
        self.options = options
    }

    /// Measures the places of a table.
    ///
    /// A row without a place is rejected, and has no row and no column. A map that refuses a pair ends the run.
    ///
    /// - Returns: Rows of places in, answered and rejected; hits are the distances written.
    /// - Throws: ``MapError``; the output is then absent, or as it was.
    /// - Complexity: O(*n*²).
    public func run(
        places: consuming any ByteSource, output: OutputFile, onRejection: (Rejection) -> Void = { _ in }
    ) throws(MapError) -> BatchSummary {
        let clock = ContinuousClock()
        let start = clock.now
        var summary = BatchSummary()
        let read: (places: [IdentifiedPlace], rowsIn: Int)
        do {
            read = try ColumnBatch(places, places: [names], options: options)
                .places(columns: names, onRejection: onRejection)
        } catch {
            throw .batch(error)
        }
        summary.rowsIn = read.rowsIn
        summary.answered = read.places.count
        summary.rejected = read.rowsIn - read.places.count
        let measurer = Measurer(measures, MapPools())
        var buffer = CSVBuffer()
        for name in heading(read.places) { buffer.append(field: name) }
        buffer.endRecord()
        for i in read.places.indices {
            summary.hits += try write(i, read.places, measurer, to: &buffer) { (rows) throws(TableError) in
                try output.write(rows)
            }
        }
        do {
            try output.write(buffer.bytes.span)
            try output.commit()
        } catch {
            throw .batch(.table(error))
        }
        summary.duration = clock.now - start
        return summary
    }

    private func heading(_ places: [IdentifiedPlace]) -> [String] {
        switch form {
        case .matrix: ["id"] + places.map(\.id)
        case .pairs: ["from_id", "to_id"] + measures.flatMap(\.columns)
        }
    }

    /// Writes what begins at one place, through `buffer`; returns how many distances.
    private func write(
        _ i: Int, _ places: [IdentifiedPlace], _ measurer: Measurer, to buffer: inout CSVBuffer,
        _ flush: (Span<UInt8>) throws(TableError) -> Void
    ) throws(MapError) -> Int {
        let others = form == .matrix ? places[...] : places[(i + 1)...]
        if form == .matrix { buffer.append(field: places[i].id) }
        for other in others {
            if form == .pairs {
                buffer.append(field: places[i].id)
                buffer.append(field: other.id)
            }
            do {
                try measurer.append(from: places[i].coordinate, to: other.coordinate, to: &buffer)
            } catch {
                throw .projection(error)
            }
            if form == .pairs { buffer.endRecord() }
        }
        if form == .matrix { buffer.endRecord() }
        if buffer.count >= 1 << 16 {
            do {
                try flush(buffer.bytes.span)
            } catch {
                throw .batch(.table(error))
            }
            buffer.removeAll()
        }
        return others.count
    }
}
