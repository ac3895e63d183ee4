import RouteTestSupport
import TestSupport
import Testing
import WaymarkDrawings
import WaymarkGeodesy
import WaymarkRoutes

@Suite("Panels of recommendations")
struct RecommendationPanelTests {
    /// A rectangle of the drawing.
    private struct Box {
        var left, top, right, bottom: Double

        init?(_ node: ParsedElement) {
            func number(_ name: String) -> Double? { node.attributes[name].flatMap(Double.init) }
            guard node.name == "rect", let x = number("x"), let y = number("y"), let width = number("width"),
                let height = number("height")
            else { return nil }
            (left, top, right, bottom) = (x, y, x + width, y + height)
        }

        func holds(_ other: Box) -> Bool {
            other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
        }

        /// Whether more is shared than rounding to a tenth can make.
        func overlaps(_ other: Box) -> Bool {
            left + 0.2 < other.right && other.left + 0.2 < right && top + 0.2 < other.bottom
                && other.top + 0.2 < bottom
        }
    }

    private static let orange = "#d2521a"

    private func map(_ places: [(Int, Coordinate)], of route: Route) -> RouteMap {
        RouteMap(
            recommendations: places.enumerated().map { number, place in
                RouteMap.Recommendation(
                    name: "곳<\(number)&\"", coordinate: place.1, stop: place.0,
                    distance: Sphere.earth.distance(from: route.stops[place.0].coordinate, to: place.1),
                    reason: "가까운 곳, " + String(repeating: "이유 ", count: number % 40))
            })
    }

