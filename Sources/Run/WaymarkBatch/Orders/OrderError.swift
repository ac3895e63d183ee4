public import WaymarkOrders
public import WaymarkPlaces
public import WaymarkTables

/// An error in reading or ordering the stops of a file.
public enum OrderError: Error, Equatable, Sendable {
    /// Reading or writing failed.
    case table(TableError)
    /// The costs of a file cannot be used.
    case file(String, StopOrderError)
    /// A row is not a valid stop or row of a matrix.
    case row(String, Rejection)
    /// The table cannot be understood, or a requested column is missing.
    case places(PlaceTableError)
    /// Times, speeds and opening hours need a CSV of stops.
    case noTimes(file: String)
    /// Legs from a source need a CSV of stops.
    case noPlaces(file: String)
    /// Speeds and zones need stops with opening hours, or a departure.
    case noHours(file: String)
    /// Stops in several zones have hours without a date: the difference between their clocks depends on the day.
    case hoursWithoutDate(zones: [String])
    /// A departure has no offset, and the stops are in several zones.
    case departureWithoutZone(zones: [String])
    /// There are too many stops for windows.
    case tooManyStops(Int, most: Int)
    /// A CSV has neither coordinates nor as many rows as columns.
    case noStops(file: String, columns: Int, rows: Int)
    /// The first row and column of a matrix are numbers, and may be names or costs.
    case unclearNames(file: String)
    /// No stop has this name.
    case unknownStop(String)
    /// More than one stop has this name; their unique labels.
    case ambiguousStop(String, labels: [String])
    /// An order cannot begin and end with the same stop, unless it is a round trip.
    case sameEnds(String)
}

extension OrderError: CustomStringConvertible {
    /// One line with the error and its position.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .file(let file, let error): "\(file), \(error)"
        case .row(let file, let rejection):
            "\(file), line \(rejection.line)\(rejection.column.map { ", column \($0)" } ?? ""): \(rejection.reason)"
        case .places(let error): "\(error)"
        case .noTimes(let file):
            "\(file) is not a CSV of stops, which departure, speed, time zone and opening hours need"
        case .noPlaces(let file):
            "\(file) has costs of its own: costs of legs need a CSV of stops"
        case .noHours(let file):
            "\(file) has no opening hours: speed, time zone and columns of times need opening hours or a departure"
        case .hoursWithoutDate(let zones):
            "the stops are in several time zones, \(Self.list(zones)), but there is no date: give a departure with a date and an offset, "
                + "such as 2027-05-01T09:00+09:00"
        case .departureWithoutZone(let zones):
            "the stops are in several time zones, \(Self.list(zones)): the departure needs an offset, such as "
                + "2027-05-01T09:00+09:00, or a time zone"
        case .tooManyStops(let count, let most): "\(count) stops with opening hours: at most \(most) can be ordered"
        case .noStops(let file, let columns, let rows):
            "\(file) has neither stops nor a matrix: there are no latitude and longitude columns, and \(rows) rows "
                + "below a first row of \(columns) columns do not form a square"
        case .unclearNames(let file):
            "\(file): the first row and column are numbers and may be names or costs: put a word into the first cell if "
                + "they are names, and 0 if they are costs"
        case .unknownStop(let name): "no stop has the name \(name)"
        case .ambiguousStop(let name, let labels):
            "more than one stop has the name \(name): choose one of \(Self.list(labels))"
        case .sameEnds(let name): "\(name) is both start and end, which needs a round trip"
        }
    }

    init(_ error: PlaceTableError) {
        if case .table(let error) = error { self = .table(error) } else { self = .places(error) }
    }

    private static func list(_ words: [String]) -> String {
        words.prefix(10).joined(separator: ", ") + (words.count > 10 ? ", ..." : "")
    }
}
