import WaymarkTables

/// The rows of rejected trips: all go to the rejects file, the invalid ones also to the caller.
struct TripRejections: ~Copyable {
    private var file: RejectsFile?
    private let isHeld: Bool
    /// The invalid rows to report at the end, once it is known that the file need not be read again: in a file with
    /// scattered trips, each piece of a trip looks as if rows were missing.
    private(set) var held: [Rejection] = []
    /// The number of rejected rows.
    private(set) var count = 0
    /// The number of invalid rows beyond those held.
    private(set) var untold = 0
    /// The number of trips with an invalid row.
    var spoiledTrips = 0

    /// The maximum number of rejections held until it is known whether the file has to be read again.
    private static let maxHeld = 10_000

    /// Writes to the rejects file at `path`, if any; with `isHeld`, the caller reports ``held`` at the end.
    init(path: String?, header: [String], isHeld: Bool) throws(TableError) {
        self.isHeld = isHeld
        if let path { file = try RejectsFile(path: path, header: header) }
    }

    /// Adds a row; `isCause` is false if only another row of its trip is invalid.
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
    /// Adds the counts of rejected rows and trips.
    mutating func add(_ rejections: borrowing TripRejections) {
        rejected += rejections.count
        untold += rejections.untold
        spoiledTrips += rejections.spoiledTrips
    }
}
