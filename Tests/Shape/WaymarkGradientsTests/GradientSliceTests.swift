import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients

@Suite("Gradient, slices")
struct GradientSliceTests {
    private static func gradient(seed: UInt64) -> ColorGradient {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 2...60, using: &generator)
        // Some repeated locations: hard borders.
        var locations = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
        locations += locations.prefix(count / 3)
        locations = [0] + locations.sorted() + [1]
        let values = locations.map { _ in
            Int.random(in: 0..<8, using: &generator) == 0 ? nil : Double.random(in: 0...100, using: &generator)
        }
        return ColorGradient(
            values: values, at: locations, measuredOn: .greatCircle, scale: .viridis, missing: .bridged)
    }

    @Test(
        "a slice has the colours and missing parts of the whole",
        arguments: 1...40 as ClosedRange<UInt64>)
    func equalsWhole(seed: UInt64) {
        let whole = Self.gradient(seed: seed)
        var generator = SplitMix64(seed: seed + 1000)
        var ends = [0, 1, Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator)]
        ends += whole.locations
        for start in ends {
            for end in ends where end - start > 1e-6 {
                let slice = whole.slice(start...end)
                #expect(slice.locations.first == 0 && slice.locations.last == 1 && slice.measure == whole.measure)
                #expect(zip(slice.locations, slice.locations.dropFirst()).allSatisfy { $0 <= $1 })
                for _ in 0..<5 {
                    let place = Double.random(in: 0.001...0.999, using: &generator)
                    let location = start + place * (end - start)
                    // Next to a hard border rounding may fall on either side.
                    guard !whole.locations.contains(where: { abs($0 - location) < 1e-9 }) else { continue }
                    #expect(slice.color(at: place).difference(to: whole.color(at: location)) < 1e-6)
                    let edges = whole.missing.flatMap { [$0.lowerBound, $0.upperBound] }
                    if !edges.contains(where: { abs($0 - location) < 1e-9 }) {
                        #expect(slice.isMissing(at: place) == whole.isMissing(at: location))
                    }
                }
            }
        }
    }

    @Test("at a hard border one slice ends with the colour before it, the next begins with the colour after it")
    func borders() {
        let (red, blue) = (Oklab(RGBColor(0xff0000)), Oklab(RGBColor(0x0000ff)))
        let whole = ColorGradient(legLengths: [Meters(1), Meters(3)], colors: [red, blue])
        #expect(whole.slice(0...0.25) == ColorGradient(red))
        #expect(whole.slice(0.25...1) == ColorGradient(blue))
        #expect(whole.slice(0...1) == whole)
        #expect(whole.slice(0.25...0.25) == ColorGradient(blue))
        #expect(whole.slice(1...1) == ColorGradient(blue))
    }
}
