import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkRoutes

/// A real file and the findings of Python's `xml.etree`.
struct GPXFile: CustomTestStringConvertible, Sendable {
    let name: String
    let waypoints: Int
    let routePoints: [Int]
    let segments: [Int]
    let latitudes: Double
    let longitudes: Double
    /// The sum over track points.
    let elevations: Double
    let timed: Int

    var testDescription: String { name }

    static let all = [
        GPXFile(
            name: "gpxpy-cerknicko-jezero", waypoints: 7, routePoints: [], segments: [0, 173, 52, 2, 44, 2, 2, 21],
            latitudes: 13868.143740, longitudes: 4349.150063, elevations: 162927.869, timed: 297),
        GPXFile(
            name: "gpxpy-gpx1.1_with_all_fields", waypoints: 2, routePoints: [3, 2], segments: [1, 0],
            latitudes: 95.8, longitudes: 182.1, elevations: 11.1, timed: 3),
        GPXFile(
            name: "gpxpy-korita-zbevnica", waypoints: 2, routePoints: [], segments: [0, 358, 176, 337],
            latitudes: 39655.438714, longitudes: 12288.702053, elevations: 785205.739, timed: 513),
        GPXFile(
            name: "gpxpy-route", waypoints: 0, routePoints: [55], segments: [], latitudes: 2490.646844,
            longitudes: 755.491137, elevations: 0, timed: 0),
        GPXFile(
            name: "gpxpy-track-with-empty-segment", waypoints: 0, routePoints: [], segments: [9, 0],
            latitudes: 456.998138, longitudes: 54.742612, elevations: 1724.4, timed: 9),
        GPXFile(
            name: "gpxpy-track-with-extremes", waypoints: 0, routePoints: [], segments: [25], latitudes: 1137.050461,
            longitudes: 337.838509, elevations: 441, timed: 0),
        GPXFile(
            name: "gpxpy-unicode_with_bom", waypoints: 1, routePoints: [], segments: [], latitudes: 43.309634,
            longitudes: 3.515386, elevations: 0, timed: 1),
        GPXFile(
            name: "graphhopper-test1", waypoints: 0, routePoints: [34], segments: [264], latitudes: 15302.510865,
            longitudes: 3684.339269, elevations: 0, timed: 264),
        GPXFile(
            name: "graphhopper-tour2-with-loop", waypoints: 0, routePoints: [9], segments: [12],
            latitudes: 1078.233617, longitudes: 259.606486, elevations: 0, timed: 12),
    ]

    var bytes: [UInt8] { get throws { try SharedData.bytes("tracks/\(name).gpx") } }
}

@Suite("GPX reading")
struct GPXDocumentTests {
    @Test("finds the same in real files as another reader", .enabled(if: SharedData.isPresent), arguments: GPXFile.all)
    func findsWhatAnotherReaderFinds(file: GPXFile) throws {
        let document = try GPXDocument(file.bytes)
        let trackPoints = document.tracks.flatMap { $0.segments.flatMap { $0 } }
        let all = document.waypoints + document.routes.flatMap(\.points) + trackPoints
        #expect(document.waypoints.count == file.waypoints)
        #expect(document.routes.map(\.points.count) == file.routePoints)
        #expect(document.tracks.flatMap { $0.segments.map(\.count) } == file.segments)
        #expect(abs(all.reduce(0) { $0 + $1.coordinate.latitude } - file.latitudes) < 1e-6)
        #expect(abs(all.reduce(0) { $0 + $1.coordinate.longitude } - file.longitudes) < 1e-6)
        #expect(abs(trackPoints.reduce(0) { $0 + ($1.elevation?.value ?? 0) } - file.elevations) < 1e-3)
        #expect(all.filter { $0.time != nil }.count == file.timed)
    }

