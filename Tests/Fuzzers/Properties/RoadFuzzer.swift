import RouteTestSupport
import TestSupport
import WaymarkExtracts
import WaymarkFiles
import WaymarkGeodesy
import WaymarkIndex
import WaymarkRoads
import WaymarkRoutes

extension Fuzzer {
    /// `RoadNetwork`: whatever the roads of an extract, ways over them are whole, and those of a plain search.
    static let roads = Fuzzer("roads", maxLength: 4096) { bytes in
        guard let roads = try read({ try RoadNetwork(MapExtract(PositionedBytes(bytes))) }) else { return }
        let graph = roads.graph
        for profile in graph.profiles.indices {
            let count = min(6, graph.segmentCount)
            let places = (0..<count).map { RoadPlace(segment: $0, fraction: Double($0) / 5) }
                .filter { graph.isUsed(2 * $0.segment, profile) || graph.isUsed(2 * $0.segment + 1, profile) }
            let search = RoadSearch(graph, profile: profile)
            for place in places {
                let start = roads.start([place], profile)
                for (goal, expected) in zip(places, search.paths(from: place, to: places)) {
                    let path = roads.path(from: start, to: roads.goal([goal], profile), profile)
                    try require(path?.weight == expected?.weight, "a way is as light as that of a plain search")
                    guard let path else { continue }
                    let isChain = zip(path.arcs, path.arcs.dropFirst()).allSatisfy {
                        graph.head(of: Int($0)) == graph.tail(of: Int($1)) && graph.isUsed(Int($1), profile)
                    }
                    try require(isChain, "a way is a chain of arcs that are travelled")
                    try require(Int(path.arcs.last!) >> 1 == goal.segment, "it ends where it leads to")
                }
            }
        }
    }

    /// The sections of `RoadNetwork` in a file: whatever bytes of theirs are others, there is an error or an answer, and nothing
    /// traps. Four bytes are a change: the section, where in it, and the bits that are turned over.
    static let roadSections = Fuzzer("road-sections", maxLength: 64) { bytes in
        var sections = made
        for at in stride(from: 0, to: bytes.count - bytes.count % 4, by: 4) {
            let section = Int(bytes[at]) % sections.count
            let offset = Int(bytes[at + 1]) | Int(bytes[at + 2]) << 8
            let count = sections[section].bytes.count
            if count > 0 { sections[section].bytes[offset % count] ^= bytes[at + 3] }
        }
        var file: ContiguousArray<UInt8> = []
        PointIndex([coordinate(42.5, 1.5)]).write(
            sections.map { part in IndexFileExtra(name: part.name, bytes: part.bytes) }
        ) {
            file.append(utf8: $0)
        }
        let opened = try read { try RoadNetwork(IndexFile(bytes: file.span, name: "made")) }
        guard let roads = opened ?? nil else { return }
        RoadQuestions.askAll(of: roads)
    }

    private static let made: [(name: String, bytes: ContiguousArray<UInt8>)] = {
        let pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
        let nodes = (0..<6).map { node in
            "<node id=\"\(node)\" lat=\"\(42.5 + Double(node / 3) / 1000)\" lon=\"\(1.5 + Double(node % 3) / 1000)\"/>"
        }
        let ways = pairs.enumerated().map { number, pair in
            "<way id=\"\(number + 1)\"><nd ref=\"\(pair.0)\"/><nd ref=\"\(pair.1)\"/>"
                + "<tag k=\"highway\" v=\"residential\"/><tag k=\"name\" v=\"길 \(number)\"/></way>"
        }
        let restriction =
            "<relation id=\"1\"><member type=\"way\" ref=\"1\" role=\"from\"/><member type=\"way\" ref=\"6\" role=\"via\"/>"
            + "<member type=\"way\" ref=\"4\" role=\"to\"/><tag k=\"type\" v=\"restriction\"/>"
            + "<tag k=\"restriction\" v=\"no_left_turn\"/></relation>"
        let text =
            "<?xml version=\"1.0\"?><osm version=\"0.6\">" + (nodes + ways).joined() + restriction + "</osm>"
        guard let roads = try? RoadNetwork(MapExtract(PositionedBytes(ContiguousArray(text.utf8)))) else { return [] }
        return roads.sections
    }()
}
