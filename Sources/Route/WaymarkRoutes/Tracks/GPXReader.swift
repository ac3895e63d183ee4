import WaymarkFoundation
import WaymarkGeodesy
import WaymarkText
import WaymarkTimes

/// Reads one GPX document.
struct GPXReader {
    private var scanner: XMLScanner
    /// The prefix of GPX elements: empty, or as in `gpx:`.
    private var prefix: ArraySlice<UInt8> = []

    init(_ bytes: [UInt8]) throws(GPXError) {
        do throws(XMLError) { scanner = try XMLScanner(bytes) } catch { throw GPXError(error) }
    }

    private mutating func next() throws(GPXError) -> XMLScanner.Event? {
        do throws(XMLError) { return try scanner.next() } catch { throw GPXError(error) }
    }

    /// An element of GPX, and its name without the prefix.
    private struct Child {
        let name: Range<Int>
        let element: XMLScanner.Element
    }

    mutating func document() throws(GPXError) -> GPXDocument {
        guard case .start(let root)? = try next() else {
            let (line, column) = scanner.place(of: scanner.offset)
            throw .notWellFormed(reason: "an element was expected", line: line, column: column)
        }
        if let colon = scanner.bytes[root.name].lastIndex(of: UInt8(ascii: ":")) {
            prefix = scanner.bytes[root.name.lowerBound...colon]
        }
        guard scanner.range(root.name.dropFirst(prefix.count), is: "gpx") else {
            let (line, column) = scanner.place(of: root.offset)
            throw .notGPX(root: scanner.string(root.name), line: line, column: column)
        }
        var document = GPXDocument()
        while let child = try child() {
            // Version 1.0 has the document's name in its element, 1.1 in its metadata.
            if has(child, "name") {
                document.name = try string()
            } else if has(child, "metadata") {
                while let child = try self.child() {
                    if has(child, "name") { document.name = try string() } else { try skip() }
                }
            } else if has(child, "wpt") {
                document.waypoints.append(try point(child.element))
            } else if has(child, "rte") {
                document.routes.append(try route())
            } else if has(child, "trk") {
                document.tracks.append(try track())
            } else {
                try skip()
            }
        }
        // The rest must be well-formed too.
        while try next() != nil {}
        return document
    }

    private mutating func route() throws(GPXError) -> GPXDocument.Route {
        var route = GPXDocument.Route(points: [])
        while let child = try child() {
            if has(child, "name") {
                route.name = try string()
            } else if has(child, "rtept") {
                route.points.append(try point(child.element))
            } else {
                try skip()
            }
        }
        return route
    }

    private mutating func track() throws(GPXError) -> GPXDocument.Track {
        var track = GPXDocument.Track(segments: [])
        while let child = try child() {
            if has(child, "name") {
                track.name = try string()
            } else if has(child, "trkseg") {
                var segment: [TrackPoint] = []
                while let child = try self.child() {
                    if has(child, "trkpt") { segment.append(try point(child.element)) } else { try skip() }
                }
                track.segments.append(segment)
            } else {
                try skip()
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
        while let child = try child() {
            if has(child, "ele") {
                point.elevation = try value(child, "an elevation") { Self.number($0).map { Meters($0) } }
            } else if has(child, "time") {
                point.time = try value(child, "a time") { Date(xsdDateTime: $0) }
            } else if has(child, "speed") {
                point.speed = try value(child, "a speed") { Self.number($0) }
            } else if has(child, "name") {
                point.name = try string()
            } else {
                try skip()
            }
        }
        return point
    }

    // MARK: - Values

    private func degrees(_ name: StaticString, of element: XMLScanner.Element) throws(GPXError) -> Double {
        guard let text = scanner.attribute(name) else {
            throw invalid("<\(scanner.string(element.name))> has no \(name)", element)
        }
        guard let degrees = Self.number(text.trimmed) else {
            throw invalid("\(name) \"\(text.start)\" is not a number", element)
        }
        return degrees
    }

    /// The value of the text of the current element; nil if it is blank.
    private mutating func value<Value>(
        _ child: Child, _ what: StaticString, _ read: (ArraySlice<UInt8>) -> Value?
    ) throws(GPXError) -> Value? {
        guard let text = try text() else { return nil }
        guard let value = read(text) else { throw invalid("\"\(text.start)\" is not \(what)", child.element) }
        return value
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        unsafe text.withUnsafeBufferPointer { NumberParser.double(unsafe Span(_unsafeElements: $0)) }
    }

    private func invalid(_ reason: String, _ element: XMLScanner.Element) -> GPXError {
        let (line, column) = scanner.place(of: element.offset)
        return .invalidValue(reason: reason, line: line, column: column)
    }

    // MARK: - Elements

    private func has(_ child: Child, _ name: StaticString) -> Bool { scanner.range(child.name, is: name) }

    /// The next element within the open one; nil at its end.
    ///
    /// Elements of other namespaces have their prefix, and text is skipped.
    private mutating func child() throws(GPXError) -> Child? {
        while let event = try next() {
            switch event {
            case .start(let element):
                guard prefix.isEmpty || scanner.bytes[element.name].starts(with: prefix) else {
                    try skip()
                    continue
                }
                return Child(name: element.name.dropFirst(prefix.count), element: element)
            case .text: continue
            case .end: return nil
            }
        }
        return nil
    }

    /// The text of the current element, as a string.
    private mutating func string() throws(GPXError) -> String? {
        try text().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The trimmed text of the current element; nil if it is blank. Nested elements are skipped.
    private mutating func text() throws(GPXError) -> ArraySlice<UInt8>? {
        // Usually it is one piece, used in place.
        var first: XMLScanner.Text?
        var (joined, isJoined) = ([UInt8](), false)
        while let event = try next() {
            switch event {
            case .start: try skip()
            case .text(let more):
                if first == nil, !isJoined, more.isPlain {
                    first = more
                    continue
                }
                if !isJoined, let first { joined += scanner.bytes[first.range] }
                isJoined = true
                joined += scanner.decoded(more).utf8
            case .end:
                let text = (isJoined ? joined[...] : first.map { scanner.bytes[$0.range] } ?? []).trimmed
                return text.isEmpty ? nil : text
            }
        }
        return nil
    }

    /// Skips the rest of the current element.
    private mutating func skip() throws(GPXError) {
        var depth = 1
        while depth > 0, let event = try next() {
            switch event {
            case .start: depth += 1
            case .text: break
            case .end: depth -= 1
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// Without XML's white space at its ends.
    fileprivate var trimmed: ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
        var (start, end) = (startIndex, endIndex)
        while start < end, isSpace(self[start]) { start += 1 }
        while start < end, isSpace(self[end - 1]) { end -= 1 }
        return self[start..<end]
    }

    /// The first characters, for an error.
    fileprivate var start: String { PlainText.shortened(String(decoding: self, as: UTF8.self)) }
}

extension Range<Int> {
    fileprivate func dropFirst(_ count: Int) -> Range<Int> { Swift.min(lowerBound + count, upperBound)..<upperBound }
}

extension GPXError {
    fileprivate init(_ error: XMLError) {
        self =
            switch error {
            case .notWellFormed(let reason, let line, let column):
                .notWellFormed(reason: reason, line: line, column: column)
            case .unsupportedEncoding(let name): .unsupportedEncoding(name: name)
            }
    }
}
