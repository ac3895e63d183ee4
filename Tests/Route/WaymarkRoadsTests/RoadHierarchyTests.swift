import RouteTestSupport
import TestSupport
import Testing
import WaymarkExtracts
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRoads
import WaymarkRoutes

@Suite("Hierarchy of roads", .enabled(if: SharedData.hasExtracts, "the folder shared/osm is absent"))
struct RoadHierarchyTests {
    private static func roads(_ name: String) throws -> RoadNetwork {
        try RoadNetwork(
            MapExtract(contentsOf: SharedData.extracts.appending(path: "\(name).osm.pbf").path), jobs: 2)
    }

    private static func places(_ roads: RoadNetwork, _ count: Int, _ profile: Int, seed: UInt64) -> [RoadPlace] {
        var generator = SplitMix64(seed: seed)
        var places: [RoadPlace] = []
        while places.count < count {
            let segment = Int.random(in: 0..<roads.graph.segmentCount, using: &generator)
            if roads.graph.isUsed(2 * segment, profile) || roads.graph.isUsed(2 * segment + 1, profile) {
                places.append(RoadPlace(segment: segment, fraction: .random(in: 0...1, using: &generator)))
            }
        }
        return places
    }

    @Test(
        "ways weigh what Dijkstra's search finds, turn where one may, and are as heavy as their parts",
        arguments: ["busan-seomyeon", "monaco", "andorra", "seoul-central-drive"])
    func equalsDijkstra(extract: String) throws {
        let roads = try Self.roads(extract)
        let graph = roads.graph
        for profile in graph.profiles.indices {
            let places = Self.places(roads, 60, profile, seed: 3)
            let goals = places.map { roads.goal([$0], profile) }
            let search = RoadSearch(graph, profile: profile)
            var found = 0
            for place in places.prefix(20) {
                let start = roads.start([place], profile)
                let expected = search.paths(from: place, to: places)
                for (goal, expected) in zip(goals, expected) {
                    let path = roads.path(from: start, to: goal, profile)
                    #expect(path?.weight == expected?.weight, "\(place)")
                    #expect(roads.weight(from: start, to: goal, profile) == expected?.weight)
                    guard let path else { continue }
                    #expect(weight(of: path, graph, profile) == Int(path.weight))
                    found += 1
                }
            }
            #expect(found > 600, "\(extract) \(profile)")
        }
    }

    /// The weight of a path by its parts; nil if it makes a turn that is not made.
    private func weight(
        of path: RoadPath, _ graph: RoadGraph, _ profile: Int
    ) -> Int? {
        func part(_ place: RoadPlace, _ arc: Int32) -> Int {
            let share = arc & 1 == 0 ? place.fraction : 1 - place.fraction
            return 16 * Int((share * Double(graph.time(of: Int(arc), profile))).rounded())
        }
        guard let first = path.arcs.first, let last = path.arcs.last else { return nil }
        var (weight, state) = (0, first)
        for arc in path.arcs.dropFirst() {
            let before = Int(graph.turns.arc(of: state))
            let turn = graph.turns.turn(from: state, into: arc)
            guard turn.forbidden >> profile & 1 == 0, graph.head(of: before) == graph.tail(of: Int(arc)),
                let cost = graph.weight(
                    ofTurn: before, Int(arc), angle: graph.angle(ofTurn: before, Int(arc)), profile)
            else { return nil }
            weight += 16 * Int(graph.time(of: before, profile)) + Int(cost)
            state = turn.state
        }
        return weight - part(path.start, first) + part(path.goal, last)
    }

    @Test("the roads of a file are those that were written")
    func files() throws {
        let made = try Self.roads("busan-seomyeon")
        let sections = made.sections.map { section in IndexFileExtra(name: section.name, bytes: section.bytes) }
        var bytes = ContiguousArray<UInt8>()
        PointIndex([]).write(sections) { (piece: Span<UInt8>) in for at in piece.indices { bytes.append(piece[at]) } }
        let opened = try #require(try RoadNetwork(IndexFile(bytes: bytes.span, name: "made.waymark")))
        #expect(opened.sections.map(\.name) == made.sections.map(\.name))
        #expect(opened.sections.map(\.bytes) == made.sections.map(\.bytes))
        #expect(opened.counts == made.counts && made.counts.segments > 1000)
        #expect(try RoadNetwork(IndexFile(bytes: Self.empty.span, name: "empty.waymark")) == nil)
    }

    @Test("what is within reach is as near as a way is long")
    func reach() throws {
        let roads = try Self.roads("monaco")
        for profile in roads.graph.profiles.indices {
            let places = Self.places(roads, 300, profile, seed: 11)
            var found = 0
            for place in places.prefix(4) {
                let start = SegmentPlace(places: [place], coordinate: coordinate(0, 0), distance: .zero)
                let reach = roads.reach(from: start, profile)
                for goal in places {
                    let end = SegmentPlace(places: [goal], coordinate: coordinate(0, 0), distance: .zero)
                    let weight = roads.weight(
                        from: roads.start([place], profile), to: roads.goal([goal], profile), profile)
                    #expect(reach.seconds(to: end) == weight.map { roads.seconds($0, profile) })
                    if weight != nil { found += 1 }
                }
            }
            #expect(found > 500)
        }
    }

    @Test("roads of one's own weights avoid what is closed, and are those of Dijkstra's search")
    func customized() throws {
        let roads = try Self.roads("andorra")
        let closed = roads.customized(for: .driving) { $0.name == "CG-2" ? .infinity : $0.isToll ? 2 : 1 }
        let profile = try #require(closed.profile(of: .driving))
        #expect(closed.counts.kilometers[profile] < roads.counts.kilometers[profile] - 20)
        #expect(closed.counts.kilometers[2] == roads.counts.kilometers[2])
        let places = Self.places(closed, 30, profile, seed: 5)
        let search = RoadSearch(closed.graph, profile: profile)
        for place in places.prefix(10) {
            let expected = search.paths(from: place, to: places)
            for (goal, expected) in zip(places, expected) {
                let path = closed.path(
                    from: closed.start([place], profile), to: closed.goal([goal], profile), profile)
                #expect(path?.weight == expected?.weight)
            }
        }
    }

    @Test("a file with any byte changed gives errors or answers")
    func damaged() throws {
        let map = try RoadMap(
            """
            a--b--c
            |  |  |
            d--e--f

            abc highway=residential name=길
            def highway=tertiary
            ad highway=residential oneway=yes
            be highway=residential
            cf highway=service
            no_left_turn abc b be
            """)
        let sections = map.network.sections
        for (number, section) in sections.enumerated() {
            for at in section.bytes.indices {
                for bits: UInt8 in [1, 0x80, 0xff] {
                    var damaged = sections
                    damaged[number].bytes[at] ^= bits
                    var bytes = ContiguousArray<UInt8>()
                    PointIndex([]).write(damaged.map { part in IndexFileExtra(name: part.name, bytes: part.bytes) }) {
                        (piece: Span<UInt8>) in
                        for at in piece.indices { bytes.append(piece[at]) }
                    }
                    guard let roads = try? RoadNetwork(IndexFile(bytes: bytes.span, name: "damaged.waymark")) else {
                        continue
                    }
                    RoadQuestions.askAll(of: roads)
                }
            }
        }
    }

    private static let empty: ContiguousArray<UInt8> = {
        var bytes = ContiguousArray<UInt8>()
        PointIndex([]).write { (piece: Span<UInt8>) in for at in piece.indices { bytes.append(piece[at]) } }
        return bytes
    }()
}
