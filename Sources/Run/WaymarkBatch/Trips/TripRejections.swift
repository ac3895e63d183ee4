import WaymarkTables

/// The rows of trips that are not answered: they go to the rejects file, and those at fault to the caller.
struct TripRejections: ~Copyable {
    private var file: RejectsFile?
    private let isHeld: Bool
    /// Rows at fault that the caller is told of at the end: only where the file need not be read anew, as pieces of scattered
    /// trips look as if rows were missing.
    private(set) var held: [Rejection] = []
    /// Rows that were rejected.
    private(set) var count = 0
    /// Rows at fault beyond those held.
    private(set) var untold = 0
    /// Trips of which a row was at fault.
    var spoiledTrips = 0

    /// The maximum number of rejections held until it is known whether the file has to be read again.
    private static let maxHeld = 10_000

    /// Writes to the rejects file at `path`, if any; `isHeld` reports to the caller only at the end.
    init(path: String?, header: [String], isHeld: Bool) throws(TableError) {
        self.isHeld = isHeld
        if let path { file = try RejectsFile(path: path, header: header) }
    }

    /// Adds a row; `isCause` says whether it is at fault itself, and not another of its trip.
    mutating func add(
        _ rejection: Rejection, isCause: Bool, fields: Span<UInt8>, _ onRejection: (Rejection) -> Void
    ) throws(TableError) {
        count += 1
        try file?.append(rejection, fields: fields)
        guard isCause else { return }
        if !isHeld {
            onRejection(rejection)
        } else if held.count < Self.maxHeld {
            held.append(rejection)
        } else {
            untold += 1
        }
    }

    mutating func flush() throws(TableError) { try file?.flush() }

    mutating func commit() throws(TableError) { try file?.commit() }
}

extension TripSummary {
    /// Adds what was rejected.
    mutating func add(_ rejections: borrowing TripRejections) {
        rejected += rejections.count
        untold += rejections.untold
        spoiledTrips += rejections.spoiledTrips
    }
}
