import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite(.enabled(if: ProcessInfo.processInfo.environment["WAYMARK_MEASURE"] != nil))
struct GradientMeasurements {
    private func best(_ work: () -> Void) -> Double {
        (0..<5).map { _ in
            let clock = ContinuousClock()
            return clock.measure(work) / .milliseconds(1)
        }.min()!
    }

    @Test("colouring half a million vertices, beside the plain way")
    func half() {
        let line = Polyline(walk(500_000, seed: 5))
        let locations = line.locations()
        var generator = SplitMix64(seed: 5)
        let noise: [Double?] = locations.map { _ in Double.random(in: 0...1, using: &generator) }
        let smooth: [Double?] = locations.map { sin($0 * 400) + sin($0 * 27) }
        func print(_ name: String, _ milliseconds: Double) {
            Swift.print("\(name): \((milliseconds * 10).rounded() / 10) ms")
        }
        print("locations", best { _ = line.locations() })
        print("locations on Web Mercator", best { _ = line.locations(measuredOn: .webMercator) })
        for (name, values) in [("smooth", smooth), ("noise", noise)] {
            print(
                "\(name), continuous",
                best { _ = ColorGradient(values: values, at: locations, measuredOn: .greatCircle, scale: .viridis) })
            print(
                "\(name), five quantiles",
                best {
                    _ = ColorGradient(
                        values: values, at: locations, measuredOn: .greatCircle, scale: .viridis,
                        coloring: .classes(.quantiles(5)))
                })
            let gradient = ColorGradient(values: values, at: locations, measuredOn: .greatCircle, scale: .viridis)
            print("\(name), \(gradient.locations.count) stops to 64", best { _ = gradient.stops(atMost: 64) })
            print("\(name), to 1024", best { _ = gradient.stops(atMost: 1024) })
            let stops = gradient.stops(atMost: 64)
            Swift.print("64 stops, error", stops.colorError, gradient.stops(atMost: 1024).colorError)
            print(
                "\(name), plain: a colour for each vertex",
                best {
                    let (low, high) = (values.compactMap(\.self).min()!, values.compactMap(\.self).max()!)
                    let colors = values.map { ColorScale.viridis.color(at: ($0! - low) / (high - low)).rgb }
                    precondition(colors.count == values.count)
                })
        }
    }
}
