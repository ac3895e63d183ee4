import TestSupport
import Testing
import WaymarkGeodesy

/// Every set of loops that this processor can run, compared with its Swift twin.
@Suite("Kernels")
struct KernelTests {
    /// Places on all scales, and special ones.
    private func places(_ count: Int, seed: UInt64) -> ContiguousArray<Coordinate> {
        var generator = SplitMix64(seed: seed)
        var places: ContiguousArray<Coordinate> = []
        for regime in Regime.allCases { places += regime.points(count / 12, using: &generator) }
        for latitude in [-90.0, -45, -0.0, 0, 30, 45, 89.999999999, 90] {
            for longitude in [-179.999999999, -135, -90, -45, -0.0, 0, 45, 90, 135, 180] {
                places.append(coordinate(latitude, longitude))
            }
        }
        places.shuffle(using: &generator)
        return places
    }

    @Test("every length equals the single distance, bit for bit, for any count", arguments: Kernels.all.indices)
    func lengths(set: Int) {
        let kernels = Kernels.all[set]
        let places = places(2400, seed: 1)
        for count in [0, 1, 2, 3, 4, 5, 7, 8, 63, places.count - 1] {
            let (starts, ends) = (places[..<count], places[1...].prefix(count))
            let (from, to) = (ContiguousArray(starts), ContiguousArray(ends))
            let expected = zip(from, to).map { Sphere.earth.distance(from: $0, to: $1).value.bitPattern }
            var output = ContiguousArray(repeating: Meters(-1), count: count)
            var span = output.mutableSpan
            kernels.lengths(from: from.span, to: to.span, radius: Sphere.earth.radius, into: &span)
            #expect(output.map(\.value.bitPattern) == expected)

            let fromFirst = to.map { Sphere.earth.distance(from: places[0], to: $0).value.bitPattern }
            span = output.mutableSpan
            kernels.lengths(from: places[0], to: to.span, radius: Sphere.earth.radius, into: &span)
            #expect(output.map(\.value.bitPattern) == fromFirst)
            let vectors = ContiguousArray(to.map(UnitVector.init))
            span = output.mutableSpan
            kernels.lengths(from: UnitVector(places[0]), to: vectors.span, radius: Sphere.earth.radius, into: &span)
            #expect(output.map(\.value.bitPattern) == fromFirst)
        }
    }

    @Test("unit vectors equal the single ones, bit for bit", arguments: Kernels.all.indices)
    func unitVectors(set: Int) {
        let places = Array(places(2400, seed: 2))
        for count in [0, 1, 3, 4, 6, places.count] {
            var (x, y, z) = (
                [Double](repeating: 7, count: count), [Double](repeating: 7, count: count),
                [Double](repeating: 7, count: count)
            )
            Kernels.all[set].unitVectors(of: places, count: count, x: &x, y: &y, z: &z)
            for i in 0..<count {
                let vector = UnitVector(places[i])
                #expect(vector.x.bitPattern == x[i].bitPattern, "\(places[i])")
                #expect(vector.y.bitPattern == y[i].bitPattern && vector.z.bitPattern == z[i].bitPattern)
            }
        }
    }

