public import WaymarkIndex
public import WaymarkPlaces
public import WaymarkRoutes
public import WaymarkTables

/// Why a batch could not be started or completed.
public enum BatchError: Error, Equatable, Sendable {
    /// The table could not be understood.
    case stops(PlaceTableError)
    /// The index file of the attractions is damaged.
    case attractions(IndexFileError)
    /// Reading or writing failed.
    case table(TableError)
    /// A requested column is neither one of Waymark nor of the stops file.
    case unknownColumn(String, known: [String])
    /// The same column was requested twice.
    case repeatedColumn(String)
    /// A shard was requested of stops from a pipe, which has no size and cannot be divided.
    case unknownSize(file: String)
    /// A shard was requested of a map, which is one document.
    case mapInParts(file: String)
    /// A trip continues after other trips, and the input and output cannot be repeated.
    case scattered(trip: String, line: Int)
    /// A JSON file holds no route that a batch has written.
    case storedRoute(file: String, reason: String)
    /// An option cannot be used for stored routes.
    case storedOrder(file: String)
    /// No trip has the id that was asked for.
    case noTrip([String])
    /// The format holds one trip, but there are several.
    case manyTrips(format: String)
    /// No leg was obtained: the source is unavailable, or refuses its requests.
    case legsUnavailable(source: String, LegError)
}

extension BatchError: CustomStringConvertible {
    /// One line with the error and its position.
    public var description: String {
        switch self {
        case .stops(let error): "\(error)"
        case .attractions(let error): "\(error)"
        case .table(let error): "\(error)"
        case .unknownColumn(let name, let known):
            "the column \(name) is missing; the columns are \(known.joined(separator: ", "))"
        case .unknownSize(let file):
            "\(file) cannot be divided into parts: its size is not known, as it is not a file or packed by gzip"
        case .mapInParts(let file): "a map of \(file) is one document, which cannot be in parts"
        case .scattered(let trip, let line):
            "trip \(trip) continues on line \(line) after other trips: keep the stops of a trip together, or read all trips "
                + "before the first is answered"
        case .storedRoute(let file, let reason): "\(file): \(reason)"
        case .storedOrder(let file): "\(file) has routes, whose stops keep their order"
        case .noTrip(let ids): "no trip has the id \(ids.joined(separator: " or "))"
        case .manyTrips(let format): "\(format) holds one trip, but there are several"
        case .legsUnavailable(let source, let error): "no leg was obtained from \(source): \(error)"
        case .repeatedColumn(let name): "the column \(name) is requested twice"
        }
    }
}

extension BatchError {
    /// Opens or queries a table, whose error ends the batch.
    package static func opening<Answer: ~Copyable>(
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
