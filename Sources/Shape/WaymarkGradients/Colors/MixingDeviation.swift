/// The difference between mixtures of two colours in sRGB and in Oklab.
package enum MixingDeviation {
    /// The maximum excess of ``bound(from:to:)``, besides an eighth of itself.
    package static let slack = 0.0005

    /// Returns an upper bound of ΔE_OK between the two mixtures at equal shares.
    ///
    /// Intervals of shares are halved until the bound in each hardly exceeds the values at its samples.
    package static func bound(from start: RGBColor, to end: RGBColor) -> Double {
        guard start != end else { return 0 }
        let mixtures = Mixtures(start, end)
        var (seen, bound) = (0.0, 0.0)
        var open = [(low: Mixtures.Share(0, of: mixtures), high: Mixtures.Share(1, of: mixtures))]
        while let (low, high) = open.popLast() {
            let most = max(low.deviation, high.deviation) + mixtures.bend(from: low, to: high)
            if most <= seen * 1.125 + slack {
                bound = max(bound, most)
                continue
            }
            let middle = Mixtures.Share((low.share + high.share) / 2, of: mixtures)
            seen = max(seen, middle.deviation)
            // Near black the curvature is unbounded, but the total change is small.
            let near = middle.deviation + mixtures.change(from: low, to: high)
            if near <= seen * 1.125 + slack || high.share - low.share < 0x1p-20 {
                bound = max(bound, min(near, most))
            } else {
                open.append((low, middle))
                open.append((middle, high))
            }
        }
        return bound
    }
}

/// Mixtures of two colours in sRGB and in Oklab.
private struct Mixtures {
    private let start: SIMD3<Double>
    private let step: SIMD3<Double>
    private let places: (start: Oklab, end: Oklab)
    private let length: Double

    init(_ start: RGBColor, _ end: RGBColor) {
        func channels(_ color: RGBColor) -> SIMD3<Double> {
            SIMD3(Double(color.red), Double(color.green), Double(color.blue)) / 255
        }
        self.start = channels(start)
        step = channels(end) - channels(start)
        places = (Oklab(start), Oklab(end))
        length = places.start.difference(to: places.end)
    }

    /// One mixture.
    struct Share {
        let share: Double
        /// The channels in sRGB, and their linear light.
        let channels: SIMD3<Double>
        let light: SIMD3<Double>
        /// The distance between the two mixtures.
        let deviation: Double

        init(_ share: Double, of mixtures: Mixtures) {
            self.share = share
            channels = mixtures.start + mixtures.step * share
            light = SIMD3(LinearLight.of(channels.x), LinearLight.of(channels.y), LinearLight.of(channels.z))
            deviation = Oklab(Cones(light)).difference(
                to: mixtures.places.start.mixed(with: mixtures.places.end, fraction: share))
        }
    }

    /// A bound of the excess of the deviation within an interval over its middle, from total changes.
    package func change(from low: Share, to high: Share) -> Double {
        // Light grows with each channel, and cone responses with light, so everything within lies between these two.
        let least = Cones(pointwiseMin(low.light, high.light))
        let most = Cones(pointwiseMax(low.light, high.light))
        return Oklab.longest(most.response - least.response) + length * (high.share - low.share) / 2
    }

    /// A bound of the excess over the ends of an interval, from curvature.
    ///
    /// Between the ends a function deviates from the straight line by at most h² / 8 times its maximum second
    /// derivative, plus h / 4 times the jump of its first.
    package func bend(from low: Share, to high: Share) -> Double {
        let least = Cones.light(pointwiseMin(low.light, high.light))
        guard least.min() > 0 else { return .infinity }
        let (lowest, highest) = (pointwiseMin(low.channels, high.channels), pointwiseMax(low.channels, high.channels))
        let speed = SIMD3(abs(step.x), abs(step.y), abs(step.z))
        var (first, second, jump) = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
        for i in 0..<3 {
            first[i] = LinearLight.slope(highest[i]) * speed[i]
            second[i] = LinearLight.bend(highest[i]) * speed[i] * speed[i]
            if lowest[i] <= LinearLight.threshold, highest[i] >= LinearLight.threshold {
                jump[i] = LinearLight.jump * speed[i]
            }
        }
        // For the cube root of the light l: l'' / (3 l^⅔) - 2 l'² / (9 l^(5/3)), two opposing terms.
        let root = Cones.roots(least)
        let firsts = Cones.light(first)
        let square = root * root
        let slopeOfRoot: SIMD3<Double> = 3 * square
        let byBend: SIMD3<Double> = Cones.light(second) / slopeOfRoot
        let bySlope: SIMD3<Double> = 2 * firsts * firsts / (9 * square * square * root)
        let h = high.share - low.share
        let bent: SIMD3<Double> = pointwiseMax(byBend, bySlope) * (h * h / 8)
        let broken: SIMD3<Double> = Cones.light(jump) / slopeOfRoot * (h / 4)
        return Oklab.longest(bent + broken)
    }
}
