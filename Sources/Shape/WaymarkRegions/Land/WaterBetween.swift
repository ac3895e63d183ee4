package import WaymarkGeodesy

/// The water on straight ways between places of a list, by the backdrop: sea, and lakes of at least 18 km.
///
/// ```swift
/// let water = WaterBetween(places)
/// if water.from(0, to: 7) > .kilometers(1), water.joinsLands(0, 7) { … }  // a ferry, or a bridge unknown here
/// ```
///
/// Coasts are off by up to ``Backdrop/accuracy``, and islands below 2 km are missing: a place at the shore may be in the sea, and
/// a straight way along a rugged coast crosses water that the road goes round. Only whether both ends are on one land tells these apart.
package struct WaterBetween: Sendable {
    /// What is at a place.
    private struct Place: Sendable {
        var point: PlanePoint
        var vector: UnitVector
        var ground: Coasts.Ground
        /// The ring of the land on which it is, or off whose coast; nil for the open sea.
        var land: Int?
    }

    private let places: ContiguousArray<Place>
    private let coasts: Coasts

    /// The water between places.
    ///
    /// - Complexity: O(*n* *v*) for *n* places and the *v* vertices of the lands around them, of which Eurasia has 23 000.
    package init(_ coordinates: some Collection<Coordinate>) {
        coasts = Coasts(around: coordinates)
        let rings = coasts.rings
        places = ContiguousArray(
            coordinates.map { coordinate in
                let point = Self.point(of: coordinate)
                let (ground, land) = Backdrop.earth.ground(at: point, among: rings)
                return Place(point: point, vector: UnitVector(coordinate), ground: ground, land: land)
            })
    }

    /// The length of water on the great circle from one place to another, by their positions in the list.
    ///
    /// Within a hundredth, and 50 m more at each coast, of the backdrop's; between antipodes the great circle is any one.
    ///
    /// - Complexity: O(*c* / 16) for *c* edges of coasts between the places, per 60 km of the way.
    package func from(_ start: Int, to end: Int) -> Meters {
        let (a, b) = (places[start], places[end])
        let length = Sphere.earth.distance(from: a.vector, to: b.vector)
        guard !coasts.isEmpty else { return a.ground.isWater ? length : .zero }
        var walk = CoastWalk(coasts, at: a.ground)
        walk.go(from: a.point, a.vector, to: b.point, b.vector, length: length.value)
        return Meters(min(walk.water, length.value))
    }

    /// Whether a place is off the coast of any land by more than the backdrop's accuracy: on an island or a headland that it lacks.
    package func isAtSea(_ place: Int) -> Bool { places[place].land == nil }

    /// Whether a way from one place to another must leave the land on which it begins, over a bridge or by ship. True if a
    /// place is off the coast of any land by more than the backdrop's accuracy.
    package func joinsLands(_ start: Int, _ end: Int) -> Bool {
        guard let land = places[start].land else { return start != end }
        return land != places[end].land
    }

    /// A centimetre off, so that no place given in hundredths of degrees lies exactly on a vertex or an edge.
    static func point(of coordinate: Coordinate) -> PlanePoint {
        PlanePoint(
            x: max(-180, coordinate.longitude - 1.2360679e-7), y: max(-90, coordinate.latitude - 0.7639321e-7))
    }
}

extension Backdrop {
    /// What is at a point, and the ring of its land, among rings near it: the smallest around it or, in the open sea, the nearest
    /// within the accuracy.
    fileprivate func ground(at point: PlanePoint, among rings: [Int]) -> (Coasts.Ground, land: Int?) {
        var ground = Coasts.Ground()
        var land: (ring: Int, size: Double)?
        for ring in rings where lines[ring].box.contains(point) {
            let (kind, box) = (lines[ring].kind, lines[ring].box)
            let winding = lines[ring].points.winding(around: point)
            ground.add(winding, isLake: kind == .lake)
            // Around an island of a lake the ring goes the other way.
            guard winding != 0, (winding > 0) != (kind == .lake) else { continue }
            let size = (box.east - box.west) * (box.north - box.south)
            if size < land?.size ?? .infinity { land = (ring, size) }
        }
        // On a lake or an inner sea, the land around it.
        if let land { return (ground, Self.joined[land.ring] ?? land.ring) }
        let accuracy = Self.accuracy(latitude: point.y, longitude: point.x) / 111_195
        let shrink = max(sinCos(degrees: point.y).cos, 0.001)
        var nearest: (ring: Int, squared: Double)?
        for ring in rings
        where lines[ring].kind.layer == .land && lines[ring].box.grown(by: accuracy / shrink).contains(point) {
            let squared = lines[ring].points.squaredDistance(from: point, shrink: shrink)
            if squared <= accuracy * accuracy, squared < nearest?.squared ?? .infinity { nearest = (ring, squared) }
        }
        return (ground, nearest.map { Self.joined[$0.ring] ?? $0.ring })
    }

    /// Rings of one land with another: those that go on beyond the meridian of 180°, and South Korea, which overlaps with the north.
    private static let joined: [Int: Int] = {
        let lands = earth.lines.indices.filter { earth.lines[$0].kind.layer == .land }
        func seam(_ ring: Int, at x: Double) -> PlaneBox? {
            PlaneBox(enclosing: earth.lines[ring].points.filter { $0.x == x })
        }
        var joined: [Int: Int] = [:]
        let east = lands.compactMap { ring in seam(ring, at: 180).map { (ring: ring, seam: $0) } }
        for west in lands {
            guard let own = seam(west, at: -180) else { continue }
            let other = east.first { $0.ring != west && $0.seam.south < own.north && $0.seam.north > own.south }
            if let other { joined[west] = other.ring }
        }
        for ring in lands where earth.lines[ring].kind == .korea {
            let korea = earth.lines[ring]
            joined[ring] = lands.first { other in
                earth.lines[other].kind == .land && earth.lines[other].box.intersects(korea.box)
                    && earth.lines[other].points.contains { korea.box.contains($0) && korea.points.surrounds($0) }
            }
        }
        return joined
    }()
}
