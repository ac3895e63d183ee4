import WaymarkAreas
import WaymarkAttractions
import WaymarkBatch
import WaymarkC
import WaymarkExtracts
import WaymarkIndex
import WaymarkMeasures
import WaymarkPlaces
import WaymarkPlans
import WaymarkProjections
import WaymarkRoutes
import WaymarkTables
import WaymarkText
import WaymarkTrips

/// The exit codes of the command, after sysexits(3).
package enum ExitStatus: Int32 {
    case done = 0
    case rejectedRows = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case tryAgain = 75
}

/// Why the command ends early: an exit code and a message.
package struct Failure: Error {
    package let status: ExitStatus
    /// Nil to end without a message.
    package let message: String?

    /// The run succeeded, but rows were rejected under `--strict`.
    package static let rejectedRows = Failure(.rejectedRows, nil)

    package init(_ status: ExitStatus, _ message: String?) {
        (self.status, self.message) = (status, message)
    }

    init(_ error: TableError) {
        switch error {
        case .closedPipe: self.init(.done, nil)
        case .notFound, .isDirectory, .cannotOpen: self.init(.noInput, "\(error)")
        case .cannotCreate: self.init(.cannotCreate, "\(error)")
        case .readFailed, .writeFailed: self.init(.inputOutput, "\(error)")
        case .tryAgain: self.init(.tryAgain, "\(error)")
        case .unusableDelimiter: self.init(.usage, "\(error)")
        case .unsupportedEncoding, .compressed, .damagedGzip, .tooManyUnclosedQuotes, .invalidText:
            self.init(.badData, "\(error)")
        }
    }

    /// `optionPrefix` is the prefix of the options for the columns of the file, for the hint.
    init(_ error: AttractionError, optionPrefix: String) {
        switch error {
        case .table(_, let inner): self.init(Failure(inner).status, Failure(inner).message.map { _ in "\(error)" })
        case .indexFile(let inner): self.init(inner)
        case .places(let error): self.init(error, optionPrefix: optionPrefix, header: "")
        default: self.init(.badData, "\(error)")
        }
    }

    /// `optionPrefix` is the prefix of the options for the columns of the file, and `header` the option for a file
    /// without a header, for the hint.
    init(_ error: PlaceTableError, optionPrefix: String = "", header: String = "--no-header and ") {
        switch error {
        case .table(let error): self.init(error)
        case .noCoordinateColumns(let file, let first)
        where first.contains(where: { NumberParser.double($0) != nil }):
            self.init(
                .badData,
                "\(file): the first row has numbers instead of column names; if it is not a "
                    + "header, give \(header)the columns by number: --\(optionPrefix)latitude-column '#1'")
        case .noCoordinateColumns:
            let hint = "give them with --\(optionPrefix)latitude-column and --\(optionPrefix)longitude-column"
            self.init(.badData, "\(error); \(hint), or by number: --\(optionPrefix)latitude-column '#1'")
        case .ambiguousColumns:
            let hint = "say which with --\(optionPrefix)latitude-column and --\(optionPrefix)longitude-column"
            self.init(.badData, "\(error); \(hint), or by number: --\(optionPrefix)latitude-column '#1'")
        case .noProjectedColumns:
            let hint = "give them with --\(optionPrefix)longitude-column (x) and --\(optionPrefix)latitude-column (y)"
            self.init(.badData, "\(error); \(hint)")
        default: self.init(.badData, "\(error)")
        }
    }

    init(_ error: ExtractError) {
        if case .file(let inner) = error { self.init(inner) } else { self.init(.badData, "\(error)") }
    }

    init(_ error: IndexFileError) {
        switch error {
        case .cannotOpen: self.init(.noInput, "\(error)")
        case .tryAgain: self.init(.tryAgain, "\(error)")
        default: self.init(.badData, "\(error)")
        }
    }

    package init(_ error: BatchError) {
        switch error {
        case .table(let error): self.init(error)
        case .stops(let error): self.init(error)
        case .attractions(let error): self.init(error)
        case .unknownColumn, .repeatedColumn: self.init(.usage, "\(error) (--columns)")
        case .unknownSize: self.init(.usage, "\(error) (--shard; use a file, also as standard input)")
        case .mapInParts: self.init(.usage, "\(error) (--shard)")
        case .manyTrips(let format): self.init(.usage, "\(error) (--format \(format))")
        case .scattered: self.init(.badData, "\(error) (--scattered)")
        case .storedRoute, .noTrip: self.init(.badData, "\(error)")
        case .storedOrder: self.init(.usage, "\(error) (--optimize)")
        case .legsUnavailable: self.init(.unavailable, "\(error)")
        }
    }

    init(_ error: MeasureError) {
        switch error {
        case .batch(let error): self.init(error)
        case .projection(let error): self.init(error)
        }
    }

    /// The failure of an error that ends a command; nil for one of the parser of arguments.
    static func of(_ error: any Error) -> Failure? {
        switch error {
        case let failure as Failure: failure
        case let error as AreaError: Failure(error)
        case let error as AttractionError: Failure(error, optionPrefix: "")
        case let error as BatchError: Failure(error)
        case let error as ExtractError: Failure(error)
        case let error as IndexFileError: Failure(error)
        case let error as LegError: Failure(.unavailable, "--legs: \(error)")
        case let error as MeasureError: Failure(error)
        case let error as OrderError: Failure(error)
        case let error as ProjectionError: Failure(error)
        case let error as RegionFileError: Failure(error)
        case let error as RestoreError: Failure(.badData, "\(error)")
        case let error as ShardError: Failure(error)
        case let error as TableError: Failure(error)
        case let error as TripStoreError: Failure(error)
        default: nil
        }
    }

    /// `option` is the option that gave the system, if known.
    init(_ error: ProjectionError, option: String? = nil) {
        let message = (option.map { "\($0): " } ?? "") + "\(error)"
        switch error {
        case .libraryUnavailable, .databaseUnavailable, .contextUnavailable: self.init(.unavailable, message)
        case .outsideAreaOfUse, .outsideDomain: self.init(.badData, message)
        default: self.init(.usage, message)
        }
    }

    init(_ error: RegionFileError) {
        switch error {
        case .table(let error): self.init(error)
        case .region: self.init(.badData, "\(error)")
        }
    }

    init(_ error: AreaError) {
        switch error {
        case .libraryUnavailable, .libraryTooOld, .contextUnavailable: self.init(.unavailable, "\(error)")
        default: self.init(.badData, "\(error)")
        }
    }

    init(_ error: OrderError) {
        switch error {
        case .table(let error): self.init(error)
        case .places(let error): self.init(error)
        case .unknownStop, .ambiguousStop, .noTimes: self.init(.usage, "\(error)")
        case .sameEnds: self.init(.usage, "\(error) (--start with --round-trip)")
        case .noHours, .hoursWithoutDate: self.init(.usage, "\(error) (--depart)")
        case .departureWithoutZone: self.init(.usage, "\(error) (--depart, --time-zone)")
        case .file, .row, .noStops, .noPlaces, .unclearNames, .tooManyStops:
            self.init(.badData, "\(error)")
        }
    }

    init(_ error: PlanQuestionError) {
        switch error {
        case .unclearName(let option, let reason): self.init(.badData, "--\(option): \(reason)")
        case .parameter(let error): self.init(.usage, error.optionReason)
        case .contradiction: self.init(.usage, "\(error) (--must, --pin, --avoid)")
        case .nothingInReach: self.init(.badData, "\(error) (--radius)")
        case .noWays: self.init(.unavailable, "\(error)")
        case .invalid, .storedPlan: self.init(.badData, "\(error)")
        case .isOver: self.init(.usage, "--now: \(error)")
        case .pinIsPast: self.init(.usage, "--pin: \(error)")
        case .tooShort: self.init(.usage, "\(error) (--hours)")
        case .breaksDoNotFit: self.init(.usage, "\(error) (--break, --depart, --hours)")
        }
    }

    init(_ error: ShardError) {
        switch error {
        case .table(let error): self.init(error)
        case .noManifest: self.init(.badData, "\(error) (--shard)")
        case .noRejects: self.init(.badData, "\(error) (--rejects)")
        default: self.init(.badData, "\(error)")
        }
    }

    /// Prints the message after the name of a program, and ends the process.
    func exit(of program: String) -> Never {
        if let message { Console.say("\(program): \(message)") }
        OutputFile.discardAll()
        WaymarkC.exit(status.rawValue)
    }
}
