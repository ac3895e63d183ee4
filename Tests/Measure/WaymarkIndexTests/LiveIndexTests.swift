import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

/// The simple slow method: a list in the order of ties, scanned completely.
private struct Model {
    var places: [(id: Int, coordinate: Coordinate)] = []

    mutating func insert(_ id: Int, at coordinate: Coordinate) -> Coordinate? {
        let old = self.coordinate(of: id)
        guard old != coordinate else { return old }
        places.removeAll { $0.id == id }
        places.append((id, coordinate))
        return old
    }

    mutating func remove(_ id: Int) -> Coordinate? {
        let old = coordinate(of: id)
        places.removeAll { $0.id == id }
        return old
    }

    func coordinate(of id: Int) -> Coordinate? { places.first { $0.id == id }?.coordinate }

    func points(within radius: Meters, of center: Coordinate) -> [LiveMatch<Int>] {
        places.enumerated()
            .map { Match(index: $0, distance: Sphere.earth.distance(from: center, to: $1.coordinate)) }
            .filter { $0.distance <= radius }
            .sorted()
            .map { LiveMatch(id: places[$0.index].id, distance: $0.distance) }
    }

    /// Whether every search of a snapshot gives the answers of the scan.
    func agrees(with snapshot: LiveSnapshot<Int>, _ question: Regime.Question, count: Int) -> Bool {
        let (center, radius) = (question.center, question.radius)
        let all = points(within: radius, of: center)
        let everywhere = points(within: Meters(.infinity), of: center)
        let isEven: (Int) -> Bool = { $0.isMultiple(of: 2) }
        let even = all.filter { isEven($0.id) }
        let box = BoundingBox(around: center, radius: radius)
        let inBox = places.filter { box.contains($0.coordinate) }.map(\.id)
        var boxed: [Int] = []
        snapshot.forEachPoint(in: box, where: isEven) { boxed.append($0) }
        return snapshot.count == places.count
            && snapshot.points(within: radius, of: center) == all
            && snapshot.points(within: radius, of: center, where: isEven) == even
            && Set(snapshot.unsortedPoints(within: radius, of: center)) == Set(all)
            && Set(snapshot.unsortedPoints(within: radius, of: center, where: isEven)) == Set(even)
            && snapshot.countOfPoints(within: radius, of: center) == all.count
            && snapshot.countOfPoints(within: radius, of: center, where: isEven) == even.count
            && snapshot.nearest(to: center, count: count) == Array(everywhere.prefix(count))
            && snapshot.nearest(to: center, count: count, within: radius) == Array(all.prefix(count))
            && snapshot.nearest(to: center, count: count, within: radius, where: isEven) == Array(even.prefix(count))
            && snapshot.points(in: box) == inBox
            && boxed == inBox.filter(isEven)
    }
}

@Suite("LiveIndex")
struct LiveIndexTests {
    @Test("every search after every kind of change equals a scan of a list", arguments: Regime.allCases)
    func equalsModel(regime: Regime) {
        var generator = SplitMix64(seed: 11)
        var pool = regime.points(900, using: &generator)
        if pool.isEmpty { pool = [coordinate(1, 2)] }
        var model = Model()
        for place in pool.prefix(300).enumerated() { _ = model.insert(place.offset, at: place.element) }
        let live = LiveIndex(model.places, overlayShare: 0.5)
        var kept: [(snapshot: LiveSnapshot<Int>, model: Model)] = []
        func place() -> Coordinate { pool.randomElement(using: &generator)! }
        func id() -> Int { Int.random(in: 0..<600, using: &generator) }

        for step in 0..<4000 {
            switch Int.random(in: 0..<1000, using: &generator) {
            case 0..<560:
                let (id, place) = (id(), place())
                #expect(live.insert(id, at: place) == model.insert(id, at: place))
            case 560..<970:
                let id = id()
                #expect(live.remove(id) == model.remove(id))
                #expect(live.coordinate(of: id) == nil)
            case 970..<990:
                let changes = (0..<Int.random(in: 0...120, using: &generator)).map { _ in
                    Bool.random(using: &generator) ? LiveIndex.Change.insert(id(), at: place()) : .remove(id())
                }
                // Only the last change of an id counts; new points come last.
                for (i, change) in changes.enumerated()
                where !changes[(i + 1)...].contains(where: { $0.id == change.id }) {
                    switch change {
                    case .insert(let id, let place): _ = model.insert(id, at: place)
                    case .remove(let id): _ = model.remove(id)
                    }
                }
                live.apply(changes)
            case 990..<995: live.merge()
            default:
                kept.append((live.snapshot(), model))
                if kept.count > 4 { kept.removeFirst() }
            }
            let someone = id()
            #expect(live.coordinate(of: someone) == model.coordinate(of: someone))
            if step.isMultiple(of: 16) {
                let question = regime.question(about: pool, using: &generator)
                let count = Int.random(in: 0...20, using: &generator)
                if !model.agrees(with: live.snapshot(), question, count: count) {
                    Issue.record("\(regime), step \(step): \(question), \(count) nearest")
                }
                for (snapshot, old) in kept where !old.agrees(with: snapshot, question, count: count) {
                    Issue.record("\(regime), step \(step): a snapshot changed its answer")
                }
            }
        }
    }