    @Test("keeps names, and ignores those of other elements", .enabled(if: SharedData.isPresent))
    func keepsNames() throws {
        let document = try GPXDocument(SharedData.bytes("tracks/gpxpy-gpx1.1_with_all_fields.gpx"))
        #expect(document.name == "example name")
        #expect(document.waypoints[0].name == "example name")
        #expect(document.tracks.map(\.name) == ["example name t", nil])
        let time = try #require(document.tracks[0].segments[0][0].time)
        #expect(time == Date(timeIntervalSince1970: 1_357_041_604))
    }

    @Test("is the same with prefixes, CDATA, references, comments, CRLF and a byte order mark")
    func sameInAnyClothes() throws {
        let plain = """
            <gpx version="1.0"><name>A &amp; B</name><trk><name>서울</name><trkseg>\
            <trkpt lat="37.5" lon="127"><ele>38.5</ele><time>2024-02-29T09:00:00Z</time><speed>1.5</speed></trkpt>\
            </trkseg></trk></gpx>
            """
        let dressed = """
            \u{FEFF}<?xml version='1.0' encoding='utf-8'?>\r\n<!-- a <b> & c -->\r\n<?xml-stylesheet href="x"?>
            <g:gpx xmlns:g="http://www.topografix.com/GPX/1/0" xmlns:o="o">
            <name>not GPX's</name><g:name><![CDATA[A & B]]></g:name>
            <g:trk ><g:name> &#xC11C;&#50872;<!-- x --> </g:name\t><g:extensions><g:name>no</g:name></g:extensions>
            <g:trkseg>\r\n<g:trkpt lon = '127.0'
             lat="&#51;7.50"><o:ele>9</o:ele><g:ele>38<!-- -->.5</g:ele><g:time>2024-02-29T18:00:00+09:00</g:time>
            <g:speed> 15e-1 </g:speed><g:fix/></g:trkpt></g:trkseg></g:trk></g:gpx>
            <!-- end -->
            """
        let document = try GPXDocument(Array(plain.utf8))
        #expect(try GPXDocument(Array(dressed.utf8)) == document)
        #expect(document.name == "A & B")
        #expect(document.tracks[0].name == "서울")
        let point = document.tracks[0].segments[0][0]
        #expect(point.elevation == Meters(38.5))
        #expect(point.speed == 1.5)
        #expect(point.time == Date(timeIntervalSince1970: 1_709_197_200))
    }

    @Test("numbers are read to the last bit", arguments: 1...4 as ClosedRange<UInt64>)
    func exactNumbers(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let texts = (0..<5000).map { _ in
            let digits = (0..<Int.random(in: 1...19, using: &generator)).map { _ in
                "\(Int.random(in: 0...9, using: &generator))"
            }
            let point = Int.random(in: 0...digits.count, using: &generator)
            let exponent = ["", "", "", "e-3", "E+5"].randomElement(using: &generator)!
            return (Bool.random(using: &generator) ? "-" : "") + digits[..<point].joined() + "."
                + digits[point...].joined()
                + (point == digits.count ? "0" : "") + exponent
        }
        let points = texts.map { "<wpt lat='0' lon='0'><ele>\n \($0)\t</ele></wpt>" }.joined()
        let elevations = try GPXDocument(Array("<gpx>\(points)</gpx>".utf8)).waypoints.map(\.elevation?.value)
        #expect(elevations.map { $0?.bitPattern } == texts.map { Double($0)?.bitPattern })
        for none in [".", "-", "1.2.3", "1e", "--1", "+-1", "e5", "1 2", "\u{663}"] {
            #expect(throws: GPXError.self) { try GPXDocument(Array("<gpx><wpt lat='\(none)' lon='0'/></gpx>".utf8)) }
        }
    }