    @Test("selecting and measuring equal a plain loop, at any start and length", arguments: Kernels.all.indices)
    func selection(set: Int) {
        let kernels = Kernels.all[set]
        let vectors = places(700, seed: 3).map(UnitVector.init)
        let padding = [Double](repeating: 9, count: 4)
        let (x, y, z) = (vectors.map(\.x) + padding, vectors.map(\.y) + padding, vectors.map(\.z) + padding)
        let numbers = (0..<UInt32(vectors.count + 4)).map { $0 &* 7 }
        var generator = SplitMix64(seed: 4)
        x.withUnsafeBufferPointer { x in
            y.withUnsafeBufferPointer { y in
                z.withUnsafeBufferPointer { z in
                    numbers.withUnsafeBufferPointer { numbers in
                        let points = Kernels.Points(
                            x: x.baseAddress!, y: y.baseAddress!, z: z.baseAddress!, numbers: numbers.baseAddress!)
                        for _ in 0..<3000 {
                            let start = Int.random(in: 0...vectors.count, using: &generator)
                            let slots = start..<min(vectors.count, start + Int.random(in: 0...70, using: &generator))
                            let center = vectors.randomElement(using: &generator)!
                            // Half the limits are the exact squared chord of a point.
                            let limit =
                                Bool.random(using: &generator)
                                ? center.chordSquared(to: vectors.randomElement(using: &generator)!)
                                : Double.random(in: 0...1, using: &generator)
                            let inside = slots.filter { center.chordSquared(to: vectors[$0]) <= limit }
                            var chords = [Double](repeating: -1, count: slots.count + Kernels.overrun)
                            var selected = [UInt32](repeating: .max, count: slots.count + Kernels.overrun)
                            let found = kernels.select(
                                points, slots, from: center, limit: limit, chords: &chords, numbers: &selected)
                            #expect(found == inside.count)
                            #expect(Array(selected[..<found]) == inside.map { numbers[$0] })
                            #expect(chords[..<found].elementsEqual(inside.map { center.chordSquared(to: vectors[$0]) }))

                            let short = inside.map { center.chordSquared(to: vectors[$0]) }
                            guard limit <= 1 else { continue }
                            let expected = inside.map { Sphere.earth.distance(from: center, to: vectors[$0]).value }
                            let greatest = kernels.lengths(&chords, count: found, radius: Sphere.earth.radius)
                            #expect(chords[..<found].elementsEqual(expected), "\(short)")
                            #expect(greatest == expected.max() ?? 0)
                        }
                    }
                }
            }
        }
    }

    @Test("the points of several runs are selected like those of each run in turn", arguments: Kernels.all.indices)
    func severalRuns(set: Int) {
        let kernels = Kernels.all[set]
        var generator = SplitMix64(seed: 12)
        let tree = SmallTree(Regime.korea.points(900, using: &generator).map(UnitVector.init))
        for _ in 0..<500 {
            var runs: [Range<Int>] = []
            var start = 0
            for _ in 0..<Int.random(in: 0...9, using: &generator) {
                let next = min(900, start + Int.random(in: 0...40, using: &generator))
                let end = min(900, next + Int.random(in: 0...70, using: &generator))
                runs.append(next..<end)
                start = end
            }
            let center = tree.vectors.randomElement(using: &generator)!
            let limit = center.chordSquared(to: tree.vectors.randomElement(using: &generator)!)
            let inside = runs.joined().filter { center.chordSquared(to: tree.vectors[$0]) <= limit }
            let found = tree.select(kernels, runs, from: center, limit: limit)
            let isSame =
                found.slots == inside && found.chords == inside.map { center.chordSquared(to: tree.vectors[$0]) }
            #expect(isSame, "\(runs)")
        }
    }

