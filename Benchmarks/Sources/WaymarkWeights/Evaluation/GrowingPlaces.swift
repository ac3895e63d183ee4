import WaymarkBatch
import WaymarkGeodesy
import WaymarkRecommendations

/// Names with coordinates, to which more are added while it is asked which of them a place is.
///
/// `RecommendedPlaces` answers the same of places that are all known. Here a cube of 1 km side has the names in it, in
/// three dimensions, so that poles and the antimeridian are as everywhere.
package struct GrowingPlaces {
    private struct Cube: Hashable {
        var x, y, z: Int32
    }

    private var names: [(name: PlaceName, coordinate: Coordinate, place: Int)] = []
    private var cubes: [Cube: [Int]] = [:]

    package init() {}

    /// Adds a name of a place with a number.
    package mutating func add(_ name: String, at coordinate: Coordinate, place: Int) {
        cubes[Self.cube(of: coordinate), default: []].append(names.count)
        names.append((PlaceName(name), coordinate, place))
    }

    /// The number of the place that a name means: of those that are the same by `SamePlace`, the nearest, and of
    /// these the first; nil if there is none.
    ///
    /// - Complexity: O(*c*) for *c* names within some kilometres.
    package func place(of name: String, at coordinate: Coordinate) -> Int? {
        let (own, center) = (PlaceName(name), Self.cube(of: coordinate))
        var best: (distance: Double, number: Int)?
        for x in center.x - 1...center.x + 1 {
            for y in center.y - 1...center.y + 1 {
                for z in center.z - 1...center.z + 1 {
                    for number in cubes[Cube(x: x, y: y, z: z)] ?? [] {
                        let other = names[number]
                        let distance = Sphere.earth.distance(from: coordinate, to: other.coordinate).value
                        guard own.reason(other.name, at: distance) != nil else { continue }
                        if let best, (best.distance, best.number) <= (distance, number) { continue }
                        best = (distance, number)
                    }
                }
            }
        }
        return best.map { names[$0.number].place }
    }

    private static func cube(of coordinate: Coordinate) -> Cube {
        let (vector, cubes) = (UnitVector(coordinate), Sphere.earth.radius.value / SamePlace.maxRadius.value)
        func number(_ value: Double) -> Int32 { Int32((value * cubes).rounded(.down)) }
        return Cube(x: number(vector.x), y: number(vector.y), z: number(vector.z))
    }
}
