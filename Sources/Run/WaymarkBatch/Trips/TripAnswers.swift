import WaymarkRoutes
import WaymarkTables

/// What one task made of its trips.
struct TripAnswer: Sendable {
    /// Its place among all.
    let number: Int
    var text = TripWriter.Text()
    /// The last trip, where it is too large to be held as text.
    var large: (trip: Trip, route: Route)?
    var summary = TripSummary()
    /// Legs that are missing by the source's fault, and the first of the reasons.
    var unavailable = 0
    var reason: LegError?

    init(number: Int) { self.number = number }
}

/// The answers of all tasks, which are written in the order of the trips, whatever order they come in.
struct TripAnswers: ~Copyable {
    let writer: TripWriter
    private var output: TripOutput
    private var waiting: [Int: TripAnswer] = [:]
    private var written = 0
    private var unavailable = 0
    private var reason: LegError?
    /// What was done so far.
    private(set) var summary = TripSummary()

    init(path: String, _ writer: TripWriter) throws(TableError) {
        var output = try TripOutput(path: path)
        try output.begin(writer)
        self.output = output
        self.writer = writer
    }

    /// How many answers wait for one before them.
    var waitingCount: Int { waiting.count }
    /// Whether bytes were written that cannot be taken back.
    var isFinal: Bool { output.isFinal }
    /// Why there is no leg at all, where the source could not answer for any.
    var reasonOfAll: LegError? { unavailable == summary.legs.values.reduce(0, +) ? reason : nil }

    /// Takes an answer, and writes those whose turn it is.
    mutating func take(_ answer: TripAnswer) throws {
        waiting[answer.number] = answer
        while let next = waiting.removeValue(forKey: written) {
            written += 1
            try output.write(next.text, writer)
            if let (trip, route) = next.large { try output.write(trip, route, writer) }
            summary.add(next.summary)
            unavailable += next.unavailable
            reason = reason ?? next.reason
        }
    }

    /// Writes the end.
    mutating func end() throws { try output.end(writer) }

    func commit() throws(TableError) { try output.commit() }
}
