import WaymarkGeodesy
import WaymarkIndex
import WaymarkPlaces
import WaymarkTables
import WaymarkThreads

/// Looks up the stops of blocks: one thread's own buffers, and shared read-only data.
struct LookupWorker: RowWorker, ~Copyable {
    private let question: Question
    private let spares: Spares<RowBytes>
    private let places: PlaceReader
    private var stops = StopBatch()
    private var rows: StopRows?
    private var answer = MatchBuffer()
    private let projection: MapProjection?

    struct Question: Sendable {
        let lookup: Lookup
        let points: SearchedPoints
        let makePlaces: @Sendable () -> PlaceReader
        let stops: StopTemplate
        let writing: RowWriting

        /// The fault of the attractions' index file, if rows have revealed one.
        var damage: IndexFileError? {
            if case .encoded(let template) = writing { template.segments.damage } else { nil }
        }

        /// The same as an error of reading, which ends the batch.
        var fault: TableError? {
            if case .damaged(let file, let fault) = damage { .readFailed(path: file, reason: fault) } else { nil }
        }
    }

    enum RowWriting: Sendable {
        case encoded(RowTemplate)
        case table(TableRows)
    }

    init(_ question: Question, _ spares: Spares<RowBytes>) {
        (self.question, self.spares) = (question, spares)
        places = question.makePlaces()
        projection = question.points.projection
        if case .encoded(let template) = question.writing { rows = StopRows(template) }
    }

    func makePart() -> RowBytes { RowBytes(reusing: spares.take()) }

    mutating func answer(
        _ reader: inout CSVReader, into made: inout RowsMade<RowBytes>,
        emit: OrderedWork.Emit<RowsMade<RowBytes>, TableError>
    ) throws(TableError) {
        let (lookup, points) = (question.lookup, question.points)
        var hasMore = true
        while hasMore {
            hasMore = try stops.read(&reader, places, on: projection) { made.reject($0, $1) }
            made.counts.rowsIn += stops.centers.count
            made.counts.answered += stops.centers.count
            let centers = stops.centers.coordinates
            answer.expect(centers.span)
            for stop in 0..<stops.centers.count {
                points.find(lookup, stop, of: stops.centers, into: &answer)
                made.counts.hits += answer.count
                if answer.count == 0 {
                    made.counts.withoutHits += 1
                } else {
                    try write(stop, to: &made, emit)
                }
            }
        }
        if let fault = question.fault { throw fault }
    }

    /// Appends the rows of a stop; rows that are made already are handed on where there is no room.
    private mutating func write(
        _ stop: Int, to made: inout RowsMade<RowBytes>, _ emit: OrderedWork.Emit<RowsMade<RowBytes>, TableError>
    ) throws(TableError) {
        if case .table(let table) = question.writing {
            let text = table.text(Array(answer.matches[..<answer.count])) { column in
                stops.withStop(stop) { record, center in
                    question.stops.cell(column).withValue(of: record, at: center) { $0.readable }
                }
            }
            made.part.append(ContiguousArray(text.utf8))
            if made.part.count >= RowBytes.usual { try handOn(&made, emit) }
            return
        }
        stops.withStop(stop) { record, center in rows?.begin(record, at: center) }
        var next = 0
        while let (reached, need) = rows?.append(answer, from: next, to: &made.part), reached < answer.count {
            if made.part.count > 0 { try handOn(&made, emit) }
            made.part.reserve(need)
            next = reached
        }
    }

    private func handOn(
        _ made: inout RowsMade<RowBytes>, _ emit: OrderedWork.Emit<RowsMade<RowBytes>, TableError>
    ) throws(TableError) {
        if let fault = question.fault { throw fault }
        try emit(made)
        made.begin(makePart())
    }
}
