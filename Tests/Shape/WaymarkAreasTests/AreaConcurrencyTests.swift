import CGEOS
import Foundation
import RegionTestSupport
import TestSupport
import Testing
import WaymarkAreas
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRegions

/// For ThreadSanitizer (`make tsan`) and leak checks (`make leaks`).
@Suite("areas in many threads")
struct AreaConcurrencyTests {
    @Test("concurrent readings, repairs, lookups and drawings equal sequential ones")
    func sideBySide() throws {
        // The third crosses itself, so GEOS repairs it; the fourth is refused.
        let text = collection(
            polygon("126 33,128 33,128 35,126 35,126 33"), polygon("128 33,130 33,130 35,128 35,128 33"),
            polygon("126 35,130 37,130 35,126 37,126 35"), polygon("0 0,1 0,0 0,0 0"))
        let line = (0..<40).map { coordinate(33 + Double($0) / 10, 126.5 + Double($0 % 7) / 10) }
        var generator = SplitMix64(seed: 2)
        let places = (0..<500).map { _ in
            coordinate(.random(in: 32...38, using: &generator), .random(in: 125...131, using: &generator))
        }
        struct Outcome: Equatable, Sendable {
            var regions: [Region]
            var notes: [RegionReport.Note]
            var found: [Match?]
            var outline: [PlanePolygon]
        }
        @Sendable func outcome(_ shared: RegionSet) throws -> Outcome {
            let set = try regions(text, mending: MendedBorders())
            return Outcome(
                regions: set.regions, notes: set.report.notes,
                found: places.map { shared.nearestRegion(to: $0, within: .kilometers(20)) },
                outline: try Corridor(along: line, width: .kilometers(3)).outline())
        }
        let alone = try outcome(regions(text, mending: MendedBorders()))
        #expect(alone.regions.count == 3 && alone.notes.count == 2 && alone.found.contains { $0 != nil })
        let shared = try regions(text, mending: MendedBorders())
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            let isSame = (try? outcome(shared)) == alone
            #expect(isSame)
        }
    }

    @Test(
        "memory is leaked on purpose, to be found",
        .enabled(if: ProcessInfo.processInfo.environment["WAYMARK_LEAK"] != nil, "only make leaks asks for it"))
    func leak() {
        for _ in 0..<100 { #expect(GEOS_init_r() != nil) }
    }
}
