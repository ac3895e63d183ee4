import Benchmark
import MadeUpData
import Waymark

private let radius = Meters.kilometers(10)

/// Changes to a live index, lookups in it while changes wait to be packed, and lookups for many places at once: beside the
/// same lookups in a packed index, in PointBenchmarks.
func liveBenchmarks(_ count: Int) {
    ask("one point moved", .waymark, .korea, count, .thousand, { MovingPoints($0.places) }) { points, _ in
        points.move()
    } expecting: { _, _ in
        // Each was there before.
        1
    }
    ask("one point moved, and a snapshot taken", .waymark, .korea, count, .thousand, { MovingPoints($0.places) }) {
        points, _ in
        points.move() + points.index.snapshot().count
    } expecting: { naive, _ in
        1 + naive.places.count
    }

    let within: (NaivePoints, Coordinate) -> Int = { $0.within(radius.value, of: $1).count }
    for percent in [0, 1, 10] {
        let live = "live with \(percent) % changed"
        let snapshot: (DataSet) -> LiveSnapshot<Int> = { changedIndex($0.places, percent: percent).snapshot() }
        ask("within 10 km by distance, \(live)", .waymark, .korea, count, .thousand, snapshot) {
            $0.points(within: radius, of: $1).count
        } expecting: {
            within($0, $1)
        }
        ask("within 10 km counted, \(live)", .waymark, .korea, count, .thousand, snapshot) {
            $0.countOfPoints(within: radius, of: $1)
        } expecting: {
            within($0, $1)
        }
        ask("10 nearest, \(live)", .waymark, .korea, count, .thousand, snapshot) {
            $0.nearest(to: $1, count: 10).reduce(0) { $0 + $1.id }
        } expecting: {
            $0.sumOfPositions(ofNearest: 10, to: $1)
        }
    }

    // A place for each of ten thousand lookups.
    let setup: (DataSet) -> (index: PointIndex, centers: [Coordinate]) = {
        (PointIndex($0.places), DataSet(.korea, 0, queries: 10_000).queries)
    }
    run("10 nearest to each of 10 000, one by one", .waymark, .korea, count, setup) { index, centers in
        centers.map { index.nearest(to: $0, count: 10) }
    } check: { state, found in
        found.count == state.centers.count
    }
    run("within 1 km of each of 10 000, one by one", .waymark, .korea, count, setup) { index, centers in
        centers.map { index.points(within: .kilometers(1), of: $0) }
    } check: { state, found in
        found.count == state.centers.count
    }
    for (name, jobs) in [("one thread", 1), ("all cores", nil)] {
        run("10 nearest to each of 10 000, as a batch on \(name)", .waymark, .korea, count, setup) { index, centers in
            index.nearest(toEach: centers, count: 10, jobs: jobs)
        } check: { state, found in
            found.elementsEqual(state.centers.map { state.index.nearest(to: $0, count: 10) }) { $0.elementsEqual($1) }
        }
        run("within 1 km of each of 10 000, as a batch on \(name)", .waymark, .korea, count, setup) { index, centers in
            index.points(within: .kilometers(1), ofEach: centers, jobs: jobs)
        } check: { state, found in
            found.elementsEqual(state.centers.map { state.index.points(within: .kilometers(1), of: $0) }) {
                $0.elementsEqual($1)
            }
        }
    }
}

/// Points of which one after the other goes to where another one was.
private final class MovingPoints {
    let index: LiveIndex<Int>
    private let places: [Coordinate]
    private var moves = 0

    init(_ places: [Coordinate]) {
        self.places = places
        index = LiveIndex(places.enumerated().map { (id: $0, coordinate: $1) })
    }

    func move() -> Int {
        moves += 1
        // A prime step: every move goes somewhere new.
        let (id, place) = (moves * 7919 % places.count, places[(moves * 7907 + 1) % places.count])
        return index.insert(id, at: place) == nil ? 0 : 1
    }
}

/// The places by position, of which so many in a hundred changes are not packed: half of them points gone to their places, and
/// half the marks of where those were.
private func changedIndex(_ places: [Coordinate], percent: Int) -> LiveIndex<Int> {
    let moved = places.count * percent / 200
    let index = LiveIndex(
        places.enumerated().map { (id: $0, coordinate: $0 < moved ? places[places.count - 1 - $0] : $1) },
        overlayShare: 1)
    for i in 0..<moved { index.insert(i, at: places[i]) }
    return index
}
