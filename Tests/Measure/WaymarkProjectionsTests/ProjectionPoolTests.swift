import Foundation
import Testing
import WaymarkGeodesy
import WaymarkProjections

@Suite("ProjectionPool")
struct ProjectionPoolTests {
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