    @Test("short geodesics are selected and counted as if one by one, bit for bit", arguments: Kernels.all.indices)
    func geodesics(set: Int) {
        let kernels = Kernels.all[set]
        let ellipsoid = ShortGeodesic(on: .wgs84)
        var generator = SplitMix64(seed: 8)
        for regime in Regime.allCases where regime != .fewPoints {
            // Neighbourhoods of a few metres to hundreds of kilometres, so that every branch is taken.
            let middle = regime.points(1, using: &generator)[0]
            var places: [Coordinate] = []
            for number in 0..<700 {
                if number % 9 == 0 {
                    places.append(middle)
                    continue
                }
                let reach = 250_000 / Double(1 << (number % 20))
                let distance = Meters(reach * Double(number % 17 + 1) / 17)
                let bearing = Double.random(in: 0..<360, using: &generator)
                places.append(Sphere.earth.destination(from: middle, bearing: bearing, distance: distance))
            }
            let tree = SmallTree(places.map(UnitVector.init))
            for _ in 0..<200 {
                let center = ellipsoid.surfacePoint(tree.vectors.randomElement(using: &generator)!)
                let squares: [Double] = tree.vectors.map {
                    ellipsoid.squaredLength(from: center, to: ellipsoid.surfacePoint($0)) ?? 1
                }
                let start = Int.random(in: 0...places.count, using: &generator)
                let run = start..<min(places.count, start + Int.random(in: 0...70, using: &generator))
                let limit = min(squares.randomElement(using: &generator)!, ellipsoid.reach)
                let found = tree.selectGeodesics(kernels, [run], on: ellipsoid, from: center, limit: limit)
                let expected: [Int] = run.filter { squares[$0] <= limit }
                let bits: [UInt64] = expected.map { squares[$0].bitPattern }
                #expect(found.slots == expected)
                #expect(found.squares.map(\.bitPattern) == bits)

                let surely = limit * Double.random(in: 0.9...1, using: &generator)
                let chords = tree.vectors.map { center.normal.chordSquared(to: $0) }
                // As narrow and as wide as possible.
                let (outside, inside) = (
                    squares.indices.filter { squares[$0] > surely }, squares.indices.filter { squares[$0] <= limit }
                )
                let inner: Double = outside.map { chords[$0] }.min()?.nextDown ?? 5
                let outer: Double = inside.map { chords[$0] }.max() ?? 0
                let counted = tree.countGeodesics(
                    kernels, on: ellipsoid, from: center, inner: inner, outer: outer, surely: surely, possibly: limit)
                #expect(counted.inside == squares.count { $0 <= surely })
                #expect(counted.inside + counted.unsure == squares.count { $0 <= limit })
            }
        }
    }

    @Test("roots equal those of plain arithmetic, and numbers below 0 have none", arguments: Kernels.all.indices)
    func roots(set: Int) {
        for count in 0...13 {
            var values = (0..<count).map { Double($0 * $0 * 7) }
            if count > 5 { values[5] = -3 }
            if count > 7 { values[7] = .nan }
            let expected = values.map { 6_378_137 * ($0 > 0 ? $0.squareRoot() : 0) }
            let greatest = Kernels.all[set].roots(&values, count: count, scale: 6_378_137)
            #expect(values == expected && greatest == (expected.max() ?? 0))
        }
    }

    @Test("ranks are the positions in ascending order, and ties are reported", arguments: Kernels.all.indices)
    func ranks(set: Int) {
        let kernels = Kernels.all[set]
        var generator = SplitMix64(seed: 13)
        for count in 0...Kernels.maxRanked {
            for round in 0..<20 {
                var values = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
                if round % 2 == 0, count > 1 { values[count - 1] = values.randomElement(using: &generator)! }
                if round % 5 == 0 { values = values.map { ($0 * 20).rounded() } }
                var ranks = [UInt64](repeating: .max, count: Kernels.maxRanked)
                let isStrict = kernels.ranks(of: values, count: count, into: &ranks)
                #expect(ranks[..<count].elementsEqual(values.map { value in UInt64(values.count { $0 < value }) }))
                #expect(isStrict == (Set(values).count == count))
            }
        }
    }