    @Test("the nearest may be all points, or none, after a removal")
    func allAndNone() {
        let places = (0..<40).map { (id: $0, coordinate: coordinate(37, 127 + Double($0) / 100)) }
        let live = LiveIndex(places, overlayShare: 1)
        live.remove(7)
        let all = live.snapshot().nearest(to: coordinate(37, 127), count: .max)
        #expect(all.map(\.id) == (0..<40).filter { $0 != 7 })
        #expect(live.snapshot().nearest(to: coordinate(37, 127), count: 0).isEmpty)
    }

    @Test("a long series of moves, packed and merged many times, ends like the list", arguments: [0.02, 0.1, 1])
    func longRun(share: Double) {
        var generator = SplitMix64(seed: 12)
        let pool = Regime.korea.points(5000, using: &generator)
        let live = LiveIndex<Int>(overlayShare: share)
        var places: [Int: Coordinate] = [:]
        for step in 0..<40_000 {
            let id = Int.random(in: 0..<8000, using: &generator)
            if step % 3 == 2 {
                #expect(live.remove(id) == places.removeValue(forKey: id))
            } else {
                let place = pool.randomElement(using: &generator)!
                #expect(live.insert(id, at: place) == places.updateValue(place, forKey: id))
            }
            guard step % 1000 == 0 else { continue }
            let center = pool.randomElement(using: &generator)!
            let expected = places.filter { Sphere.earth.distance(from: center, to: $0.value) <= .kilometers(60) }
            let snapshot = live.snapshot()
            let found = snapshot.points(within: .kilometers(60), of: center)
            #expect(Set(found.map(\.id)) == Set(expected.keys))
            #expect(found.map(\.distance) == found.map(\.distance).sorted())
            #expect(snapshot.countOfPoints(within: .kilometers(60), of: center) == expected.count)
            #expect(snapshot.nearest(to: center, count: 25, within: .kilometers(60)) == Array(found.prefix(25)))
            #expect(live.count == places.count)
        }
    }

