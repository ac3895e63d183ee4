internal import WaymarkExtracts
import WaymarkText

/// What blocks of an extract have of roads, before it is known where it is.
struct FoundRoads: Sendable {
    struct Way: Sendable {
        var id: Int64
        var refs: Range<Int>
        /// How each profile uses it.
        var uses: [RoadProfile.Use?]
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
        var isSignal: Bool
        /// The profiles that do not pass, as bits.
        var blocked: UInt8
    }

    private(set) var ways: [Way] = []
    private(set) var refs: ContiguousArray<Int64> = []
    private(set) var marks: [Mark] = []
    private(set) var restrictions: [Restriction] = []

    init() {}

    /// Finds the roads among the objects of a block.
    init(_ block: borrowing MapBlock, _ profiles: [RoadProfile]) {
        for node in block.nodes {
            let tags = block.tags(of: node.tags)
            let isSignal = tags["highway"] == "traffic_signals"
            var blocked: UInt8 = 0
            for (number, profile) in profiles.enumerated() where !profile.passes(tags) { blocked |= 1 << number }
            if isSignal || blocked != 0 { marks.append(Mark(id: node.id, isSignal: isSignal, blocked: blocked)) }
        }
        for way in block.ways where !way.tags.isEmpty {
            let tags = block.tags(of: way.tags)
            guard tags["highway"] != nil || tags["route"] == "ferry" || tags["man_made"] == "pier" else { continue }
            let uses = profiles.map { $0.use(of: tags) }
            if uses.allSatisfy({ $0 == nil }) { continue }
            let start = refs.count
            refs.append(contentsOf: block.refs[way.refs])
            ways.append(Way(id: way.id, refs: start..<refs.count, uses: uses))
        }
        for relation in block.relations { add(relation, block, profiles) }
    }

    /// The keys of restrictions of a profile's vehicles; who walks is restricted by those of walking alone.
    private static let vehicles: [String: [String]] = [
        "car": ["motorcar", "motor_vehicle", "vehicle"], "bicycle": ["bicycle", "vehicle"], "foot": ["foot"],
    ]

    private mutating func add(
        _ relation: (id: Int64, members: Range<Int>, tags: Range<Int>), _ block: borrowing MapBlock,
        _ profiles: [RoadProfile]
    ) {
        let tags = block.tags(of: relation.tags)
        guard tags["type"] == "restriction" else { return }
        let excepted = Set((tags["except"] ?? "").split(separator: ";").map { PlainText.trimmed(String($0)) })
        var byKind: [String: UInt8] = [:]
        for (number, profile) in profiles.enumerated() {
            let own = Self.vehicles[profile.name] ?? []
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
