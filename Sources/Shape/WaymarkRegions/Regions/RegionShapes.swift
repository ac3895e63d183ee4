/// The borders of regions in flat arrays, with their edges by latitude.
///
/// A region is divided into bands of latitude; each band lists the edges that touch it. The edges of one band decide
/// whether a point lies inside: an odd number of them to the east means inside.
package struct RegionShapes: Sendable {
    /// The box of a region and its bands.
    struct Shape: Sendable {
        var west = Double.infinity
        var south = Double.infinity
        var east = -Double.infinity
        var north = -Double.infinity
        var firstBand = 0
        var bands = 0
        var bandsPerDegree = 0.0

        /// The band of a latitude between south and north; it never decreases with latitude.
        @inline(__always)
        func band(_ y: Double) -> Int { max(0, min(bands - 1, Int((y - south) * bandsPerDegree))) }
    }

    private(set) var shapes: ContiguousArray<Shape> = []
    /// Ring after ring; an edge goes from its number's vertex to the next.
    private(set) var vertices: ContiguousArray<PlanePoint> = []
    /// The polygons of each region, as the number of vertices of each ring, for drawing.
    private(set) var polygons: ContiguousArray<[[Int]]> = []
    /// The start of each band's edges; one more at the end.
    private var bandStarts: ContiguousArray<UInt32> = [0]
    private var bandEdges: ContiguousArray<UInt32> = []

    /// Adds a region of valid polygons whose rings are closed and have at least four positions.
    ///
    /// - Complexity: O(*n*): the number of bands is limited so that an edge is listed at most four times on average.
    mutating func append(_ polygons: [PlanePolygon]) {
        var shape = Shape()
        var edges: [Int] = []
        for ring in polygons.lazy.flatMap(\.rings) {
            precondition(vertices.count + ring.count < UInt32.max, "the regions have too many vertices for 32 bits")
            edges += vertices.count..<vertices.count + ring.count - 1
            for point in ring.lazy.map(\.settled) {
                vertices.append(point)
                (shape.west, shape.east) = (min(shape.west, point.x), max(shape.east, point.x))
                (shape.south, shape.north) = (min(shape.south, point.y), max(shape.north, point.y))
            }
        }
        self.polygons.append(polygons.map { $0.rings.map(\.count) })

        let height = shape.north - shape.south
        let climbed = edges.reduce(0) { $0 + abs(vertices[$1 + 1].y - vertices[$1].y) }
        // An edge is listed once, and once more for each border between bands that it crosses.
        let bands = height > 0 ? min(Double(edges.count), 2 * Double(edges.count) * height / climbed) : 1
        shape.bands = max(1, Int(bands))
        shape.bandsPerDegree = height > 0 ? min(Double(shape.bands) / height, .greatestFiniteMagnitude) : 0
        shape.firstBand = bandStarts.count - 1

        func range(_ edge: Int) -> ClosedRange<Int> {
            let (a, b) = (vertices[edge].y, vertices[edge + 1].y)
            return shape.band(min(a, b))...shape.band(max(a, b))
        }
        var counts = [UInt32](repeating: 0, count: shape.bands)
        for edge in edges { for band in range(edge) { counts[band] += 1 } }
        var next = counts
        var end = bandStarts[shape.firstBand]
        for band in 0..<shape.bands {
            next[band] = end
            end += counts[band]
            bandStarts.append(end)
        }
        bandEdges += repeatElement(0, count: Int(end) - bandEdges.count)
        for edge in edges {
            for band in range(edge) {
                bandEdges[Int(next[band])] = UInt32(edge)
                next[band] += 1
            }
        }
        shapes.append(shape)
    }

    /// Whether a point lies in a region or on its border.
    ///
    /// - Complexity: O(*e*) for *e* edges in the point's band of latitude: on average about as many as cross the latitude.
    func contains(_ p: PlanePoint, region: Int) -> Bool {
        let shape = shapes[region]
        guard p.x >= shape.west, p.x <= shape.east, p.y >= shape.south, p.y <= shape.north else { return false }
        let band = shape.firstBand + shape.band(p.y)
        var isInside = false
        for slot in Int(bandStarts[band])..<Int(bandStarts[band + 1]) {
            let edge = Int(bandEdges[slot])
            let (a, b) = (vertices[edge], vertices[edge + 1])
            if (a.y > p.y) != (b.y > p.y) {
                if min(a.x, b.x) > p.x {
                    isInside.toggle()
                } else if max(a.x, b.x) >= p.x {
                    let side = Orientation.of(a, b, p)
                    if side == 0 { return true }
                    if (side > 0) == (b.y > a.y) { isInside.toggle() }
                }
            } else if a.y == p.y {
                if a.x == p.x || b.y == p.y && (a.x > p.x) != (b.x > p.x) { return true }
            } else if b.y == p.y, b.x == p.x {
                return true
            }
        }
        return isInside
    }

    /// The polygons of each region, in order.
    package func forEachRegion(_ body: (Int, [PlanePolygon]) -> Void) {
        var next = 0
        for (region, counts) in polygons.enumerated() {
            body(
                region,
                counts.map { rings in
                    PlanePolygon(
                        rings: rings.map { count in
                            defer { next += count }
                            return Array(vertices[next..<next + count])
                        })
                })
        }
    }
}