    @Test(
        "reports the position of the first error",
        arguments: [
            ("<gpx><trk></gpx>", "line 1, column 11: </gpx> where </trk> was expected"),
            ("<gpx>\n <wpt lat='91' lon='0'/></gpx>", "line 2, column 2: latitude 91.0 is outside -90...90"),
            ("<gpx>\n<name>서울</name><wpt lon='0'/></gpx>", "line 2, column 16: <wpt> has no lat"),
            ("<gpx><wpt lat='nan' lon='0'/></gpx>", "line 1, column 6: lat \"nan\" is not a number"),
            ("<gpx><wpt lat='0x1p3' lon='0'/></gpx>", "line 1, column 6: lat \"0x1p3\" is not a number"),
            (
                "<gpx><wpt lat='1' lon='1'>\n<ele>high</ele></wpt></gpx>",
                "line 2, column 1: \"high\" is not an elevation"
            ),
            (
                "<gpx><wpt lat='1' lon='1'>\n<time>2023-02-29T00:00:00Z</time></wpt></gpx>",
                "line 2, column 1: \"2023-02-29T00:00:00Z\" is not a time"
            ),
            ("<kml/>", "line 1, column 1: the document is <kml>, not <gpx>"),
            ("", "line 1, column 1: the document has no element"),
            ("  \n", "line 2, column 1: the document has no element"),
            ("lat,lon", "line 1, column 1: text outside the document's element"),
            ("<gpx/>\n<gpx/>", "line 2, column 1: a second element outside the document's"),
            ("<gpx/>\nx", "line 2, column 1: text outside the document's element"),
            ("<gpx", "line 1, column 1: the document ends within a tag"),
            ("<gpx><!-- ", "line 1, column 6: the document ends within a comment"),
            ("<gpx><!-- -- --></gpx>", "line 1, column 6: -- within a comment"),
            ("<gpx><![CDATA[ ]]</gpx>", "line 1, column 6: the document ends within a CDATA section"),
            ("<gpx a='1' a='2'/>", "line 1, column 1: the attribute a is given twice"),
            ("<gpx a='1'b='2'/>", "line 1, column 11: an attribute, or the end of the tag, was expected"),
            ("<gpx a=1/>", "line 1, column 8: a value in quotes was expected"),
            ("<gpx a='<'/>", "line 1, column 9: < within an attribute"),
            ("<gpx>&nbsp;</gpx>", "line 1, column 6: an ampersand that begins no reference: & must be written &amp;"),
            ("<gpx>a & b</gpx>", "line 1, column 8: an ampersand that begins no reference: & must be written &amp;"),
            ("<gpx>&#0;</gpx>", "line 1, column 6: XML cannot have the character U+0000"),
            ("<gpx>&#xFFFE;</gpx>", "line 1, column 6: XML cannot have the character U+FFFE"),
            ("<gpx>a\u{FFFF}</gpx>", "line 1, column 7: XML cannot have the character U+FFFF"),
            ("<gpx a='&#65535;'/>", "line 1, column 9: XML cannot have the character U+FFFF"),
            ("<gpx a='\u{FFFE}'/>", "line 1, column 9: XML cannot have the character U+FFFE"),
            ("<gpx \u{FFFE}=''/>", "line 1, column 6: XML cannot have the character U+FFFE"),
            ("<!--\u{FFFE}--><gpx/>", "line 1, column 5: XML cannot have the character U+FFFE"),
            ("<gpx><![CDATA[\u{FFFE}]]></gpx>", "line 1, column 15: XML cannot have the character U+FFFE"),
            ("<?a \u{FFFE}?><gpx/>", "line 1, column 5: XML cannot have the character U+FFFE"),
            ("<?a+?><gpx/>", "line 1, column 4: a blank was expected behind the name of a processing instruction"),
            (
                "<gpx><a p:x='1' q:x='2' xmlns:p='u' xmlns:q='u'/></gpx>",
                "line 1, column 6: the attribute q:x is given twice"
            ),
            (
                "<gpx xmlns:p='u'><a xmlns:q='u'><b q:x='1' y='2' p:x='3'/></a></gpx>",
                "line 1, column 33: the attribute p:x is given twice"
            ),
            ("<gpx>&#xD800;</gpx>", "line 1, column 6: an ampersand that begins no reference: & must be written &amp;"),
            ("<gpx>\u{1}</gpx>", "line 1, column 6: XML cannot have the character U+0001"),
            ("<gpx>a]]>b</gpx>", "line 1, column 7: ]]> within text"),
            ("<gpx></ gpx>", "line 1, column 8: the name of an element was expected"),
            (" <?xml version='1.0'?><gpx/>", "line 1, column 2: an XML declaration must come first"),
            (
                "<!DOCTYPE gpx [<!ENTITY a 'aaaa'>]><gpx>&a;</gpx>",
                "line 1, column 1: document type declarations are not supported"
            ),
            ("<?xml version='1.0' encoding='EUC-KR'?><gpx/>", "the text is in EUC-KR, but only UTF-8 is supported"),
        ])
    func saysWhere(text: String, message: String) {
        let error = #expect(throws: GPXError.self) { try GPXDocument(Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test(
        "attributes of one name in different namespaces, or of none, and other noncharacters are accepted",
        arguments: [
            "<gpx x='0' p:x='1' q:x='2' xmlns:p='u' xmlns:q='v'/>", "<gpx xmlns='u' xmlns:p='u' x='1' p:x='2'/>",
            "<gpx xmlns:p='u'><a xmlns:p='v' xmlns:q='u' p:x='1' q:x='2'/></gpx>",
            "<?b c?><gpx>&#xFDD0;&#x1FFFE;\u{7F}\u{85}\u{FFFD}\u{FEFF}\u{FF1A}</gpx>",
        ])
    func isWellFormed(text: String) throws {
        _ = try GPXDocument(Array(text.utf8))
        // By another parser.
        _ = try ParsedElement(parsing: text)
    }

