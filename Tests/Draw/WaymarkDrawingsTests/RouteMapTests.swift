import Foundation
import RouteTestSupport
import TestSupport
import Testing
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkGradients
import WaymarkRoutes

@Suite("RouteMap")
struct RouteMapTests {
    @Test(
        "a map of any route is valid XML, and all its numbers are finite", arguments: Regime.allCases,
        1...3 as ClosedRange<UInt64>)
    func anyRoute(regime: Regime, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for size in [0, 1, 30] {
            let route = regime.route(size, using: &generator)
            let places = regime.points(30, using: &generator).map { RouteMap.Place(name: "<&\u{0}이름>", coordinate: $0) }
            let map = RouteMap(gradient: size == 30 ? ColorGradient(progress: .viridis) : nil, places: places)
            let text = map.svg(of: route)
            #expect(!text.contains("nan") && !text.contains("inf"))
            let root = try ParsedElement(parsing: text)
            #expect(root.name == "svg" && root.attributes["viewBox"] != nil)
            #expect(map.svg(of: route) == text)
        }
    }

    private func texts(_ svg: String) throws -> [ParsedElement] {
        try ParsedElement(parsing: svg).descendants.filter { $0.name == "text" }
    }

    @Test("each stop has its number, and stops at the same place share a mark")
    func numbers() throws {
        let places = [
            coordinate(37.55, 126.97), coordinate(37.28, 127.01), coordinate(37.88, 127.71), coordinate(37.55, 126.97),
        ]
        let texts = try texts(RouteMap().svg(of: route(over: places))).map(\.text)
        #expect(texts.contains("1 · 4") && texts.contains("2") && texts.contains("3"))
    }

    @Test("a name that is too long is cut as late as an ellipsis still fits")
    func longNames() throws {
        // In the list, a Hangul letter takes 13 units, most others 7.28, an i 3.9; marks above a letter take none.
        func shown(_ name: String) throws -> String {
            let route = Route(stops: [stop(1, coordinate(37, 127), name: name)], legs: [])
            let texts = try texts(RouteMap(title: "-").svg(of: route)).map(\.text)
            // The map has less room than the list.
            func kept(_ text: String) -> Substring { text.dropLast(text.hasSuffix("…") ? 1 : 0) }
            let names = texts.filter { name.hasPrefix(kept($0)) && $0.count > 1 }
            return try #require(names.max { kept($0).count < kept($1).count })
        }
        for (letter, width) in [("가", 13.0), ("a", 7.28), ("i", 3.9), ("e\u{301}", 7.28), ("👨‍👩‍👧", 13 * 3 + 7.28 * 2)] {
            let cut = try shown(String(repeating: letter, count: 200))
            let count = cut.count - 1
            #expect(cut == String(repeating: letter, count: count) + "…")
            // A name exactly as wide as the list is not cut.
            let most = (2...200).last { (try? shown(String(repeating: letter, count: $0)).hasSuffix("…")) == false }
            let fits = try #require(most)
            #expect(count <= fits && Double(fits - count) * width < 7.28 + width + 1e-9, "\(letter)")
        }
    }

    @Test("a name of any length is shortened in linear time")
    func endlessName() {
        // Shortening once took quadratic time: 64 times as long for a name eight times as long.
        let growth = growth(from: 25_000, to: 200_000) { length in
            let name = String(repeating: "긴", count: length)
            let svg = RouteMap().svg(of: Route(stops: [stop(1, coordinate(37, 127), name: name)], legs: []))
            #expect(svg.contains("긴…"))
        }
        #expect(growth < 24)
    }

    @Test("no name covers another, nor a mark")
    func namesDoNotCollide() throws {
        var generator = SplitMix64(seed: 7)
        let places = Regime.korea.points(80, using: &generator)
        let stops = places.enumerated().map { stop($0 + 1, $1, name: "정류장 \($0 + 1)") }
        let svg = RouteMap().svg(of: Route(stops: stops, legs: places.dropFirst().map { .found(leg([$0])) }))
        let root = try ParsedElement(parsing: svg)
        let groups = root.descendants.filter { $0.name == "g" && $0.attributes["paint-order"] == "stroke" }
        struct Box { var left, top, right, bottom: Double }
        let names = groups.flatMap(\.children).compactMap { node -> Box? in
            guard let x = node.attributes["x"].flatMap(Double.init), let y = node.attributes["y"].flatMap(Double.init)
            else { return nil }
            // Slightly narrower than the area, to allow for rounding.
            let width = node.text.unicodeScalars.reduce(0.0) { $0 + ($1.value > 0x1100 ? 13 : 3.9) }
            return Box(left: x, top: y - 12, right: x + width - 1, bottom: y + 2)
        }
        #expect(names.count > 20)
        for (i, a) in names.enumerated() {
            for b in names[(i + 1)...] {
                #expect(!(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom))
            }
        }
    }

