/// The contents of a GPX file: places, planned routes and recorded tracks.
///
/// ```swift
/// let document = try GPXDocument(bytes)
/// let legs = TrackLegs(document.lines)
/// ```
public struct GPXDocument: Hashable, Sendable {
    /// A planned route.
    public struct Route: Hashable, Sendable {
        /// Its name.
        public var name: String?
        /// Its places, in order.
        public var points: [TrackPoint]

        /// A planned route.
        public init(name: String? = nil, points: [TrackPoint]) {
            self.name = name
            self.points = points
        }
    }

    /// A recorded track.
    public struct Track: Hashable, Sendable {
        /// Its name.
        public var name: String?
        /// Its pieces in order, each recorded without a break; a piece may be empty.
        public var segments: [[TrackPoint]]

        /// A recorded track.
        public init(name: String? = nil, segments: [[TrackPoint]]) {
            self.name = name
            self.segments = segments
        }
    }

    /// The name of the document.
    public var name: String?
    /// Single places.
    public var waypoints: [TrackPoint]
    /// Planned routes.
    public var routes: [Route]
    /// Recorded tracks.
    public var tracks: [Track]

    /// The contents of a GPX file; empty by default.
    public init(name: String? = nil, waypoints: [TrackPoint] = [], routes: [Route] = [], tracks: [Track] = []) {
        self.name = name
        self.waypoints = waypoints
        self.routes = routes
        self.tracks = tracks
    }

    /// Reads a GPX file, version 1.0 or 1.1, in UTF-8.
    ///
    /// Elements of other namespaces, and unsupported elements, are skipped. A time without a zone is UTC, as GPX
    /// specifies.
    ///
    /// - Throws: ``GPXError``, with the line and the column; no bytes trap.
    /// - Complexity: O(*n*) for *n* bytes, in time and memory.
    /// - SeeAlso: GPX 1.1 schema, topografix.com/GPX/1/1.
    public init(_ bytes: [UInt8]) throws(GPXError) {
        do {
            var reader = try GPXReader(bytes)
            self = try reader.document()
        } catch {
            throw GPXError(error)
        }
    }

    /// The lines: each piece of each track that has points or, if there is none, each route.
    public var lines: [[TrackPoint]] {
        let segments = tracks.flatMap(\.segments).filter { !$0.isEmpty }
        return segments.isEmpty ? routes.map(\.points).filter { !$0.isEmpty } : segments
    }
}

/// Why a GPX file was refused. Lines and columns count from 1, columns in characters.
public enum GPXError: Error, Hashable, Sendable {
    /// The bytes are not well-formed XML, or use an unsupported feature.
    case notWellFormed(reason: String, line: Int, column: Int)
    /// The text is in an encoding other than UTF-8.
    case unsupportedEncoding(name: String)
    /// The document is of another kind: its element is `root`, not `gpx`.
    case notGPX(root: String, line: Int, column: Int)
    /// A value of the element that begins there is invalid.
    case invalidValue(reason: String, line: Int, column: Int)
}

extension GPXError: CustomStringConvertible {
    /// The error and its position, as in `line 3, column 7: latitude 91.0 is outside -90...90`.
    public var description: String {
        switch self {
        case .notWellFormed(let reason, let line, let column): "line \(line), column \(column): \(reason)"
        case .unsupportedEncoding(let name): "the text is in \(name), but only UTF-8 is supported"
        case .notGPX(let root, let line, let column):
            "line \(line), column \(column): the document is <\(root)>, not <gpx>"
        case .invalidValue(let reason, let line, let column): "line \(line), column \(column): \(reason)"
        }
    }
}
