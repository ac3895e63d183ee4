import WaymarkRoutes
import WaymarkTables

/// The output of one task for its trips.
struct TripAnswer: Sendable {
    /// The text for each output.
    var texts: [TripWriter.Text]
    /// The last trip, if it is too large to be held as text.
    var large: (trip: TableTrip, route: Route)?
    var summary = TripSummary()
    /// Why the first leg failed.
    var reason: LegError?
}

/// An output of trips. Text for an unnamed one is final once written, so it is held while it is short.
struct TripOutput {
    let file: OutputFile
    let writer: TripWriter
    private var pending = ContiguousArray<UInt8>()
    private var held = ContiguousArray<UInt8>()
    private var mapped: [(name: String, route: Route)] = []
    private var isFirst = true
    /// Whether bytes were written that cannot be withdrawn.
    private(set) var isFinal = false

    private static let room = 1 << 22
    private static let piece = 1 << 18

    /// Creates the output, and writes the text before the first trip.
    init(_ file: OutputFile, _ writer: TripWriter) throws(TableError) {
        let head = ContiguousArray(writer.head.utf8)
        if file.isNamed { try file.write(head.span) } else { pending = head }
        (self.file, self.writer) = (file, writer)
    }

    /// Writes the text of the next answer; a large trip in pieces.
    mutating func take(_ text: TripWriter.Text, _ large: (trip: TableTrip, route: Route)?) throws {
        mapped += text.mapped
        try write(text)
        if let (trip, route) = large {
            if !isFirst { try write(ContiguousArray(writer.separator.utf8)) }
            isFirst = false
            let writer = writer
            var text = TripWriter.Text()
            try writer.append(trip, route, to: &text) { (bytes: inout ContiguousArray<UInt8>) throws(TableError) in
                guard bytes.count >= Self.piece else { return }
                try write(bytes)
                bytes.removeAll(keepingCapacity: true)
            }
            try write(text.bytes)
            held += text.held
            mapped += text.mapped
        }
    }

    /// Writes the held text and the tail.
    mutating func end() throws {
        if let map = writer.map(of: mapped) {
            try write(map)
        } else if isFirst {
            try write(writer.nothing())
        }
        try write(held)
        try write(ContiguousArray(writer.tail.utf8), isLast: true)
    }

    /// Writes whole trips, with the text between trips before them unless they are the first.
    private mutating func write(_ text: TripWriter.Text) throws(TableError) {
        guard !text.bytes.isEmpty else { return }
        if !isFirst { try write(ContiguousArray(writer.separator.utf8)) }
        isFirst = false
        try write(text.bytes)
        held += text.held
    }

    private mutating func write(_ bytes: ContiguousArray<UInt8>, isLast: Bool = false) throws(TableError) {
        if file.isNamed { return try file.write(bytes.span) }
        pending += bytes
        guard pending.count >= Self.room || isFinal || isLast, !pending.isEmpty else { return }
        isFinal = true
        try file.write(pending.span)
        pending.removeAll(keepingCapacity: true)
    }
}