    @Test("boxes are bounded as by plain arithmetic", arguments: Kernels.all.indices)
    func boxes(set: Int) {
        let kernels = Kernels.all[set]
        var generator = SplitMix64(seed: 5)
        for _ in 0..<3000 {
            var boxes = [Float](repeating: 8, count: 48)
            for j in 0..<Int.random(in: 0...8, using: &generator) {
                for axis in 0..<3 {
                    let (a, b) = (
                        Float.random(in: -1...1, using: &generator), Float.random(in: -1...1, using: &generator)
                    )
                    boxes[8 * axis + j] = min(a, b)
                    boxes[24 + 8 * axis + j] = max(a, b)
                }
            }
            let center = UnitVector(Regime.world.points(1, using: &generator)[0])
            let c = [center.x, center.y, center.z]
            var near = [Double]()
            for j in 0..<8 {
                var n = [Double]()
                for axis in 0..<3 {
                    let below = Double(boxes[8 * axis + j]) - c[axis]
                    let above = c[axis] - Double(boxes[24 + 8 * axis + j])
                    let outside = max(below, above, 0)
                    n.append(outside * outside)
                }
                near.append(n[0] + n[1] + n[2])
            }
            var squares = [Double](repeating: -1, count: 8)
            kernels.nearest(boxes, from: center, into: &squares)
            #expect(squares == near)
        }
    }

    @Test(
        "counts and walks equal a plain loop, at limits that are the chord of a point", arguments: Kernels.all.indices)
    func walk(set: Int) {
        let kernels = Kernels.all[set]
        var generator = SplitMix64(seed: 9)
        for regime in Regime.allCases where regime != .fewPoints {
            for count in [1, 3, 32, 33, 250, 256, 257, 2000, 2048] {
                let tree = SmallTree(regime.points(count, using: &generator).map(UnitVector.init))
                for _ in 0..<60 {
                    let place =
                        Bool.random(using: &generator)
                        ? tree.vectors.randomElement(using: &generator)!
                        : UnitVector(regime.points(1, using: &generator)[0])
                    let chords = tree.vectors.map { place.chordSquared(to: $0) }
                    let possibly =
                        Int.random(in: 0..<8, using: &generator) == 0 ? 5 : chords.randomElement(using: &generator)!
                    let surely = Bool.random(using: &generator) ? possibly : possibly * 0.9
                    let counted = tree.count(kernels, from: place, surely: surely, possibly: possibly)
                    #expect(counted.inside == chords.count { $0 <= surely })
                    #expect(counted.inside + counted.unsure == chords.count { $0 <= possibly })
                    let runs = tree.runs(kernels, from: place, possibly: possibly)
                    #expect(runs.allSatisfy { !$0.isEmpty && $0.upperBound <= chords.count })
                    #expect(zip(runs, runs.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
                    let missed = chords.indices.first { i in chords[i] <= possibly && !runs.contains { $0.contains(i) }
                    }
                    #expect(missed == nil)
                }
            }
        }
    }

    @Test("a search finds the smallest keys of all points, at any limit", arguments: Kernels.all.indices)
    func search(set: Int) {
        let kernels = Kernels.all[set]
        var generator = SplitMix64(seed: 6)
        for regime in Regime.allCases where regime != .fewPoints {
            for count in [1, 3, 32, 33, 250, 257, 2000] {
                let tree = SmallTree(regime.points(count, using: &generator).map(UnitVector.init))
                for _ in 0..<60 {
                    let asked = Int.random(in: 1...Kernels.maxSearched, using: &generator)
                    let place =
                        Bool.random(using: &generator)
                        ? tree.vectors.randomElement(using: &generator)!
                        : UnitVector(regime.points(1, using: &generator)[0])
                    let limit =
                        Bool.random(using: &generator)
                        ? 5 : place.chordSquared(to: tree.vectors.randomElement(using: &generator)!)
                    let chords = tree.vectors.map { place.chordSquared(to: $0) }
                    let all = chords.indices.filter { chords[$0] <= limit }
                        .map { chords[$0].bitPattern & ~0xFFFF_FFFF | UInt64($0) }.sorted()
                    // Points that may tie with the last of the best are found too; others need not be.
                    let found = tree.search(kernels, from: place, limit: limit, count: asked)
                    // The next key reveals ties: it is known, unless it is too far for any.
                    let last = found.keys.last.map { Double(bitPattern: $0 | 0xFFFF_FFFF) * (1 + 1e-14) } ?? 0
                    let isNext =
                        found.keys.count < asked || found.next == (all.count > asked ? all[asked] : Kernels.noKey)
                        || Double(bitPattern: found.next) > last
                            && (all.count <= asked || Double(bitPattern: all[asked]) > last)
                    let isSame = found.keys == Array(all.prefix(asked)) && isNext
                    #expect(isSame, "\(regime), \(count) points, \(asked) asked for, \(limit)")
                }
            }
        }
    }