    @Test("missing legs are dotted, fallbacks dashed, and the legend explains both")
    func missingLegs() throws {
        let places = [coordinate(37, 127), coordinate(36, 128), coordinate(35, 127), coordinate(36, 126)]
        var legs = route(over: places).legs
        legs[1] = .cancelled
        legs[2] = .found(leg([places[2], places[3]], isFallback: true))
        let svg = RouteMap(title: "A < B").svg(
            of: Route(stops: places.enumerated().map { stop($0 + 1, $1) }, legs: legs))
        let texts = try texts(svg).map(\.text)
        #expect(texts.contains("Missing leg") && texts.contains("A < B") && texts.contains("missing"))
        #expect(svg.contains("stroke-dasharray=\"1 6\"") && svg.contains("stroke-dasharray=\"7 5\""))
        let whole = try self.texts(RouteMap().svg(of: route(over: places))).map(\.text)
        #expect(!whole.contains("Missing leg"))
    }

    @Test("the scale bar has its stated length where the map is true to scale", arguments: [0.0, 37.5, -60])
    func scaleBar(latitude: Double) throws {
        // Two stops on a parallel: their drawn distance gives the length of a metre.
        let ends = [coordinate(latitude, 127), coordinate(latitude, 127.5)]
        let root = try ParsedElement(parsing: RouteMap().svg(of: route(over: ends)))
        let nodes = root.descendants
        let marks = nodes.filter { $0.name == "rect" && $0.attributes["height"] == "22" }
        func number(_ node: ParsedElement, _ name: String) throws -> Double {
            try #require(node.attributes[name].flatMap(Double.init))
        }
        let drawn = try number(marks[1], "x") - number(marks[0], "x")
        let bar = try #require(nodes.first { $0.attributes["d"]?.contains("v6h") == true }?.attributes["d"])
        let parts = try #require(bar.firstMatch(of: try Regex("v6h([0-9.]+)v")))
        let width = try #require(parts.output[1].substring.flatMap { Double($0) })
        let name = try #require(
            nodes.first { $0.name == "text" && $0.text.hasSuffix(" km") && $0.attributes["text-anchor"] == "middle" })
        let stated = try #require(Double(name.text.dropLast(3))) * 1000
        let trueLength = 0.5 * .pi / 180 * Sphere.earth.radius.value * cos(latitude * .pi / 180)
        #expect(abs(width / stated - drawn / trueLength) < 0.002 * drawn / trueLength)
    }

    @Test("a route over the antimeridian is drawn in one piece")
    func antimeridian() throws {
        let svg = RouteMap().svg(of: route(over: [coordinate(10, 175), coordinate(12, -175)]))
        let root = try ParsedElement(parsing: svg)
        let lines = root.descendants.filter {
            $0.name == "path" && $0.attributes["stroke-linecap"] == "round" && $0.attributes["stroke"] != nil
        }
        #expect(lines.count == 1)
    }

    @Test("the map does not depend on the surface of the gradient")
    func measures() throws {
        let meridian = [0.0, 40, 50, 60].map { coordinate($0, 10) }
        let parallel = [coordinate(60, 10), coordinate(60, 40)]
        let stops = [meridian[0], meridian[3], parallel[1]].enumerated().map { stop($0 + 1, $1) }
        let route = Route(stops: stops, legs: [.found(leg(meridian)), .found(leg(parallel))])
        let ground = RouteMap(gradient: route.gradient(by: .progress))
        let drawn = RouteMap(gradient: route.gradient(by: .progress, measuredOn: .webMercator))
        #expect(ground.svg(of: route) == drawn.svg(of: route))
    }
}
