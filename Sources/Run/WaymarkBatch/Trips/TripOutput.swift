import WaymarkRoutes
import WaymarkTables

/// The output of trips. Text for an unnamed output is final once written, so it is held while it is short.
struct TripOutput: ~Copyable {
    private let file: OutputFile
    private var pending = ContiguousArray<UInt8>()
    private var held = ContiguousArray<UInt8>()
    private var isFirst = true
    /// Whether bytes were written that cannot be withdrawn.
    private(set) var isFinal = false

    private static let room = 1 << 22
    private static let piece = 1 << 18

    init(path: String) throws(TableError) { file = try OutputFile(path: path) }

    mutating func begin(_ writer: TripWriter) throws(TableError) { try write(ContiguousArray(writer.head.utf8)) }

    mutating func write(_ text: TripWriter.Text, _ writer: TripWriter) throws(TableError) {
        guard !text.bytes.isEmpty else { return }
        try separate(writer)
        try write(text.bytes)
        held += text.held
    }

    /// Writes a trip in pieces, because it is too large to hold as text.
    mutating func write(_ trip: TableTrip, _ route: Route, _ writer: TripWriter) throws {
        try separate(writer)
        var text = TripWriter.Text()
        try writer.append(trip, route, to: &text) { (bytes: inout ContiguousArray<UInt8>) throws(TableError) in
            guard bytes.count >= Self.piece else { return }
            try write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try write(text.bytes)
        held += text.held
    }

    /// Writes the text between two trips, unless this is the first.
    private mutating func separate(_ writer: TripWriter) throws(TableError) {
        if !isFirst { try write(ContiguousArray(writer.separator.utf8)) }
        isFirst = false
    }

    private mutating func write(_ bytes: ContiguousArray<UInt8>) throws(TableError) {
        if file.isNamed { return try file.write(bytes.span) }
        pending += bytes
        if pending.count >= Self.room || isFinal { try flush() }
    }

    private mutating func flush() throws(TableError) {
        guard !pending.isEmpty else { return }
        isFinal = true
        try file.write(pending.span)
        pending.removeAll(keepingCapacity: true)
    }

    /// Writes the held text and the tail.
    mutating func end(_ writer: TripWriter) throws {
        if isFirst { try write(writer.nothing(), writer) }
        try write(held)
        try write(ContiguousArray(writer.tail.utf8))
        try flush()
    }

    func commit() throws(TableError) { try file.commit() }
}
