import WaymarkTables

/// The rows of rejected trips: all go to the rejects file, the invalid ones also to the caller.
struct TripRejections: ~Copyable {
    /// The rejects file, if any, which gets its name with the answers.
    var outputs: BatchOutputs
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

    /// Writes to `outputs`; with `isHeld`, the caller reports ``held`` at the end.
    init(_ outputs: consuming BatchOutputs, isHeld: Bool) {
        self.outputs = outputs
        self.isHeld = isHeld
    }

    /// Adds a row; `isCause` is false if only another row of its trip is invalid.
    mutating func add(
        _ rejection: Rejection, isCause: Bool, fields: Span<UInt8>, _ onRejection: (Rejection) -> Void
    ) throws(TableError) {
        count += 1
        try outputs.rejects?.append(rejection, fields: fields)
        guard isCause else { return }
        if !isHeld {
            onRejection(rejection)
        } else if held.count < Self.maxHeld {
            held.append(rejection)
        } else {
            untold += 1
        }
    }
}
