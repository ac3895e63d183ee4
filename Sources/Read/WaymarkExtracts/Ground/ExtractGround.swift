import WaymarkGeodesy
public import WaymarkGround

import func WaymarkC.log2

/// The ground of an extract of OpenStreetMap: streets, water, green, buildings and names, for maps.
public struct ExtractGround: Sendable {
    /// The features, ready to be written into a file.
    public private(set) var writer: GroundWriter
    /// The number of areas that the extract cuts, of which what leaves it is not drawn. Water is led on to the border of the
    /// extract and is not counted, where streets tell on which side of the shore it is.
    public private(set) var cutCount = 0

    /// Reads the ground of an extract, which is read up to three times.
    ///
    /// - Parameters:
    ///   - extract: The extract.
    ///   - jobs: The number of threads; the ground does not depend on it.
    ///   - onProgress: Called by the calling thread with the share of the work that is done, 0 to 1.
    /// - Throws: ``ExtractError`` if it cannot be read.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n*) to read it; the nodes of all lines and areas are held.
    public init(
        _ extract: MapExtract, jobs: Int = 1, onProgress: (Double) -> Void = { _ in }
    ) throws(ExtractError) {
        let size = Double(max(1, extract.size))
        var found = FoundGround()
        try extract.read([.taggedNodes, .ways, .relations], jobs: jobs) { block in
            FoundGround(block)
        } take: { part, bytes in
            found.append(part)
            onProgress(Double(bytes) / size * 0.5)
        }
        let members = Set(found.areas.lazy.flatMap(\.members).map(\.way))
        let ways = try extract.nodes(ofWays: members, jobs: jobs) { onProgress(0.5 + $0 * 0.15) }
        var wanted = found.refs
        for refs in ways.values { wanted += refs }
        let points = try NodePoints(consume wanted, in: extract, jobs: jobs) { onProgress(0.65 + $0 * 0.2) }
        let features = GroundFeatures(consume found, ways, points, extract.boundingBox)
        (writer, cutCount) = (features.writer, features.cutCount)
        onProgress(1)
    }
}

/// The features of what was found in an extract.
private struct GroundFeatures {
    let writer: GroundWriter
    private(set) var cutCount = 0

    /// What lines have in common that are one on the map.
    private struct LineKey: Hashable {
        var kind: GroundClass
        var flags: GroundFlags
        var name: String?
    }

