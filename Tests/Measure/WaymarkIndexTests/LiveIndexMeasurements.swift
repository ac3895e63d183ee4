import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

/// The numbers of `Documentation/LiveIndex.md`; nothing is checked here.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil), .serialized)
struct LiveIndexMeasurements {
    @Test("cost of a change, of a lookup with an overlay, and of a batch", arguments: [100_000, 1_000_000])
    func measure(count: Int) {
        var korea = Korea()
        let points = (0..<count).map { _ in korea.place() }
        let queries = (0..<(count > 100_000 ? 400 : 2000)).map { _ in korea.place() }
        let index = PointIndex(points)
        let build = nanoseconds(count) { PointIndex(points).count }
        let searches: [(String, (LiveSnapshot<Int>, Coordinate) -> Int, (Coordinate) -> Int)] = [
            (
                "10 km, sorted", { $0.points(within: .kilometers(10), of: $1).count },
                { index.points(within: .kilometers(10), of: $0).count }
            ),
            (
                "10 km, count", { $0.countOfPoints(within: .kilometers(10), of: $1) },
                { index.countOfPoints(within: .kilometers(10), of: $0) }
            ),
            ("10 nearest", { $0.nearest(to: $1, count: 10).count }, { index.nearest(to: $0, count: 10).count }),
        ]
        print("\(count) points; building them: \(text(build)) ns each")
        let live = LiveIndex(points.enumerated().map { (id: $0.offset, coordinate: $0.element) }, overlayShare: 1)
        var moved = 0
        for percent in [0, 1, 10] {
            // A move adds to the overlay where the point is now, and where it was.
            let goal = count * percent / 200
            let places = (moved..<goal).map { (id: $0 * 7919 % count, coordinate: korea.place()) }
            if !places.isEmpty {
                let move = nanoseconds(places.count, repeats: 1) {
                    for place in places { live.insert(place.id, at: place.coordinate) }
                    return live.count
                }
                print(
                    "  move: \(text(move / build)) points built; all built anew \(text(Double(count) * build / move))")
            }
            moved = goal
            let snapshot = live.snapshot()
            for (name, search, plain) in searches {
                let with = nanoseconds(queries.count) { queries.reduce(0) { $0 + search(snapshot, $1) } }
                let without = nanoseconds(queries.count) { queries.reduce(0) { $0 + plain($1) } }
                print("  overlay \(percent) %, \(name): \(text(with / without)) of PointIndex")
            }
        }

        let steady = LiveIndex(points.enumerated().map { (id: $0.offset, coordinate: $0.element) })
        let changes = (0..<count / 5).map { _ in (id: Int.random(in: 0..<count, using: &korea.generator), korea.place())
        }
        for isRead in [false, true] {
            let change = nanoseconds(2 * changes.count, repeats: 1) {
                var seen = 0
                for (i, (id, place)) in changes.enumerated() {
                    steady.insert(id, at: place)
                    steady.remove(changes[(i * 7) % changes.count].id)
                    if isRead { seen &+= steady.snapshot().count }
                }
                return seen
            }
            print("  change, merges included, snapshots \(isRead): \(text(change / build)) points built")
        }

        let centers = (0..<10_000).map { _ in korea.place() }
        let batches: [(String, (Coordinate) -> [Match], (Int?) -> MatchLists)] = [
            (
                "1 km", { index.points(within: .kilometers(1), of: $0) },
                { index.points(within: .kilometers(1), ofEach: centers, jobs: $0) }
            ),
            (
                "10 nearest", { index.nearest(to: $0, count: 10) },
                { index.nearest(toEach: centers, count: 10, jobs: $0) }
            ),
        ]
        for (name, single, batch) in batches {
            let loop = nanoseconds(centers.count, onWall: true) { centers.map(single).count }
            let one = nanoseconds(centers.count, onWall: true) { batch(1).count }
            let all = nanoseconds(centers.count, onWall: true) { batch(nil).count }
            print("  batch, \(name): one job \(text(loop / one)), all cores \(text(loop / all)) times the loop")
        }
    }

    /// The best of a few runs, by the number of things done: CPU time, which other programs touch least, or by the clock on
    /// the wall where several threads work.
    private func nanoseconds(
        _ count: Int, repeats: Int = 9, onWall: Bool = false, _ body: () -> Int
    ) -> Double {
        var best = Double.infinity
        for _ in 0..<repeats {
            let start = now(onWall)
            #expect(body() != -1)
            best = min(best, now(onWall) - start)
        }
        return best / Double(count)
    }

    private func now(_ onWall: Bool) -> Double {
        var time = timespec()
        clock_gettime(onWall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    private func text(_ value: Double) -> String { String(format: "%.2f", value) }
}

/// Places as they lie in Korea: 60 % round 20 cities.
private struct Korea {
    var generator = SplitMix64(seed: 31)
    private var cities: [Coordinate] = []

    init() {
        for _ in 0..<20 { cities.append(coordinate(random(34.5...38), random(126.5...129.2))) }
    }

    mutating func place() -> Coordinate {
        guard random(0...1) < 0.6 else { return coordinate(random(34...38.5), random(126...129.5)) }
        let city = cities.randomElement(using: &generator)!
        // Twelve uniform numbers make a normal one, near enough.
        let north = (0..<12).reduce(-6) { sum, _ in sum + random(0...1) }
        let east = (0..<12).reduce(-6) { sum, _ in sum + random(0...1) }
        return coordinate(city.latitude + 0.05 * north, city.longitude + 0.05 * east)
    }

    private mutating func random(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }
}
