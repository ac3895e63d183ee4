import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// A row divided into pieces that are constant for all rows, for all rows of a stop, and for all rows of an attraction.
///
/// Adjacent fields of an attraction, with the text around them, are formatted once, at its first hit; a row then needs
/// only a few copies and two numbers.
struct RowTemplate: Sendable {
    /// A piece of a row, in order.
    fileprivate enum TemplatePiece {
        case stop(OutputColumn)
        case rank
        case distance
        case attraction(Int)
        case literal(ContiguousArray<UInt8>)
    }

    fileprivate let format: RowFormat
    /// Whether a row has only one column.
    fileprivate let isAlone: Bool
    fileprivate let pieces: [TemplatePiece]
    let segments: Segments

    init(format: RowFormat, columns: [OutputColumn], names: [String], attractions: AttractionTable) {
        let frame = format.frame(names)
        var pieces: [TemplatePiece] = []
        var runs: [[SegmentPiece]] = []
        var run: [SegmentPiece] = []

        func endRun() {
            guard !run.isEmpty else { return }
            if run.allSatisfy(\.isLiteral) {
                var bytes = ContiguousArray<UInt8>()
                for piece in run { piece.appendText(to: &bytes) }
                if !bytes.isEmpty { pieces.append(.literal(bytes)) }
            } else {
                pieces.append(.attraction(runs.count))
                runs.append(run)
            }
            run = []
        }

        run.append(.frame(frame.start))
        for (i, column) in columns.enumerated() {
            run.append(.frame(frame.beforeColumn(i)))
            switch column {
            case .attraction(let field): run.append(.field(field))
            case .rank:
                endRun()
                pieces.append(.rank)
            case .distance:
                endRun()
                pieces.append(.distance)
            case .stopID, .stopName, .stopLatitude, .stopLongitude, .stopColumn:
                endRun()
                pieces.append(.stop(column))
            }
        }
        run.append(.frame(frame.end))
        endRun()
        isAlone = columns.count == 1
        segments = Segments(runs, attractions, format, isAlone: isAlone)
        (self.format, self.pieces) = (format, pieces)
    }
}

/// The rows of one stop: the template with the stop's cells, in reused buffers.
@safe
struct StopRows: ~Copyable {
    /// A step of writing a row.
    private enum Step {
        /// Bytes of `line`.
        case copy(start: Int, end: Int)
        case rank
        case distance
        case attraction(Int)
    }

    /// The pieces of a stop's line.
    private enum StopPiece {
        /// Bytes of `literals`.
        case literal(Range<Int>)
        case stop(StopCell)
        /// The end of the preceding copy from the line; this step follows.
        case step(Step)
    }

    private let format: RowFormat
    private let isAlone: Bool
    private let segments: Segments
    private let pieces: ContiguousArray<StopPiece>
    private let literals: ContiguousArray<UInt8>
    private var steps: ContiguousArray<Step> = []
    /// The constant text of each row, and padding.
    private var line: ContiguousArray<UInt8> = []
    /// The maximum number of bytes of a row without its attraction.
    private var need = 0
    /// The runs of the attractions of the next rows.
    private let ahead: UnsafeMutablePointer<Segments.Slot>
    /// The position for new ones.
    private let room = SegmentRoom()

    /// The number of rows prepared together; a power of 8.
    private static let batch = 64

    init(_ template: RowTemplate, _ stops: StopTemplate) {
        (format, isAlone, segments) = (template.format, template.isAlone, template.segments)
        var literals = ContiguousArray<UInt8>()
        pieces = ContiguousArray(
            template.pieces.map { piece in
                switch piece {
                case .literal(let bytes):
                    literals += bytes
                    return .literal(literals.count - bytes.count..<literals.count)
                case .stop(let column): return .stop(stops.cell(column))
                case .rank: return .step(.rank)
                case .distance: return .step(.distance)
                case .attraction(let run): return .step(.attraction(run))
                }
            })
        self.literals = literals
        unsafe ahead = .allocate(capacity: max(1, Self.batch * segments.runs))
    }

    deinit { unsafe ahead.deallocate() }

    /// Prepares the rows of the stop in `record`.
    mutating func begin(_ record: CSVRecord, at coordinate: Coordinate) {
        steps.removeAll(keepingCapacity: true)
        line.removeAll(keepingCapacity: true)
        var (numbers, start) = (0, 0)
        for number in pieces.indices {
            switch pieces[number] {
            case .literal(let range): line.append(contentsOf: literals[range])
            case .stop(let cell):
                cell.withValue(of: record, at: coordinate) { format.append($0, alone: isAlone, to: &line) }
            case .step(let step):
                if line.count > start { steps.append(.copy(start: start, end: line.count)) }
                start = line.count
                steps.append(step)
                numbers += 1
            }
        }
        if line.count > start { steps.append(.copy(start: start, end: line.count)) }
        need = line.count + numbers * Digits.room
        for _ in 0..<BytePiece.slack { line.append(0) }
    }

    /// Appends a row for each match of `answer` from `first` on, as many as fit.
    ///
    /// - Returns: The first remaining match, and the room for its row.
    func append(
        _ answer: borrowing MatchBuffer, from first: Int, to rows: inout RowBytes
    ) -> (next: Int, need: Int) {
        let matches = answer.matches.span.extracting(0..<answer.count)
        return unsafe line.withUnsafeBufferPointer { line in
            unsafe steps.withUnsafeBufferPointer { steps in
                let runs = segments.runs
                var (next, batch) = (first, Self.batch)
                while next < matches.count {
                    // The segments are scattered in memory, so those of several rows are fetched together before use.
                    let end = min(next + batch, matches.count)
                    var need = (end - next) * self.need
                    var place = unsafe ahead
                    var isLoaded = false
                    for row in next..<end where runs > 0 {
                        let slots: Segments.Slots
                        if let written = segments.written(matches[row].index) {
                            slots = written
                        } else {
                            if !isLoaded { segments.load(matches.extracting(row..<end), &room.state) }
                            isLoaded = true
                            slots = segments.write(matches[row].index, &room.state)
                        }
                        unsafe place.pointee = slots.first
                        need &+= slots.first.count
                        var run = 1
                        while run < runs {
                            let slot = slots[run]
                            unsafe place[run] = slot
                            need &+= slot.count
                            run &+= 1
                        }
                        unsafe place += runs
                    }
                    if need > rows.room {
                        if batch == 1 { return (next, need) }
                        batch /= 8
                        continue
                    }
                    rows.write(need) { cursor in
                        var slots = unsafe ahead
                        for row in next..<end {
                            for number in 0..<steps.count {
                                switch unsafe steps[number] {
                                case .copy(let start, let end):
                                    let text = unsafe line.baseAddress! + start
                                    cursor.write(unsafe BytePiece(paddedAt: text, count: end - start))
                                case .rank: cursor.write(row + 1)
                                case .distance:
                                    guard let units = FixedDecimal.units(of: matches[row].distance.value, power: 1000)
                                    else {
                                        preconditionFailure("a distance is above 2^51 millimetres")
                                    }
                                    cursor.write(thousandths: units)
                                case .attraction(let run): cursor.write(unsafe slots[run])
                                }
                            }
                            unsafe slots += runs
                        }
                    }
                    next = end
                }
                return (next, 0)
            }
        }
    }
}
