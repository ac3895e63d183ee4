import CPROJ
import Testing
import WaymarkProjections

@Suite("libproj")
struct ProjectionLibraryTests {
    @Test("is linked and reports its version")
    func version() {
        let parts = ProjectionLibrary.version.split(separator: ".").compactMap { Int($0) }
        #expect(parts.count == 3 && parts[0] >= 9, "\(ProjectionLibrary.version)")
    }

    @Test("finds its database and projects Seoul City Hall to EPSG:5179 and back")
    func projects() throws {
        let context = try #require(proj_context_create())
        defer { proj_context_destroy(context) }
        let raw = try #require(proj_create_crs_to_crs(context, "EPSG:4326", "EPSG:5179", nil))
        defer { proj_destroy(raw) }
        let transformation = try #require(proj_normalize_for_visualization(context, raw))
        defer { proj_destroy(transformation) }
        // Unified CRS: central meridian 127.5° E, latitude of origin 38° N, scale 0.9996, false origin 1 000 000, 2 000 000.
        let seoul = proj_trans(transformation, PJ_FWD, proj_coord(126.978, 37.5665, 0, 0))
        #expect(abs(seoul.xy.x - 953_900) < 200 && abs(seoul.xy.y - 1_952_030) < 200, "\(seoul.xy)")
        let back = proj_trans(transformation, PJ_INV, seoul)
        #expect(abs(back.lp.lam - 126.978) < 1e-9 && abs(back.lp.phi - 37.5665) < 1e-9)
        let origin = proj_trans(transformation, PJ_FWD, proj_coord(127.5, 38, 0, 0))
        #expect(abs(origin.xy.x - 1_000_000) < 1e-3 && abs(origin.xy.y - 2_000_000) < 1e-3)
    }
}