    @Test("bounds of places, and of leaves of values, equal those of a plain loop", arguments: Kernels.all.indices)
    func bounds(set: Int) {
        let kernels = Kernels.all[set]
        let all = Array(places(2400, seed: 7))
        for count in [1, 2, 3, 4, 5, 31, 32, 33, 255, 256, 257, 300, all.count] {
            let places = Array(all.prefix(count))
            let extent = kernels.extent(of: places, count: count)
            let (latitudes, longitudes) = (places.map(\.latitude), places.map(\.longitude))
            #expect(extent.south == latitudes.min() && extent.north == latitudes.max())
            #expect(extent.west == longitudes.min() && extent.east == longitudes.max())

            // Values of all magnitudes, also in single precision.
            let values =
                places.enumerated().map { i, place in
                    // Zeros of both signs, also filling whole leaves.
                    i % 5 == 0 || i / 32 % 4 == 3
                        ? (i % 3 == 0 ? -0.0 : 0.0) : UnitVector(place).z * (place.longitude < 0 ? 1e-42 : 1)
                } + [.nan]
            let leaves = (count + 31) / 32
            var nodes = [Float](repeating: 8, count: (leaves + 7) / 8 * 48 + 1)
            var expected = nodes
            for leaf in 0..<leaves {
                let part = values[32 * leaf..<min(count, 32 * leaf + 32)]
                let (low, high) = (Float(part.min()!), Float(part.max()!))
                expected[leaf / 8 * 48 + leaf % 8] = (Double(low) > part.min()! ? low.nextDown : low) + 0
                expected[leaf / 8 * 48 + leaf % 8 + 24] = (Double(high) < part.max()! ? high.nextUp : high) + 0
            }
            kernels.boxes(over: values, count: count, &nodes)
            let isSame = nodes.map(\.bitPattern) == expected.map(\.bitPattern)
            #expect(isSame, "\(count) values")
        }
    }
}

/// Points in the order given, under a tree of at most two levels.
private final class SmallTree {
    let vectors: [UnitVector]
    private let points: Kernels.Points
    private let nodes: UnsafeMutablePointer<Float>
    private let levels: UnsafeMutablePointer<Int>
    private let top: Int

    /// - Precondition: 1 to 2048 points.
    init(_ vectors: [UnitVector]) {
        self.vectors = vectors
        func array<T>(_ values: [T]) -> UnsafeMutablePointer<T> {
            let start = UnsafeMutablePointer<T>.allocate(capacity: values.count)
            start.initialize(from: values, count: values.count)
            return start
        }
        let padding = [Double](repeating: 9, count: 4)
        let axes = [vectors.map(\.x) + padding, vectors.map(\.y) + padding, vectors.map(\.z) + padding]
        points = Kernels.Points(
            x: array(axes[0]), y: array(axes[1]), z: array(axes[2]),
            numbers: array(Array(0..<UInt32(vectors.count + 4))))
        let parents = (vectors.count + 255) / 256
        top = parents > 1 ? 1 : 0
        levels = array([0, parents])
        nodes = array([Float](repeating: 8, count: 48 * (parents + 1)))
        for (axis, values) in axes.enumerated() {
            for (level, size) in [32, 256].prefix(top + 1).enumerated() {
                for child in 0..<(vectors.count + size - 1) / size {
                    let part = values[child * size..<min(vectors.count, (child + 1) * size)]
                    let at = 48 * (level * parents + child / 8) + 8 * axis + child % 8
                    nodes[at] = Float(part.min()!).nextDown
                    nodes[at + 24] = Float(part.max()!).nextUp
                }
            }
        }
    }

