public import WaymarkGeodesy

/// The place of a route that is nearest to a point.
public struct NearestRoutePoint: Hashable, Sendable {
    /// The place on the route.
    public let point: RoutePoint
    /// Great-circle distance from the point asked about.
    public let separation: Meters
    /// The legs that were not looked at, because they are missing: the true way may have come nearer.
    public let missingLegs: [Int]
}

extension RouteLine {
    /// The place on the found legs that is nearest to `place`, great-circle; nil where no leg was found.
    ///
    /// Exact: what a scan over all segments finds. Of several places equally near, the first along the route.
    ///
    /// - Complexity: O(*n*) at worst; most segments are passed over, 64 at a time.
    public func nearest(to place: Coordinate) -> NearestRoutePoint? {
        let vector = UnitVector(place)
        let bounds = blocks.map { $0.leastAngle(to: vector) }
        // The block that is likely to hold it first, so that most others need no look.
        guard let likely = bounds.indices.min(by: { bounds[$0] < bounds[$1] }) else { return nil }
        var best = search(blocks[likely], place)
        for (block, bound) in zip(blocks, bounds) where Sphere.earth.radius.value * bound <= best.distance.value {
            let found = search(block, place)
            if found.distance < best.distance || found.distance == best.distance && found.segment < best.segment {
                best = found
            }
        }
        let part = part(holding: best.segment)
        let start = offsets[best.segment]
        let end = offsets[min(best.segment + 1, part.vertices.upperBound - 1)]
        return NearestRoutePoint(
            point: point(best.coordinate, part, start + (end - start) * best.fraction), separation: best.distance,
            missingLegs: missingLegs)
    }

    private struct Candidate {
        /// The vertex that the segment begins at.
        let segment: Int
        let fraction: Double
        let coordinate: Coordinate
        let distance: Meters
    }

    /// The nearest place of a block.
    private func search(_ block: Block, _ place: Coordinate) -> Candidate {
        var best: Candidate?
        for i in block.segments {
            // A leg of one vertex is a segment of no length.
            let next = min(i + 1, block.lastVertex)
            let nearest = Sphere.earth.nearestPoint(
                to: place, onSegmentFrom: vertices[i], to: vertices[next])
            if nearest.distance < best?.distance ?? Meters(.infinity) {
                best = Candidate(
                    segment: i, fraction: nearest.fraction, coordinate: nearest.coordinate,
                    distance: nearest.distance)
            }
        }
        return best!
    }

    /// Neighbouring segments of a leg, and a circle that holds them.
    struct Block: Sendable {
        /// The vertices that segments begin at.
        let segments: Range<Int>
        /// The last vertex of the leg.
        let lastVertex: Int
        let center: UnitVector
        /// Radians.
        let radius: Double

        /// No segment is nearer to `place` than this, in radians.
        func leastAngle(to place: UnitVector) -> Double {
            // Angles are within 1e-15 of the truth: the margin keeps the bound below it.
            radius >= .pi ? 0 : max(0, center.angle(to: place) - radius - 1e-13)
        }

        static func cut(_ parts: [Part], _ vertices: ContiguousArray<Coordinate>) -> ContiguousArray<Block> {
            var blocks: ContiguousArray<Block> = []
            for part in parts {
                let last = part.vertices.upperBound - 1
                var first = part.vertices.lowerBound
                repeat {
                    let end = max(first + 1, min(first + 64, last))
                    blocks.append(Block(first..<end, last, vertices))
                    first = end
                } while first < last
            }
            return blocks
        }

        private init(_ segments: Range<Int>, _ last: Int, _ vertices: ContiguousArray<Coordinate>) {
            self.segments = segments
            lastVertex = last
            let corners = vertices[segments.lowerBound...min(segments.upperBound, last)].map { UnitVector($0) }
            let sum = corners.reduce(UnitVector(x: 0, y: 0, z: 0)) {
                UnitVector(x: $0.x + $1.x, y: $0.y + $1.y, z: $0.z + $1.z)
            }
            let center = sum.normalized ?? corners[0]
            self.center = center
            let reach = corners.reduce(0) { max($0, center.angle(to: $1)) }
            // A circle below a quarter of the Earth holds the arcs between its points; a larger one need not.
            radius = reach < 1.5 ? reach : .pi
        }
    }
}