    /// The marks of places in panels by their texts, the texts of lists, and the panels.
    private func drawn(_ svg: String) throws -> (marks: [(text: String, box: Box)], texts: Set<String>, panels: [Box]) {
        let root = try ParsedElement(parsing: svg)
        var marks: [(String, Box)] = []
        for group in root.descendants where group.name == "g" && group.attributes["text-anchor"] == "middle" {
            let children = group.children
            for (mark, text) in zip(children, children.dropFirst())
            where mark.attributes["fill"] == Self.orange && text.name == "text" {
                marks.append((text.text, try #require(Box(mark))))
            }
        }
        let panels = root.descendants.filter { $0.name == "clipPath" }.compactMap {
            $0.children.first.flatMap(Box.init)
        }
        return (marks, Set(root.descendants.filter { $0.name == "text" }.map(\.text)), panels)
    }

    @Test(
        "every recommended place has its mark in a panel, over no other, and its name in a list",
        arguments: Regime.allCases,
        1...4 as ClosedRange<UInt64>)
    func allAreShown(regime: Regime, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let route = regime.route([1, 2, 11, 40][Int(seed) - 1], using: &generator)
        var places: [(Int, Coordinate)] = []
        for stop in route.stops.indices where stop % 5 != 4 {
            for _ in 0..<(1 + stop % 7) {
                let near = Sphere.earth.destination(
                    from: route.stops[stop].coordinate, bearing: Double.random(in: 0..<360, using: &generator),
                    distance: Meters(Double.random(in: 0...10_000, using: &generator)))
                places.append((stop, near))
            }
        }
        let svg = map(places, of: route).svg(of: route)
        #expect(!svg.contains("nan") && !svg.contains("inf"))
        let (marks, texts, panels) = try drawn(svg)
        let numbers = marks.flatMap { $0.text.split(separator: " ").compactMap { Int($0) } }
        #expect(Set(numbers) == Set(places.indices.map { $0 + 1 }), "\(numbers.count) of \(places.count)")
        for number in places.indices { #expect(texts.contains("곳<\(number)&\"")) }
        for (i, mark) in marks.enumerated() {
            #expect(panels.contains { $0.holds(mark.box) }, "\(mark.text)")
            #expect(!marks[(i + 1)...].contains { $0.box.overlaps(mark.box) }, "\(mark.text)")
        }
        let without = route.stops.indices.contains { $0 % 5 == 4 }
        #expect(texts.contains { $0.hasPrefix("Without a recommendation: 5 ") } == without)
    }

    @Test("a map in Korean has no English words, and one in English no Korean ones")
    func languages() throws {
        let far = route(over: [coordinate(37.55, 126.97), coordinate(35.16, 129.16), coordinate(33.5, 126.5)])
        let places = [(0, coordinate(37.56, 126.98)), (2, coordinate(33.46, 126.94))]
        var map = map(places, of: far)
        map.recommendations = map.recommendations.map {
            var place = $0
            (place.name, place.reason) = ("1", "")
            return place
        }
        map.title = "-"
        let english = try drawn(map.svg(of: far)).texts.joined(separator: "\n")
        map.language = .korean
        let korean = try drawn(map.svg(of: far)).texts.joined(separator: "\n")
        #expect(korean.contains("추천 2곳") && korean.contains("추천이 없는 경유지: 2 "))
        // Lengths, degrees, and the names of the sources stay.
        #expect(
            korean.replacing(/Natural Earth|WGS 84|k?m\b|[0-9]°[NE]/, with: "").firstMatch(of: /[A-Za-z]{2}/) == nil,
            "\(korean)")
        #expect(english.firstMatch(of: /[가-힣]/) == nil, "\(english)")
        #expect(RouteMap(language: .korean).svg(of: Route(stops: [], legs: [])).contains("경유지가 없습니다."))
    }

    @Test("stops of one city share a panel, and stops far apart have one each under a map of all")
    func plan() throws {
        let near = route(over: [coordinate(35.838, 129.21), coordinate(35.79, 129.33), coordinate(35.837, 129.283)])
        let around = [(0, coordinate(35.837, 129.21)), (1, coordinate(35.795, 129.35)), (2, coordinate(35.83, 129.29))]
        #expect(try drawn(map(around, of: near).svg(of: near)).panels.count == 1)
        let far = route(over: [coordinate(37.55, 126.97), coordinate(35.16, 129.16), coordinate(33.5, 126.5)])
        let places = [(0, coordinate(37.56, 126.98)), (1, coordinate(35.15, 129.15)), (2, coordinate(33.46, 126.94))]
        let (_, texts, panels) = try drawn(map(places, of: far).svg(of: far))
        #expect(panels.count == 4 && texts.contains("3 places recommended") == false)
        // A long list goes on in further panels.
        let long = (0..<45).map { (0, coordinate(35.84 + Double($0) * 1e-4, 129.21)) }
        let one = route(over: [coordinate(35.838, 129.21)])
        #expect(try drawn(map(long, of: one).svg(of: one)).panels.count == 4)
    }

    @Test("a panel around the antimeridian is as wide as its places are apart")
    func antimeridian() throws {
        let fiji = route(over: [coordinate(-16.85, 179.97)])
        let svg = map([(0, coordinate(-16.83, -179.98)), (0, coordinate(-16.8, 179.9))], of: fiji).svg(of: fiji)
        let (marks, texts, panels) = try drawn(svg)
        #expect(marks.count == 2 && panels.count == 1 && texts.contains("2 km"))
        // The place to the east of the meridian is on the right.
        let east = try #require(marks.first { $0.text == "1" }).box,
            west = try #require(marks.first { $0.text == "2" }).box
        #expect(east.left > west.right + 200)
    }

    @Test("a place recommended for two stops has one mark with both numbers")
    func shared() throws {
        let stops = route(over: [coordinate(35.838, 129.21), coordinate(35.83, 129.23)])
        var map = map([(0, coordinate(35.84, 129.22)), (1, coordinate(35.84, 129.22))], of: stops)
        map.recommendations[1].name = map.recommendations[0].name
        #expect(try drawn(map.svg(of: stops)).marks.map(\.text) == ["1 · 2"])
    }

    @Test("a reason of any length takes four lines")
    func longReason() throws {
        let stops = route(over: [coordinate(35.838, 129.21)])
        for word in ["이유 ", "긴", "w"] {
            var map = map([(0, coordinate(35.84, 129.22))], of: stops)
            map.recommendations[0].reason = String(repeating: word, count: 5000)
            let lines = try drawn(map.svg(of: stops)).texts.filter { $0.contains(word) && $0.count > 10 }
            #expect((1...4).contains(lines.count) && lines.contains { $0.hasSuffix("…") }, "\(lines)")
        }
    }
}
