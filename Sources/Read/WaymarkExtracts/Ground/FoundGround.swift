internal import WaymarkGround
import WaymarkText

import func WaymarkC.log2

/// What a block of an extract has of the ground, before it is known where it is.
struct FoundGround: Sendable {
    struct Line: Sendable {
        var kind: GroundClass
        var flags: GroundFlags
        var name: String?
        var refs: Range<Int>
    }

    /// A closed way, or a relation of ways.
    struct Area: Sendable {
        /// What is drawn of it; nil for the name alone.
        var kind: GroundClass?
        /// What its name is drawn as; nil for none.
        var label: GroundClass?
        var name: String?
        var id: Int64
        /// The nodes of a closed way, in ``FoundGround/refs``; nil for a relation.
        var refs: Range<Int>?
        var members: [(way: Int64, role: String)] = []
    }

    struct Point: Sendable {
        var kind: GroundClass
        var name: String
        var weight: UInt8
        var point: MapPoint
    }

    private(set) var lines: [Line] = []
    private(set) var areas: [Area] = []
    private(set) var points: [Point] = []
    /// The nodes of lines and closed ways, one after the other.
    private(set) var refs: ContiguousArray<Int64> = []

    init() {}

    /// Finds the features among the objects of a block.
    init(_ block: borrowing MapBlock) {
        for node in block.nodes {
            let tags = block.tags(of: node.tags)
            guard let name = tags["name"].flatMap(PlainText.value), let kind = GroundKinds.points.line(for: tags) ?? nil
            else { continue }
            points.append(Self.point(kind, name, tags, node.point))
        }
        for way in block.ways where !way.tags.isEmpty { add(way, block) }
        for relation in block.relations { add(relation, block) }
    }

    private static func point(_ kind: GroundClass, _ name: String, _ tags: MapTags, _ point: MapPoint) -> Point {
        var (name, weight) = (name, UInt8(0))
        if kind.layer == .peak, let height = tags["ele"].flatMap(NumberParser.double), 0..<9000 ~= height {
            name += "\t\(Int(height.rounded()))"
            weight = UInt8(min(127, height / 64))
        } else if let people = tags["population"].flatMap({ NumberParser.double($0.filter { $0 != " " && $0 != "," }) }
        ),
            people >= 1, people < 1e12
        {
            weight = UInt8(log2(people))
        }
        return Point(kind: kind, name: name, weight: weight, point: point)
    }

    private mutating func add(
        _ way: (id: Int64, refs: Range<Int>, tags: Range<Int>), _ block: borrowing MapBlock
    ) {
        let tags = block.tags(of: way.tags)
        let nodes = block.refs[way.refs]
        let name = tags["name"].flatMap(PlainText.value)
        if tags["natural"] != "coastline", nodes.count > 3, nodes.first == nodes.last {
            let found = GroundKinds.areas.match(tags)
            let spot = name == nil ? nil : GroundKinds.spots.line(for: tags) ?? nil
            let kind = found?.line
            let label = name == nil ? nil : spot ?? (kind?.rank == nil ? nil : kind)
            if kind != nil || label != nil {
                areas.append(Area(kind: kind, label: label, name: name, id: way.id, refs: append(nodes)))
            }
            // A closed road that is no area is a line.
            if let found, found.line != nil || !["highway", "railway"].contains(found.key) { return }
        }
        guard let kind = GroundKinds.lines.line(for: tags) ?? nil, nodes.count > 1 else { return }
        var (flags, isTurned) = (GroundFlags(), false)
        let oneway = tags["oneway"]
        if ["-1", "reverse"].contains(oneway) { isTurned = true }
        if isTurned || ["yes", "1", "true"].contains(oneway)
            || oneway == nil
                && (["roundabout", "circular"].contains(tags["junction"]) || tags["highway"] == "motorway")
        {
            flags.insert(.oneway)
        }
        if !["no", "avalanche_protector"].contains(tags["tunnel"] ?? "no") { flags.insert(.tunnel) }
        if tags["bridge"] ?? "no" != "no" { flags.insert(.bridge) }
        let refs = isTurned ? append(nodes.reversed()) : append(nodes)
        lines.append(
            Line(
                kind: kind, flags: flags, name: kind.rank == nil ? nil : name ?? tags["ref"].flatMap(PlainText.value),
                refs: refs))
    }

    private mutating func add(
        _ relation: (id: Int64, members: Range<Int>, tags: Range<Int>), _ block: borrowing MapBlock
    ) {
        let tags = block.tags(of: relation.tags)
        guard ["multipolygon", "boundary"].contains(tags["type"]) else { return }
        let name = tags["name"].flatMap(PlainText.value)
        let kind = tags["type"] == "multipolygon" ? GroundKinds.areas.line(for: tags) ?? nil : nil
        let spot = name == nil ? nil : GroundKinds.spots.line(for: tags) ?? nil
        let label = name == nil ? nil : spot ?? (kind?.rank == nil ? nil : kind)
        if kind == nil, label == nil { return }
        var area = Area(kind: kind, label: label, name: name, id: relation.id)
        for member in block.members[relation.members] where member.kind == .way {
            area.members.append((member.id, block.strings.text(of: member.role)))
        }
        areas.append(area)
    }

    /// Takes the lines out, so that they are not held longer than they are needed.
    mutating func takeLines() -> [Line] {
        defer { lines = [] }
        return lines
    }

    private mutating func append(_ nodes: some Sequence<Int64>) -> Range<Int> {
        let start = refs.count
        refs.append(contentsOf: nodes)
        return start..<refs.count
    }

    /// Adds what a later block has.
    mutating func append(_ other: consuming FoundGround) {
        let offset = refs.count
        func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + offset..<range.upperBound + offset }
        for var line in other.lines {
            line.refs = moved(line.refs)
            lines.append(line)
        }
        for var area in other.areas {
            area.refs = area.refs.map(moved)
            areas.append(area)
        }
        points += other.points
        refs += other.refs
    }
}
