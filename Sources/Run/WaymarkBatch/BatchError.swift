import WaymarkAttractions
import WaymarkIndex
public import WaymarkProjections
import WaymarkRoutes
import WaymarkTables

/// Why a batch could not be run, or not to its end.
public enum BatchError: Error, Equatable, Sendable {
    /// The table has no bytes.
    case noStops(file: String)
    /// The stops file could not be understood.
    case stops(AttractionError)
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
        case .noStops(let file): "\(file) is empty: a header line and rows are needed"
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
