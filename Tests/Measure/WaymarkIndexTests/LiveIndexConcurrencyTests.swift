import Synchronization
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

/// Shared by a writer with its readers.
private final class End: Sendable {
    let isReached = Atomic(false)
}

@Suite("LiveIndex, shared")
struct LiveIndexConcurrencyTests {
    /// Every change of the writer moves all points of a squad one place further; a reader who saw half a change would
    /// see two places, or a version that does not match.
    @Test("readers next to a writer see every change as a whole, and their snapshots never change")
    func readersAndWriter() async {
        let squad = 40
        let steps = 600
        @Sendable func place(_ step: Int) -> Coordinate { coordinate(Double(step % 80), Double(step * 7 % 170)) }
        let others: [(id: Int, coordinate: Coordinate)] = (0..<3000).map {
            (1000 + $0, coordinate(-1 - Double($0 % 80), Double($0 % 179)))
        }
        let members: [(id: Int, coordinate: Coordinate)] = (0..<squad).map { ($0, place(0)) }
        let live = LiveIndex(members + others, overlayShare: 0.05)
        let end = End()

        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for step in 1...steps {
                    live.apply((0..<squad).map { .insert($0, at: place(step)) })
                    if step % 100 == 0 { live.merge() }
                }
                end.isReached.store(true, ordering: .releasing)
            }
            for _ in 0..<3 {
                group.addTask {
                    var lastVersion = 0
                    var first: LiveSnapshot<Int>?
                    var rounds = 0
                    while !end.isReached.load(ordering: .acquiring) || rounds < 20 {
                        let snapshot = live.snapshot()
                        #expect(snapshot.version >= lastVersion)
                        lastVersion = snapshot.version
                        let seen = snapshot.points(within: Meters(.infinity), of: place(0)) { $0 < squad }
                        #expect(seen.count == squad && Set(seen.map(\.id)).count == squad)
                        #expect(Set(seen.map(\.distance)).count == 1)
                        // One version per step.
                        #expect(snapshot.points(within: .zero, of: place(snapshot.version)).count == squad)
                        let kept = first ?? snapshot
                        first = kept
                        #expect(kept.countOfPoints(within: .zero, of: place(kept.version)) == squad)
                        #expect(kept.nearest(to: place(kept.version), count: squad).allSatisfy { $0.id < squad })
                        rounds += 1
                    }
                }
            }
        }
        #expect(live.snapshot().version == steps)
        #expect(live.count == squad + others.count)
    }

    @Test("two writers next to readers lose no change")
    func twoWriters() async {
        let live = LiveIndex<Int>(overlayShare: 0.1)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for i in 0..<1500 {
                        live.insert(2 * i + writer, at: coordinate(Double(i % 90), Double(writer)))
                        if i % 5 == 4 { live.remove(2 * (i - 2) + writer) }
                    }
                }
            }
            group.addTask {
                for _ in 0..<100 {
                    let snapshot = live.snapshot()
                    let count = snapshot.count
                    #expect(snapshot.points(in: .world).count == count)
                    #expect(snapshot.countOfPoints(within: Meters(.infinity), of: coordinate(0, 0)) == count)
                    _ = live.coordinate(of: 1)
                }
            }
        }
        #expect(live.count == 2400)
        #expect(live.snapshot().version == 3600)
    }
}