    init(_ found: consuming FoundGround, _ members: [Int64: [Int64]], _ points: NodePoints, _ box: BoundingBox?) {
        var found = consume found
        let ways = found.takeLines()
        // Pieces of one street are joined; all points beside the features would need twice the memory.
        var (groups, order): ([LineKey: [Int]], [LineKey]) = ([:], [])
        for (number, way) in ways.enumerated() {
            let key = LineKey(kind: way.kind, flags: way.flags, name: way.name)
            if groups[key] == nil { order.append(key) }
            groups[key, default: []].append(number)
        }
        func pieces(_ key: LineKey) -> [[WorldPoint]] {
            groups[key]!.map { Self.world(points.line(found.refs[ways[$0].refs]).points) }.filter { $0.count > 1 }
        }
        let corners = box.flatMap(Self.corners) ?? Self.corners(of: ways, found.refs, points)
        let sea = CoastSea.rings(order.filter { $0.kind.layer == .coast }.flatMap(pieces), in: corners)
        var writer = GroundWriter(box: corners, hasCoast: !sea.isEmpty)
        writer.reserve(points: found.refs.count + members.values.reduce(0) { $0 + $1.count })
        if !sea.isEmpty { writer.add(GroundFeature(GroundKinds.sea, .area(sea.map { GroundRing($0) }))) }
        // Where an extract cuts water, streets tell on which side of its shore it is: some of their points.
        let cutsWater = found.areas.contains { area in
            area.kind?.layer == .water && area.members.contains { members[$0.way] == nil }
        }
        var streets: [WorldPoint] = []
        for key in order {
            let isOnGround =
                key.kind.rank != nil && key.flags.isDisjoint(with: [.bridge, .tunnel])
                && key.kind.schema?.hasPrefix("streets:") ?? false
            for line in LineJoin.joined(pieces(key), isOneway: key.flags.contains(.oneway)) {
                writer.add(GroundFeature(key.kind, flags: key.flags, name: key.name, .line(line)))
                if isOnGround, cutsWater { streets += stride(from: 0, to: line.count, by: 4).map { line[$0] } }
            }
        }
        for area in found.areas {
            var borders: [AreaWay] = []
            if let refs = area.refs {
                let ring = points.line(found.refs[refs])
                borders.append(AreaWay(id: area.id, nodes: ring.nodes, points: ring.points))
            }
            for (way, role) in area.members {
                guard let refs = members[way] else { continue }
                let border = points.line(refs)
                borders.append(AreaWay(id: way, role: .init(word: role), nodes: border.nodes, points: border.points))
            }
            if let kind = area.kind, area.members.contains(where: { members[$0.way] == nil }) {
                let shores = borders.map { Self.world($0.points) }.filter { $0.count > 1 }
                let joined = LineJoin.joined(shores, isOneway: false)
                if kind.layer == .water, let rings = CutWater.rings(joined, besides: streets, in: corners) {
                    writer.add(GroundFeature(kind, .area(rings.map { GroundRing($0) })))
                    // Its name stands at its shore.
                    if let label = area.label, let name = area.name, let shore = joined.max(by: { $0.count < $1.count })
                    {
                        writer.add(GroundFeature(label, name: name, .label(shore[shore.count / 2], weight: 0)))
                    }
                    continue
                } else {
                    cutCount += 1
                }
            }
            guard let shape = AreaAssembly(borders).area else { continue }
            if let kind = area.kind {
                for part in shape.parts {
                    let rings = ([part.outer] + part.inners).map { GroundRing(Self.world($0)) }
                    if rings[0].points.count > 2 {
                        writer.add(GroundFeature(kind, .area(rings.filter { $0.points.count > 2 })))
                    }
                }
            }
            if let label = area.label, let name = area.name, let place = Self.world(shape.pointInside) {
                let extent = max(1, shape.areaSquareMeters)
                writer.add(
                    GroundFeature(
                        label, name: name, .label(place, weight: 128 | UInt8(max(0, min(127, 2 * log2(extent)))))))
            }
        }
        for point in found.points {
            guard let place = Self.world(point.point) else { continue }
            writer.add(GroundFeature(point.kind, name: point.name, .label(place, weight: point.weight)))
        }
        self.writer = writer
    }

    /// Points on the plane, in no more memory than they need.
    private static func world(_ points: [MapPoint]) -> [WorldPoint] {
        var line: [WorldPoint] = []
        line.reserveCapacity(points.count)
        for point in points { if let place = world(point) { line.append(place) } }
        return line
    }

    private static func world(_ point: MapPoint) -> WorldPoint? { point.coordinate.map { WorldPoint($0) } }

    private static func corners(_ box: BoundingBox) -> (northWest: WorldPoint, southEast: WorldPoint)? {
        guard let northWest = try? Coordinate(latitude: box.north, longitude: box.west),
            let southEast = try? Coordinate(latitude: box.south, longitude: box.east)
        else { return nil }
        return (WorldPoint(northWest), WorldPoint(southEast))
    }

    /// The box of all but the outermost points of lines, for an extract that does not give its own: ways may run far out of it.
    private static func corners(
        of lines: [FoundGround.Line], _ refs: ContiguousArray<Int64>, _ points: NodePoints
    ) -> (northWest: WorldPoint, southEast: WorldPoint) {
        var (xs, ys): ([Double], [Double]) = ([], [])
        // Of many lines some are enough.
        for number in stride(from: 0, to: lines.count, by: 1 + lines.count / 100_000) {
            for point in world(points.line(refs[lines[number].refs]).points) {
                xs.append(point.x)
                ys.append(point.y)
            }
        }
        guard !xs.isEmpty else { return (WorldPoint(x: 0, y: 0), WorldPoint(x: 0, y: 0)) }
        xs.sort()
        ys.sort()
        func at(_ numbers: [Double], _ share: Double) -> Double { numbers[Int(Double(numbers.count - 1) * share)] }
        return (WorldPoint(x: at(xs, 0.01), y: at(ys, 0.01)), WorldPoint(x: at(xs, 0.99), y: at(ys, 0.99)))
    }
}
