import TestSupport
import Testing
import TripTestSupport
import WaymarkTables
import WaymarkText
import WaymarkTrips

/// A document of each format, with something of everything that is read.
enum Samples {
    static let gpx = """
        <?xml version="1.0"?>
        <gpx xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>제주 &#x26; 우도</name></metadata>
        <wpt lat="33.4" lon="126.9"><time>2027-04-01T00:00:00Z</time><name><![CDATA[곳]]></name></wpt><!-- c -->
        <trk><trkseg><trkpt lat="1" lon="2"><ele>3</ele></trkpt><trkpt lat='1' lon='2'/></trkseg></trk></gpx>
        """
    static let kml = """
        <kml><Document><name>제주</name><Placemark><name>곳</name><TimeStamp><when>2027-04-01T00:00:00Z</when></TimeStamp>
        <Point><coordinates>126.9,33.4</coordinates></Point></Placemark><Placemark><Track><when>2027-04-01</when>
        <coord>1 2</coord></Track></Placemark></Document></kml>
        """
    static let geojson = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"\\uACF3","stay":"45","nights":1},
        "geometry":{"type":"Point","coordinates":[126.9,33.4]}},{"type":"Feature","geometry":{"type":"LineString",
        "coordinates":[[1,2],[3.5e0,-4]]}}],"x":[true,false,null,[]]}
        """
    static let timeline = """
        {"semanticSegments":[{"startTime":"2024-01-01T00:00:00.000+09:00","visit":{"hierarchyLevel":0,"topCandidate":
        {"semanticType":"집\\n","placeLocation":{"latLng":"33.4°, 126.9°"}}}},{"timelinePath":[{"point":"1°, 2°"}]}]}
        """
    static let csv = "trip,name,lat,lon,arrival,stay\n제주,\"곳\n\",33.4,126.9,2027-04-01T09:00,45\n,b,1,2,,\n"

    /// Two days, of which the second starts where the first ends.
    static let plan = """
        {"mode":"mixed","score":118,"bound":640,"ended_by":"optimal","iterations":812,"candidates":60,"ways":"guess",
        "ways_kind":"estimated","facilities":{"names":[],"of":84},"days":[{"date":"2027-04-03","start":
        {"name":"경주역","latitude":35.8,"longitude":129.2},"end":{"name":"집\\n","latitude":35.7,"longitude":129.2},"opens":"09:00","closes":"23:00","departure":"09:00","arrival":"00:10+1",
        "foot_min":0,"car_min":9,"bicycle_min":0,"last_way_min":9,"last_ways":[],"visits":[{"place_id":"a1","name":"대릉원",
        "latitude":35.838,"longitude":129.21,"with":["천마총"],"way_min":9,"ways":[{"by":"car","min":9,"m":2100.5,"to_car":false,
        "is_guess":true,"line":[[129.2,35.8],[129.21,35.838]]}],"arrival":"09:09","start":"09:13","leave":"10:00","wait_min":4,
        "score":118,"worth":2.36,"is_must":false,"is_pinned":true,"has_unknown_hours":false,"costs_min":55}],"breaks":[{"start":
        "12:10","end":"13:10","opens":"11:30","closes":"13:30","visits_before":1,"is_lunch":true,"way_min":4,"ways":[],"place":
        {"name":"중앙시장","latitude":35.842,"longitude":129.214}}]},{"date":"2027-04-04","start":{"name":"집\\n","latitude":35.7,
        "longitude":129.2},"end":{"name":"공항","latitude":35.6,"longitude":129.35},"opens":"09:00","closes":"18:00","departure":
        "09:00","arrival":"09:30","foot_min":0,"car_min":30,"bicycle_min":0,"last_way_min":30,"last_ways":[],"visits":[],"breaks":
        []}],"left_out":[],"conflicts":[],"remarks":[]}
        """

    static func of(_ format: TripImportFormat) -> String {
        switch format {
        case .gpx: gpx
        case .kml: kml
        case .geojson: geojson
        case .timeline: timeline
        case .csv: csv
        case .plan: plan
        }
    }
}

/// One piece of text many times.
struct RepeatedSource: ByteSource {
    let name = "repeated"
    let size: Int? = nil
    private var pieces: [(ContiguousArray<UInt8>, Int)]

    init(_ pieces: [(String, Int)]) { self.pieces = pieces.map { (ContiguousArray($0.0.utf8), $0.1) } }

    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        guard let (piece, times) = pieces.first, times > 0 else {
            guard !pieces.isEmpty else { return 0 }
            pieces.removeFirst()
            return try read(upTo: count, into: &buffer)
        }
        let taken = min(times, max(1, count / piece.count))
        for _ in 0..<taken { buffer += piece }
        pieces[0].1 -= taken
        return taken * piece.count
    }
}

@Suite("Hostile files")
struct HostileImportTests {
    private static let structured: [TripImportFormat] = [.gpx, .kml, .geojson, .timeline, .plan]

    @Test("a document that is cut off anywhere is refused with its place", arguments: structured)
    func truncation(format: TripImportFormat) throws {
        let whole = Array(Samples.of(format).utf8)
        #expect(try !imported(whole, format).records.isEmpty)
        for end in 0..<whole.count {
            do throws(ImportError) {
                _ = try imported(whole[..<end], format, chunk: 1 + end % 7)
                Issue.record("read the first \(end) bytes")
            } catch {
                guard case .malformed(_, let line, let column) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect((1...14).contains(line) && (1...200).contains(column))
            }
        }
    }

    @Test("no changed, removed or doubled bytes trap", arguments: TripImportFormat.allCases)
    func mutations(format: TripImportFormat) throws {
        let whole = Array(Samples.of(format).utf8)
        var random = SplitMix64(seed: 7)
        var (read, refused) = (0, 0)
        for _ in 0..<4000 {
            var bytes = whole
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[place], at: place)
                default: bytes[place] = Array("<>\"'{}[]&;,:0\0".utf8).randomElement(using: &random) ?? 0
                }
            }
            do {
                let found = try imported(bytes, format, chunk: Int.random(in: 1...9, using: &random))
                let store = MemoryTripStore()
                try store.merge(found)
                read += 1
            } catch is ImportError {
                refused += 1
            }
        }
        #expect(read > 0 && (refused > 0 || format == .csv))
    }

    @Test(
        "deep nesting is refused",
        arguments: [
            (TripImportFormat.gpx, "<gpx>", "<a>"), (.kml, "<kml>", "<Folder>"),
            (.kml, "<kml><Placemark>", "<MultiGeometry>"),
            (.geojson, #"{"x":"#, "["), (.geojson, #"{"type":"Feature","geometry":"#, #"{"geometries":["#),
            (.timeline, "", "["), (.timeline, #"[{"visit":"#, #"{"a":"#),
        ])
    func nesting(format: TripImportFormat, start: String, piece: String) {
        #expect { try imported((start + String(repeating: piece, count: 100_000)).utf8, format) } throws: { error in
            "\(error)".contains("nested more than")
        }
    }

    @Test("elements that declare many namespaces are refused: every element within looks through them")
    func namespaces() {
        let tags = (0..<200).map { "<a xmlns:a\($0)='x' xmlns:b\($0)='y'>" }.joined()
        #expect { try imported("<gpx>\(tags)".utf8, .gpx) } throws: { "\($0)".contains("more than 256 namespaces") }
    }

    @Test("document types, and so entities, are refused", arguments: [TripImportFormat.gpx, .kml])
    func entities(format: TripImportFormat) {
        let bomb = "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"
        #expect { try imported(bomb.utf8, format) } throws: {
            "\($0)".contains("line 1, column 23: document type") || "\($0)".contains("document type declarations")
        }
        #expect { try imported("<gpx><name>&c;</name></gpx>".utf8, .gpx) } throws: {
            "\($0)" == "line 1, column 12: an ampersand that begins no reference: & must be written &amp;"
        }
    }

    @Test(
        "a text without an end is refused before memory is full",
        arguments: [
            (TripImportFormat.gpx, "<gpx><name>", "x"), (.gpx, "<gpx><", "x"), (.gpx, "<gpx><!--", "x"),
            (.kml, "<kml><name><![CDATA[", "x"), (.kml, "<kml><name>", "<a/>" + String(repeating: "x", count: 1000)),
            (.geojson, #"{"type":""#, "x"),
            (.geojson, #"{"features":[{"type":"#, "[1,"), (.timeline, #"[{"startTime":""#, "x"),
            (.timeline, #"[{""#, "x"),
        ])
    func hugeTexts(format: TripImportFormat, start: String, piece: String) {
        let source = RepeatedSource([(start, 1), (piece, 1 << 30)])
        #expect { try TripImport(source, format) } throws: {
            "\($0)".contains("longer than 16 MiB") || "\($0)".contains("nested more than")
        }
    }

    @Test(
        "characters that are not allowed are refused with their place",
        arguments: [
            (
                TripImportFormat.gpx, "<gpx>\n<name>가\u{1}</name></gpx>",
                "line 2, column 8: XML cannot have the character U+0001"
            ),
            (.gpx, "<gpx a=\"\u{0}\"/>", "line 1, column 9: XML cannot have the character U+0000"),
            (
                .gpx, "<gpx>&#0;</gpx>",
                "line 1, column 6: XML cannot have the character U+0000"
            ),
            (.geojson, "{\n\"가\u{1}\":1}", "line 2, column 3: a line end or control character inside a text"),
            (.timeline, "[\"a\nb\"]", "line 1, column 4: a line end or control character inside a text"),
            (.timeline, "[NaN]", "line 1, column 2: expected a value"),
            (.timeline, "[1,]", "line 1, column 4: expected a value"),
            (.timeline, "[01]", "line 1, column 2: a number with a leading 0"),
            (.timeline, "[] []", "line 1, column 4: unexpected text after the end of the value"),
        ])
    func characters(format: TripImportFormat, text: String, message: String) {
        #expect { try imported(text.utf8, format) } throws: { "\($0)" == message }
    }

    @Test("other encodings and archives are named", arguments: TripImportFormat.allCases)
    func encodings(format: TripImportFormat) {
        let utf16: [UInt8] = [0xFF, 0xFE] + "<gpx/>".utf16.flatMap { [UInt8($0 & 255), 0] }
        #expect { try imported(utf16, format) } throws: { "\($0)".contains("UTF-16") }
        #expect { try imported([0x1F, 0x8B, 8, 0], format) } throws: { "\($0)".contains("gzip") }
        guard format != .csv else { return }
        #expect { try imported([0x50, 0x4B, 3, 4, 0], format) } throws: { "\($0)".contains("ZIP archive") }
        let start = format == .gpx || format == .kml ? "<\(format)>\n가" : "[\n\"가"
        let column = format == .gpx || format == .kml ? 2 : 3
        #expect { try imported(Array(start.utf8) + [0xFF], format == .geojson ? .timeline : format) } throws: {
            "\($0)" == "line 2, column \(column): bytes that are not UTF-8"
        }
    }

    @Test("a file that is refused everywhere is given up")
    func manyRejections() {
        let source = RepeatedSource([("[", 1), ("5,", 1 << 30)])
        #expect { try TripImport(source, .timeline) } throws: {
            guard case .tooManyRejections(let last)? = $0 as? ImportError else { return false }
            return last.column == 2 + 2 * TripImport.maxRejections
        }
    }

    @Test(
        "many references, names and rejections take time that grows with the bytes",
        arguments: [
            (TripImportFormat.gpx, "<gpx><name>", "&amp;", "</name></gpx>"), (.gpx, "<gpx>", "<wpt/>\n", "</gpx>"),
            (.gpx, "<gpx>", "<a b='1' c='2'/>", "</gpx>"), (.kml, "<kml><Placemark>", "<a/>", "</Placemark></kml>"),
            (
                .geojson, #"{"features":["#, #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,99]}},"#,
                "1]}"
            ),
            (.geojson, "{", #""a":1,"#, #""type":"FeatureCollection","features":[]}"#),
        ])
    func growth(format: TripImportFormat, start: String, piece: String, end: String) {
        let ratio = TestSupport.growth(from: 5_000, to: 40_000) { count in
            _ = try? TripImport(
                RepeatedSource([(start, 1), (piece, count), (end, 1)]), format)
        }
        #expect(ratio < 24)
    }

    @Test("JSON is accepted exactly if the reader of whole documents accepts it")
    func sameJSON() {
        var random = SplitMix64(seed: 3)
        let pieces = [
            "[", "]", "{", "}", ",", ":", "\"a\"", "\"", "\\", "\\u00e9", "\\ud83d\\ude00", "1", "-", "0", "01", ".5",
            "e",
            "E+2", "true", "tru", "null", " ", "\n", "가", "1.5e-3", "\"a\":", "\t",
        ]
        var accepted = 0
        for _ in 0..<60_000 {
            let inner = (0...Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }
            let text = ContiguousArray(("[" + inner.joined() + "]").utf8)
            let expected = (try? JSONParser.value(text)) != nil
            let found = (try? imported(text, .timeline, chunk: Int.random(in: 1...5, using: &random))) != nil
            #expect(found == expected, "\(String(decoding: text, as: UTF8.self))")
            accepted += found ? 1 : 0
        }
        #expect(accepted > 500)
    }
}
