import WaymarkTables

/// Where the text of trips goes: what is written directly, and could not be taken back, is held as long as little of it is
/// there.
struct TripOutput: ~Copyable {
    private let file: OutputFile
    private var pending = ContiguousArray<UInt8>()
    private var held = ContiguousArray<UInt8>()
    private var isFirst = true
    /// Whether bytes were written that cannot be taken back.
    private(set) var isFinal = false

    private static let room = 1 << 22

    init(path: String) throws(TableError) { file = try OutputFile(path: path) }

    mutating func begin(_ writer: TripWriter) throws(TableError) { try write(ContiguousArray(writer.head.utf8)) }

    mutating func write(_ text: TripWriter.Text, _ writer: TripWriter) throws(TableError) {
        guard !text.bytes.isEmpty else { return }
        if !isFirst { try write(ContiguousArray(writer.separator.utf8)) }
        isFirst = false
        try write(text.bytes)
        held += text.held
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

    /// Writes what was held, and the end.
    mutating func end(_ writer: TripWriter) throws {
        if isFirst { try write(writer.nothing(), writer) }
        try write(held)
        try write(ContiguousArray(writer.tail.utf8))
        try flush()
    }

    func commit() throws(TableError) { try file.commit() }
}
