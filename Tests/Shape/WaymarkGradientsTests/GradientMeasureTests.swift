import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("Gradients on the ground and on maps")
struct GradientMeasureTests {
    /// The height of a latitude on the plane of Web Mercator.
    private static func height(_ latitude: Double) -> Double {
        let edge = atan(sinh(Double.pi)) * 180 / .pi
        return atanh(sin(max(-edge, min(edge, latitude)) * .pi / 180)) / (2 * .pi)
    }

    /// Dense places along the straight lines of a map, with their locations on the ground and on the map: ground
    /// lengths are summed place by place, and scaled to those between the vertices.
    private static func samples(_ line: [Coordinate], each count: Int) -> [(ground: Double, map: Double)] {
        let (ground, map) = (Polyline(line).locations(), Polyline(line).locations(measuredOn: .webMercator))
        var samples: [(ground: Double, map: Double)] = []
        for i in line.indices.dropLast() {
            let (a, b) = (line[i], line[i + 1])
            let east = (b.longitude - a.longitude).remainder(dividingBy: 360)
            let (low, high) = (height(a.latitude), height(b.latitude))
            let places = (0...count).map { step -> Coordinate in
                let share = Double(step) / Double(count)
                let latitude = atan(sinh(2 * .pi * (low + (high - low) * share))) * 180 / .pi
                return coordinate(latitude, (a.longitude + east * share).remainder(dividingBy: 360))
            }
            let along = Polyline(places).locations()
            for step in 0..<count {
                // In the middle of a step, away from borders.
                let share = (along[step] + along[step + 1]) / 2
                samples.append(
                    (
                        ground[i] + (ground[i + 1] - ground[i]) * share,
                        map[i] + (map[i + 1] - map[i]) * (Double(step) + 0.5) / Double(count)
                    ))
            }
        }
        return samples
    }

    @Test("half-way from 60 to 40 degrees north is not half-way on a map: it was drawn there")
    func meridian() throws {
        let line = Polyline([coordinate(60, 10), coordinate(40, 10)])
        let gradient = ColorGradient(progress: .viridis)
        let drawn = gradient.measured(on: .webMercator, along: line)
        #expect(drawn.measure == .webMercator && gradient.measure == .greatCircle)
        let middle = (Self.height(60) - Self.height(50)) / (Self.height(60) - Self.height(40))
        #expect(abs(middle - 0.5528) < 1e-4)
        #expect(drawn.color(at: middle).difference(to: ColorScale.viridis.color(at: 0.5)) < 1e-5)
        // And in the middle of the map's line it is the colour of 51.06° north.
        let latitude = atan(sinh(.pi * (Self.height(60) + Self.height(40)))) * 180 / .pi
        let share = (60 - latitude) / 20
        #expect(abs(share - 0.447) < 1e-3)
        #expect(drawn.color(at: 0.5).difference(to: ColorScale.viridis.color(at: share)) < 1e-5)
    }

    @Test(
        "every place keeps its colour on a map and back, compared with dense sampling", arguments: Regime.allCases,
        1...2 as ClosedRange<UInt64>)
    func everyPlace(_ regime: Regime, _ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let places = regime.points(16, using: &generator).filter { abs($0.latitude) < 84 }
        guard places.count > 1 else { return }
        let line = Polyline(places)
        let values: [Double?] = places.map { _ in
            Int.random(in: 0..<6, using: &generator) == 0 ? nil : Double.random(in: 0...1, using: &generator)
        }
        let gradients = [
            ColorGradient(progress: .viridis),
            ColorGradient(values: values, along: line, scale: .hours),
            ColorGradient(values: values, along: line, scale: .viridis, coloring: .classes(.equalRanges(4))),
        ]
        let samples = Self.samples(places, each: 60)
        for gradient in gradients {
            let drawn = gradient.measured(on: .webMercator, along: line)
            let back = drawn.measured(on: .greatCircle, along: line)
            #expect(drawn.locations.first == 0 && drawn.locations.last == 1)
            #expect(zip(drawn.locations, drawn.locations.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(zip(drawn.locations, drawn.locations.dropFirst(2)).allSatisfy { $0 < $1 })
            // Away from hard borders and the ends of missing parts, where rounding decides.
            let borders = Self.borders(gradient)
            for (ground, map) in samples where !borders.contains(where: { abs($0 - ground) < 2e-4 }) {
                let color = gradient.color(at: ground)
                // The steps of the samples are chords of a curve: their lengths are accurate to some
                // hundred-thousandths.
                #expect(drawn.color(at: map).difference(to: color) < 3e-4, "\(regime) \(ground)")
                #expect(back.color(at: ground).difference(to: color) < 1e-5)
                #expect(drawn.isMissing(at: map) == gradient.isMissing(at: ground))
            }
        }
    }