    @Test("refuses bytes that are not UTF-8, with their position")
    func refusesOtherEncodings() {
        #expect(throws: GPXError.notWellFormed(reason: "bytes that are not UTF-8", line: 2, column: 2)) {
            try GPXDocument(Array("<gpx>\n".utf8) + [0x61, 0xB0, 0xA1] + Array("</gpx>".utf8))
        }
        let utf16 = Array("<gpx/>".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(throws: GPXError.unsupportedEncoding(name: "UTF-16")) { try GPXDocument(utf16) }
        #expect(throws: GPXError.unsupportedEncoding(name: "UTF-16")) { try GPXDocument([0xFF, 0xFE] + utf16) }
    }

    @Test("is bounded in nesting and in attributes, not in length")
    func isBounded() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                ("<gpx>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) + "</gpx>")
                    .utf8)
        }
        #expect(try GPXDocument(nested(255)) == GPXDocument())
        #expect(throws: GPXError.self) { try GPXDocument(nested(256)) }
        #expect(throws: GPXError.self) { try GPXDocument(nested(1_000_000)) }
        let attributes = (0..<257).map { "a\($0)='1'" }.joined(separator: " ")
        #expect(throws: GPXError.self) { try GPXDocument(Array("<gpx \(attributes)/>".utf8)) }
        let long = String(repeating: "&#x41;", count: 200_000)
        #expect(try GPXDocument(Array("<gpx><name>\(long)</name></gpx>".utf8)).name?.count == 200_000)
    }

    @Test("never traps: every truncation of a real file is an error", .enabled(if: SharedData.isPresent))
    func truncationsAreErrors() throws {
        for name in ["gpxpy-gpx1.1_with_all_fields", "gpxpy-unicode_with_bom", "graphhopper-tour2-with-loop"] {
            var bytes = try SharedData.bytes("tracks/\(name).gpx")
            while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
            for count in 0..<bytes.count {
                #expect(throws: GPXError.self) { try GPXDocument(Array(bytes[..<count])) }
            }
        }
    }

    @Test(
        "never traps: files with changed, missing and repeated bytes give a document or an error",
        .enabled(if: SharedData.isPresent), arguments: 1...4 as ClosedRange<UInt64>)
    func mutationsNeverTrap(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let originals = try GPXFile.all.map {
            try Array($0.bytes.prefix(4_000)) + Array("</trkpt></trkseg></trk></gpx>".utf8)
        }
        let alphabet = Array("<>/&;!-[]?\"'= \n:#x0gpxtrk\u{FEFF}".utf8)
        var refused = 0
        for _ in 0..<400 {
            var bytes = originals.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = alphabet.randomElement(using: &generator)!
                case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 2:
                    bytes.removeSubrange(
                        place..<min(bytes.count - 1, place + Int.random(in: 1...40, using: &generator)))
                default: bytes.insert(contentsOf: bytes[place...].prefix(30), at: place)
                }
            }
            do {
                _ = try GPXDocument(bytes)
            } catch {
                refused += 1
                #expect(!error.description.isEmpty)
            }
        }
        #expect(refused > 100)
    }

    @Test("returns the lines of tracks, or those of routes if there is no track")
    func takesLines() throws {
        let point = TrackPoint(try Coordinate(latitude: 1, longitude: 2))
        let route = GPXDocument.Route(points: [point])
        #expect(GPXDocument(routes: [route]).lines == [[point]])
        #expect(
            GPXDocument(routes: [route], tracks: [.init(segments: [[], [point, point]])]).lines == [[point, point]])
        #expect(GPXDocument(waypoints: [point]).lines.isEmpty)
    }
}