    @Test("can be empty, lose all points, and start again")
    func emptyAndEmptied() {
        let seoul = coordinate(37.5665, 126.978)
        let live = LiveIndex<String>()
        #expect(live.count == 0 && live.snapshot().isEmpty)
        #expect(live.remove("nobody") == nil)
        #expect(live.snapshot().version == 0)
        #expect(live.snapshot().nearest(to: seoul, count: 3).isEmpty)
        #expect(live.snapshot().points(in: .world).isEmpty)
        live.apply([])
        live.merge()
        #expect(live.snapshot().version == 0)

        live.apply((0..<5000).map { .insert("\($0)", at: coordinate(Double($0 % 80), Double($0 % 170))) })
        #expect(live.count == 5000 && live.snapshot().version == 1)
        let full = live.snapshot()
        for id in 0..<5000 { #expect(live.remove("\(id)") != nil) }
        #expect(live.snapshot().isEmpty && live.snapshot().points(in: .world).isEmpty)
        #expect(live.snapshot().countOfPoints(within: Meters(.infinity), of: seoul) == 0)
        #expect(live.snapshot().version == 5001)
        #expect(full.countOfPoints(within: Meters(.infinity), of: seoul) == 5000)
        live.insert("back", at: seoul)
        #expect(live.snapshot().points(within: .zero, of: seoul) == [LiveMatch(id: "back", distance: .zero)])
    }

    @Test("a merge packs everything: points are then met in the order of an index made of all of them")
    func mergePacks() {
        var generator = SplitMix64(seed: 12)
        let places = Regime.korea.points(2500, using: &generator).enumerated().map { (id: $0, coordinate: $1) }
        func met(_ live: LiveIndex<Int>) -> [Int] {
            live.snapshot().unsortedPoints(within: Meters(.infinity), of: coordinate(37, 127)).map(\.id)
        }
        let whole = met(LiveIndex(places))
        let live = LiveIndex(places[..<2000])
        live.apply(places[2000...].map { .insert($0.id, at: $0.coordinate) })
        #expect(met(live) != whole)
        live.merge()
        #expect(met(live) == whole)
    }

    @Test("removing twice, and putting a point where it is, change nothing")
    func idempotent() {
        let (a, b) = (coordinate(1, 1), coordinate(2, 2))
        let live = LiveIndex([(id: 7, coordinate: a), (id: 8, coordinate: a), (id: 7, coordinate: b)])
        #expect(live.count == 2 && live.coordinate(of: 7) == b)
        #expect(live.remove(8) == a)
        #expect(live.remove(8) == nil)
        #expect(live.insert(7, at: b) == b)
        #expect(live.snapshot().version == 1)
        #expect(live.snapshot().points(in: .world) == [7])
    }

    @Test("a point that moves over the antimeridian is found on the other side only")
    func acrossTheAntimeridian() {
        let (east, west) = (coordinate(0, 179.9), coordinate(0, -179.9))
        let live = LiveIndex([(id: "ship", coordinate: east)])
        #expect(live.insert("ship", at: west) == east)
        let snapshot = live.snapshot()
        #expect(snapshot.points(within: .kilometers(1), of: east).isEmpty)
        #expect(snapshot.points(within: .kilometers(1), of: west).map(\.id) == ["ship"])
        #expect(snapshot.points(within: .kilometers(30), of: east).map(\.id) == ["ship"])
    }

    @Test("equal distances are in the order of insertion, also when packed and merged")
    func ties() {
        let place = coordinate(37, 127)
        let live = LiveIndex((0..<300).map { (id: $0, coordinate: place) })
        for id in [5, 0, 299] {
            live.insert(id, at: coordinate(38, 127))
            live.insert(id, at: place)
        }
        live.insert(300, at: place)
        let expected = (0..<300).filter { ![0, 5, 299].contains($0) } + [5, 0, 299, 300]
        for _ in 0..<2 {
            #expect(live.snapshot().points(within: Meters(1), of: place).map(\.id) == expected)
            #expect(live.snapshot().nearest(to: place, count: 298).map(\.id) == Array(expected.prefix(298)))
            live.merge()
        }
        for id in 1000..<2000 { live.insert(id, at: place) }
        #expect(live.snapshot().points(within: .zero, of: place).map(\.id) == expected + Array(1000..<2000))
    }

    @Test("an error thrown by the receiver ends the search")
    func streamingStops() {
        struct Enough: Error {}
        let live = LiveIndex((0..<1000).map { (id: $0, coordinate: coordinate(Double($0) / 1e4, 0)) })
        var seen = 0
        #expect(throws: Enough.self) {
            try live.snapshot().forEachPoint(within: .kilometers(1000), of: coordinate(0, 0)) { (_) throws(Enough) in
                seen += 1
                if seen == 10 { throw Enough() }
            }
        }
        #expect(seen == 10)
    }

    @Test("an invalid share of the overlay is a caller's mistake")
    func preconditions() async {
        await #expect(processExitsWith: .failure) { _ = LiveIndex<Int>(overlayShare: 0) }
        await #expect(processExitsWith: .failure) { _ = LiveIndex<Int>(overlayShare: .nan) }
    }
}
