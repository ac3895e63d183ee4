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

/// Writes the answers of all tasks.
struct TripAnswers: ~Copyable {
    let writer: TripWriter
    private var output: TripOutput
    private var unavailable = 0
    private var reason: LegError?
    /// The summary of the answers so far.
    private(set) var summary = TripSummary()

    init(path: String, _ writer: TripWriter) throws(TableError) {
        var output = try TripOutput(path: path)
        try output.begin(writer)
        self.output = output
        self.writer = writer
    }

    /// Whether bytes were written that cannot be withdrawn.
    var isFinal: Bool { output.isFinal }
    /// The reason why there is no leg at all; nil unless the source was unavailable for every leg.
    var reasonOfAll: LegError? { unavailable == summary.legs.values.reduce(0, +) ? reason : nil }

    /// Writes the next answer.
    mutating func take(_ answer: TripAnswer) throws {
        try output.write(answer.text, writer)
        if let (trip, route) = answer.large { try output.write(trip, route, writer) }
        summary.add(answer.summary)
        unavailable += answer.unavailable
        reason = reason ?? answer.reason
    }

    /// Writes the text after all trips.
    mutating func end() throws { try output.end(writer) }

    func commit() throws(TableError) { try output.commit() }
}
