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

    @Test(
        "a trip to a pole from any latitude of its hemisphere is drawn around the pole, one that only comes near is not"
    )
    func poles() {
        func isPolar(_ latitudes: [Double]) -> Bool {
            let places = zip(latitudes, [-68.303, 0, 147.327]).map { coordinate($0, $1) }
            return RouteMap(language: .english).svg(of: route(over: places)).contains("Polar equidistant")
        }
        // Ushuaia, the South Pole, Hobart.
        #expect(isPolar([-54.802, -90, -42.882]) && isPolar([54.802, 90, 42.882]) && isPolar([0.1, 90, 0.1]))
        #expect(isPolar([-60, -80, -60]) && isPolar([60, 80, 60]))
        #expect(!isPolar([-42, -80, -42]) && !isPolar([42, 80, 42]) && !isPolar([-10, 90, 10]))
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
        #expect(texts.contains("1·4") && texts.contains("2") && texts.contains("3"))
    }

    @Test("a name that is too long is cut as late as an ellipsis still fits")
    func longNames() throws {
        // In the list, a Hangul letter and an ellipsis take 13 units, an a 7.41, an i 3.64; marks above a letter take none.
        func shown(_ name: String) throws -> String {
            let route = Route(stops: [stop(1, coordinate(37, 127), name: name)], legs: [])
            let texts = try texts(RouteMap(title: "-").svg(of: route)).map(\.text)
            // The map has less room than the list.
            func kept(_ text: String) -> Substring { text.dropLast(text.hasSuffix("…") ? 1 : 0) }
            let names = texts.filter { name.hasPrefix(kept($0)) && $0.count > 1 }
            return try #require(names.max { kept($0).count < kept($1).count })
        }
        for (letter, width) in [("가", 13.0), ("a", 7.41), ("i", 3.64), ("e\u{301}", 7.67), ("👨‍👩‍👧", 39)] {
            let cut = try shown(String(repeating: letter, count: 200))
            let count = cut.count - 1
            #expect(cut == String(repeating: letter, count: count) + "…")
            // A name exactly as wide as the list is not cut.
            let most = (2...200).last { (try? shown(String(repeating: letter, count: $0)).hasSuffix("…")) == false }
            let fits = try #require(most)
            #expect(count <= fits && Double(fits - count) * width < 13 + width + 1e-9, "\(letter)")
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
        let size = try #require(groups.first?.attributes["font-size"].flatMap(Double.init))
        let names = groups.flatMap(\.children).compactMap { node -> Box? in
            guard let x = node.attributes["x"].flatMap(Double.init), let y = node.attributes["y"].flatMap(Double.init)
            else { return nil }
            // Slightly narrower than the area, to allow for rounding.
            let width = node.text.unicodeScalars.reduce(0.0) { $0 + size * ($1.value > 0x1100 ? 0.92 : 0.2) }
            return Box(left: x, top: y - size + 1, right: x + width - 1, bottom: y + 2)
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

    /// A mark of stops on a map.
    private struct Mark {
        let left, top, right, bottom: Double
        /// The numbers it has, and those it only counts.
        var numbers: [Int] = []
        var more = 0

        init?(_ rectangle: ParsedElement, _ text: ParsedElement) {
            func number(_ name: String) -> Double? { rectangle.attributes[name].flatMap(Double.init) }
            guard let x = number("x"), let y = number("y"), let width = number("width"), let height = number("height")
            else { return nil }
            (left, top, right, bottom) = (x, y, x + width, y + height)
            for part in text.text.split(whereSeparator: { "· ".contains($0) }) {
                if part.first == "+" {
                    more = Int(part.dropFirst()) ?? 0
                    continue
                }
                let ends = part.split(separator: "–").compactMap { Int($0) }
                guard let low = ends.first, let high = ends.last else { return nil }
                numbers += low...high
            }
        }

        func overlaps(_ other: Mark) -> Bool {
            left + 0.2 < other.right && other.left + 0.2 < right && top + 0.2 < other.bottom && other.top + 0.2 < bottom
        }
    }

    /// The marks of stops on the map and its insets, which are clipped groups.
    private func marks(_ root: ParsedElement) throws -> [Mark] {
        let maps = root.descendants.filter { $0.attributes["clip-path"] != nil }
        return try #require(maps.isEmpty ? nil : maps).flatMap(\.children).filter {
            $0.attributes["text-anchor"] == "middle"
        }.flatMap { group in
            zip(group.children, group.children.dropFirst()).compactMap { rectangle, text in
                rectangle.name == "rect" && text.name == "text" ? Mark(rectangle, text) : nil
            }
        }
    }

    @Test(
        "every stop has its number on the map or an inset, and its name in the list, however close they are",
        arguments: [2, 14, 60, 300], [0.0, 0.02, 3])
    func everyStop(count: Int, spread: Double) throws {
        var generator = SplitMix64(seed: UInt64(count))
        let stops = (0..<count).map { i in
            // Two cities; the first stop is visited again at the end.
            let random = (0..<2).map { _ in Double.random(in: -1...1, using: &generator) * spread }
            let city =
                i == 0 || i == count - 1 ? (37.5, 127.0) : i % 2 == 0 ? (37.5 + random[0], 127 + random[1]) : (35, 129)
            return stop(i + 1, coordinate(city.0, city.1), name: "정류장 \(i + 1)")
        }
        let svg = RouteMap(title: "-").svg(of: Route(stops: stops, legs: stops.dropFirst().map { _ in .cancelled }))
        let root = try ParsedElement(parsing: svg)
        let marks = try marks(root)
        for (i, mark) in marks.enumerated() {
            #expect(!marks[(i + 1)...].contains { $0.overlaps(mark) }, "\(mark)")
        }
        // A mark of many visits names the first and counts the others.
        let numbers = marks.flatMap(\.numbers)
        #expect(Set(numbers).count == numbers.count && numbers.count + marks.reduce(0) { $0 + $1.more } == count)
        #expect(marks.contains { $0.numbers.contains(1) && ($0.numbers.contains(count) || $0.more > 0) })
        let texts = Set(root.descendants.filter { $0.name == "text" }.map(\.text))
        for stop in stops { #expect(texts.contains(stop.name), "\(stop.name)") }
    }

    @Test("legs there and back are drawn side by side, each with an arrow; legs at an angle are not")
    func thereAndBack() throws {
        let (a, b, c) = (coordinate(37, 127), coordinate(36, 129), coordinate(35, 127))
        func drawn(_ places: [Coordinate]) throws -> (lines: [[Double]], arrows: Int) {
            let root = try ParsedElement(parsing: RouteMap().svg(of: route(over: places)))
            let paths = root.descendants.filter { $0.name == "path" }
            let lines = paths.filter { $0.attributes["stroke-linecap"] == "round" && $0.attributes["stroke"] != nil }
            let numbers = lines.map { line in
                (line.attributes["d"] ?? "").split { "ML ".contains($0) }.compactMap { Double($0) }
            }
            return (numbers, paths.count { $0.attributes["d"]?.hasSuffix("Z") == true && $0.attributes.count == 1 })
        }
        let (lines, arrows) = try drawn([a, b, a])
        try #require(lines.count == 2 && arrows > 1)
        // To the right of its direction: on the way to the south-east that is below, on the way back above.
        let (there, back) = (lines[0], lines[1])
        let gap = (there[0] - back[back.count - 2], there[1] - back[back.count - 1])
        #expect((gap.0 * gap.0 + gap.1 * gap.1).squareRoot() > 5 && gap.0 < 0 && gap.1 > 0)
        #expect(try drawn([a, b, c, a]).arrows == 0)
    }

    /// Contrast by WCAG 2.2.
    private func contrast(_ a: String, _ b: String) throws -> Double {
        func luminance(_ text: String) throws -> Double {
            let number = try #require(UInt32(text.dropFirst(), radix: 16))
            let channels = [16, 8, 0].map { shift -> Double in
                let value = Double((number >> shift) & 0xFF) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
        }
        let (one, other) = (try luminance(a), try luminance(b))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    @Test(
        "every colour along a route has a contrast of 3 to any ground, or an edge that has",
        arguments: [RouteColoring.progress, .grade, .speed], [3, 300, 2000])
    func contrasts(coloring: RouteColoring, count: Int) throws {
        let places = (0..<count).map { i -> Coordinate in
            let (column, row) = (Double(i % 50), Double(i / 50 + i % 2))
            return coordinate(37 + column / 40, 127 + row / 20)
        }
        let legs = zip(places, places.dropFirst()).enumerated().map { i, ends -> LegOutcome in
            let elevations: [Meters?] = [Meters(Double(i % 9)), Meters(Double(i % 4))]
            let speeds: [Double?] = [Double(i % 7), Double(i % 5)]
            return .found(leg([ends.0, ends.1], vertices: .init(speeds: speeds, elevations: elevations)))
        }
        var map = RouteMap()
        map.coloring = coloring
        let svg = map.svg(of: Route(stops: places.enumerated().map { stop($0 + 1, $1) }, legs: legs))
        let root = try ParsedElement(parsing: svg)
        let clip = try #require(root.descendants.first { $0.attributes["clip-path"] != nil })
        let groups = clip.children.filter { $0.name == "g" && $0.attributes["stroke-linejoin"] == "round" }
        let edge = groups.first { $0.attributes["stroke"] == "#17213a" && $0.attributes["fill"] == "none" }
        let colors = Set(groups.flatMap(\.children).compactMap { $0.attributes["stroke"] })
        try #require(!colors.isEmpty && (edge?.children.isEmpty == false || count > 500))
        for ground in ["#faf8f3", "#dcebf5", "#f6f6f4", "#e9eff0", "#ffffff"] {
            for color in edge?.children.isEmpty == false ? ["#17213a"] : colors.sorted() {
                #expect(try contrast(color, ground) >= 3, "\(color) on \(ground)")
            }
        }
    }

    @Test("a legend has the unit of its values, and what has none is grey, without colours of a guess")
    func units() throws {
        let places = [coordinate(37, 127), coordinate(36.5, 127), coordinate(36, 127), coordinate(35.5, 127)]
        let legs = [[5.0, 5], nil, [10, 10]].enumerated().map { i, speeds in
            LegOutcome.found(leg([places[i], places[i + 1]], vertices: .init(speeds: speeds)))
        }
        var map = RouteMap(language: .english)
        map.coloring = .speed
        let svg = map.svg(of: Route(stops: places.enumerated().map { stop($0 + 1, $1) }, legs: legs))
        let texts = try texts(svg).map(\.text)
        #expect(texts.contains("Speed 18 – 36 km/h") && texts.contains("no value"))
        let root = try ParsedElement(parsing: svg)
        let strokes = root.descendants.filter { $0.attributes["stroke-linecap"] == "round" && $0.name == "path" }
            .compactMap { $0.attributes["stroke"] }
        #expect(Set(strokes) == ["#440154", "#777777", "#fde725"])
        map.language = .korean
        #expect(
            map.svg(of: Route(stops: places.enumerated().map { stop($0 + 1, $1) }, legs: legs)).contains(
                "속력 18 – 36 km/h"))
    }

    @Test("several trips are on one map: each has its colour, its numbers from 1, and its list")
    func severalTrips() throws {
        let places = [coordinate(37, 127), coordinate(36, 128), coordinate(35, 129), coordinate(35, 127)]
        let trips = [
            (name: "봄", route: route(over: Array(places[..<2]))), (name: "empty", route: Route(stops: [], legs: [])),
            (name: "가을", route: route(over: Array(places[2...]))),
        ]
        let svg = RouteMap().svg(of: trips)
        let root = try ParsedElement(parsing: svg)
        #expect(try marks(root).flatMap(\.numbers) == [1, 2, 1, 2])
        let texts = try texts(svg)
        let colors = ["봄", "가을"].compactMap { name in texts.first { $0.text == name }?.attributes["fill"] }
        #expect(Set(colors).count == 2 && texts.contains { $0.text.hasPrefix("2 trips · 4 stops · ") })
        let lines = root.descendants.filter { $0.attributes["stroke-linecap"] == "round" && $0.name == "path" }
        #expect(lines.map { $0.attributes["stroke"] } == colors && !svg.contains("Missing leg"))
        #expect(RouteMap().svg(of: [trips[0]]) == RouteMap().svg(of: trips[0].route))
    }

    @Test("stops of a crowded centre have their numbers and names on an inset, which the map shows the place of")
    func insets() throws {
        func places(_ side: Double) -> [Coordinate] {
            // 16 places in a square, and three far from it.
            (0..<16).map { coordinate(37.55 + side * Double($0 / 4), 126.98 + side * Double($0 % 4)) }
                + [coordinate(37.75, 126.8), coordinate(37.4, 127.2), coordinate(37.7, 127.3)]
        }
        func stops(_ side: Double) -> Route {
            let stops = places(side).enumerated().map { stop($0 + 1, $1, name: "곳 \($0 + 1)") }
            return Route(stops: stops, legs: stops.dropFirst().map { .found(leg([$0.coordinate])) })
        }
        let texts = try texts(RouteMap().svg(of: stops(0.004))).map(\.text)
        #expect(texts.filter { $0 == "A" }.count == 2 && !texts.contains("B"))
        for number in 1...19 {
            // Once on a map, once in the list.
            #expect(texts.filter { $0 == "\(number)" }.count == 2, "\(number)")
            #expect(texts.filter { $0 == "곳 \(number)" }.count == 2, "\(number)")
        }
        #expect(!texts.contains { $0.contains("without") }, "\(texts)")
        // Where there is room there is none, nor in the Pacific.
        for side in [0.03, 0.05] {
            #expect(try !self.texts(RouteMap().svg(of: stops(side))).contains { $0.text == "A" })
        }
        // Two centres have one each; places at one point share a mark, which an inset could not divide.
        let two = try self.texts(
            RouteMap().svg(
                of: route(over: places(0.004) + places(0.004).map { coordinate($0.latitude - 4, $0.longitude) }))
        ).map(\.text)
        #expect(two.filter { $0 == "A" }.count == 2 && two.filter { $0 == "B" }.count == 2)
        // Nor does it divide places a metre apart.
        let near = (0..<8).map { coordinate(37.55 + 1e-6 * Double($0), 126.98) } + [coordinate(38, 127)]
        #expect(try !self.texts(RouteMap().svg(of: route(over: near))).contains { $0.text == "A" })
        let same = Array(repeating: coordinate(37.55, 126.98), count: 12) + [coordinate(38, 127)]
        #expect(try !self.texts(RouteMap().svg(of: route(over: same))).contains { $0.text == "A" })
    }

    @Test("a dark map has none of the light colours, and the same texts")
    func dark() throws {
        let route = route(over: [coordinate(37.55, 126.97), coordinate(33.5, 126.5)])
        var map = RouteMap(places: [.init(name: "곳", coordinate: coordinate(35, 127))])
        let light = map.svg(of: route)
        map.isDark = true
        let dark = map.svg(of: route)
        for color in ["#ffffff", "#faf8f3", "#dcebf5"] { #expect(light.contains(color) && !dark.contains(color)) }
        #expect(dark.contains("#141b26"))
        #expect(try texts(light).map(\.text) == texts(dark).map(\.text))
    }

    @Test("the list has the times of stops, and what is on the way to them", arguments: [3, 40])
    func times(count: Int) throws {
        var map = RouteMap()
        map.times = ["09:00"] + (1..<count).map { "\(9 + $0):15–\(9 + $0):45" }
        map.wayNotes = [2: "lunch 12:00–13:00"]
        let stops = (0..<count).map { coordinate(37 - 0.1 * Double($0), 127) }
        let texts = try texts(map.svg(of: route(over: stops))).map(\.text)
        for time in map.times { #expect(texts.contains(time), "\(time)") }
        // Beside the length of the way, or in a row of its own.
        #expect(texts.contains { $0.hasSuffix(count == 3 ? " · lunch 12:00–13:00" : "lunch 12:00–13:00") })
    }

    @Test("the words and the sources are those of the map")
    func words() throws {
        let korea = route(over: [coordinate(37.55, 126.97), coordinate(33.5, 126.5)])
        let turkey = route(over: [coordinate(39.93, 32.86), coordinate(37.58, 36.93)])
        let texts = try texts(RouteMap(language: .korean).svg(of: korea)).map(\.text)
        #expect(texts.contains("2개 경유지 · 대권 452 km") && texts.contains { $0.contains("통계청") })
        let others = try self.texts(RouteMap().svg(of: turkey)).map(\.text)
        #expect(others.contains("2 stops · great circle 439 km"))
        #expect(others.contains { $0.contains("Natural Earth") } && !others.contains { $0.contains("KOSTAT") })
    }

    @Test("a name in bold is not cut while there is room, and none leaves the map")
    func boldNames() throws {
        let places = [coordinate(37.58, 36.93), coordinate(39.93, 32.86), coordinate(41.01, 28.98)]
        let names = ["Kahramanmaraş", "WWWWWWWWWWW", "İstanbul Sultanahmet"]
        let stops = zip(names, places).enumerated().map { stop($0 + 1, $1.1, name: $1.0) }
        let root = try ParsedElement(parsing: RouteMap().svg(of: Route(stops: stops, legs: [.cancelled, .cancelled])))
        let groups = root.descendants.filter { $0.name == "g" && $0.attributes["paint-order"] == "stroke" }
        let drawn = groups.flatMap(\.children)
        #expect(drawn.map(\.text) == names)
        // Of Noto Sans CJK's bold face a W of 13 units takes 12.2.
        let wide = try #require(drawn.first { $0.text == names[1] }?.attributes["x"].flatMap(Double.init))
        #expect(wide > 24 && wide + 11 * 12.2 < 694)
    }

    @Test("a map of 100 000 stops takes at most 5 MB, and says how many have no number and no name")
    func manyStops() throws {
        var generator = SplitMix64(seed: 46)
        let places = (0..<100_000).map { _ in
            coordinate(Double.random(in: -80...80, using: &generator), Double.random(in: -180...180, using: &generator))
        }
        let svg = RouteMap(title: "-").svg(of: route(over: places))
        #expect(svg.utf8.count < 5_000_000)
        #expect(svg.contains("… and 90000 more") && svg.contains(/>99[0-9]{3} stops without a number</))
    }
}
