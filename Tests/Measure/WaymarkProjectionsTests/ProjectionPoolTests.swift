import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

@Suite("ProjectionPool")
struct ProjectionPoolTests {
    @Test("all cores project like one, and report the refused pairs", arguments: ["EPSG:5179", "EPSG:5174"])
    func bulkEqualsSingle(target: String) throws {
        var generator = SplitMix64(seed: 11)
        var x = (0..<50_000).map { _ in Double.random(in: 126.2...127.8, using: &generator) }
        var y = (0..<50_000).map { _ in Double.random(in: 34.5...38, using: &generator) }
        x[7] = 2
        y[40_000] = .nan
        x[49_999] = 181
        let (longitudes, latitudes) = (x, y)
        let pool = try ProjectionPool(to: target)
        let failures = try pool.project(x: &x, y: &y)
        #expect(failures.map(\.position) == [7, 40_000, 49_999])
        #expect(failures[2].error == .notAPlace(.longitudeOutOfRange(181)))
        var single = try Projection(to: target)
        var differences = 0
        for i in x.indices where !failures.contains(where: { $0.position == i }) {
            let point = try single.project(Coordinate(latitude: latitudes[i], longitude: longitudes[i]))
            if point != ProjectedPoint(east: x[i], north: y[i]) { differences += 1 }
        }
        #expect(differences == 0 && x[7].isNaN && y[7].isNaN)
        let back = try pool.unproject(x: &x, y: &y, jobs: 1)
        #expect(back.map(\.position) == [7, 40_000, 49_999])
        let worst = x.indices.filter { !x[$0].isNaN }.map {
            max(abs(x[$0] - longitudes[$0]), abs(y[$0] - latitudes[$0]))
        }.max()!
        #expect(worst < 1e-7)
        var (none, nothing): ([Double], [Double]) = ([], [])
        #expect(try pool.project(x: &none, y: &nothing).isEmpty)
    }

    @Test("projections of a peak are released after it: a pool kept every projection it ever created")
    func givesUpWhatIsNotNeeded() throws {
        let pool = try ProjectionPool(to: "EPSG:5179")
        let cores = ProcessInfo.processInfo.activeProcessorCount
        var leases: [ProjectionPool.Lease] = []
        for _ in 0..<cores + 10 { leases.append(try pool.lease()) }
        #expect(pool.idleCount == 0)
        leases.removeAll()
        #expect(pool.idleCount == cores)
        for _ in 0..<3 { _ = try pool.lease() }
        #expect(pool.idleCount == cores)
    }

    @Test("many tasks share a pool")
    func manyTasks() async throws {
        let pool = try ProjectionPool(to: "EPSG:5174")
        let place = try Coordinate(latitude: 37.5, longitude: 127)
        let points = try await withThrowingTaskGroup(of: ProjectedPoint.self) { group in
            for _ in 0..<200 {
                group.addTask { try pool.withProjection { (p) throws(ProjectionError) in try p.project(place) } }
            }
            return try await group.reduce(into: Set<ProjectedPoint>()) { $0.insert($1) }
        }
        #expect(points.count == 1)
    }
}
