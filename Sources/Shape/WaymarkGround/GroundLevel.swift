public import WaymarkGeodesy

import func WaymarkC.atan
import func WaymarkC.cos
import func WaymarkC.log
import func WaymarkC.sinh
import func WaymarkC.tan

extension WorldPoint {
    /// A place on the plane; beyond 85.06° at its edge.
    public init(_ place: Coordinate) {
        let latitude = max(-85.06, min(85.06, place.latitude)) * .pi / 180
        self.init(
            x: (place.longitude + 180) / 360, y: 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi))
    }

    /// The latitude and longitude, WGS 84.
    public var degrees: (latitude: Double, longitude: Double) {
        (atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, x * 360 - 180)
    }

    /// The metres on the ground of the width of the plane, at this height of it.
    package var metersOfWorld: Double {
        let latitude = atan(sinh(.pi * (1 - 2 * y)))
        return 2 * .pi * Sphere.earth.radius.value * cos(latitude)
    }
}

/// A level of detail: what maps of some zooms show, in tiles.
struct GroundLevel: Hashable {
    /// The zoom at which half a pixel is the detail.
    let zoom: Int

    static let all = [8, 11, 14, 17].map(GroundLevel.init)

    /// The level that a map of a zoom takes: the least with its detail.
    static func shown(at zoom: Double) -> GroundLevel {
        all.first { Double($0.zoom) >= zoom - slack } ?? all[all.count - 1]
    }

    /// Maps with fractional zooms take a level, and show a kind, so much earlier.
    static let slack = 0.15
    /// The side of a tile in pixels and in units, in which points are stored.
    static let side = 1024.0
    static let units = 2048.0
    /// Features up to this size in pixels are stored whole, in the tile of their middle.
    static let wholeSize = side / 8

    /// The width of the world in pixels.
    var pixels: Double { 256 * Double(1 << zoom) }
    /// The number of tiles in a row.
    var count: Int { max(1, (256 << zoom) >> 10) }
}

/// The position of a tile of a level, which orders the tiles of a file: neighbours on the map are near in the file.
package enum TileKey {
    /// The level, then the number on a Hilbert curve. Columns beyond the antimeridian are those of the other side.
    static func of(_ level: GroundLevel, column: Int, row: Int) -> UInt64 {
        let count = level.count
        let column = ((column % count) + count) % count
        return UInt64(level.zoom) << 56 | hilbert(count, column, max(0, min(count - 1, row)))
    }

    /// The column and the row of a tile of a level.
    static func place(of key: UInt64, _ level: GroundLevel) -> (column: Int, row: Int) {
        cell(level.count, key & (1 << 56 - 1))
    }

    /// The cell with a number on a Hilbert curve: the inverse of ``hilbert(_:_:_:)``.
    package static func cell(_ count: Int, _ number: UInt64) -> (column: Int, row: Int) {
        var (x, y, rest) = (0, 0, number)
        var side = 1
        while side < count {
            let isRight = rest & 2 != 0
            let isLower = (rest & 1 != 0) != isRight
            if !isLower {
                if isRight { (x, y) = (side - 1 - x, side - 1 - y) }
                (x, y) = (y, x)
            }
            (x, y) = (x + (isRight ? side : 0), y + (isLower ? side : 0))
            rest >>= 2
            side *= 2
        }
        return (x, y)
    }

    /// The number of a cell of a square of `count` times `count` cells, a power of two, on a Hilbert curve.
    package static func hilbert(_ count: Int, _ column: Int, _ row: Int) -> UInt64 {
        var (x, y, number) = (column, row, UInt64(0))
        var side = count / 2
        while side > 0 {
            let (right, lower) = (x & side != 0, y & side != 0)
            number += UInt64(side) * UInt64(side) * ((right ? 3 : 0) ^ (lower ? 1 : 0))
            if !lower {
                if right { (x, y) = (count - 1 - x, count - 1 - y) }
                (x, y) = (y, x)
            }
            side /= 2
        }
        return number
    }
}
