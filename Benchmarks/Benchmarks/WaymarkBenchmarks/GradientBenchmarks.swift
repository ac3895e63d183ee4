import Benchmark
import MadeUpData
import Waymark

/// A line by its locations, with a value at each.
private struct Valued: Sendable {
    var values: [Double?]
    var locations: [Double]

    var gradient: ColorGradient {
        ColorGradient(values: values, at: locations, measuredOn: .greatCircle, scale: .viridis)
    }
}

/// Colours along a recorded line of `count` vertices, by values that wander and by noise.
func gradientBenchmarks(_ count: Int) {
    let line = "line of \(count)"
    let track: @Sendable () -> Polyline = { Polyline(Track(count).places) }
    for measure in [LineMeasure.greatCircle, .webMercator] {
        run("locations by \(measure), \(line)", .waymark, track) { (line: Polyline) -> [Double] in
            line.locations(measuredOn: measure)
        } check: { (line: Polyline, locations: [Double]) -> Bool in
            locations.count == line.coordinates.count && locations.last == 1
        }
    }

    for isNoise in [false, true] {
        let name = isNoise ? "noise" : "values"
        let setup: @Sendable () -> Valued = {
            let track = Track(count)
            return Valued(
                values: isNoise ? track.noise : track.values, locations: Polyline(track.places).locations())
        }
        run("gradient by \(name), \(line)", .waymark, setup) { (line: Valued) -> ColorGradient in
            line.gradient
        } check: { line, gradient in
            // The smallest value has the first colour of the scale.
            let least = line.values.indices.min { (line.values[$0] ?? 0) < (line.values[$1] ?? 0) } ?? 0
            return gradient.color(at: line.locations[least]).rgb == ColorScale.viridis.color(at: 0).rgb
        }
        run("gradient by \(name) in five quantiles, \(line)", .waymark, setup) { (line: Valued) -> ColorGradient in
            ColorGradient(
                values: line.values, at: line.locations, measuredOn: .greatCircle, scale: .viridis,
                coloring: .classes(.quantiles(5)))
        } check: { _, gradient in
            Set(gradient.colors.map(\.rgb)).count == 5
        }
        run("gradient by \(name), \(line)", .naive, setup) { (line: Valued) -> [RGBColor] in
            let numbers = line.values.compactMap(\.self)
            guard let low = numbers.min(), let high = numbers.max() else { return [] }
            return numbers.map { ColorScale.viridis.color(at: ($0 - low) / (high - low)).rgb }
        } check: { line, colors in
            colors.count == line.values.count
        }
        for stops in [64, 1024] {
            run("gradient by \(name) to \(stops) stops, \(line)", .waymark, { setup().gradient }) {
                (gradient: ColorGradient) -> GradientStops in
                gradient.stops(atMost: stops)
            } check: { _, found in
                found.locations.count <= stops && found.locations.first == 0 && found.locations.last == 1
            }
        }
    }
}
