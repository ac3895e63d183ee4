public import WaymarkOrders
public import WaymarkPlaces
public import WaymarkTables

/// Why no order of a file's stops can be given.
public enum OrderError: Error, Equatable, Sendable {
    /// Reading or writing failed.
    case table(TableError)
    /// An instance cannot be read.
    case file(String, StopOrderError)
    /// A system of coordinates was named for a file that holds none.
    case notProjected(file: String, system: String)
    /// A row is no stop, or no row of a matrix.
    case row(String, Rejection)
    /// The table cannot be understood, or a column that is asked for is missing.
    case places(PlaceTableError)
    /// Times, speeds and opening hours are for a CSV of stops.
    case noTimes(file: String)
    /// Speeds and zones are for stops with opening hours, or go with a departure.
    case noHours(file: String)
    /// Stops of several zones have hours without a date: how the clocks lie to one another depends on the day.
    case hoursWithoutDate(zones: [String])
    /// A departure has no offset, and the stops are in several zones.
    case departureWithoutZone(zones: [String])
    /// Windows are for fewer stops.
    case tooManyStops(Int, most: Int)
    /// A CSV has neither coordinates nor as many rows as columns.
    case noStops(file: String, columns: Int, rows: Int)
    /// The first row and column of a matrix are numbers, and may be names or costs.
    case unclearNames(file: String)
    /// No stop has this name.
    case unknownStop(String)
    /// More than one stop has this name; what tells them apart.
    case ambiguousStop(String, labels: [String])
    /// A way cannot begin and end with the same stop, unless it is a round trip.
    case sameEnds(String)
}

extension OrderError: CustomStringConvertible {
    /// One line that says what is wrong and where.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .file(let file, let error): "\(file), \(error)"
        case .notProjected(let file, let system):
            "\(file) is an instance with distances of its own, and no table of places in \(system)"
        case .row(let file, let rejection):
            "\(file), line \(rejection.line)\(rejection.column.map { ", column \($0)" } ?? ""): \(rejection.reason)"
        case .places(let error): "\(error)"
        case .noTimes(let file): "\(file) is no CSV of stops: departure, speed, time zone and opening hours are for one"
        case .noHours(let file):
            "\(file) has no opening hours: speed, time zone and columns of times are for stops that have some, or go with a departure"
        case .hoursWithoutDate(let zones):
            "the stops are in several time zones, \(Self.list(zones)), and no date is named: a departure with a day and an offset "
                + "is needed, such as 2027-05-01T09:00+09:00"
        case .departureWithoutZone(let zones):
            "the stops are in several time zones, \(Self.list(zones)): the departure needs an offset, such as "
                + "2027-05-01T09:00+09:00, or a time zone"
        case .tooManyStops(let count, let most): "\(count) stops with opening hours: at most \(most) can be ordered"
        case .noStops(let file, let columns, let rows):
            "\(file) holds neither stops nor a matrix: there are no columns for latitude and longitude, and \(rows) rows "
                + "under a first one of \(columns) columns are no square"
        case .unclearNames(let file):
            "\(file): the first row and column may be names or costs, all being numbers: put a word into the first cell where "
                + "they are names, and 0 where they are costs"
        case .unknownStop(let name): "no stop is called \(name)"
        case .ambiguousStop(let name, let labels):
            "more than one stop is called \(name): say which by \(Self.list(labels))"
        case .sameEnds(let name): "\(name) is both start and end, which only a round trip has"
        }
    }

    init(_ error: PlaceTableError) {
        if case .table(let error) = error { self = .table(error) } else { self = .places(error) }
    }

    private static func list(_ words: [String]) -> String {
        words.prefix(10).joined(separator: ", ") + (words.count > 10 ? ", ..." : "")
    }
}
