internal import WaymarkExtracts
internal import WaymarkRoutes
import WaymarkText

/// What blocks of an extract have of roads, before it is known where it is.
struct FoundRoads: Sendable {
    struct Way: Sendable {
        var id: Int64
        var refs: Range<Int>
        /// How each profile uses it.
        var uses: [RoadProfile.Use?]
        var name: RoadGraph.StreetName
        var flags: RoadGraph.Flags
    }

    /// A turn that is forbidden, or the only one.
    struct Restriction: Sendable {
        var from: [Int64] = []
        var to: [Int64] = []
        /// The node, or the ways in their order.
        var viaNode: Int64?
        var viaWays: [Int64] = []
        var isOnly: Bool
        /// The profiles for which it holds, as bits.
        var profiles: UInt8
    }

    /// What a node does to who passes it.
    struct Mark: Sendable {
        var id: Int64
        /// As ``RoadGraph/marks``.
        var bits: UInt16
    }

    private(set) var ways: [Way] = []
    private(set) var refs: ContiguousArray<Int64> = []
    private(set) var marks: [Mark] = []
    private(set) var restrictions: [Restriction] = []

    init() {}

    /// Finds the roads among the objects of a block.
    init(_ block: borrowing MapBlock, _ profiles: [RoadProfile]) {
        let crossingsCost = profiles.contains { $0.costs.crossing > 0 }
        for node in block.nodes {
            let tags = block.tags(of: node.tags)
            var bits: UInt16 = 0
            for (number, profile) in profiles.enumerated() where !profile.passes(tags) { bits |= 1 << number }
            if tags["highway"] == "traffic_signals" { bits |= RoadGraph.signal }
            // A crossing that costs nothing is no junction.
            if tags["highway"] == "crossing", crossingsCost { bits |= RoadGraph.crossing }
            if bits != 0 { marks.append(Mark(id: node.id, bits: bits)) }
        }
        for way in block.ways where !way.tags.isEmpty {
            let tags = block.tags(of: way.tags)
            guard tags["highway"] != nil || tags["route"] == "ferry" || tags["man_made"] == "pier" else { continue }
            let uses = profiles.map { $0.use(of: tags) }
            if uses.allSatisfy({ $0 == nil }) { continue }
            let start = refs.count
            refs.append(contentsOf: block.refs[way.refs])
            ways.append(
                Way(id: way.id, refs: start..<refs.count, uses: uses, name: Self.name(tags), flags: Self.flags(tags)))
        }
        for relation in block.relations { add(relation, block, profiles) }
    }

    private static func name(_ tags: MapTags) -> RoadGraph.StreetName {
        func text(_ key: String) -> String { (tags[key] ?? "").replacing("\t", with: " ") }
        return RoadGraph.StreetName(
            name: text("name"), reference: text("ref"), english: text("name:en"), korean: text("name:ko"))
    }

    private static func flags(_ tags: MapTags) -> RoadGraph.Flags {
        var flags: RoadGraph.Flags = []
        if let junction = tags["junction"], ["roundabout", "circular"].contains(junction) { flags.insert(.roundabout) }
        if tags["route"] == "ferry" { flags.insert(.ferry) }
        if let highway = tags["highway"] {
            if highway.hasSuffix("_link") { flags.insert(.link) }
            if highway.hasPrefix("motorway") { flags.insert(.motorway) }
        }
        if tags["toll"] == "yes" { flags.insert(.toll) }
        return flags
    }

    /// The keys of restrictions for a mode; who walks is restricted by those of walking alone.
    private static func keys(of mode: TravelMode) -> [String] {
        switch mode {
        case .walking: ["foot"]
        case .cycling: ["bicycle", "vehicle"]
        default: ["motorcar", "motor_vehicle", "vehicle"]
        }
    }

    private mutating func add(
        _ relation: (id: Int64, members: Range<Int>, tags: Range<Int>), _ block: borrowing MapBlock,
        _ profiles: [RoadProfile]
    ) {
        let tags = block.tags(of: relation.tags)
        guard tags["type"] == "restriction" else { return }
        let excepted = Set((tags["except"] ?? "").split(separator: ";").map { PlainText.trimmed(String($0)) })
        var byKind: [String: UInt8] = [:]
        for (number, profile) in profiles.enumerated() {
            let own = Self.keys(of: profile.mode)
            guard
                let kind = own.lazy.compactMap({ tags["restriction:" + $0] }).first
                    ?? (profile.mode == .walking || own.contains(where: excepted.contains) ? nil : tags["restriction"])
            else { continue }
            byKind[kind, default: 0] |= 1 << number
        }
        for (kind, mask) in byKind.sorted(by: { $0.key < $1.key }) {
            guard kind.hasPrefix("no_") || kind.hasPrefix("only_") else { continue }
            var restriction = Restriction(isOnly: kind.hasPrefix("only_"), profiles: mask)
            for member in block.members[relation.members] {
                switch (block.strings.text(of: member.role), member.kind) {
                case ("from", .way): restriction.from.append(member.id)
                case ("to", .way): restriction.to.append(member.id)
                case ("via", .node): restriction.viaNode = member.id
                case ("via", .way): restriction.viaWays.append(member.id)
                default: break
                }
            }
            // Longer ones are no turns; those of real maps lead over five ways at most.
            if restriction.viaWays.count <= 32 { restrictions.append(restriction) }
        }
    }

    /// Adds what a later block has.
    mutating func append(_ other: consuming FoundRoads) {
        let offset = refs.count
        for var way in other.ways {
            way.refs = way.refs.lowerBound + offset..<way.refs.upperBound + offset
            ways.append(way)
        }
        refs += other.refs
        marks += other.marks
        restrictions += other.restrictions
    }
}
