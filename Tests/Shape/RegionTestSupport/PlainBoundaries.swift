import Foundation
public import TestSupport
public import WaymarkGeodesy

/// The rings of a boundary file as read by Foundation, independent of the tested code.
public struct PlainBoundaries {
    /// Region by region, polygon by polygon, ring by ring: longitude, latitude.
    public var regions: [[[[(x: Double, y: Double)]]]] = []

    private struct Collection: Decodable { var features: [Feature] }
    private struct Feature: Decodable { var geometry: Geometry }
    private struct Geometry: Decodable {
        var polygons: [[[[Double]]]]

        enum Keys: String, CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            polygons =
                try container.decode(String.self, forKey: .type) == "Polygon"
                ? [container.decode([[[Double]]].self, forKey: .coordinates)]
                : container.decode([[[[Double]]]].self, forKey: .coordinates)
        }
    }

    /// Reads GeoJSON.
    public init(_ bytes: ContiguousArray<UInt8>) throws {
        regions = try JSONDecoder().decode(Collection.self, from: Data(bytes)).features.map {
            $0.geometry.polygons.map { $0.map { $0.map { (x: $0[0], y: $0[1]) } } }
        }
    }

    /// All regions whose winding number at a place is not zero, by angles: the simple slow method. Holes may have
    /// either orientation, so each ring is counted separately.
    public func regions(containing place: Coordinate) -> [Int] {
        regions.indices.filter { region in
            regions[region].contains { rings in
                winding(rings[0], place) != 0 && !rings.dropFirst().contains { winding($0, place) != 0 }
            }
        }
    }

    private func winding(_ ring: [(x: Double, y: Double)], _ place: Coordinate) -> Int {
        guard ring.contains(where: { $0.y > place.latitude }), ring.contains(where: { $0.y < place.latitude }),
            ring.contains(where: { $0.x > place.longitude }), ring.contains(where: { $0.x < place.longitude })
        else { return 0 }
        var turned = 0.0
        for (a, b) in zip(ring, ring.dropFirst()) {
            let (ax, ay) = (a.x - place.longitude, a.y - place.latitude)
            let (bx, by) = (b.x - place.longitude, b.y - place.latitude)
            turned += atan2(ax * by - ay * bx, ax * bx + ay * by)
        }
        return Int((turned / (2 * .pi)).rounded())
    }
}

extension PlainBoundaries {
    /// Any edge of an outer ring.
    public func edge(using generator: inout SplitMix64) -> ((x: Double, y: Double), (x: Double, y: Double)) {
        let ring = regions.randomElement(using: &generator)!.randomElement(using: &generator)![0]
        let i = Int.random(in: 0..<ring.count - 1, using: &generator)
        return (ring[i], ring[i + 1])
    }

    /// All regions that contain a place, including their borders, in integers: every double from 32 to 256 is a
    /// multiple of 2⁻⁴⁷.
    public func exactRegions(containing place: Coordinate) -> [Int] {
        func whole(_ degree: Double) -> Int128 { Int128(degree * 0x1p47) }
        let (x, y) = (whole(place.longitude), whole(place.latitude))
        return regions.indices.filter { region in
            var isInside = false
            for ring in regions[region].joined() {
                for (a, b) in zip(ring, ring.dropFirst())
                where max(a.y, b.y) >= place.latitude && min(a.y, b.y) <= place.latitude {
                    let (ax, ay, bx, by) = (whole(a.x), whole(a.y), whole(b.x), whole(b.y))
                    let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                    if side == 0, min(ax, bx) <= x, max(ax, bx) >= x { return true }
                    if (ay > y) != (by > y), (side > 0) == (by > ay) { isInside.toggle() }
                }
            }
            return isInside
        }
    }

    /// The minimum distance to any edge, cut into pieces of up to 0.0005°, and the regions within half a metre of it.
    public func nearest(to place: Coordinate) -> (distance: Meters, regions: [Int]) {
        var least = [Meters](repeating: Meters(.infinity), count: regions.count)
        for (region, polygons) in regions.enumerated() {
            for ring in polygons.joined() {
                // Distant rings are skipped: the box of a ring is never farther than the ring.
                for (a, b) in zip(ring, ring.dropFirst()) {
                    let whole = Sphere.earth.distance(from: place, to: coordinate(a.y, a.x))
                    if whole.value > least[region].value + 60_000 { continue }
                    let pieces = max(1, (max(abs(b.x - a.x), abs(b.y - a.y)) / 0.01).rounded(.up))
                    for piece in 0..<Int(pieces) {
                        let (t, u) = (Double(piece) / pieces, Double(piece + 1) / pieces)
                        let distance = Sphere.earth.distance(
                            from: place, toSegmentFrom: coordinate(a.y + (b.y - a.y) * t, a.x + (b.x - a.x) * t),
                            to: coordinate(a.y + (b.y - a.y) * u, a.x + (b.x - a.x) * u))
                        least[region] = min(least[region], distance)
                    }
                }
            }
        }
        let nearest = least.min()!
        return (nearest, least.indices.filter { least[$0].value < nearest.value + 0.5 })
    }
}
