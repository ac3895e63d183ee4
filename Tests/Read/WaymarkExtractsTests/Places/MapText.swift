import Foundation
import TestSupport
import WaymarkAttractions
import WaymarkExtracts

/// A small map as lines of text, each an object:
///
/// ```
/// n 1 35.157 129.059 amenity=cafe name=Blue~Door
/// w 10 1,2,3,1 leisure=park name=Park
/// r 20 outer:w10,inner:w11 type=multipolygon name=Park
/// ```
///
/// A blank in a value is written `~`.
struct MapText {
    let xml: String

    init(_ text: String) {
        func escaped(_ text: some StringProtocol) -> String {
            text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
                .replacingOccurrences(of: "\"", with: "&quot;")
        }
        func tags(_ cells: some Sequence<Substring>) -> String {
            cells.map { cell in
                let mark = cell.firstIndex(of: "=")!
                let value = cell[cell.index(after: mark)...].replacingOccurrences(of: "~", with: " ")
                return "<tag k=\"\(escaped(cell[..<mark]))\" v=\"\(escaped(value))\"/>"
            }.joined()
        }
        var objects = ""
        for line in text.split(separator: "\n") {
            let cells = line.split(separator: " ")
            if cells.isEmpty { continue }
            switch cells[0] {
            case "n":
                objects +=
                    "<node id=\"\(cells[1])\" lat=\"\(cells[2])\" lon=\"\(cells[3])\">\(tags(cells.dropFirst(4)))</node>"
            case "w":
                let refs = cells[2].split(separator: ",").filter { $0 != "-" }.map { "<nd ref=\"\($0)\"/>" }.joined()
                objects += "<way id=\"\(cells[1])\">\(refs)\(tags(cells.dropFirst(3)))</way>"
            default:
                let kinds: [Character: String] = ["n": "node", "w": "way", "r": "relation"]
                let members = cells[2].split(separator: ",").map { member in
                    let parts = member.split(separator: ":", omittingEmptySubsequences: false)
                    return
                        "<member type=\"\(kinds[parts[1].first!]!)\" ref=\"\(parts[1].dropFirst())\" role=\"\(parts[0])\"/>"
                }
                objects += "<relation id=\"\(cells[1])\">\(members.joined())\(tags(cells.dropFirst(3)))</relation>"
            }
            objects += "\n"
        }
        xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\">\n\(objects)</osm>\n"
    }

    /// The places of the map.
    func places(jobs: Int = 1) throws -> ExtractPlaces {
        try withFolder { folder in
            let path = folder + "/map.osm"
            try Data(xml.utf8).write(to: URL(filePath: path))
            return try ExtractPlaces(MapExtract(contentsOf: path), jobs: jobs)
        }
    }

    /// The only place of the map.
    func place() throws -> Attraction {
        let places = try places().attractions
        struct NotOne: Error { let names: [String] }
        guard places.count == 1 else { throw NotOne(names: places.map(\.name)) }
        return places[0]
    }

    /// The corners of a square from a corner, `side` degrees wide, as nodes `first`, `first + 1`, ....
    static func square(_ first: Int, _ latitude: Double, _ longitude: Double, side: Double) -> String {
        [(0.0, 0.0), (0.0, side), (side, side), (side, 0.0)].enumerated().map { number, step in
            "n \(first + number) \(latitude + step.0) \(longitude + step.1)"
        }.joined(separator: "\n")
    }
}
