internal import WaymarkGround

/// What tagged objects are on the ground of a map, by `ground-kinds.tsv`.
enum GroundKinds {
    /// A line of the table; nil for what is not drawn.
    typealias Rules = TagRules<GroundClass?>

    /// For closed ways and multipolygons, for ways, for nodes with a name, and for the names alone of areas.
    static let (areas, lines, points, spots) = (rules("area"), rules("line"), rules("point"), rules("spot"))

    /// The sea, which no object is.
    static let sea = GroundClass(layer: .sea, form: .area, zoom: 8, schema: "ocean:ocean")

    private static func rules(_ form: String) -> Rules {
        let text = String(decoding: PackageResources.ground_kinds_tsv, as: UTF8.self)
        var lines: [(conditions: [Substring], line: GroundClass?)] = []
        for line in text.split(separator: "\n").lazy.filter({ $0.first != "#" }).dropFirst() {
            let cells = line.split(separator: "\t")
            precondition(cells.count == 6, "a line of the table is malformed: \(line)")
            guard cells[1] == form else { continue }
            let conditions = cells[0].split(separator: " ")
            if cells[2] == "-" {
                lines.append((conditions, nil))
                continue
            }
            guard let layer = GroundLayer(rawValue: String(cells[2])), let zoom = Double(cells[3]) else {
                preconditionFailure("a line of the table is malformed: \(line)")
            }
            let stored: GroundClass.Form = form == "area" ? .area : form == "line" ? .line : .label
            lines.append(
                (
                    conditions,
                    GroundClass(
                        layer: layer, form: stored, zoom: zoom, rank: Int(cells[4]),
                        schema: cells[5] == "-" ? nil : String(cells[5]))
                ))
        }
        return TagRules(lines)
    }
}
