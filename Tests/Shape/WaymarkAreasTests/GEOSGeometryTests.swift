import RegionTestSupport
import TestSupport
import Testing
import WaymarkAreas
import WaymarkRegions

@Suite("GEOS geometries")
struct GEOSGeometryTests {
    private let square = [(0, 0), (4, 0), (4, 4), (0, 4), (0, 0)].map { PlanePoint(x: $0.0, y: $0.1) }
    private let hole = [(1, 1), (2, 1), (2, 2), (1, 1)].map { PlanePoint(x: $0.0, y: $0.1) }
    private let open = [(0, 0), (4, 0), (4, 4), (0, 4)].map { PlanePoint(x: $0.0, y: $0.1) }
    private let short = [(0, 0), (4, 0)].map { PlanePoint(x: $0.0, y: $0.1) }

    /// LeakSanitizer finds leaks after failures: `make leaks`.
    @Test("a failure at each step of making one has GEOS's message, and the context stays usable")
    func failures() throws {
        let context = try GEOSContext()
        for _ in 0..<100 {
            for polygons in [
                [PlanePolygon(rings: [open])], [PlanePolygon(rings: [short])],
                [PlanePolygon(rings: [square, open])], [PlanePolygon(rings: [square, hole, short])],
                [PlanePolygon(rings: [square, hole]), PlanePolygon(rings: [open])],
                [PlanePolygon(rings: [square, hole]), PlanePolygon(rings: [square, hole, open])],
                [PlanePolygon(rings: [square]), PlanePolygon(rings: [])],
            ] {
                do throws(AreaError) {
                    _ = try GEOSGeometry(polygons, in: context)
                    Issue.record("made of \(polygons)")
                } catch {
                    guard case .geometry(let reason) = error else {
                        Issue.record("\(error)")
                        continue
                    }
                    #expect(
                        reason.hasPrefix("IllegalArgumentException") || reason == "a polygon without a ring",
                        "\(reason)")
                }
            }
            let good = try GEOSGeometry([PlanePolygon(rings: [square, hole])], in: context)
            #expect(try good.fault() == nil)
            let polygons = try good.polygons()
            #expect(polygons == [PlanePolygon(rings: [square, hole])])
        }
    }

    @Test("a line of length zero, or without places, is refused or buffered, and never traps")
    func lines() throws {
        let context = try GEOSContext()
        let point = try GEOSGeometry(line: [square[0]], in: context)
        #expect(try point.buffer(width: 1, segments: 2).polygons().count == 1)
        #expect(try GEOSGeometry(line: [], in: context).buffer(width: 1, segments: 2).polygons().isEmpty)
        #expect(try GEOSGeometry([], in: context).united().polygons().isEmpty)
    }

    @Test("a geometry keeps its context alive")
    func ownership() throws {
        func make() throws(AreaError) -> GEOSGeometry {
            try GEOSGeometry([PlanePolygon(rings: [square])], in: GEOSContext())
        }
        let geometry = try make()
        let other = try geometry.mended().buffer(width: 1, segments: 4)
        #expect(try geometry.intersection(other).polygons().count == 1)
    }

    @Test("valid polygons whose rings do not touch are valid for GEOS too")
    func validity() throws {
        var generator = SplitMix64(seed: 1)
        let context = try GEOSContext()
        var (valid, touching) = (0, 0)
        for _ in 0..<10_000 {
            let polygons = generator.polygons()
            let check = BorderCheck(polygons)
            let fault = try GEOSGeometry(polygons, in: context).fault()
            // GEOS refuses some that touch: those whose inside is cut in parts.
            #expect(fault == nil ? check.fault == nil : check.fault != nil || check.hasTouches, "\(polygons)")
            valid += fault == nil ? 1 : 0
            touching += fault != nil && check.fault == nil ? 1 : 0
        }
        #expect(valid > 500 && touching > 0, "\(valid) \(touching)")
    }
}
