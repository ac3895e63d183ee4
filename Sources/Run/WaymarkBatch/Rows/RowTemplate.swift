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
    fileprivate enum Step {
        /// Bytes of the stop's line.
        case copy(start: Int, end: Int)
        case rank
        case distance
        case attraction(Int)
    }

    fileprivate enum TemplatePiece {
        /// Bytes of `literals`.
        case literal(Range<Int>)
        case stop(StopCell)
        /// The end of the preceding copy from the line; this step follows.
        case step(Step)
    }

    fileprivate let format: RowFormat
    fileprivate let isAlone: Bool
    fileprivate let pieces: ContiguousArray<TemplatePiece>
    fileprivate let literals: ContiguousArray<UInt8>
    let segments: Segments

    init(
        format: RowFormat, columns: [OutputColumn], names: [String], stops: StopTemplate, attractions: AttractionTable,
        isListed: Bool = false
    ) {
        let frame = format.frame(names, isListed: isListed)
        var pieces: ContiguousArray<TemplatePiece> = []
        var literals: ContiguousArray<UInt8> = []
        var runs: [[SegmentPiece]] = []
        var run: [SegmentPiece] = frame.start.map { .frame($0) }

        func endRun() {
            if run.allSatisfy(\.isLiteral) {
                let start = literals.count
                for piece in run { piece.appendText(to: &literals) }
                if literals.count > start { pieces.append(.literal(start..<literals.count)) }
            } else {
                pieces.append(.step(.attraction(runs.count)))
                runs.append(run)
            }
            run = []
        }

        for (i, column) in columns.enumerated() {
            run.append(.frame(.text(frame.beforeColumn[i])))
            if case .attraction(let field) = column {
                run.append(.field(field))
                continue
            }
            endRun()
            switch column {
            case .rank: pieces.append(.step(.rank))
            case .distance: pieces.append(.step(.distance))
            default: pieces.append(.stop(stops.cell(column)))
            }
        }
        run.append(.frame(.text(frame.end)))
        endRun()
        isAlone = columns.count == 1
        segments = Segments(runs, attractions, format, isAlone: isAlone)
        (self.format, self.pieces, self.literals) = (format, pieces, literals)
    }
}

/// The rows of one stop: the template with the stop's cells, in reused buffers.
@safe
struct StopRows: ~Copyable {
    private let template: RowTemplate
    private let segments: Segments
    private var steps: ContiguousArray<RowTemplate.Step> = []
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

    init(_ template: RowTemplate) {
        (self.template, segments) = (template, template.segments)
        unsafe ahead = .allocate(capacity: max(1, Self.batch * segments.runs))
    }

    deinit { unsafe ahead.deallocate() }

    mutating func begin(_ record: CSVRecord, at coordinate: Coordinate) {
        steps.removeAll(keepingCapacity: true)
        line.removeAll(keepingCapacity: true)
        var (numbers, start) = (0, 0)
        for number in template.pieces.indices {
            switch template.pieces[number] {
            case .literal(let range): line.append(contentsOf: template.literals[range])
            case .stop(let cell):
                let (format, isAlone) = (template.format, template.isAlone)
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
                    for row in next..<end where runs > 0 {
                        let slots: Segments.Slots
                        if let written = segments.written(matches[row].index) {
                            slots = written
                        } else {
                            slots = segments.write(matches.extracting(row..<end), &room.state)
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
