/// How far mixtures of two colours in sRGB are from those in Oklab.
package enum MixingDeviation {
    /// What ``bound(from:to:)`` may be too great by, besides an eighth of itself.
    package static let slack = 0.0005

    /// Returns a number that ΔE_OK between the two mixtures of the same share exceeds nowhere.
    ///
    /// Intervals of shares are halved until what can happen within each is hardly more than what was seen.
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
            // Near black the colours bend without bound, but do not go far.
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
        /// The channels in sRGB, and the light that they stand for.
        let channels: SIMD3<Double>
        let light: SIMD3<Double>
        /// How far the two mixtures are from one another.
        let deviation: Double

        init(_ share: Double, of mixtures: Mixtures) {
            self.share = share
            channels = mixtures.start + mixtures.step * share
            light = SIMD3(LinearLight.of(channels.x), LinearLight.of(channels.y), LinearLight.of(channels.z))
            deviation = Oklab(Cones(light)).difference(
                to: mixtures.places.start.mixed(with: mixtures.places.end, fraction: share))
        }
    }

    /// How much more the deviation can be within an interval than in its middle: by how far things go.
    package func change(from low: Share, to high: Share) -> Double {
        // Light only grows with a channel, and what cones see with light: all within lies between these two.
        let least = Cones(pointwiseMin(low.light, high.light))
        let most = Cones(pointwiseMax(low.light, high.light))
        return Oklab.longest(most.response - least.response) + length * (high.share - low.share) / 2
    }

    /// How much more it can be than at the ends of an interval: by how much things bend.
    ///
    /// Between the ends a function is off the straight line by at most h² / 8 times its greatest second derivative, and by
    /// h / 4 times the jump of its first.
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
        // Of the root of the light l: l'' / (3 l^⅔) - 2 l'² / (9 l^(5/3)), two terms against one another.
        let root = Cones.roots(least)
        let firsts = Cones.light(first)
        let square = root * root
        let most = pointwiseMax(Cones.light(second) / (3 * square), 2 * firsts * firsts / (9 * square * square * root))
        let h = high.share - low.share
        return Oklab.longest(most * (h * h / 8) + Cones.light(jump) / (3 * square) * (h / 4))
    }
}