    private static func borders(_ gradient: ColorGradient) -> Set<Double> {
        let borders = zip(gradient.locations, gradient.locations.dropFirst()).filter { $0 == $1 }.map(\.0)
        return Set(borders + gradient.missing.flatMap { [$0.lowerBound, $0.upperBound] })
    }

    @Test("parts of length zero on a map are invisible there, and those on the ground lie between two colours")
    func polar() {
        // The plane ends at 85.05°: the line from 86° to 88° has length zero on it.
        let beyond = Polyline([coordinate(80, 0), coordinate(86, 0), coordinate(88, 0), coordinate(80, 0)])
        let gradient = ColorGradient(values: [0, 1, 2, 3], along: beyond, scale: .viridis)
        let drawn = gradient.measured(on: .webMercator, along: beyond)
        #expect(drawn.locations.first == 0 && drawn.locations.last == 1)
        let before = drawn.color(at: 0.4999)
        #expect(before.difference(to: ColorScale.viridis.color(at: 1.0 / 3)) < 2e-3)
        #expect(drawn.color(at: 0.5).difference(to: ColorScale.viridis.color(at: 2.0 / 3)) < 2e-3)
        // At the pole a map has a whole line where the ground has a point.
        let pole = Polyline([coordinate(80, 0), coordinate(90, 0), coordinate(90, 100), coordinate(80, 100)])
        let round = ColorGradient(values: [0, 1, 1, 0], along: pole, scale: .viridis).measured(
            on: .webMercator, along: pole)
        let top = ColorScale.viridis.color(at: 1)
        let locations = pole.locations(measuredOn: .webMercator)
        for share in [0.01, 0.5, 0.99] {
            let location = locations[1] + (locations[2] - locations[1]) * share
            #expect(round.color(at: location).difference(to: top) < 1e-9)
        }
        // Lines without a length, and with one vertex or none, keep their colours.
        for line in [
            [], [coordinate(1, 1)], [coordinate(1, 1), coordinate(1, 1)], [coordinate(87, 0), coordinate(86, 0)],
        ] {
            let drawn = ColorGradient(progress: .viridis).measured(on: .webMercator, along: Polyline(line))
            #expect(drawn.measure == .webMercator)
            #expect(drawn.color(at: 0.5).difference(to: ColorScale.viridis.color(at: 0.5)) < 1e-9)
        }
    }

    @Test("vertices close together need no additional stops")
    func fewStops() {
        let track = Polyline((0..<2000).map { coordinate(37 + Double($0) * 1e-4, 127 + sin(Double($0)) * 1e-4) })
        let gradient = ColorGradient(values: (0..<2000).map { Double($0 % 7) }, along: track, scale: .viridis)
        let drawn = gradient.measured(on: .webMercator, along: track)
        #expect(drawn.locations.count <= gradient.locations.count + 2000)
    }

    @Test("a map refuses a gradient measured on the ground")
    func refusals() throws {
        let line = Polyline([coordinate(60, 10), coordinate(40, 10)])
        let stops = ColorGradient(progress: .viridis).stops(atMost: 8)
        let refusal = GradientError.measuredOtherwise(.greatCircle, needed: .webMercator)
        #expect(throws: refusal) { try stops.mapLibreExpression }
        #expect(throws: refusal) { try stops.json }
        #expect("\(refusal)".contains("greatCircle") && "\(refusal)".contains("webMercator"))
        let drawn = ColorGradient(progress: .viridis).measured(on: .webMercator, along: line).stops(atMost: 8)
        #expect(try drawn.mapLibreExpression.hasPrefix("[\"interpolate\"") && drawn.json.hasPrefix("{\"colors\""))
    }

    @Test("GeoJSON and SVG do not depend on the surface of the gradient")
    func pieces() {
        let line = Polyline([coordinate(60, 10), coordinate(40, 10), coordinate(41, 12)])
        let gradient = ColorGradient(
            values: [0, 1, 2], along: line, scale: .viridis, coloring: .classes(.breaks([0.5, 1.5])))
        let drawn = gradient.measured(on: .webMercator, along: line)
        let (own, others) = (line.pieces(gradient.bands(atMost: 9)), line.pieces(drawn.bands(atMost: 9)))
        #expect(own.count == 3 && own.map(\.band.color) == others.map(\.band.color))
        for (a, b) in zip(own, others) {
            #expect(abs(a.band.locations.upperBound - b.band.locations.upperBound) < 1e-12)
            #expect(zip(a.coordinates, b.coordinates).allSatisfy { abs($0.latitude - $1.latitude) < 1e-9 })
        }
        // Where the class changes half-way on the ground.
        #expect(abs(others[0].coordinates[1].latitude - 50) < 1e-9)
    }
}
