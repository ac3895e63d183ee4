/// What a GPX file holds: places, planned routes and recorded tracks.
///
/// ```swift
/// let document = try GPXDocument(bytes)
/// let legs = TrackLegs(document.lines)
/// ```
public struct GPXDocument: Hashable, Sendable {
    /// A planned route.
    public struct Route: Hashable, Sendable {
        /// What a person calls it.
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
        /// What a person calls it.
        public var name: String?
        /// Its pieces in order, recorded without a break each; a piece may be empty.
        public var segments: [[TrackPoint]]

        /// A recorded track.
        public init(name: String? = nil, segments: [[TrackPoint]]) {
            self.name = name
            self.segments = segments
        }
    }

    /// What a person calls the whole.
    public var name: String?
    /// Places by themselves.
    public var waypoints: [TrackPoint]
    /// Planned routes.
    public var routes: [Route]
    /// Recorded tracks.
    public var tracks: [Track]

    /// What a GPX file holds; nothing by default.
    public init(name: String? = nil, waypoints: [TrackPoint] = [], routes: [Route] = [], tracks: [Track] = []) {
        self.name = name
        self.waypoints = waypoints
        self.routes = routes
        self.tracks = tracks
    }

    /// Reads a GPX file, version 1.0 or 1.1, in UTF-8.
    ///
    /// Elements of other namespaces, and whatever else is not kept here, are passed over. A time without a zone is
    /// taken for UTC, as GPX has it.
    ///
    /// - Throws: ``GPXError``, with the line and the column; no bytes trap.
    /// - Complexity: O(*n*) for *n* bytes, in time and memory.
    /// - SeeAlso: GPX 1.1 schema, topografix.com/GPX/1/1.
    public init(_ bytes: [UInt8]) throws(GPXError) {
        var reader = try GPXReader(bytes)
        self = try reader.document()
    }

    /// The lines there are: each piece of each track that has points, or where there is none, each route.
    public var lines: [[TrackPoint]] {
        let segments = tracks.flatMap(\.segments).filter { !$0.isEmpty }
        return segments.isEmpty ? routes.map(\.points).filter { !$0.isEmpty } : segments
    }
}
