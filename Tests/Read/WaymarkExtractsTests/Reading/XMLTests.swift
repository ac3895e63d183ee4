import Foundation
import TestSupport
import Testing
import WaymarkExtracts
import WaymarkFiles

@Suite("XML of OpenStreetMap")
struct XMLTests {
    /// As openstreetmap.org exports it.
    private static let export = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6" generator="openstreetmap-cgimap 2.1.0" copyright="OpenStreetMap and contributors" \
        attribution="http://www.openstreetmap.org/copyright" license="http://opendatacommons.org/licenses/odbl/1-0/">
         <bounds minlat="35.1500000" minlon="129.0500000" maxlat="35.1600000" maxlon="129.0600000"/>
         <node id="13600000001" visible="true" version="2" changeset="1" timestamp="2026-04-08T00:00:00Z" user="a" uid="1" \
        lat="35.1573000" lon="129.0590000">
          <tag k="name" v="서면역 &amp; 시장"/>
          <tag k="railway" v="station"/>
         </node>
         <node id="-7" visible="true" lat="-90" lon="1.8e2"/>
         <node id="8" lat="100.5" lon="-500"/>
         <way id="5" visible="true">
          <nd ref="13600000001"/>
          <nd ref="-7"/>
          <tag k="name" v="서면역 &amp; 시장"/>
         </way>
         <way id="6"/>
         <relation id="3">
          <member type="way" ref="5" role="outer"/>
          <member type="node" ref="-7" role=""/>
          <member type="relation" ref="3"/>
          <tag k="type" v="site"/>
         </relation>
        </osm>
        """
    private static let lines = [
        "point 13600000001 351573000 1290590000", "point -7 -900000000 1800000000", "point 8 1005000000 -2147483648",
        "node 13600000001 351573000 1290590000 name=서면역 & 시장 railway=station",
        "way 5 [13600000001, -7] name=서면역 & 시장", "way 6 []",
        #"relation 3 ["way5/outer", "node-7/", "relation3/"] type=site"#,
    ]

    /// The error of a document with these elements, which begin on line 2.
    private func message(_ elements: String) -> String {
        errorText(Array("<osm version=\"0.6\">\n\(elements)</osm>".utf8))
    }

    @Test("an export is read as it is, plain and packed by gzip, by any number of threads")
    func export() throws {
        #expect(try objectLines(Array(Self.export.utf8)) == Self.lines)
        #expect(try objectLines([0xEF, 0xBB, 0xBF] + Array(Self.export.utf8), jobs: 3) == Self.lines)
        #expect(try objectLines(Array(gzip(Self.export.utf8))) == Self.lines)
        for (contents, word) in [
            (MapContents.locations, "point"), (.taggedNodes, "node"), (.ways, "way"), (.relations, "relation"),
        ] {
            let wanted = Self.lines.filter { $0.hasPrefix(word + " ") }
            #expect(try objectLines(Array(Self.export.utf8), contents) == wanted)
        }
    }

    @Test("many objects come in blocks of the same order, and progress ends at the size of the file")
    func blocks() throws {
        let nodes = (0..<20_000).map { "<node id=\"\($0)\" lat=\"1\" lon=\"2\"><tag k=\"n\" v=\"\($0)\"/></node>\n" }
        let file = Array("<osm>\(nodes.joined())</osm>".utf8)
        let extract = try MapExtract(PositionedBytes(ContiguousArray(file)))
        #expect(
            try objectLines(of: extract, .taggedNodes, jobs: 3)
                == (0..<20_000).map { "node \($0) 10000000 20000000 n=\($0)" }
        )
        var (parts, last) = (0, 0)
        try extract.read(.locations, jobs: 1) {
            $0.locations.count
        } take: { _, end in
            (parts, last) = (parts + 1, end)
        }
        #expect(parts == 3)
        #expect(last == extract.size)
    }

    @Test("the header says where and when")
    func header() throws {
        let extract = try MapExtract(PositionedBytes(ContiguousArray(Self.export.utf8)))
        let box = try #require(extract.boundingBox)
        #expect([box.south, box.west, box.north, box.east] == [35.15, 129.05, 35.16, 129.06])
        #expect(extract.replicationTime == nil)
        let overpass = """
            <osm version="0.6"><note>The data.</note><meta osm_base="2026-11-20T00:00:00Z"/><node id="1" lat="1" lon="2"/></osm>
            """
        #expect(
            try MapExtract(PositionedBytes(ContiguousArray(overpass.utf8))).replicationTime == "2026-11-20T00:00:00Z")
    }

    @Test("faults are errors with their line")
    func faults() {
        for (elements, fault) in [
            ("<node id=\"1\" lon=\"2\"/>", "line 2: <node> without lat"),
            ("\n<node id=\"1\" lat=\"2\"/>", "line 3: <node> without lon"),
            ("<node lat=\"1\"/>", "line 2: <node> without id"),
            ("<way id=\"a1\"/>", "line 2: <way> whose id is no number: a1"),
            ("<way id=\"99999999999999999999\"/>", "whose id is no number: 99999999999999999999"),
            ("<node id=\"1\" lat=\"north\" lon=\"2\"/>", "line 2: <node> whose lat is no number: north"),
            ("<node id=\"1\" lat=\"nan\" lon=\"2\"/>", "whose lat is no number: nan"),
            ("<way id=\"1\">\n<nd/></way>", "line 3: <nd> without ref"),
            ("<way id=\"1\">\n<nd ref=\"\"/></way>", "line 3: <nd> whose ref is no number: "),
            ("<way id=\"1\"><tag k=\"a\"/></way>", "<tag> without v"),
            ("<way id=\"1\"><tag v=\"a\"/></way>", "<tag> without k"),
            ("<relation id=\"1\"><member ref=\"1\"/></relation>", "<member> without type"),
            (
                "<relation id=\"1\">\n<member ref=\"1\" type=\"area\"/></relation>",
                "line 3: a member of an unknown type"
            ),
            ("<relation id=\"1\"><member type=\"way\"/></relation>", "<member> without ref"),
            ("<node id=\"1\" lat=\"1\" lon=\"1\">\n</way>", "line 3: column 1: </way> where </node> was expected"),
            ("<node id=\"1\" lat=\"1\" lon=\"1\" id=\"2\"/>", "line 2: column 1: the attribute id is given twice"),
        ] {
            let text = message(elements)
            #expect(text.hasPrefix("test.osm: line ") && text.contains(fault), "\(text)")
        }
    }

    @Test("a document cut off anywhere is an error with its line")
    func cut() {
        let document = Array(Self.export.utf8)
        for count in stride(from: 60, to: document.count, by: 7) {
            let text = errorText(Array(document.prefix(count)))
            #expect(text.hasPrefix("test.osm: line "), "\(count): \(text)")
        }
        #expect(errorText(document + Array("<osm/>".utf8)).contains("a second element"))
    }

    @Test("a damaged gzip file is an error")
    func damagedGzip() throws {
        let packed = Array(try gzip(Self.export.utf8))
        for count in [3, 40, packed.count - 1] {
            #expect(
                errorText(Array(packed.prefix(count)))
                    == "cannot read test.osm: damaged gzip: it is cut off")
        }
    }

    @Test("deleted objects, versions of the past and changes are refused by name")
    func refused() {
        for elements in [
            "<node id=\"1\" visible=\"false\"/>", "<way id=\"1\" action=\"delete\"/>",
            "<way id=\"1\" version=\"1\"/><way id=\"1\" version=\"2\"/>",
        ] {
            #expect(message(elements).contains("(history) cannot be read; take the present of it: osmium time-filter"))
        }
        #expect(message("<way id=\"1\"/><relation id=\"1\"/>").hasPrefix("no error"))
        #expect(
            errorText(Array("<osmChange version=\"0.6\"></osmChange>".utf8))
                .contains("but changes to one (osmChange); apply them to an extract: osmium apply-changes"))
        #expect(errorText(Array("<kml/>".utf8)).hasSuffix("but other XML, <kml>"))
    }
}
