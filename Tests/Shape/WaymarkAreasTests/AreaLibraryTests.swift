import CGEOS
import Testing
import WaymarkAreas
import WaymarkRegions

@Suite("libgeos")
struct AreaLibraryTests {
    @Test("is linked and reports its version")
    func version() {
        let parts = AreaLibrary.version.split(separator: ".").compactMap { Int($0) }
        #expect(parts.count >= 2 && parts[0] >= 3, "\(AreaLibrary.version)")
    }

    @Test("a library that is too old is refused, by number and not by letter")
    func age() throws {
        for version in ["3.11.0", "3.11.1", "3.12.0beta1", "3.100.2", "4.0.0", AreaLibrary.version] {
            #expect(throws: Never.self) { try AreaLibrary.check(version) }
        }
        for version in ["3.10.6", "3.9.0dev", "3.2.1", "2.99.0", ""] {
            #expect(throws: AreaError.libraryTooOld(found: version, needed: "3.11.0")) {
                try AreaLibrary.check(version)
            }
        }
        #expect(
            "\(AreaError.libraryTooOld(found: "3.8.1", needed: "3.11.0"))"
                == "GEOS 3.8.1 is too old: 3.11.0 or later is needed")
    }

    @Test("reads a polygon with a hole, and knows what it contains")
    func contains() throws {
        let context = try #require(GEOS_init_r())
        defer { GEOS_finish_r(context) }
        let reader = try #require(GEOSWKTReader_create_r(context))
        defer { GEOSWKTReader_destroy_r(context, reader) }
        let polygon = try #require(
            GEOSWKTReader_read_r(context, reader, "POLYGON((0 0,10 0,10 10,0 10,0 0),(4 4,6 4,6 6,4 6,4 4))"))
        defer { GEOSGeom_destroy_r(context, polygon) }
        let inside = try #require(GEOSWKTReader_read_r(context, reader, "POINT(1 1)"))
        defer { GEOSGeom_destroy_r(context, inside) }
        let inHole = try #require(GEOSWKTReader_read_r(context, reader, "POINT(5 5)"))
        defer { GEOSGeom_destroy_r(context, inHole) }
        #expect(GEOSContains_r(context, polygon, inside) == 1)
        #expect(GEOSContains_r(context, polygon, inHole) == 0)
        var area = 0.0
        #expect(GEOSArea_r(context, polygon, &area) == 1)
        #expect(area == 96)
    }
}