    deinit {
        points.x.deallocate()
        points.y.deallocate()
        points.z.deallocate()
        points.numbers.deallocate()
        nodes.deallocate()
        levels.deallocate()
    }

    private var tree: Kernels.Tree {
        Kernels.Tree(points: points, count: vectors.count, nodes: nodes, levels: levels, top: top)
    }

    func count(
        _ kernels: Kernels, from place: UnitVector, surely: Double, possibly: Double
    ) -> (inside: Int, unsure: Int) {
        kernels.count(tree, from: place, surely: surely, possibly: possibly)
    }

    func runs(_ kernels: Kernels, from place: UnitVector, possibly: Double) -> [Range<Int>] {
        var walk = Kernels.Walk()
        return withUnsafeMutablePointer(to: &walk) { walk in
            var walking = Kernels.Runs(kernels, tree, from: place, possibly: possibly, in: walk)
            var runs: [Range<Int>] = []
            while true {
                let step = walking.advance()
                if step.isEmpty { break }
                runs += step.map { Int($0.start)..<Int($0.end) }
            }
            return runs
        }
    }

    /// The points of some runs that are within a limit: numbers are slots.
    func select(
        _ kernels: Kernels, _ runs: [Range<Int>], from place: UnitVector, limit: Double
    ) -> (slots: [Int], chords: [Double]) {
        let runs = runs.map { Kernels.Run(start: UInt32($0.lowerBound), end: UInt32($0.upperBound)) }
        var chords = [Double](repeating: -1, count: vectors.count + Kernels.overrun)
        var slots = [UInt32](repeating: .max, count: vectors.count + Kernels.overrun)
        let found = runs.withUnsafeBufferPointer {
            kernels.select(points, $0, from: place, limit: limit, chords: &chords, numbers: &slots)
        }
        return (slots[..<found].map(Int.init), Array(chords[..<found]))
    }

    /// The points of some runs that are within a limit on an ellipsoid: numbers are slots.
    func selectGeodesics(
        _ kernels: Kernels, _ runs: [Range<Int>], on ellipsoid: ShortGeodesic, from place: ShortGeodesic.SurfacePoint,
        limit: Double
    ) -> (slots: [Int], squares: [Double]) {
        let runs = runs.map { Kernels.Run(start: UInt32($0.lowerBound), end: UInt32($0.upperBound)) }
        var squares = [Double](repeating: -1, count: vectors.count + Kernels.overrun)
        var slots = [UInt32](repeating: .max, count: vectors.count + Kernels.overrun)
        let found = runs.withUnsafeBufferPointer {
            kernels.select(points, $0, on: ellipsoid, from: place, limit: limit, squares: &squares, numbers: &slots)
        }
        return (slots[..<found].map(Int.init), Array(squares[..<found]))
    }

    func countGeodesics(
        _ kernels: Kernels, on ellipsoid: ShortGeodesic, from place: ShortGeodesic.SurfacePoint, inner: Double,
        outer: Double,
        surely: Double, possibly: Double
    ) -> (inside: Int, unsure: Int) {
        kernels.count(
            tree, on: ellipsoid, from: place, inner: inner, outer: outer, surely: surely, possibly: possibly)
    }

    /// The keys of the nearest points, and the next one.
    func search(
        _ kernels: Kernels, from place: UnitVector, limit: Double, count: Int
    ) -> (keys: [UInt64], next: UInt64) {
        var keys = [UInt64](repeating: 1, count: Kernels.searchRoom)
        kernels.search(tree, from: place, limit: limit, count: count, keys: &keys)
        return (Array(keys[..<count].prefix { $0 < Kernels.noKey }), keys[count])
    }
}
