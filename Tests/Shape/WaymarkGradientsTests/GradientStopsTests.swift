import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("Stops of gradients")
struct GradientStopsTests {
    /// The colours of a map: mixed in sRGB, channel by channel.
    static func drawn(_ stops: GradientStops, at location: Double) -> Oklab {
        let next = stops.locations.firstIndex { $0 > location } ?? stops.locations.count - 1
        let (from, to) = (stops.locations[next - 1], stops.locations[next])
        let share = (location - from) / (to - from)
        let (a, b) = (stops.colors[next - 1], stops.colors[next])
        func light(_ a: UInt8, _ b: UInt8) -> Double {
            LinearLight.of((Double(a) * (1 - share) + Double(b) * share) / 255)
        }
        return Oklab(Cones(SIMD3(light(a.red, b.red), light(a.green, b.green), light(a.blue, b.blue))))
    }

    static func gradient(_ seed: UInt64, measuredOn measure: LineMeasure = .greatCircle) -> ColorGradient {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 2...400, using: &generator)
        var locations = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }.sorted()
        (locations[0], locations[count - 1]) = (0, 1)
        var height = 0.0
        let values: [Double?] = (0..<count).map { _ in
            height += Double.random(in: -1...1, using: &generator)
            // Smooth, noisy, and with hard borders.
            return seed % 4 == 0 ? Double.random(in: -1...1, using: &generator) : height
        }
        let scales: [ColorScale] = [
            .viridis, .hours, .blueOrange,
            ColorScale(evenlyThrough: [0x000000, 0xffffff, 0x0000ff, 0xffff00].map { RGBColor($0) }),
        ]
        return ColorGradient(
            values: values, at: locations, measuredOn: measure, scale: scales[Int(seed / 4 % 4)],
            coloring: seed % 5 == 0 ? .classes(.quantiles(5)) : .continuous)
    }

    @Test(
        "no place is drawn with a larger colour error than stated", arguments: 1...20 as ClosedRange<UInt64>,
        [2, 3, 16, 64, 1000])
    func errorIsTrue(_ seed: UInt64, _ count: Int) {
        let gradient = Self.gradient(seed)
        let stops = gradient.stops(atMost: count, tolerance: seed % 2 == 0 ? 0.01 : 0)
        #expect(stops.locations.count <= count && stops.locations.count == stops.colors.count)
        #expect(stops.locations.first == 0 && stops.locations.last == 1)
        #expect(zip(stops.locations, stops.locations.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(zip(stops.locations, stops.locations.dropFirst(2)).allSatisfy { $0 < $1 })
        var greatest = 0.0
        for i in 0..<4000 {
            let location = (Double(i) + 0.5) / 4000
            greatest = max(greatest, Self.drawn(stops, at: location).difference(to: gradient.color(at: location)))
        }
        #expect(greatest <= stops.colorError + 1e-9)
        // And not much too large: the errors of omitted stops and of mixing are seldom largest at the same place.
        #expect(stops.colorError <= 2 * greatest + 0.002)
    }

    @Test(
        "more stops are never worse, and a tolerance is met if possible", arguments: [1, 2, 3, 6, 7] as [UInt64])
    func moreIsBetter(_ seed: UInt64) {
        let gradient = Self.gradient(seed)
        let errors = [4, 16, 64, 256, 1024, 4096].map { gradient.stops(atMost: $0).colorError }
        #expect(errors.last! <= 0.01)
        #expect(errors.first! > errors.last!)
        let fine = gradient.stops(atMost: 100_000, tolerance: 0.004)
        #expect(fine.colorError <= 0.004)
    }

    @Test("classes keep their borders exactly")
    func classes() {
        let gradient = ColorGradient(
            values: [0, 1, 2, 3], at: [0, 0.25, 0.75, 1], measuredOn: .greatCircle, scale: .viridis,
            coloring: .classes(.breaks([0.5, 1.5, 2.5])))
        let stops = gradient.stops(atMost: 8)
        #expect(stops.locations == [0, 0.125, 0.125, 0.5, 0.5, 0.875, 0.875, 1])
        #expect(stops.colors == ColorScale.viridis.colors(4).flatMap { [$0.rgb, $0.rgb] })
        #expect(stops.colorError < 0.003)
    }

    @Test("the bound of mixing in sRGB is valid, from black and between distant colours")
    func deviation() {
        var generator = SplitMix64(seed: 3)
        var numbers: [UInt32] = [0, 1, 0x010101, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff, 0x0a0a0b, 0x0b0a0a]
        numbers += (0..<6).map { _ in UInt32.random(in: 0..<1 << 24, using: &generator) }
        for first in numbers {
            for second in numbers {
                let bound = MixingDeviation.bound(from: RGBColor(first), to: RGBColor(second))
                let stops = GradientStops(
                    locations: [0, 1], measuredOn: .greatCircle, colors: [RGBColor(first), RGBColor(second)])
                let (a, b) = (Oklab(RGBColor(first)), Oklab(RGBColor(second)))
                var greatest = 0.0
                for i in 0..<200 {
                    let share = Double(i) / 200
                    greatest = max(
                        greatest, Self.drawn(stops, at: share).difference(to: a.mixed(with: b, fraction: share)))
                }
                #expect(greatest <= bound + 1e-12 && bound <= greatest * 1.13 + MixingDeviation.slack + 0.001)
            }
        }
    }
}
