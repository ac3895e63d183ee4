import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex

/// A place and where it is.
struct PlacedObject: Sendable {
    var found: FoundPlace
    var point: MapPoint
    /// Its area; nil for a point or a line.
    var area: MapArea?
    /// How far it reaches from its point.
    var extent = Meters.zero
    /// The worth of an object that is the same place; 0 for none.
    var worth = 0.0
    /// Its kind of object, then its id: the order of places.
    private(set) var rank: (kind: UInt8, id: Int64)

    init(_ found: FoundPlace, at point: MapPoint) {
        (self.found, self.point) = (found, point)
        rank = (MapObjectKind.node.rawValue, Int64(found.attraction.id.dropFirst()) ?? 0)
    }

    /// A way; nil, reported, if the extract has none of its nodes.
    init?(_ way: (place: FoundPlace, id: Int64, refs: [Int64]), _ points: NodePoints, _ report: inout ExtractReport) {
        rank = (MapObjectKind.way.rawValue, way.id)
        found = way.place
        let line = points.line(way.refs)
        var piece: MapPoint?
        if found.isArea, line.nodes.count >= 4, line.nodes.first == line.nodes.last {
            let whole = AreaAssembly([AreaWay(id: way.id, nodes: line.nodes, points: line.points)]).area
            piece = whole?.pointInside
            // Without some of its nodes it is another area.
            if line.nodes.count == way.refs.count { area = whole }
        }
        guard let point = piece ?? MapPoint.middle(of: line.points) else {
            report.drop(found.attraction, .noNodes)
            return nil
        }
        self.point = point
        if line.nodes.count < way.refs.count { report.note(found.attraction, .clipped) }
        extent = reach(of: area?.diameter ?? MapPoint.diameter(of: line.points))
    }

    /// A relation of a multipolygon or of members that belong together; nil, reported, if the extract has none of it.
    init?(
        _ relation: (place: FoundPlace, id: Int64, type: String, members: [FoundObjects.Member]),
        _ refs: [Int64: [Int64]], _ points: NodePoints, _ report: inout ExtractReport
    ) {
        rank = (MapObjectKind.relation.rawValue, relation.id)
        found = relation.place
        var (ways, missing): ([AreaWay], [Int64]) = ([], [])
        var isClipped = false
        for member in relation.members where member.kind == .way {
            guard let refs = refs[member.id] else {
                missing.append(member.id)
                continue
            }
            let line = points.line(refs)
            isClipped = isClipped || line.nodes.count < refs.count
            ways.append(AreaWay(id: member.id, role: .init(word: member.role), nodes: line.nodes, points: line.points))
        }
        var (piece, faults): (MapPoint?, [AreaFault]) = (nil, [])
        if relation.type == "multipolygon" || relation.type == "boundary" {
            let assembly = AreaAssembly(ways, missing: missing)
            piece = assembly.area?.pointInside
            // What closes of a broken border may be a small piece: its extent says nothing.
            if !assembly.isBroken, !isClipped { area = assembly.area }
            faults = assembly.faults
        }
        // The middle of what there is: of the members' nodes, else of the first way.
        let nodes = relation.members.lazy.filter { $0.kind == .node }.compactMap { points[$0.id] }
        guard
            let point = piece ?? nodes.first
                ?? ways.lazy.compactMap({ MapPoint.middle(of: $0.points) }).first
        else {
            report.drop(found.attraction, .noNodes)
            return nil
        }
        self.point = point
        if relation.members.contains(where: { $0.kind == .relation }) { report.note(found.attraction, .nested) }
        if !faults.isEmpty { report.note(found.attraction, .broken(faults)) }
        if isClipped { report.note(found.attraction, .clipped) }
        if let area {
            extent = reach(of: area.diameter)
        } else if relation.type != "boundary" {
            extent = reach(of: MapPoint.diameter(of: ways.flatMap(\.points) + nodes))
        }
    }

    /// Half of a diameter.
    private func reach(of diameter: Meters) -> Meters { Meters(diameter.value / 2) }
}

/// Objects that are one place: a node and an area, or two areas, of one name and kind, of which one lies in the other.
enum TwiceMapped {
    /// The distance within which two of the same name and category are the same.
    private static let near = Meters(25)

    /// Joins what is mapped twice: the object with the larger area stays, with what the other says beside.
    ///
    /// - Returns: The ids of those that stay and of those that went.
    /// - Complexity: O(*n* log *n*), and O(*k*) for *k* places of one name in an area of that name.
    static func join(_ places: inout [PlacedObject]) -> [(kept: String, gone: String)] {
        struct Key: Hashable {
            let (name, kind): (String, PlaceKind?)
        }
        let keys = places.map { place in
            Key(name: PlaceText.key(place.found.attraction.name), kind: place.found.attraction.placeKind)
        }
        let groups = Dictionary(grouping: places.indices) { keys[$0] }
        var (gone, pairs): (Set<Int>, [(kept: String, gone: String)]) = ([], [])
        for members in groups.values where members.count > 1 {
            let ranked = members.map {
                (place: $0, area: places[$0].area?.areaSquareMeters ?? 0, rank: places[$0].rank)
            }
            let order = ranked.sorted { one, other in
                one.area == other.area ? one.rank < other.rank : one.area > other.area
            }.map(\.place)
            let index = PointIndex(order.map { places[$0].coordinate })
            for (rank, kept) in order.enumerated() where !gone.contains(kept) {
                let reach = max(near, Meters(2 * places[kept].extent.value))
                let others = index.points(within: reach, of: places[kept].coordinate).map(\.index).filter { $0 > rank }
                for other in others.sorted().map({ order[$0] })
                where !gone.contains(other) && isOne(places[kept], places[other]) {
                    gone.insert(other)
                    pairs.append((places[kept].found.attraction.id, places[other].found.attraction.id))
                    places[kept].add(places[other])
                }
            }
        }
        places = places.indices.filter { !gone.contains($0) }.map { places[$0] }
        return pairs.sorted { ($0.kept, $0.gone) < ($1.kept, $1.gone) }
    }

    private static func isOne(_ large: PlacedObject, _ small: PlacedObject) -> Bool {
        let isOfCategory = large.found.attraction.category == small.found.attraction.category
        if isOfCategory, Sphere.earth.distance(from: large.coordinate, to: small.coordinate) <= near { return true }
        // A bank in a quarter of its name is not the quarter.
        return (isOfCategory || large.found.attraction.placeKind != .other) && large.area?.contains(small.point) == true
    }
}

extension PlacedObject {
    /// Where it is; places off the planet are left out before.
    fileprivate var coordinate: Coordinate {
        point.coordinate ?? Coordinate(uncheckedLatitude: 0, longitude: 0)
    }

    /// Adds what another object of the same place says beside, and its worth if that is more.
    fileprivate mutating func add(_ other: PlacedObject) {
        let theirs = other.found.attraction
        worth = max(
            worth, other.worth,
            other.found.worth.value(other.found.line, areaSquareMeters: other.area?.areaSquareMeters))
        // The category is that of the higher base.
        if other.found.line.base > found.line.base {
            found.line = other.found.line
            found.attraction.category = theirs.category
            found.attraction.placeTheme = theirs.placeTheme
        }
        found.attraction.complete(from: theirs, namedBy: "alt")
    }
}
