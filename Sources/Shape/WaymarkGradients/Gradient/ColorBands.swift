/// A line in parts of one colour each: for formats without gradients along a line, such as SVG and GeoJSON.
public struct ColorBands: Hashable, Sendable {
    /// One part.
    public struct Band: Hashable, Sendable {
        /// Its range, in fractions of the line's length.
        public let locations: ClosedRange<Double>
        /// Its colour.
        public let color: RGBColor
        /// Whether its values are unknown.
        public let isMissing: Bool
    }

    /// The parts in the order of the line, none of length zero: the first begins at 0, each at the end of the previous
    /// one, and the last ends at 1.
    public let bands: [Band]
    /// The maximum ΔE_OK between these colours and the gradient.
    public let colorError: Double
    /// The surface of the locations.
    public let measure: LineMeasure
}

extension ColorGradient {
    /// Returns the line in parts of one colour each, with a bound of the difference to this gradient.
    ///
    /// - Parameters:
    ///   - count: The maximum number of parts, not counting the cuts where unknown parts begin and end.
    ///   - tolerance: The ΔE_OK below which parts are not divided further; the rounding of colours to eight bits is not
    ///     counted.
    /// - Returns: Parts that make up the whole line, with a bound of their colour error.
    /// - Precondition: `count` is above zero; `tolerance` is not negative.
    /// - Complexity: O(*n*).
    public func bands(atMost count: Int, tolerance: Double = 0.01) -> ColorBands {
        precondition(count > 0, "the number of parts is below 1: \(count)")
        precondition(tolerance >= 0, "the tolerance is negative or not a number: \(tolerance)")
        let cutter = BandCutter(self)
        var radius = max(tolerance, 0.0005)
        var failed: Double?
        var best: ColorBands
        // Ends when one box contains all colours: those of screens are within 2, and an infinite box contains any.
        while true {
            if let bands = cutter.bands(within: radius, atMost: count) {
                best = bands
                break
            }
            (failed, radius) = (radius, radius * 2)
        }
        guard var tooSmall = failed else { return best }
        for _ in 0..<5 {
            let middle = (tooSmall + radius) / 2
            if let bands = cutter.bands(within: middle, atMost: count) {
                (best, radius) = (bands, middle)
            } else {
                tooSmall = middle
            }
        }
        return best
    }
}

/// Cuts a gradient where its colours leave a box of a given size.
private struct BandCutter {
    private var locations: [Double] = []
    private var colors: [Oklab] = []
    private let missing: [ClosedRange<Double>]
    private let measure: LineMeasure

    init(_ gradient: ColorGradient) {
        measure = gradient.measure
        missing = gradient.missing
        guard !missing.isEmpty else {
            (locations, colors) = (gradient.locations, gradient.colors)
            return
        }
        // With a stop wherever an unknown part begins or ends.
        var edges = missing.flatMap { [$0.lowerBound, $0.upperBound] }[...]
        for (i, location) in gradient.locations.enumerated() {
            while let edge = edges.first, edge <= location {
                edges.removeFirst()
                guard edge < location else { continue }
                let start = locations.last!
                guard edge > start else { continue }
                locations.append(edge)
                colors.append(
                    colors.last!.mixed(with: gradient.colors[i], fraction: (edge - start) / (location - start)))
            }
            locations.append(location)
            colors.append(gradient.colors[i])
        }
    }

    /// Bands whose colours are within `radius` of their middle; nil if there are more than `count`.
    func bands(within radius: Double, atMost count: Int) -> ColorBands? {
        var bands: [ColorBands.Band] = []
        var (start, error, cuts) = (0.0, 0.0, 0)
        var box = ColorBox(colors[0])
        var edges = missing.flatMap { [$0.lowerBound, $0.upperBound] }[...]
        var part = 0
        func close(at end: Double) {
            guard end > start else { return }
            while part < missing.count, missing[part].upperBound <= start { part += 1 }
            let color = box.middle.rgb
            error = max(error, box.farthest(from: Oklab(color)))
            bands.append(
                ColorBands.Band(
                    locations: start...end, color: color,
                    isMissing: part < missing.count && missing[part].lowerBound <= start))
            start = end
        }
        for i in locations.indices.dropLast() {
            let (from, to) = (locations[i], locations[i + 1])
            while let edge = edges.first, edge <= from {
                edges.removeFirst()
                close(at: from)
                box = ColorBox(colors[i])
            }
            let (color, next) = (colors[i], colors[i + 1])
            if from == to {
                if box.with(next).radius > radius {
                    cuts += 1
                    close(at: from)
                    box = ColorBox(next)
                }
            } else {
                var done = 0.0
                while box.with(next).radius > radius {
                    cuts += 1
                    if cuts >= count { return nil }
                    // As far as the box reaches.
                    var (low, high) = (done, 1.0)
                    for _ in 0..<40 {
                        let middle = (low + high) / 2
                        if box.with(color.mixed(with: next, fraction: middle)).radius > radius {
                            high = middle
                        } else {
                            low = middle
                        }
                    }
                    let last = color.mixed(with: next, fraction: low)
                    box = box.with(last)
                    close(at: from + (to - from) * low)
                    box = ColorBox(last)
                    done = low
                }
            }
            if cuts >= count { return nil }
            box = box.with(next)
        }
        close(at: 1)
        return ColorBands(bands: bands, colorError: error, measure: measure)
    }
}

/// The smallest box in Oklab that contains some colours.
private struct ColorBox {
    private var low: SIMD3<Double>
    private var high: SIMD3<Double>

    init(_ color: Oklab) {
        low = SIMD3(color.lightness, color.a, color.b)
        high = low
    }

    func with(_ color: Oklab) -> ColorBox {
        let point = SIMD3(color.lightness, color.a, color.b)
        var box = self
        box.low = pointwiseMin(low, point)
        box.high = pointwiseMax(high, point)
        return box
    }

    /// Half its diagonal.
    var radius: Double { ((high - low) * (high - low)).sum().squareRoot() / 2 }

    var middle: Oklab {
        let middle = (low + high) / 2
        return Oklab(lightness: middle.x, a: middle.y, b: middle.z)
    }

    /// The distance from a colour to its farthest corner.
    func farthest(from color: Oklab) -> Double {
        let point = SIMD3(color.lightness, color.a, color.b)
        let most = pointwiseMax(high - point, point - low)
        return (most * most).sum().squareRoot()
    }
}
