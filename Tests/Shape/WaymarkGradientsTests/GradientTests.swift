import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("Gradients")
struct GradientTests {
    private static let colorings: [ValueColoring] = [
        .continuous, .within(-1...3), .aroundZero, .classes(.quantiles(4)), .classes(.equalRanges(3)),
        .classes(.breaks([-1, 0, 0, 2])), .cyclic(period: 2),
    ]

    @Test("the colour at any place is that of the value there", arguments: colorings, 1...20 as ClosedRange<UInt64>)
    func oracle(_ coloring: ValueColoring, _ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let count = Int.random(in: 2...30, using: &generator)
        var locations = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }.sorted()
        (locations[0], locations[count - 1]) = (0, 1)
        // Small steps too, and repeated values.
        let values = (0..<count).map { _ in
            seed % 3 == 0
                ? Double(Int.random(in: -2...3, using: &generator)) : Double.random(in: -4...4, using: &generator)
        }
        let scale = [ColorScale.viridis, .blueOrange, .hours][Int(seed % 3)]
        let gradient = ColorGradient(
            values: values, at: locations, measuredOn: .greatCircle, scale: scale, coloring: coloring)
        checkShape(gradient)
        #expect(gradient.missing.isEmpty || coloring == .cyclic(period: 2))
        for _ in 0..<500 {
            let location = Double.random(in: 0...1, using: &generator)
            let next = locations.firstIndex { $0 > location } ?? count - 1
            let (start, end) = (locations[next - 1], locations[next])
            let value = values[next - 1] + (values[next] - values[next - 1]) * (location - start) / (end - start)
            if coloring == .cyclic(period: 2), abs(values[next] - values[next - 1]) > 2 {
                #expect(gradient.isMissing(at: location))
                continue
            }
            let color = plainColor(of: value, among: values, scale, coloring)
            #expect(gradient.color(at: location).difference(to: color) < 1e-9)
        }
    }

    @Test("values that differ only by rounding have one colour: they had the whole scale")
    func roundingNoise() {
        for values in [[100, 100.0000000001, 100], [13.888888888888888, 13.88888888888889, 13.888888888888888]] {
            for coloring in [ValueColoring.continuous, .classes(.quantiles(5)), .classes(.equalRanges(5))] {
                let gradient = ColorGradient(
                    values: values, at: [0, 0.5, 1], measuredOn: .greatCircle, scale: .viridis, coloring: coloring)
                #expect(gradient.color(at: 0) == gradient.color(at: 0.5), "\(coloring)")
            }
        }
        // A billionth of the value is little compared with a millimetre on Everest, but a small range of small values
        // is a range.
        let small = ColorGradient(values: [0, 1e-12], at: [0, 1], measuredOn: .greatCircle, scale: .viridis)
        #expect(small.color(at: 0) != small.color(at: 1))
        let height = ColorGradient(values: [8848, 8848.001], at: [0, 1], measuredOn: .greatCircle, scale: .viridis)
        #expect(height.color(at: 0) != height.color(at: 1))
    }

    /// The colour of a value, as documented.
    private func plainColor(
        of value: Double, among values: [Double], _ scale: ColorScale, _ coloring: ValueColoring
    ) -> Oklab {
        switch coloring {
        case .continuous:
            let (low, high) = (values.min()!, values.max()!)
            return scale.color(at: low == high ? 0.5 : (value - low) / (high - low))
        case .within(let bounds):
            return scale.color(at: (value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound))
        case .aroundZero:
            let farthest = values.map(abs).max()!
            return scale.color(at: farthest == 0 ? 0.5 : 0.5 + value / farthest / 2)
        case .classes(let classes):
            let breaks = classes.breaks(of: values)
            return scale.colors(breaks.count + 1)[breaks.filter { $0 <= value }.count]
        case .cyclic(let period):
            let turns = value / period
            return scale.color(at: turns - turns.rounded(.down))
        }
    }

    private func checkShape(_ gradient: ColorGradient) {
        #expect(gradient.locations.count == gradient.colors.count && gradient.locations.count >= 2)
        #expect(gradient.locations.first == 0 && gradient.locations.last == 1)
        #expect(zip(gradient.locations, gradient.locations.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(zip(gradient.locations, gradient.locations.dropFirst(2)).allSatisfy { $0 < $1 })
    }

    @Test("missing values are interpolated along the line, and marked")
    func bridged() {
        let locations = [0, 0.2, 0.3, 0.5, 0.5, 0.8, 1]
        let gradient = ColorGradient(
            values: [nil, 1, .nan, nil, 2, 2, .infinity], at: locations, measuredOn: .greatCircle, scale: .viridis,
            coloring: .within(0...4))
        let whole = ColorGradient(
            values: [1, 1, 1 + 1.0 / 3, 2, 2, 2, 2], at: locations, measuredOn: .greatCircle, scale: .viridis,
            coloring: .within(0...4))
        for location in stride(from: 0.0, through: 1, by: 1.0 / 64) {
            #expect(gradient.color(at: location).difference(to: whole.color(at: location)) < 1e-12)
        }
        #expect(gradient.missing == [0...0.5, 0.8...1])
        #expect(gradient.isMissing(at: 0.25) && !gradient.isMissing(at: 0.6) && gradient.isMissing(at: 1))
        #expect(!gradient.isMissing(at: 0.75))
    }

    @Test("missing values have a separate colour if requested")
    func colored() {
        let red = RGBColor(0xff0000)
        let gradient = ColorGradient(
            values: [1, nil, 1, 1, 1], at: [0, 0.2, 0.4, 0.6, 1], measuredOn: .greatCircle, scale: .viridis,
            coloring: .within(0...1),
            missing: .colored(red), gaps: [3])
        let yellow = ColorScale.viridis.color(at: 1)
        #expect(gradient.locations == [0, 0.4, 0.4, 0.6, 0.6, 1])
        #expect(gradient.colors == [Oklab(red), Oklab(red), yellow, yellow, Oklab(red), Oklab(red)])
        #expect(gradient.missing == [0...0.4, 0.6...1])
    }

    @Test("a line without values is grey, or in the requested colour, and missing all along")
    func nothingKnown() {
        for values: [Double?] in [[], [nil], [.nan, nil], [nil, nil, nil]] {
            let locations = [0, 0.5, 1].prefix(values.count)
            let grey = ColorGradient(values: values, at: Array(locations), measuredOn: .greatCircle, scale: .viridis)
            #expect(grey.locations == [0, 1] && grey.missing == [0...1])
            #expect(grey.colors == [Oklab(MissingValues.grey), Oklab(MissingValues.grey)])
            let red = ColorGradient(
                values: values, at: Array(locations), measuredOn: .greatCircle, scale: .viridis,
                missing: .colored(RGBColor(0xff0000)))
            #expect(red.colors.map(\.rgb) == [RGBColor(0xff0000), RGBColor(0xff0000)])
        }
    }

    @Test("one place, and places at distance zero, have one colour from 0 to 1")
    func withoutLength() {
        let middle = ColorScale.viridis.color(at: 0.5)
        let one = ColorGradient(values: [7], at: [0], measuredOn: .greatCircle, scale: .viridis)
        #expect(one.locations == [0, 1] && one.colors == [middle, middle])
        let none = ColorGradient(values: [1, 2, 3], at: [0, 0, 0], measuredOn: .greatCircle, scale: .viridis)
        checkShape(none)
        let line = Polyline([coordinate(1, 2), coordinate(1, 2), coordinate(1, 2)])
        #expect(line.locations() == [0, 0.5, 1])
        #expect(Polyline([coordinate(1, 2)]).locations() == [0])
        #expect(Polyline([]).locations() == [])
    }

    @Test("values at one place make a hard border between the first and the last")
    func repeatedPoints() {
        let gradient = ColorGradient(
            values: [0, 0, 3, 1, 1], at: [0, 0.5, 0.5, 0.5, 1], measuredOn: .greatCircle, scale: .viridis,
            coloring: .within(0...3))
        #expect(gradient.locations == [0, 0.5, 0.5, 1])
        #expect(gradient.colors[1] == ColorScale.viridis.color(at: 0))
        #expect(gradient.colors[2].difference(to: ColorScale.viridis.color(at: 1.0 / 3)) < 1e-12)
    }

    @Test("values of any size have colours", arguments: [1e308, .leastNonzeroMagnitude, 1e-300, 0x1p1023])
    func extremes(_ size: Double) {
        let gradient = ColorGradient(
            values: [-size, size, 0, size], at: [0, 0.3, 0.6, 1], measuredOn: .greatCircle, scale: .viridis)
        checkShape(gradient)
        #expect(gradient.colors.first!.difference(to: ColorScale.viridis.color(at: 0)) < 1e-12)
        #expect(gradient.color(at: 0.3).difference(to: ColorScale.viridis.color(at: 1)) < 1e-12)
        #expect(gradient.color(at: 0.6).difference(to: ColorScale.viridis.color(at: 0.5)) < 1e-12)
    }

    @Test("the time of day continues over midnight, and long gaps are marked")
    func midnight() {
        let hour = 3600.0
        let gradient = ColorGradient(
            values: [22 * hour, 26 * hour, 28 * hour, 60 * hour], at: [0, 0.5, 0.75, 1], measuredOn: .greatCircle,
            scale: .hours,
            coloring: .cyclic(period: 24 * hour))
        let midnight = ColorScale.hours.color(at: 0)
        #expect(gradient.color(at: 0.25).difference(to: midnight) < 1e-9)
        #expect(gradient.color(at: 0).difference(to: ColorScale.hours.color(at: 22.0 / 24)) < 1e-9)
        #expect(gradient.color(at: 0.5).difference(to: ColorScale.hours.color(at: 2.0 / 24)) < 1e-9)
        #expect(gradient.missing == [0.75...1])
    }

    @Test("legs have their colours, hard or blended, and those of length zero are invisible")
    func legs() {
        let colors = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff].map { Oklab(RGBColor($0)) }
        let lengths: [Meters] = [Meters(100), .zero, Meters(300), .zero]
        let hard = ColorGradient(legLengths: lengths, colors: colors, missing: [2])
        #expect(hard.locations == [0, 0.25, 0.25, 1])
        #expect(hard.colors == [colors[0], colors[0], colors[2], colors[2]])
        #expect(hard.missing == [0.25...1])
        let blended = ColorGradient(legLengths: lengths, colors: colors, border: .blended(over: Meters(40)))
        #expect(blended.locations == [0, 0.2, 0.3, 1])
        #expect(blended.color(at: 0.25).difference(to: colors[0].mixed(with: colors[2], fraction: 0.5)) < 1e-12)
        let wide = ColorGradient(legLengths: lengths, colors: colors, border: .blended(over: Meters(1e6)))
        #expect(wide.locations == [0, 0.125, 0.625, 1])
        let none = ColorGradient(legLengths: [.zero, .zero], colors: Array(colors[0...1]))
        #expect(none.locations == [0, 0.5, 0.5, 1])
    }

    @Test("locations are fractions of length, within 1e-12 of a sum without rounding", arguments: Regime.allCases)
    func locations(_ regime: Regime) {
        var generator = SplitMix64(seed: 7)
        let line = Polyline(regime.points(3000, using: &generator))
        let locations = line.locations()
        #expect(locations.count == line.coordinates.count)
        // In integers of 2⁻⁵² m, so that sums are exact.
        var sums: [Int128] = [0]
        for (start, end) in zip(line.coordinates, line.coordinates.dropFirst()) {
            sums.append(sums.last! + Int128(Sphere.earth.distance(from: start, to: end).value * 0x1p52))
        }
        guard locations.count > 1, sums.last! > 0 else { return }
        #expect(locations.first == 0 && locations.last == 1)
        #expect(zip(locations, locations.dropFirst()).allSatisfy { $0 <= $1 })
        for (location, sum) in zip(locations, sums) {
            #expect(abs(location - Double(sum) / Double(sums.last!)) < 1e-12)
        }
    }

    @Test("a colour at an invalid location is a caller's mistake")
    func preconditions() async {
        await #expect(processExitsWith: .failure) {
            _ = ColorGradient(values: [1], at: [0, 1], measuredOn: .greatCircle, scale: .viridis)
        }
        await #expect(processExitsWith: .failure) {
            _ = ColorGradient(values: [1, 2], at: [1, 0], measuredOn: .greatCircle, scale: .viridis)
        }
        await #expect(processExitsWith: .failure) { _ = ColorScale(evenlyThrough: []) }
        await #expect(processExitsWith: .failure) {
            _ = ColorGradient(progress: .viridis).color(at: .nan)
        }
    }
}
