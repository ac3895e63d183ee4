public import WaymarkPlaces
public import WaymarkTables
import WaymarkText
public import WaymarkTimes

/// What was read from a file of another program, or from an export: records, to be merged into a store.
///
/// A file of ours has the ids of its records, and GPX the times of their edits. The ids of another file follow from its
/// bytes, those of a Timeline from the start and the place of each visit: the same file twice is once.
///
/// A file is read in pieces of 256 KiB; of what it has, only records are held. Nothing is lost in silence: a part that
/// is refused is in ``rejected`` with its place and the reason, and ``ignored`` counts what has no record here.
///
/// ```swift
/// let read = try TripImport(FileSource(path: "jeju.gpx"), .gpx)
/// try store.restore(read.content(), read.mode)
/// ```
public struct TripImport: Sendable {
    /// How many parts of a file may be refused.
    public static let maxRejections = 100_000

    /// The records, those first that others name, with their places and the times of their edits; 1970 where the file has
    /// none.
    public internal(set) var rows: [StoredRecord] = []
    /// The parts that were refused, in the order of the file. The column is that of a character of the line, in a table
    /// that of a field.
    public internal(set) var rejected: [Rejection] = []
    /// What was there and has no record here, by its name in the file, and how often it came.
    public internal(set) var ignored: [String: Int] = [:]
    /// The number of trips whose days are open since the time zone of their times is not known.
    public internal(set) var openTripCount = 0
    /// The number of visits whose days are in UTC since their time zone is not known.
    public internal(set) var openVisitCount = 0
    /// Of a table, the names of its columns, and the row of each part that was refused.
    package internal(set) var (header, rejectedRows) = ([String](), [CSVRecord]())
    /// Whether the file has all of a trip as a store had it, and nothing else.
    var isWhole = false
    /// Whether it says when its records were edited.
    public internal(set) var isTimed = false
    /// The fields that the file has.
    var said = ImportedFields()

    /// The records.
    public var records: [Record] { rows.map(\.record) }
    /// How the content is put into a store, unless it is to be overwritten.
    public var mode: RestoreMode { isTimed ? .merge : .add }

    /// The records as ``TripStore/restore(_:_:)`` takes them.
    ///
    /// - Throws: ``RestoreError`` if their deletions do not fit together.
    public func content() throws(RestoreError) -> TripContent {
        var content = try TripContent(rows)
        content.said = said
        return content
    }
}

extension TripImport {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: Its bytes.
    ///   - format: What it is.
    ///   - options: What the file does not say.
    /// - Throws: ``ImportError``, with the place; no bytes trap.
    /// - Complexity: O(*n*) in the bytes; memory is that of the records, and a few times the longest text or
    ///   value, which has at most 16 MiB.
    public init(
        _ source: consuming any ByteSource, _ format: TripImportFormat, options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        let collected = ImportedRecords(options)
        var hash = SHA256()
        // The ids of visits do not follow from it, and Timelines are large.
        if format != .timeline { source = SeenSource(source) { hash.update($0) } }
        do {
            let read =
                switch format {
                case .gpx: try GPXImport(collected).read(source)
                case .kml: try KMLImport(collected).read(source)
                case .geojson: try GeoJSONImport(collected).read(source)
                case .timeline: try TimelineImport(collected).read(source)
                case .csv: try StopTableImport(collected).read(source)
                case .plan: try PlanImport(collected).read(source)
                }
            self = try read.finish(hash.value)
        } catch {
            throw ImportError(error)
        }
    }
}

/// The formats of files that are imported.
public enum TripImportFormat: String, Hashable, Sendable, CaseIterable {
    /// GPX 1.0 and 1.1: places and the points of routes are stops, tracks are routes as travelled.
    case gpx
    /// KML 2: points are stops, lines and tracks are routes as travelled.
    case kml
    /// GeoJSON (RFC 7946): points are stops, lines are routes as travelled.
    case geojson
    /// The Timeline of Google Maps, exported on a phone, in the shape of Android or of iOS: visits.
    case timeline
    /// A table of stops.
    case csv
    /// A plan of days, as `waymark plan` and the service write it in JSON: a trip that keeps it, with its stops.
    case plan

