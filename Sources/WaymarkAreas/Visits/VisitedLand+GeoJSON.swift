public import WaymarkPolylines
internal import WaymarkTables

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension VisitedLand {
    /// What regions without a visit are filled with.
    public static let unvisited = RGBColor(0xe9e9e6)

    /// Returns the regions of a level as GeoJSON (RFC 7946), one feature each, in order.
    ///
    /// Properties are `name`, `code`, `visits`, `first_visit` and `last_visit` (ISO 8601 in UTC, or null), and `fill`,
    /// `fill-opacity`, `stroke` and `stroke-width`, by which map viewers draw it. Outer rings run counterclockwise;
    /// numbers read back as they were.
    ///
    /// - Parameters:
    ///   - level: Which level.
    ///   - fill: The colours of visited regions.
    ///   - leavesOutUnvisited: Whether regions without a visit are left out.
    /// - Returns: UTF-8.
    /// - Precondition: There is such a level.
    /// - Complexity: O(*v*) for *v* vertices.
    public func geoJSON(
        ofLevel level: Int, fill: VisitFill = .usual, leavesOutUnvisited: Bool = false
    ) -> ContiguousArray<UInt8> {
        let visits = visits(ofLevel: level)
        let colors = VisitColors(visits, fill: fill)
        let visited = Dictionary(uniqueKeysWithValues: visits.map { ($0.region, $0) })
        let set = levels.levels[level].regions
        var bytes = ContiguousArray(#"{"type":"FeatureCollection","features":["#.utf8)
        var separator = "\n"
        set.shapes.forEachRegion { region, polygons in
            let visits = visited[region]
            if leavesOutUnvisited, visits == nil { return }
            func add(_ text: String) { bytes += text.utf8 }
            add(separator)
            separator = ",\n"
            add(#"{"type":"Feature","properties":{"name":"#)
            JSONText.append(set.regions[region].name, to: &bytes)
            add(#","code":"#)
            JSONText.append(set.regions[region].code, to: &bytes)
            add(#","visits":\#(visits?.count ?? 0),"first_visit":"#)
            add(Self.json(visits?.first))
            add(#","last_visit":"#)
            add(Self.json(visits?.last))
            let color = colors.fills[region] ?? Self.unvisited
            add(#","fill":"\#(color)","fill-opacity":\#(visits == nil ? "0.4" : "0.8"),"#)
            add(##""stroke":"#ffffff","stroke-width":1},"geometry":"##)
            GeoJSONText.append(polygons, to: &bytes)
            add("}")
        }
        bytes += "\n]}\n".utf8
        return bytes
    }

    private static func json(_ date: Date?) -> String {
        guard let date else { return "null" }
        return "\"\(date.formatted(.iso8601))\""
    }
}
