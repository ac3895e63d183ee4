import WaymarkFiles
import WaymarkFoundation
import WaymarkGeodesy
import WaymarkText
import WaymarkTimes

/// Reads one GPX document.
struct GPXReader {
    private var xml: XMLStream
    /// The namespace of GPX elements in this document.
    private var namespace = ""

    init(_ bytes: [UInt8]) throws { xml = try XMLStream(MemorySource(bytes)) }

    /// - Throws: `TextError`, ``GPXError``.
    mutating func document() throws -> GPXDocument {
        let root = try xml.root()
        guard root.name == "gpx" else { throw GPXError.notGPX(root: root.name, line: root.line, column: root.column) }
        namespace = root.namespace
        var document = GPXDocument()
        while let child = try child() {
            switch child.name {
            // Version 1.0 has the document's name in its element, 1.1 in its metadata.
            case "name": document.name = try string()
            case "metadata":
                while let child = try self.child() {
                    if child.name == "name" { document.name = try string() } else { try xml.skip() }
                }
            case "wpt": document.waypoints.append(try point(child))
            case "rte": document.routes.append(try route())
            case "trk": document.tracks.append(try track())
            default: try xml.skip()
            }
        }
        // The rest must be well-formed too.
        while try xml.next() != nil {}
        return document
    }

    private mutating func route() throws -> GPXDocument.Route {
        var route = GPXDocument.Route(points: [])
        while let child = try child() {
            switch child.name {
            case "name": route.name = try string()
            case "rtept": route.points.append(try point(child))
            default: try xml.skip()
            }
        }
        return route
    }

    private mutating func track() throws -> GPXDocument.Track {
        var track = GPXDocument.Track(segments: [])
        while let child = try child() {
            switch child.name {
            case "name": track.name = try string()
            case "trkseg":
                var segment: [TrackPoint] = []
                while let child = try self.child() {
                    if child.name == "trkpt" { segment.append(try point(child)) } else { try xml.skip() }
                }
                track.segments.append(segment)
            default: try xml.skip()
            }
        }
        return track
    }

    private mutating func point(_ element: XMLStream.Element) throws -> TrackPoint {
        let (latitude, longitude) = (try degrees("lat", of: element), try degrees("lon", of: element))
        var point: TrackPoint
        do {
            point = TrackPoint(try Coordinate(latitude: latitude, longitude: longitude))
        } catch {
            throw invalid("\(error)", element)
        }
        while let child = try child() {
            switch child.name {
            case "ele":
                point.elevation = try value(child, "an elevation") { NumberParser.double($0).map { Meters($0) } }
            case "time": point.time = try value(child, "a time") { Date(xsdDateTime: $0) }
            case "speed": point.speed = try value(child, "a speed") { NumberParser.double($0) }
            case "name": point.name = try string()
            default: try xml.skip()
            }
        }
        return point
    }

    // MARK: - Values

    private func degrees(_ name: String, of element: XMLStream.Element) throws(GPXError) -> Double {
        guard let text = element[name] else { throw invalid("<\(element.name)> has no \(name)", element) }
        guard let degrees = NumberParser.double(text) else {
            throw invalid("\(name) \"\(PlainText.shortened(PlainText.trimmed(text)))\" is not a number", element)
        }
        return degrees
    }

    /// The value of the text of the current element; nil if it is blank.
    private mutating func value<Value>(
        _ child: XMLStream.Element, _ what: StaticString, _ read: (String) -> Value?
    ) throws -> Value? {
        guard let text = try string() else { return nil }
        guard let value = read(text) else { throw invalid("\"\(PlainText.shortened(text))\" is not \(what)", child) }
        return value
    }

    private func invalid(_ reason: String, _ element: XMLStream.Element) -> GPXError {
        .invalidValue(reason: reason, line: element.line, column: element.column)
    }

    // MARK: - Elements

    /// The next element of GPX within the open one; nil at its end.
    private mutating func child() throws(TextError) -> XMLStream.Element? {
        while let child = try xml.child() {
            if child.namespace == namespace { return child }
            try xml.skip()
        }
        return nil
    }

    /// The trimmed text of the current element; nil if it is blank.
    private mutating func string() throws(TextError) -> String? {
        let text = try xml.string()
        return text.isEmpty ? nil : text
    }
}

extension GPXError {
    /// An error of the text of a document, or one that is of GPX already.
    init(_ error: any Error) {
        switch error {
        case let error as GPXError: self = error
        case TextError.malformed(let reason, let line, let column):
            self = .notWellFormed(reason: reason, line: line, column: column)
        case TextError.unsupportedEncoding(let name): self = .unsupportedEncoding(name: name)
        case TextError.zip: self = .notWellFormed(reason: "the document is compressed by zip", line: 1, column: 1)
        default: self = .notWellFormed(reason: "\(error)", line: 1, column: 1)
        }
    }
}