    /// The format of a file's name, by what follows its last point; nil if that is unknown. `.json` is a Timeline, or a plan:
    /// see ``init(file:)``.
    public init?(fileName: String) {
        var parts = fileName.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        if parts.last == "gz" { parts.removeLast() }
        switch parts.last {
        case "gpx": self = .gpx
        case "kml", "kmz": self = .kml
        case "geojson": self = .geojson
        case "json": self = .timeline
        case "csv", "tsv", "txt": self = .csv
        default: return nil
        }
    }
}

/// What an imported file does not say.
public struct ImportOptions: Hashable, Sendable {
    /// The title of the trip; of several, of those without one.
    public var title: String
    /// The zone of times without one, and of the trips; nil if it is to be that of the country of their first stop, where
    /// that is known.
    public var zone: ClockZone?
    /// The encoding of a table; nil finds it out.
    public var encoding: TextEncoding?
    /// The title of a trip without any other: the name of the file.
    var fileTitle = ""

    /// What a file does not say: by default no title, and a zone and an encoding to be found out.
    public init(title: String = "", zone: ClockZone? = nil, encoding: TextEncoding? = nil) {
        (self.title, self.zone, self.encoding) = (title, zone, encoding)
    }
}

/// Why nothing of a file is imported. Lines and columns count from 1, columns in characters.
public enum ImportError: Error, Equatable, Sendable {
    /// The file could not be opened or read.
    case file(TableError)
    /// A table has no columns for places, or its header cannot be read.
    case table(PlaceTableError)
    /// The text is not well-formed, is cut off, or exceeds a limit.
    case malformed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
    /// The file is a ZIP archive, as KMZ is.
    case zip
    /// The plan of days is malformed: the reason, with the place.
    case plan(reason: String)
    /// The document is of another kind: what was expected, and what was found there.
    case otherKind(expected: String, found: String, line: Int, column: Int)
    /// The trip in the file was written by a newer version.
    case newerVersion(String, known: Int)
    /// A time has no zone, and that of its place is not known.
    case noZone(line: Int, column: Int)
    /// So much of the file is refused that it is probably of another kind; the last refusal.
    case tooManyRejections(last: Rejection)
}

extension ImportError {
    /// An error of reading a file, or one that is of an import already.
    init(_ error: any Error) {
        switch error {
        case let error as ImportError: self = error
        case TextError.file(let error), PlaceTableError.table(let error), ZipError.table(let error),
            let error as TableError:
            self = .file(error)
        case TextError.malformed(let reason, let line, let column):
            self = .malformed(reason: reason, line: line, column: column)
        case TextError.unsupportedEncoding(let name): self = .unsupportedEncoding(name: name)
        case TextError.zip: self = .zip
        case let error as PlaceTableError: self = .table(error)
        default: self = .malformed(reason: "\(error)", line: 1, column: 1)
        }
    }
}

extension ImportError: CustomStringConvertible {
    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .table(let error): "\(error)"
        case .malformed(let reason, let line, let column): "line \(line), column \(column): \(reason)"
        case .unsupportedEncoding(let name): "the text is in \(name), but only UTF-8 is supported"
        case .plan(let reason): reason
        case .zip: "the file is a ZIP archive: unpack it, and import the file in it"
        case .otherKind(let expected, let found, let line, let column):
            "line \(line), column \(column): \(found) was found where \(expected) was expected"
        case .newerVersion(let version, let known):
            "the trip was written by version \(version), this program reads up to version \(known)"
        case .noZone(let line, let column):
            "line \(line), column \(column): the time has no time zone, and that of its place is not known"
        case .tooManyRejections(let last):
            "more than \(TripImport.maxRejections) parts are refused, the last one on line \(last.line): \(last.reason)"
        }
    }
}