@Suite("Moments in GPX")
struct MomentTests {
    /// Through the reader, as files bring them.
    private func moment(_ text: String) throws -> Date? {
        let document = "<gpx><wpt lat='0' lon='0'><time>\(text)</time></wpt></gpx>"
        return try GPXDocument(Array(document.utf8)).waypoints[0].time
    }

    @Test("are read as Foundation reads them, in every month of leap and other years")
    func asFoundation() throws {
        let format = Date.ISO8601FormatStyle()
        var generator = SplitMix64(seed: 7)
        for _ in 0..<2_000 {
            let date = Date(
                timeIntervalSince1970: Double(Int.random(in: -62_135_596_800...253_402_300_799, using: &generator)))
            // Foundation writes the years before 1583 in the Julian calendar.
            guard date.timeIntervalSince1970 > -12_219_292_800 else { continue }
            #expect(try moment(date.formatted(format)) == date)
        }
    }

    @Test(
        "keep fractions and zones",
        arguments: [
            ("1970-01-01T00:00:00", 0), ("1970-01-01T00:00:00.5Z", 0.5), ("1970-01-01T09:00:00+09:00", 0),
            ("1969-12-31T19:30:00-04:30", 0), ("1970-01-01T24:00:00Z", 86_400), ("1972-06-30T23:59:60Z", 78_796_800),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("1970-01-01T00:00:00.12345678901234567890Z", 0.123456789),
        ])
    func keepFractionsAndZones(text: String, seconds: Double) throws {
        #expect(try moment(text) == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "are refused if invalid",
        arguments: [
            "2024", "2024-01-01", "2024-13-01T00:00:00Z", "2024-00-01T00:00:00Z", "2024-04-31T00:00:00Z",
            "1900-02-29T00:00:00Z", "2024-01-01T25:00:00Z", "2024-01-01T24:00:01Z", "2024-01-01T00:60:00Z",
            "2024-01-01T00:00:61Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+9", "2024-01-01T00:00:00+15:00",
            "2024-01-01 00:00:00", "2024-01-01T00:00:00ZZ", "0000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "now",
        ])
    func refused(text: String) {
        #expect(throws: GPXError.self) { try moment(text) }
    }

    @Test("a name in many pieces takes no longer than one of that length")
    func manyPieces() throws {
        // Each piece once copied the previous ones: sixteen times as many took up to 256 times as long.
        let growth = try growth(from: 20_000, to: 320_000) { pieces in
            let name = String(repeating: "a<!---->", count: pieces)
            let document = try GPXDocument(Array("<gpx><trk><name>\(name)</name></trk></gpx>".utf8))
            #expect(document.tracks.first?.name == String(repeating: "a", count: pieces))
        }
        #expect(growth < 48)
    }
}
