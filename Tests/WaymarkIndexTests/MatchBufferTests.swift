import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkIndex

@Suite("Match buffer") struct MatchBufferTests {
    @Test("one answer after another is that of the search it stands for", arguments: Regime.allCases)
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
            buffer.findNearest(to: center, count: number, within: number % 2 == 0 ? radius : nil, in: index)
            let nearest = index.nearest(to: center, count: number, within: number % 2 == 0 ? radius : nil)
            let isNearest = Array(buffer.matches[..<buffer.count]) == nearest
            #expect(isNearest, "\(number) nearest")
        }
    }
}
