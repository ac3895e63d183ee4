import WaymarkAttractions
import WaymarkGeodesy

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
    init?(_ found: FoundPlace, _ id: Int64, _ line: (nodes: [Int64], points: [MapPoint]), _ report: inout ExtractReport)
    {
        rank = (MapObjectKind.way.rawValue, id)
        self.found = found
        if found.isArea, line.nodes.count >= 4, line.nodes.first == line.nodes.last {
            area = AreaAssembly([AreaWay(id: id, nodes: line.nodes, points: line.points)]).area
        }
        guard let point = area?.pointInside ?? MapPoint.middle(of: line.points) else {
            report.drop(found.attraction, .noNodes)
            return nil
        }
        self.point = point
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
        for member in relation.members where member.kind == .way {
            guard let refs = refs[member.id] else {
                missing.append(member.id)
                continue
            }
            let line = points.line(refs)
            ways.append(AreaWay(id: member.id, role: .init(word: member.role), nodes: line.nodes, points: line.points))
        }
        if relation.members.contains(where: { $0.kind == .relation }) { report.note(found.attraction, .nested) }
        var piece: MapPoint?
        if relation.type == "multipolygon" || relation.type == "boundary" {
            let assembly = AreaAssembly(ways, missing: missing)
            piece = assembly.area?.pointInside
            // What closes of a broken border may be a small piece: its extent says nothing.
            if !assembly.isBroken { area = assembly.area }
            if !assembly.faults.isEmpty { report.note(found.attraction, .broken(assembly.faults)) }
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
    /// The distance in metres within which two of the same name and category are the same.
    private static let near = 25.0

    /// Joins what is mapped twice: the object with the larger area stays, with what the other says beside.
    ///
    /// - Returns: The ids of those that stay and of those that went.
    /// - Complexity: O(*n* log *n*), and O(*k*²) for *k* places of one name and kind.
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
            for (rank, kept) in order.enumerated() where !gone.contains(kept) {
                for other in order[(rank + 1)...] where !gone.contains(other) {
                    guard isOne(places[kept], places[other]) else { continue }
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
        guard let a = large.point.coordinate, let b = small.point.coordinate else { return false }
        let distance = Sphere.earth.distance(from: a, to: b).value
        if distance <= near, large.found.attraction.category == small.found.attraction.category { return true }
        return distance <= 2 * large.extent.value && large.area?.contains(small.point) == true
    }
}

extension PlacedObject {
    /// Adds what another object of the same place says beside, and its worth if that is more.
    fileprivate mutating func add(_ other: PlacedObject) {
        let theirs = other.found.attraction
        worth = max(
            worth, other.worth,
            other.found.worth.value(other.found.line, areaSquareMeters: other.area?.areaSquareMeters))
        // The category is that of the higher base.
        if other.found.line.base > found.line.base {
            found = FoundPlace(
                attraction: found.attraction, line: other.found.line, worth: found.worth, isArea: found.isArea)
            found.attraction.category = theirs.category
            found.attraction.placeTheme = theirs.placeTheme
        }
        found.attraction.otherNames += theirs.otherNames.filter { !found.attraction.otherNames.contains($0) }
        for field in [
            \Attraction.roadAddress, \.phone, \.website, \.openingHours, \.wheelchair, \.fee, \.wikidata, \.wikipedia,
        ] where found.attraction[keyPath: field] == nil {
            found.attraction[keyPath: field] = theirs[keyPath: field]
        }
    }
}
