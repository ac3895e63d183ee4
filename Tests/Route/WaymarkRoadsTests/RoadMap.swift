import Foundation
import TestSupport
import WaymarkExtracts
import WaymarkFiles
import WaymarkRoads
import WaymarkRoutes

/// A small map of streets: a drawing whose letters are nodes, a hundred metres or so apart, and the ways between them.
///
/// ```
/// a--b--c
///    |
///    d
///
/// abc highway=residential oneway=yes
/// bd highway=service
/// b barrier=bollard
/// no_left_turn ab b bd except=bicycle
/// ```
///
/// A line of one letter has the tags of a node, one that begins with `no_` or `only_` is a restriction from way to way over a
/// node or over ways. The strokes of the drawing are for the reader alone.
struct RoadMap {
    let network: RoadNetwork
    var graph: RoadGraph { network.graph }
    private let places: [MapPoint: Character]

    init(_ text: String, profiles: [RoadProfile] = RoadProfile.all) throws {
        var nodes: [Character: (latitude: Double, longitude: Double, tags: [Substring])] = [:]
        var ways: [(letters: Substring, tags: [Substring])] = []
        var restrictions: [[Substring]] = []
        for (row, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let cells = line.split(separator: " ")
            if let first = cells.first, first.hasPrefix("no_") || first.hasPrefix("only_") {
                restrictions.append(cells)
            } else if line.contains("=") {
                if cells[0].count == 1 {
                    nodes[cells[0].first!]!.tags = Array(cells.dropFirst())
                } else {
                    ways.append((cells[0], Array(cells.dropFirst())))
                }
            } else {
                for (column, letter) in line.enumerated() where letter.isLetter {
                    nodes[letter] = (42.5 - Double(row) * 0.0005, 1.5 + Double(column) * 0.0004, [])
                }
            }
        }
        func tags(_ cells: [Substring]) -> String {
            cells.map { cell in
                let parts = cell.split(separator: "=", maxSplits: 1)
                return "<tag k=\"\(parts[0])\" v=\"\(parts[1].replacing("~", with: " "))\"/>"
            }.joined()
        }
        func id(_ letter: Character) -> Int { Int(letter.asciiValue!) }
        var xml = "<?xml version=\"1.0\"?><osm version=\"0.6\">\n"
        for (letter, node) in nodes.sorted(by: { $0.key < $1.key }) {
            xml +=
                "<node id=\"\(id(letter))\" lat=\"\(node.latitude)\" lon=\"\(node.longitude)\">\(tags(node.tags))</node>\n"
        }
        for (number, way) in ways.enumerated() {
            let refs = way.letters.map { "<nd ref=\"\(id($0))\"/>" }.joined()
            xml += "<way id=\"\(number + 1)\">\(refs)\(tags(way.tags))</way>\n"
        }
        for (number, cells) in restrictions.enumerated() {
            let members = cells.dropFirst().filter { !$0.contains("=") }
            func way(_ letters: Substring) -> Int { ways.firstIndex { $0.letters == letters }! + 1 }
            var list = "<member type=\"way\" ref=\"\(way(members.first!))\" role=\"from\"/>"
            for via in members.dropFirst().dropLast() {
                list +=
                    via.count == 1
                    ? "<member type=\"node\" ref=\"\(id(via.first!))\" role=\"via\"/>"
                    : "<member type=\"way\" ref=\"\(way(via))\" role=\"via\"/>"
            }
            list += "<member type=\"way\" ref=\"\(way(members.last!))\" role=\"to\"/>"
            let own = cells.dropFirst().filter { $0.contains("=") }
            let kind = own.contains { $0.hasPrefix("restriction:") } ? "" : "<tag k=\"restriction\" v=\"\(cells[0])\"/>"
            xml +=
                "<relation id=\"\(number + 1)\">\(list)<tag k=\"type\" v=\"restriction\"/>\(kind)\(tags(Array(own)))</relation>\n"
        }
        xml += "</osm>\n"
        network = try RoadNetwork(MapExtract(PositionedBytes(ContiguousArray(xml.utf8))), profiles: profiles)
        places = Dictionary(
            uniqueKeysWithValues: nodes.map { letter, node in
                (
                    MapPoint(
                        longitude: Int64((node.longitude * 1e7).rounded()),
                        latitude: Int64((node.latitude * 1e7).rounded())),
                    letter
                )
            })
    }

    /// The place of a node at the end of a segment that a profile uses, the first segment in the order of the text.
    func place(_ letter: Character, _ profile: Int) -> RoadPlace? {
        for segment in 0..<graph.segmentCount
        where graph.isUsed(2 * segment, profile) || graph.isUsed(2 * segment + 1, profile) {
            let line = graph.line(of: 2 * segment)
            if places[line[0]] == letter { return RoadPlace(segment: segment, fraction: 0) }
            if places[line[line.count - 1]] == letter { return RoadPlace(segment: segment, fraction: 1) }
        }
        return nil
    }

    /// A way between two nodes.
    struct Way {
        var arcs: [Int]
        var seconds: Double
        var meters: Double
    }

    /// The lightest way between two nodes, by the hierarchy.
    func path(_ ends: String, by mode: TravelMode) -> Way? {
        let profile = network.profile(of: mode)!
        guard let start = place(ends.first!, profile), let goal = place(ends.last!, profile) else { return nil }
        let path = network.path(from: network.start([start], profile), to: network.goal([goal], profile), profile)
        return path.map { path in
            Way(
                arcs: path.arcs.map { Int($0) }, seconds: network.seconds(path.weight, profile),
                meters: graph.meters(of: path))
        }
    }

    /// The nodes of the fastest way between two, as letters; `-` if there is none.
    func way(_ ends: String, by mode: TravelMode) -> String {
        guard let path = path(ends, by: mode) else { return "-" }
        var letters: [Character] = []
        for point in path.arcs.flatMap(graph.line) {
            if let letter = places[point], letters.last != letter { letters.append(letter) }
        }
        // What is of the first and the last segment but not travelled.
        if let first = letters.firstIndex(of: ends.first!) { letters.removeFirst(first) }
        if let last = letters.lastIndex(of: ends.last!) { letters.removeSubrange((last + 1)...) }
        return String(letters)
    }
}
