import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// A row taken apart: what is the same for every row, for every row of a stop, and for every row of an attraction.
///
/// The fields of an attraction that stand side by side, with the text around them, are written once per attraction
/// when the batch begins; a row is then a few copies and two numbers.
struct RowTemplate: Sendable {
    /// A piece of a row, in order.
    fileprivate enum Part {
        case stop(OutputColumn)
        case rank
        case distance
        case attraction(Int)
        case literal(ContiguousArray<UInt8>)
    }

    let format: RowFormat
    fileprivate let parts: [Part]
    fileprivate let segments: Segments

    init(format: RowFormat, columns: [OutputColumn], attractions: AttractionTable) {
        let frame = format.frame(columns)
        let alone = columns.count == 1
        var parts: [Part] = []
        var runs: [[SegmentPiece]] = []
        var run: [SegmentPiece] = []

        func endRun() {
            guard !run.isEmpty else { return }
            if run.allSatisfy(\.isLiteral) {
                var bytes = ContiguousArray<UInt8>()
                for piece in run { piece.appendText(to: &bytes) }
                if !bytes.isEmpty { parts.append(.literal(bytes)) }
            } else {
                parts.append(.attraction(runs.count))
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
                parts.append(.rank)
            case .distance:
                endRun()
                parts.append(.distance)
            case .stopID, .stopName, .stopLatitude, .stopLongitude, .stopColumn:
                endRun()
                parts.append(.stop(column))
            }
        }
        run.append(.frame(frame.end))
        endRun()
        segments = Segments(runs, attractions, format, alone)
        (self.format, self.parts) = (format, parts)
    }
}

/// The rows of one stop: the template with the stop's cells filled in, in buffers that are used again.
struct StopRows {
    private enum Piece {
        /// Bytes of `line`.
        case copy(PaddedBytes.Piece)
        case rank
        case distance
        case attraction(Int)
    }

    private let template: RowTemplate
    private var pieces: ContiguousArray<Piece> = []
    /// Everything that is the same in each row.
    private var line = PaddedBytes()
    /// The bytes of a row without its attraction's.
    private var need = 0
    /// The segments of the next rows.
    private var ahead: ContiguousArray<PaddedBytes.Piece> = []

    init(_ template: RowTemplate) { self.template = template }

    /// Makes ready for a stop; `append` adds the cell of a column to bytes.
    mutating func begin(_ append: (OutputColumn, inout ContiguousArray<UInt8>) -> Void) {
        var pieces = pieces
        pieces.removeAll(keepingCapacity: true)
        var (need, start) = (0, 0)
        line.fill { line in
            func endCopy() {
                if line.count > start { pieces.append(.copy(.init(start: start, count: line.count - start))) }
                start = line.count
            }
            for part in template.parts {
                switch part {
                case .literal(let bytes): line.append(contentsOf: bytes)
                case .stop(let column): append(column, &line)
                case .rank, .distance:
                    endCopy()
                    if case .rank = part { pieces.append(.rank) } else { pieces.append(.distance) }
                    need += Digits.room
                case .attraction(let number):
                    endCopy()
                    pieces.append(.attraction(number))
                }
            }
            endCopy()
            need += line.count
        }
        for (i, piece) in pieces.enumerated() {
            if case .copy(let copied) = piece {
                pieces[i] = .copy(line.piece(copied.start, copied.start + copied.count))
            }
        }
        (self.pieces, self.need) = (pieces, need)
    }

    /// Appends a row for each match from `first` on, as many as there is room for.
    ///
    /// - Returns: The first match that is left, and the room that its row needs.
    mutating func append(_ matches: [Match], from first: Int, to rows: inout RowBytes) -> (next: Int, need: Int) {
        let segments = template.segments
        var next = first
        var lacking = 0
        while next < matches.count, lacking == 0 {
            // The segments lie anywhere in memory: those of some rows are fetched side by side, before they are used.
            ahead.removeAll(keepingCapacity: true)
            var end = next
            var need = 0
            while end < min(next + Self.run, matches.count) {
                let attraction = matches[end].index
                let more = self.need + segments.length(attraction)
                if need + more > rows.room {
                    lacking = more
                    break
                }
                for run in 0..<segments.runs { ahead.append(segments.piece(attraction, run)) }
                need += more
                end += 1
            }
            rows.write(need) { cursor in
                var row = 0
                while next < end {
                    let distance = matches[next].distance
                    next += 1
                    for piece in pieces {
                        switch piece {
                        case .copy(let copied): cursor.write(copied, of: line)
                        case .rank: cursor.write(next)
                        case .distance: cursor.write(thousandths: Self.millimeters(distance))
                        case .attraction(let run): cursor.write(ahead[row + run], of: segments.bytes)
                        }
                    }
                    row += segments.runs
                }
            }
        }
        return (next, lacking)
    }

    private static let run = 64

    @inline(__always)
    private static func millimeters(_ distance: Meters) -> UInt64 {
        guard let units = FixedDecimal.units(of: distance.value, power: 1000) else {
            preconditionFailure("no two places are 2^51 millimetres apart")
        }
        return units
    }
}

/// Part of a run of attraction fields with the text around them.
private enum SegmentPiece {
    case frame(RowFormat.Piece)
    case field(AttractionColumn)

    var isLiteral: Bool {
        if case .frame(.text) = self { true } else { false }
    }

    func appendText(to bytes: inout ContiguousArray<UInt8>) {
        if case .frame(.text(let text)) = self { bytes.append(contentsOf: text.utf8) }
    }

    func append(
        _ attraction: Int, of table: AttractionTable, _ format: RowFormat, _ alone: Bool,
        to bytes: inout ContiguousArray<UInt8>
    ) {
        switch self {
        case .frame(.text(let text)): bytes.append(contentsOf: text.utf8)
        case .frame(.feature(let before, let after)):
            bytes.append(contentsOf: before.utf8)
            NumberText.append(shortest: table.coordinate(of: attraction).longitude, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            NumberText.append(shortest: table.coordinate(of: attraction).latitude, to: &bytes)
            bytes.append(contentsOf: after.utf8)
        case .field(let column):
            column.withValue(of: attraction, in: table) { format.append($0, alone: alone, to: &bytes) }
        }
    }
}

/// The runs of fields of every attraction, end to end.
private struct Segments: Sendable {
    let bytes: PaddedBytes
    let runs: Int
    /// Where each run begins, attraction by attraction, and where the last one ends.
    private let starts: ContiguousArray<Int>

    init(_ runs: [[SegmentPiece]], _ table: AttractionTable, _ format: RowFormat, _ alone: Bool) {
        let count = table.count
        var (bytes, starts) = (ContiguousArray<UInt8>(), ContiguousArray<Int>())
        starts.reserveCapacity(count * runs.count + 1)
        starts.append(0)
        for attraction in 0..<count {
            for run in runs {
                for piece in run { piece.append(attraction, of: table, format, alone, to: &bytes) }
                starts.append(bytes.count)
            }
        }
        (self.bytes, self.starts, self.runs) = (PaddedBytes(bytes), starts, runs.count)
    }

    @inline(__always)
    func piece(_ attraction: Int, _ run: Int) -> PaddedBytes.Piece {
        let at = attraction &* runs &+ run
        return bytes.piece(starts[at], starts[at + 1])
    }

    /// The bytes of all runs of an attraction.
    @inline(__always)
    func length(_ attraction: Int) -> Int {
        let at = attraction &* runs
        return starts[at + runs] - starts[at]
    }
}
