import WaymarkRoutes
import WaymarkTables

/// The output of one task for its trips.
struct TripAnswer: Sendable {
    var text = TripWriter.Text()
    /// The last trip, if it is too large to be held as text.
    var large: (trip: TableTrip, route: Route)?
    var summary = TripSummary()
    /// The number of legs missing because the source is unavailable, and the first reason.
    var unavailable = 0
    var reason: LegError?
}

/// The output of trips. Text for an unnamed output is final once written, so it is held while it is short.
struct TripOutput: ~Copyable {
    let file: OutputFile
    let writer: TripWriter
    private var pending = ContiguousArray<UInt8>()
    private var held = ContiguousArray<UInt8>()
    private var mapped: [(name: String, route: Route)] = []
    private var isFirst = true
    /// Whether bytes were written that cannot be withdrawn.
    private(set) var isFinal = false
    /// The summary of the answers so far.
    private(set) var summary = TripSummary()
    private var unavailable = 0
    private var reason: LegError?

    private static let room = 1 << 22
    private static let piece = 1 << 18

    /// Creates the output, and writes the text before the first trip.
    init(_ file: OutputFile, _ writer: TripWriter) throws(TableError) {
        let head = ContiguousArray(writer.head.utf8)
        if file.isNamed { try file.write(head.span) } else { pending = head }
        (self.file, self.writer) = (file, writer)
    }

    /// The reason why there is no leg at all; nil unless the source was unavailable for every leg.
    var reasonOfAll: LegError? { unavailable == summary.legs.values.reduce(0, +) ? reason : nil }

    /// Writes the next answer; a large trip in pieces.
    mutating func take(_ answer: TripAnswer) throws {
        mapped += answer.text.mapped
        try write(answer.text)
        if let (trip, route) = answer.large {
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
        summary.add(answer.summary)
        unavailable += answer.unavailable
        reason = reason ?? answer.reason
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
