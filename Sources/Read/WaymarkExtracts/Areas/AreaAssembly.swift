/// A closed way, or a way that a relation of an area has as a member.
public struct AreaWay: Sendable {
    /// What the relation says that a way borders. Advice only: how the rings lie in one another decides.
    public enum Role: Sendable {
        /// The outside of the area.
        case outer
        /// A hole.
        case inner
        /// No role, or another one.
        case other

        /// The role of a relation's member by its text.
        public init(word text: String) {
            switch text {
            case "outer": self = .outer
            case "inner": self = .inner
            default: self = .other
            }
        }
    }

    /// Its number in OpenStreetMap.
    public var id: Int64
    /// Its role in the relation.
    public var role: Role
    /// The ids of its nodes, in order, without those that the extract lacks.
    public var nodes: [Int64]
    /// Where they are, one for each node.
    public var points: [MapPoint]

    /// A way of nodes and their places, which are equally many.
    public init(id: Int64, role: Role = .outer, nodes: [Int64], points: [MapPoint]) {
        precondition(nodes.count == points.count, "\(nodes.count) nodes, but \(points.count) points")
        (self.id, self.role, self.nodes, self.points) = (id, role, nodes, points)
    }
}

/// What is wrong with the border of an area.
public enum AreaFault: Hashable, Sendable {
    /// A member way is not in the extract.
    case missingWay(Int64)
    /// A way has fewer than two nodes.
    case shortWay(Int64)
    /// A way is a member more than once; it counts once.
    case repeatedWay(Int64)
    /// A ring is broken: `way` ends at `node`, where no other begins.
    case openEnd(node: Int64, way: Int64)
    /// An odd number of segments, three or more, meet at `node`; `way` is one of their ways.
    case fork(node: Int64, way: Int64)
    /// A ring of fewer than three places, part of `way`.
    case flatRing(way: Int64)
}

/// The area of a closed way, or of the ways of a multipolygon or boundary, and what is wrong with them.
///
/// Ways are cut into segments between nodes, which meet where nodes are the same. A segment that comes an even number
/// of times borders nothing and goes, which joins neighbours; so does what does not close, with the holes of a ring
/// that does not. Where more than two segments meet, rings touch and do not cross. A ring inside an odd number of
/// others is a hole.
///
/// ```swift
/// let park = AreaAssembly([AreaWay(id: 1, nodes: [1, 2, 3, 1], points: [a, b, c, a])])
/// print(park.area?.areaSquareMeters ?? 0, park.faults)
/// ```
public struct AreaAssembly: Sendable {
    /// The area; nil if no ring closes.
    public private(set) var area: MapArea?
    /// What is wrong: members in their order, then the rest by the ids of nodes. Empty for most.
    public let faults: [AreaFault]

    /// Whether ways are missing or do not close, so that the area may be a small piece of the whole.
    public var isBroken: Bool {
        faults.contains { fault in
            switch fault {
            case .missingWay, .openEnd, .fork: true
            case .shortWay, .repeatedWay, .flatRing: false
            }
        }
    }

    /// Assembles an area from its ways, in order.
    ///
    /// The result is the same for members in another direction, and in another order except for the order of parts,
    /// where rings begin, and which of two equal segments of a fork goes.
    ///
    /// - Parameters:
    ///   - ways: One closed way, or the member ways of a relation.
    ///   - missing: The ids of member ways that are not in the extract.
    /// - Complexity: O(*n* log *n*) for *n* nodes on the whole.
    public init(_ ways: [AreaWay], missing: [Int64] = []) {
        if missing.isEmpty, ways.count == 1, let ring = Self.simpleRing(ways[0]) {
            area = MapArea(parts: [MapArea.Part(outer: ring)])
            faults = []
            return
        }
        var faults = missing.map(AreaFault.missingWay)
        var seen: Set<Int64> = []
        var members: [AreaWay] = []
        for way in ways {
            if !seen.insert(way.id).inserted {
                faults.append(.repeatedWay(way.id))
            } else if way.nodes.count < 2 {
                faults.append(.shortWay(way.id))
            } else {
                members.append(way)
            }
        }
        var graph = BorderGraph(members)
        faults += graph.removeWhatDoesNotClose()
        var rings: [BorderGraph.Ring] = []
        for ring in graph.rings() {
            if Set(ring.points.prefix(16)).count < 3, Set(ring.points).count < 3 {
                faults.append(.flatRing(way: ring.way))
            } else {
                rings.append(ring)
            }
        }
        if rings.isEmpty, faults.isEmpty, let way = members.first { faults.append(.flatRing(way: way.id)) }
        self.faults = faults
        area = nil
        let parts = nestedParts(rings, isBroken: isBroken)
        if !parts.isEmpty { area = MapArea(parts: parts) }
    }

    /// The points of a closed way that meets itself nowhere else, without the last; nil for others.
    private static func simpleRing(_ way: AreaWay) -> [MapPoint]? {
        guard way.nodes.count >= 4, way.nodes.first == way.nodes.last else { return nil }
        let nodes = way.nodes.dropLast().sorted()
        guard zip(nodes, nodes.dropFirst()).allSatisfy(!=) else { return nil }
        let points = Array(way.points.dropLast())
        guard Set(points.prefix(16)).count >= 3 || Set(points).count >= 3 else { return nil }
        return points
    }
}
