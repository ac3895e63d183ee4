import WaymarkGeodesy

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads one GPX document.
struct GPXReader {
    private var scanner: XMLScanner
    /// What stands before the names of GPX's own elements: nothing, or as in `gpx:`.
    private var prefix = ""

    init(_ bytes: [UInt8]) throws(GPXError) {
        scanner = try XMLScanner(bytes)
    }

    mutating func document() throws(GPXError) -> GPXDocument {
        guard case .start(let root)? = try scanner.next() else { throw scanner.error("an element was expected") }
        if let colon = root.name.lastIndex(of: ":") { prefix = String(root.name[...colon]) }
        guard root.name == prefix + "gpx" else {
            let (line, column) = scanner.place(of: root.offset)
            throw .notGPX(root: root.name, line: line, column: column)
        }
        var document = GPXDocument()
        while let (name, element) = try child() {
            switch name {
            // Version 1.0 names the whole in the document's element, 1.1 in its metadata.
            case "name": document.name = try text()
            case "metadata":
                while let (name, _) = try child() {
                    if name == "name" { document.name = try text() } else { try skip() }
                }
            case "wpt": document.waypoints.append(try point(element))
            case "rte": document.routes.append(try route())
            case "trk": document.tracks.append(try track())
            default: try skip()
            }
        }
        // Whatever follows is to be well-formed too.
        while try scanner.next() != nil {}
        return document
    }

    private mutating func route() throws(GPXError) -> GPXDocument.Route {
        var route = GPXDocument.Route(points: [])
        while let (name, element) = try child() {
            switch name {
            case "name": route.name = try text()
            case "rtept": route.points.append(try point(element))
            default: try skip()
            }
        }
        return route
    }

    private mutating func track() throws(GPXError) -> GPXDocument.Track {
        var track = GPXDocument.Track(segments: [])
        while let (name, _) = try child() {
            switch name {
            case "name": track.name = try text()
            case "trkseg":
                var segment: [TrackPoint] = []
                while let (name, element) = try child() {
                    if name == "trkpt" { segment.append(try point(element)) } else { try skip() }
                }
                track.segments.append(segment)
            default: try skip()
            }
        }
        return track
    }

    private mutating func point(_ element: XMLScanner.Element) throws(GPXError) -> TrackPoint {
        let (latitude, longitude) = (try degrees("lat", of: element), try degrees("lon", of: element))
        var point: TrackPoint
        do {
            point = TrackPoint(try Coordinate(latitude: latitude, longitude: longitude))
        } catch {
            throw invalid("\(error)", element)
        }
        while let (name, child) = try child() {
            switch name {
            case "ele": point.elevation = try value(child, "an elevation") { Self.number($0).map { Meters($0) } }
            case "speed": point.speed = try value(child, "a speed") { Self.number($0) }
            case "time": point.time = try value(child, "a time") { Date(xsdDateTime: $0) }
            case "name": point.name = try text()
            default: try skip()
            }
        }
        return point
    }

    // MARK: - Values

    private func degrees(_ name: String, of element: XMLScanner.Element) throws(GPXError) -> Double {
        guard let text = element[name] else { throw invalid("<\(element.name)> has no \(name)", element) }
        guard let degrees = Self.number(text) else {
            throw invalid("\(name) \"\(text.prefix(40))\" is not a number", element)
        }
        return degrees
    }

    /// The value of the text of the element that has just begun; nil where it is blank.
    private mutating func value<Value>(
        _ element: XMLScanner.Element, _ what: String, _ read: (String) -> Value?
    ) throws(GPXError) -> Value? {
        guard let text = try text() else { return nil }
        guard let value = read(text) else { throw invalid("\"\(text.prefix(40))\" is not \(what)", element) }
        return value
    }

    private func invalid(_ reason: String, _ element: XMLScanner.Element) -> GPXError {
        let (line, column) = scanner.place(of: element.offset)
        return .invalidValue(reason: reason, line: line, column: column)
    }

    /// A finite decimal number; `Double` alone would take `nan`, `inf` and `0x1p3` too.
    private static func number(_ text: String) -> Double? {
        let trimmed = text.drop { $0.isWhitespace }
        guard trimmed.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(trimmed),
            value.isFinite
        else { return nil }
        return value
    }

    // MARK: - Elements

    /// The next element within the open one, without GPX's prefix; nil where that ends.
    ///
    /// Elements of other namespaces come with theirs, and text is passed over.
    private mutating func child() throws(GPXError) -> (name: String, element: XMLScanner.Element)? {
        while let event = try scanner.next() {
            switch event {
            case .start(let element):
                guard element.name.hasPrefix(prefix) else {
                    try skip()
                    continue
                }
                return (String(element.name.dropFirst(prefix.count)), element)
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// The text of the element that has just begun, trimmed; nil where it is blank. Elements within are passed over.
    private mutating func text() throws(GPXError) -> String? {
        var text = ""
        while let event = try scanner.next() {
            switch event {
            case .start: try skip()
            case .text(let more): text += more
            case .end:
                let isSpace = { (character: Character) in character.isWhitespace }
                let trimmed = text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
                return trimmed.isEmpty ? nil : String(trimmed)
            }
        }
        return nil
    }

    /// Passes over the rest of the element that has just begun.
    private mutating func skip() throws(GPXError) {
        var depth = 1
        while depth > 0, let event = try scanner.next() {
            switch event {
            case .start: depth += 1
            case .text: break
            case .end: depth -= 1
            }
        }
    }
}
