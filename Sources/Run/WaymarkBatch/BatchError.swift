public import WaymarkIndex
public import WaymarkPlaces
public import WaymarkProjections
public import WaymarkRoutes
public import WaymarkTables

/// Why a batch could not be run, or not to its end.
public enum BatchError: Error, Equatable, Sendable {
    /// The table could not be understood.
    case stops(PlaceTableError)
    /// The index file of the attractions is damaged.
    case attractions(IndexFileError)
    /// Reading or writing failed.
    case table(TableError)
    /// A column was asked for that neither Waymark nor the stops file has.
    case unknownColumn(String, known: [String])
    /// The same column was asked for twice.
    case repeatedColumn(String)
    /// A shard was asked for of stops that come through a pipe: only what has a size can be cut.
    case unknownSize(file: String)
    /// A trip comes again behind other trips, and what was read and written cannot be taken back.
    case scattered(trip: String, line: Int)
    /// The format holds one trip, and there are more.
    case manyTrips(format: String)
    /// PROJ, or the system it was asked for.
    case projection(ProjectionError)
    /// No leg could be had, because the source is not there.
    case legsUnavailable(source: String, LegError)
}

extension BatchError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        switch self {
        case .stops(let error): "\(error)"
        case .attractions(let error): "\(error)"
        case .table(let error): "\(error)"
        case .projection(let error): "\(error)"
        case .unknownColumn(let name, let known):
            "there is no column \(name); known are \(known.joined(separator: ", "))"
        case .unknownSize(let file):
            "\(file) cannot be cut into parts: its size is not known, as it is not a file"
        case .scattered(let trip, let line):
            "trip \(trip) comes again on line \(line), behind other trips: the stops of a trip stand together, or all trips have to be "
                + "read before the first is answered"
        case .manyTrips(let format): "\(format) shows one trip, and there are more"
        case .legsUnavailable(let source, let error): "no leg could be had of \(source): \(error)"
        case .repeatedColumn(let name): "the column \(name) is asked for twice"
        }
    }
}

extension BatchError {
    /// Opens or asks a table, whose error ends the batch.
    static func opening<Answer: ~Copyable>(
        _ body: () throws(PlaceTableError) -> Answer
    ) throws(BatchError) -> Answer {
        do throws(PlaceTableError) {
            return try body()
        } catch {
            if case .table(let error) = error { throw .table(error) }
            throw .stops(error)
        }
    }
}
