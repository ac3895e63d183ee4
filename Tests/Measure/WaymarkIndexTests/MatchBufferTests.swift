import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

extension MatchBuffer {
    /// Holds the points within `radius` of `center`.
    mutating func findPoints(within radius: Meters, of center: Coordinate, in index: PointIndex) {
        expect([center].span)
        findPoints(within: radius, ofExpected: 0, in: index)
    }
}

@Suite("Match buffer") struct MatchBufferTests {
    @Test("successive answers equal those of the corresponding searches", arguments: Regime.allCases)
    func answers(regime: Regime) {
        var generator = SplitMix64(seed: 9)
        let points = regime.points(3000, using: &generator)
        let index = PointIndex(points)
        var buffer = MatchBuffer()
        for number in 0..<300 {
            let center = regime.question(about: points, using: &generator).center
            let radius = [
                Meters(0), Meters(500), .kilometers(10), .kilometers(400), .kilometers(9000), .kilometers(30_000),
            ][
                number % 6]
            buffer.findPoints(within: radius, of: center, in: index)
            let isSame = Array(buffer.matches[..<buffer.count]) == index.points(within: radius, of: center)
            #expect(isSame, "within \(radius)")
            let all = index.points(within: radius, of: center)
            let nearestCount = number % 11
            buffer.findPoints(within: radius, ofExpected: 0, nearest: nearestCount, in: index)
            let found = Array(buffer.matches[..<buffer.count])
            let isFirst = found.prefix(nearestCount) == all.prefix(nearestCount)
            #expect(isFirst && found.sorted() == all, "the nearest \(nearestCount) first, within \(radius)")
            buffer.keep(index.nearest(to: center, count: number, within: number % 2 == 0 ? radius : nil))
            let nearest = index.nearest(to: center, count: number, within: number % 2 == 0 ? radius : nil)
            let isNearest = Array(buffer.matches[..<buffer.count]) == nearest
            #expect(isNearest, "\(number) nearest")
        }
    }

    /// Stops a few kilometres apart query the same cubes repeatedly, from both sides of their faces.
    @Test("the cache of a neighbourhood changes no answer", arguments: Regime.allCases, [300, 20_000])
    func neighbours(regime: Regime, count: Int) {
        var generator = SplitMix64(seed: 10)
        let points = regime.points(count, using: &generator)
        let index = PointIndex(points)
        for radius in [Meters(0), Meters(1), Meters(500), .kilometers(3), .kilometers(40)] {
            var buffer = MatchBuffer()
            var middle = regime.question(about: points, using: &generator).center
            for number in 0..<400 {
                if number % 100 == 0 { middle = regime.question(about: points, using: &generator).center }
                let center = Sphere.earth.destination(
                    from: middle, bearing: Double.random(in: 0..<360, using: &generator),
                    distance: Meters(Double.random(in: 0...3, using: &generator) * max(radius.value, 1)))
                buffer.findPoints(within: radius, of: center, in: index)
                let found = Array(buffer.matches[..<buffer.count])
                let isSame = found == index.points(within: radius, of: center)
                #expect(isSame, "within \(radius) of \(center)")
            }
        }
    }

    @Test("a buffer used for several indexes answers from the right one")
    func twoIndexes() {
        var generator = SplitMix64(seed: 11)
        let indexes = [1, 2, 700].map { PointIndex(Regime.korea.points($0, using: &generator)) }
        var buffer = MatchBuffer()
        for number in 0..<300 {
            let center = Regime.korea.points(1, using: &generator)[0]
            let index = indexes[number / 3 % 3]
            buffer.findPoints(within: .kilometers(80), of: center, in: index)
            let isSame = Array(buffer.matches[..<buffer.count]) == index.points(within: .kilometers(80), of: center)
            #expect(isSame)
        }
    }
}
