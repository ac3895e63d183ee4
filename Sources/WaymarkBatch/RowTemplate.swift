import WaymarkAttractions
import WaymarkIndex
import WaymarkTables

/// A row taken apart: what is the same for every row, for every row of a stop, and for every row of an attraction.
///
/// The fields of an attraction that stand side by side, with the text around them, are written once per attraction
/// when the batch begins; a row is then a few copies and two numbers.
struct RowTemplate: Sendable {
    /// A piece of a row, in order.
    private enum Part {
        case stop(Int)
        case rank
        case distance
        case attraction(Int)
        case literal(ContiguousArray<UInt8>)
    }

    let format: RowFormat
    /// The columns that come from the stop, in the order of the row.
    let stopColumns: [OutputColumn]
    private let parts: [Part]
    private let segments: [Segments]

    init(format: RowFormat, columns: [OutputColumn], attractions: [Attraction]) {
        let frame = format.frame(columns)
        let alone = columns.count == 1
        var parts: [Part] = []
        var segments: [Segments] = []
        var stopColumns: [OutputColumn] = []
        var run: [SegmentPiece] = []

        func endRun() {
            guard !run.isEmpty else { return }
            if run.allSatisfy(\.isLiteral) {
                var bytes = ContiguousArray<UInt8>()
                for piece in run { piece.append(of: nil, format, alone, to: &bytes) }
                if !bytes.isEmpty { parts.append(.literal(bytes)) }
            } else {
                parts.append(.attraction(segments.count))
                segments.append(Segments(run, attractions, format, alone))
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
                parts.append(.stop(stopColumns.count))
                stopColumns.append(column)
            }
        }
        run.append(.frame(frame.end))
        endRun()
        (self.format, self.parts, self.segments, self.stopColumns) = (format, parts, segments, stopColumns)
    }

    /// Appends the row of one match. `stop` holds the cells of the stop's columns.
    func append(
        _ match: Match, rank: Int, stop: StopCells, to bytes: inout ContiguousArray<UInt8>
    ) {
        for part in parts {
            switch part {
            case .literal(let literal): bytes.append(contentsOf: literal)
            case .stop(let i): bytes.append(contentsOf: stop.bytes[stop.range(i)])
            case .rank: NumberText.append(integer: rank, to: &bytes)
            case .distance: NumberText.append(fixed: match.distance.value, decimals: 3, to: &bytes)
            case .attraction(let i): segments[i].append(match.index, to: &bytes)
            }
        }
    }
}

/// The encoded cells of a stop, in one buffer that is used again.
struct StopCells {
    private(set) var bytes: ContiguousArray<UInt8> = []
    private var ends: ContiguousArray<Int> = []

    func range(_ i: Int) -> Range<Int> { (i == 0 ? 0 : ends[i - 1])..<ends[i] }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    mutating func append(_ value: CellValue?, _ format: RowFormat, alone: Bool) {
        format.append(value, alone: alone, to: &bytes)
        ends.append(bytes.count)
    }
}

/// Part of a run of attraction fields with the text around them.
private enum SegmentPiece {
    case frame(RowFormat.Piece)
    case field(AttractionColumn)

    var isLiteral: Bool {
        if case .frame(.text) = self { true } else { false }
    }

    func append(of attraction: Attraction?, _ format: RowFormat, _ alone: Bool, to bytes: inout ContiguousArray<UInt8>)
    {
        switch self {
        case .frame(.text(let text)): bytes.append(contentsOf: text.utf8)
        case .frame(.feature(let before, let after)):
            guard let attraction else { return }
            bytes.append(contentsOf: before.utf8)
            NumberText.append(shortest: attraction.coordinate.longitude, to: &bytes)
            bytes.append(UInt8(ascii: ","))
            NumberText.append(shortest: attraction.coordinate.latitude, to: &bytes)
            bytes.append(contentsOf: after.utf8)
        case .field(let field):
            guard let attraction else { return }
            format.append(field.value(of: attraction), alone: alone, to: &bytes)
        }
    }
}

/// The same run of fields for every attraction, end to end.
private struct Segments: Sendable {
    private var bytes: ContiguousArray<UInt8> = []
    private var ends: ContiguousArray<Int> = []

    init(_ pieces: [SegmentPiece], _ attractions: [Attraction], _ format: RowFormat, _ alone: Bool) {
        ends.reserveCapacity(attractions.count)
        for attraction in attractions {
            for piece in pieces { piece.append(of: attraction, format, alone, to: &bytes) }
            ends.append(bytes.count)
        }
    }

    func append(_ i: Int, to output: inout ContiguousArray<UInt8>) {
        output.append(contentsOf: bytes[(i == 0 ? 0 : ends[i - 1])..<ends[i]])
    }
}
