public import WaymarkPlaces
public import WaymarkTables
public import WaymarkTimes

/// What was read from a file of another program, or from an export: records, to be put into a store in one commit.
///
/// A file is read in pieces of 256 KiB; of what it has, only records are held. Nothing is lost in silence: a part that
/// is refused is in ``rejected`` with its place and the reason, and ``ignored`` counts what has no record here.
///
/// ```swift
/// let read = try TripImport(FileSource(path: "jeju.gpx"), .gpx, ids: ids)
/// try store.commit(read)
/// ```
public struct TripImport: Sendable {
    /// How many parts of a file may be refused.
    public static let maxRejections = 100_000

    /// The records, those first that others name. Records of a GPX file that ``TripGPX`` wrote have the ids they had, and
    /// others new ones.
    public internal(set) var records: [Record] = []
    /// The parts that were refused, in the order of the file. The column is that of a character of the line, in a table
    /// that of a field.
    public internal(set) var rejected: [Rejection] = []
    /// What was there and has no record here, by its name in the file, and how often it came.
    public internal(set) var ignored: [String: Int] = [:]
    /// Whether the records have the ids they had when they were exported, so that they replace those in a store.
    public internal(set) var keepsIDs = false
}

extension TripImport {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - source: Its bytes.
    ///   - format: What it is.
    ///   - ids: Makes the ids of new records.
    ///   - options: What the file does not say.
    /// - Throws: ``ImportError``, with the place; no bytes trap.
    /// - Complexity: O(*n*) in the bytes; memory is that of the records, and a few times the longest text or
    ///   value, which has at most 16 MiB.
    public init(
        _ source: consuming any ByteSource, _ format: TripImportFormat, ids: RecordIDGenerator,
        options: ImportOptions = ImportOptions()
    ) throws(ImportError) {
        let collected = ImportedRecords(ids, options)
        let reader: any ImportReader =
            switch format {
            case .gpx: GPXImport(collected)
            case .kml: KMLImport(collected)
            case .geojson: GeoJSONImport(collected)
            case .timeline: TimelineImport(collected)
            case .csv: StopTableImport(collected)
            }
        do {
            self = try reader.read(source)
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

    /// The format of a file's name, by what follows its last point; nil if that is unknown. `.json` is a Timeline.
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
    /// The title of a trip without one.
    public var title: String
    /// The zone of times without one, and of the trips.
    public var zone: ClockZone
    /// The encoding of a table; nil finds it out.
    public var encoding: TextEncoding?

    /// What a file does not say: no title, UTC, and an encoding to be found out.
    public init(title: String = "", zone: ClockZone = .utc, encoding: TextEncoding? = nil) {
        (self.title, self.zone, self.encoding) = (title, zone, encoding)
    }
}

/// Reads a format.
protocol ImportReader {
    /// Reads a file to its end.
    ///
    /// - Throws: What ``ImportError`` is made of.
    consuming func read(_ source: consuming any ByteSource) throws -> TripImport
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
    /// The document is of another kind: what was expected, and what was found there.
    case otherKind(expected: String, found: String, line: Int, column: Int)
    /// The trip in the file was written by a newer version.
    case newerVersion(String, known: Int)
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
        case .zip: "the file is a ZIP archive: unpack it, and import the file in it"
        case .otherKind(let expected, let found, let line, let column):
            "line \(line), column \(column): \(found) was found where \(expected) was expected"
        case .newerVersion(let version, let known):
            "the trip was written by version \(version), this program reads up to version \(known)"
        case .tooManyRejections(let last):
            "more than \(TripImport.maxRejections) parts are refused, the last one on line \(last.line): \(last.reason)"
        }
    }
}
