import Foundation
import TestSupport
import Testing
import Waymark

@Suite("Reading from URL and Data")
struct ReadingTests {
    private static let attractions = Repository.root.appending(path: "data/attractions.csv")
    private static let square = Data(
        """
        {"type":"Feature","properties":{"name":"n","code":"c"},"geometry":{"type":"Polygon","coordinates":
        [[[126,36],[128,36],[128,38],[126,38],[126,36]]]}}
        """.utf8)
    private static let track = Data(
        """
        <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="1" lon="2"/></gpx>
        """.utf8)

    @Test("a catalog is the same from a path, a URL and bytes")
    func catalog() throws {
        let byPath = try AttractionCatalog(contentsOf: Self.attractions.path)
        #expect(try AttractionCatalog(contentsOf: Self.attractions).attractions == byPath.attractions)
        #expect(try AttractionCatalog(data: Data(contentsOf: Self.attractions)).attractions == byPath.attractions)
    }

    @Test("regions and tracks are read from bytes and from a URL")
    func others() throws {
        #expect(try RegionSet(geoJSON: Self.square).regions.map(\.name) == ["n"])
        #expect(try GPXDocument(data: Self.track).waypoints.count == 1)
        // A name that must be encoded in a URL.
        let file = FileManager.default.temporaryDirectory.appending(path: "길 \(UUID().uuidString)%41")
        defer { try? FileManager.default.removeItem(at: file) }
        try Self.square.write(to: file)
        #expect(try RegionSet(contentsOf: file).regions.count == 1)
        try Self.track.write(to: file)
        #expect(try GPXDocument(contentsOf: file).waypoints.count == 1)
        var bytes = ContiguousArray<UInt8>()
        let source = try FileSource(url: file)
        while try source.read(upTo: 7, into: &bytes) > 0 {}
        #expect(Data(bytes) == Self.track)
        var memory = MemorySource(data: Self.track)
        bytes = []
        while try memory.read(upTo: 7, into: &bytes) > 0 {}
        #expect(Data(bytes) == Self.track)
    }

    @Test("a URL that is not a file's is refused")
    func notAFile() throws {
        let url = try #require(URL(string: "https://example.org/a.csv"))
        #expect(throws: TableError.self) { try FileSource(url: url) }
        #expect(throws: AttractionError.self) { try AttractionCatalog(contentsOf: url) }
        #expect(throws: RegionFileError.self) { try RegionSet(contentsOf: url) }
        #expect(throws: TableError.self) { try GPXDocument(contentsOf: url) }
    }
}
