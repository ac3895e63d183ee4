import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkGradients
import WaymarkPolylines

@Suite("Gradients for maps")
struct GradientEncodingTests {
    private static let red = RGBColor(0xff0000)
    private static let green = RGBColor(0x00ff00)
    private static let blue = RGBColor(0x0000ff)

    @Test("MapKit's two lists, and MapLibre's expression, are as documented by them")
    func mapKitAndMapLibre() throws {
        let stops = GradientStops(
            locations: [0, 0.25, 1], measuredOn: .webMercator, colors: [Self.red, Self.green, Self.blue])
        #expect(try stops.json == ##"{"colors":["#ff0000","#00ff00","#0000ff"],"locations":[0,0.25,1]}"##)
        #expect(
            try stops.mapLibreExpression
                == #"["interpolate",["linear"],["line-progress"],0,"rgb(255,0,0)",0.25,"rgb(0,255,0)",1,"rgb(0,0,255)"]"#
        )
        let hard = GradientStops(
            locations: [0, 0.25, 0.25, 1], measuredOn: .webMercator, colors: [Self.red, Self.red, Self.blue, Self.blue])
        #expect(try hard.mapLibreExpression == #"["step",["line-progress"],"rgb(255,0,0)",0.25,"rgb(0,0,255)"]"#)
        let one = GradientStops(locations: [0, 1], measuredOn: .webMercator, colors: [Self.red, Self.red])
        #expect(try one.mapLibreExpression == #"["step",["line-progress"],"rgb(255,0,0)",1,"rgb(255,0,0)"]"#)
        let both = GradientStops(
            locations: [0, 0.5, 0.5, 1], measuredOn: .webMercator, colors: [Self.red, Self.green, Self.blue, Self.red])
        #expect(
            try both.mapLibreExpression
                == #"["interpolate",["linear"],["line-progress"],0,"rgb(255,0,0)",0.5,"rgb(0,255,0)","#
                + #"0.500000001,"rgb(0,0,255)",1,"rgb(255,0,0)"]"#)
    }

    @Test("inputs of MapLibre's expressions strictly ascend from 0 to 1", arguments: 1...30 as ClosedRange<UInt64>)
    func ascending(_ seed: UInt64) throws {
        let stops = GradientStopsTests.gradient(seed, measuredOn: .webMercator).stops(atMost: 500, tolerance: 0)
        let data = Data(try stops.mapLibreExpression.utf8)
        let expression = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
        let inputs = expression.compactMap { $0 as? Double }
        #expect(zip(inputs, inputs.dropFirst()).allSatisfy { $0 < $1 })
        #expect(inputs.allSatisfy { 0...1 ~= $0 })
        if expression[0] as? String == "interpolate" {
            #expect(inputs.first == 0 && inputs.last! >= 1 - 1e-9)
            #expect(expression.count == 3 + 2 * inputs.count)
        } else {
            #expect(expression.count == 3 + 2 * inputs.count)
        }
        struct Lists: Decodable {
            let colors: [RGBColor]
            let locations: [Double]
        }
        let lists = try JSONDecoder().decode(Lists.self, from: Data(try stops.json.utf8))
        #expect(lists.locations == stops.locations && lists.colors == stops.colors)
    }

    @Test(
        "consecutive bands follow the gradient within the stated error", arguments: 1...20 as ClosedRange<UInt64>,
        [1, 7, 100, 2000])
    func bands(_ seed: UInt64, _ count: Int) {
        let gradient = GradientStopsTests.gradient(seed)
        let bands = gradient.bands(atMost: count)
        #expect(bands.bands.count <= count)
        #expect(bands.bands.first?.locations.lowerBound == 0 && bands.bands.last?.locations.upperBound == 1)
        for (band, next) in zip(bands.bands, bands.bands.dropFirst()) {
            #expect(band.locations.upperBound == next.locations.lowerBound)
        }
        for band in bands.bands {
            let (start, end) = (band.locations.lowerBound, band.locations.upperBound)
            #expect(start < end)
            for i in 0..<20 {
                let location = start + (end - start) * (Double(i) + 0.5) / 20
                #expect(gradient.color(at: location).difference(to: Oklab(band.color)) <= bands.colorError + 1e-9)
            }
        }
        // Black has no close neighbours in eight bits.
        if count == 2000, seed % 4 != 0, seed / 4 % 4 != 3 { #expect(bands.colorError < 0.02) }
    }

    @Test(
        "colours outside sRGB make bands too: a bound for those within ended the process",
        arguments: [10, 1e200])
    func bandsOfAnyColors(_ lightness: Double) {
        let scale = ColorScale(stops: [
            .init(position: 0, color: Oklab(lightness: 0, a: 0, b: 0)),
            .init(position: 1, color: Oklab(lightness: lightness, a: 0, b: 0)),
        ])
        #expect(ColorGradient(progress: scale).bands(atMost: 1).bands.map(\.locations) == [0...1])
    }

    @Test("bands end where missing parts do, and mark them")
    func missingBands() {
        let gradient = ColorGradient(
            values: [0, nil, 0.1, 0.1, 5, 5], at: [0, 0.2, 0.4, 0.6, 0.8, 1], measuredOn: .greatCircle, scale: .viridis,
            coloring: .within(0...1000), gaps: [4])
        let bands = gradient.bands(atMost: 3).bands
        #expect(bands.map(\.locations) == [0...0.4, 0.4...0.8, 0.8...1])
        #expect(bands.map(\.isMissing) == [true, false, true])
    }

    @Test("pieces together form the line, cut at the right places", arguments: Regime.allCases, LineMeasure.allCases)
    func pieces(_ regime: Regime, _ measure: LineMeasure) {
        var generator = SplitMix64(seed: 11)
        let line = Polyline(regime.points(80, using: &generator))
        let locations = line.locations(measuredOn: measure)
        let values: [Double?] = locations.map { _ in Double.random(in: 0...1, using: &generator) }
        let gradient = ColorGradient(values: values, at: locations, measuredOn: measure, scale: .viridis)
        let pieces = line.pieces(gradient.bands(atMost: 300))
        guard !line.coordinates.isEmpty else {
            #expect(pieces.isEmpty)
            return
        }
        #expect(pieces.allSatisfy { $0.coordinates.count >= 2 })
        #expect(pieces.first?.coordinates.first == line.coordinates.first)
        #expect(pieces.last?.coordinates.last == line.coordinates.last)
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            #expect(piece.coordinates.last == next.coordinates.first)
        }
        // Of unchanged length.
        let whole = pieces.reduce(0) { $0 + Polyline($1.coordinates).length().value }
        let length = line.length().value
        #expect(abs(whole - length) < 1e-6 * max(1, length))
        // All vertices are present, in order.
        func withoutRepeats(_ line: [Coordinate]) -> [Coordinate] {
            line.indices.filter { $0 == 0 || line[$0] != line[$0 - 1] }.map { line[$0] }
        }
        var rest = withoutRepeats(line.coordinates)[...]
        for coordinate in withoutRepeats(pieces.flatMap(\.coordinates)) where coordinate == rest.first {
            rest.removeFirst()
        }
        #expect(rest.isEmpty)
    }

    @Test("Web Mercator lengths are those on a map's plane")
    func mercator() {
        // On the plane 60° north is 0.2096 of the Earth's width up: ln(2 + √3) / 2π.
        let up = log(2 + 3.0.squareRoot()) / (2 * .pi)
        let line = Polyline([coordinate(0, 0), coordinate(60, 0), coordinate(60, 36)])
        let locations = line.locations(measuredOn: .webMercator)
        #expect(abs(locations[1] - up / (up + 0.1)) < 1e-14)
        // On the ground it is much more than that: 60° of latitude, and 36° of longitude at half their length.
        #expect(abs(line.locations()[1] - locations[1]) > 0.05)
        let over = Polyline([coordinate(0, 179), coordinate(0, -179), coordinate(0, -177)])
        #expect(abs(over.locations(measuredOn: .webMercator)[1] - 0.5) < 1e-14)
        let pole = Polyline([coordinate(90, 0), coordinate(0, 0), coordinate(-90, 0)])
        #expect(pole.locations(measuredOn: .webMercator) == [0, 0.5, 1])
    }

    @Test("GeoJSON is cut at the antimeridian, with a colour for each piece")
    func geoJSON() throws {
        let line = Polyline([coordinate(10, 178), coordinate(12, -176)])
        let gradient = ColorGradient(legLengths: [Meters(1), Meters(3)], colors: [Oklab(Self.red), Oklab(Self.blue)])
        let text = GradientGeoJSON.document(line.pieces(gradient.bands(atMost: 10)))
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let features = try #require(document["features"] as? [[String: Any]])
        #expect(features.count == 2)
        let geometries = features.map { $0["geometry"] as! [String: Any] }
        #expect(geometries.map { $0["type"] as! String } == ["LineString", "MultiLineString"])
        let parts = try #require(geometries[1]["coordinates"] as? [[[Double]]])
        #expect(parts[0].last?[0] == 180 && parts[1].first?[0] == -180 && parts[0].last?[1] == parts[1].first?[1])
        #expect(features.map { ($0["properties"] as! [String: Any])["stroke"] as! String } == ["#ff0000", "#0000ff"])
    }
}
