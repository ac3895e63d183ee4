import WaymarkGeodesy
import WaymarkIndex

package enum SpatialGroups {
    /// Divides `members` into groups linked by steps of at most `distance`.
    ///
    /// - Precondition: `distance` is between 1 m and 1 000 km.
    /// - Returns: The groups, and the members within each, from south to north, then from west to east, then by number,
    ///   independent of the order of `members`.
    /// - Complexity: O(*k* log *k*) for *k* members, however many are within `distance` of each other; more only for many that
    ///   are a centimetre or less beyond it.
    package static func linked(
        _ members: [Int], within distance: Meters, _ coordinate: (Int) -> Coordinate
    ) -> [[Int]] {
        let sorted = members.sorted { first, second in
            let (a, b) = (coordinate(first), coordinate(second))
            return (a.latitude, a.longitude, first) < (b.latitude, b.longitude, second)
        }
        var cells = LinkedCells(distance)
        // Members at the same place are adjacent.
        var (last, cell): (Coordinate?, Int) = (nil, 0)
        let cellOfMember = sorted.map { member in
            let place = coordinate(member)
            if place != last { (last, cell) = (place, cells.add(place)) }
            return cell
        }
        cells.link()
        // Groups are numbered by their first member, which is the required order.
        var (linked, numbers): ([[Int]], [Int: Int]) = ([], [:])
        for (member, cell) in zip(sorted, cellOfMember) {
            let root = cells.root(of: cell)
            if let number = numbers[root] {
                linked[number].append(member)
            } else {
                numbers[root] = linked.count
                linked.append([member])
            }
        }
        return linked
    }
}

/// Places by the cell of a grid in space, so small that places in one cell are linked, in a disjoint-set forest of cells.
private struct LinkedCells {
    private let distance: Meters
    private let side: Double
    private var numbers: [SIMD3<Double>: Int] = [:]
    private var places: [[Coordinate]] = []
    /// The index over the places of a cell, once it was needed.
    private var indices: [Int: PointIndex] = [:]
    private var parents: [Int] = []

    init(_ distance: Meters) {
        precondition(1...1e6 ~= distance.value, "a distance outside 1 m to 1 000 km: \(distance.value)")
        self.distance = distance
        // The diagonal of a cell is √3 sides, and a chord of up to 1 000 km is less than 0.11 % shorter than its arc.
        side = distance.value / Sphere.earth.radius.value / 1.75
    }

    /// Adds a place, and returns the number of its cell.
    mutating func add(_ place: Coordinate) -> Int {
        let vector = UnitVector(place)
        let corner = (SIMD3(vector.x, vector.y, vector.z) / side).rounded(.down)
        let number = numbers[corner] ?? places.count
        if number == places.count {
            numbers[corner] = number
            parents.append(number)
            places.append([place])
        } else {
            places[number].append(place)
        }
        return number
    }

    /// Joins cells with places within the distance of each other.
    mutating func link() {
        if places.count == 1 { return }
        let firsts = PointIndex(places.map { $0[0] })
        for cell in places.indices {
            // From the first place of a cell to any other is at most the distance.
            for match in firsts.unsortedPoints(within: distance * 3, of: places[cell][0]) where match.index > cell {
                let (one, other) = (root(of: cell), root(of: match.index))
                if one != other, areNear(cell, match.index) { parents[max(one, other)] = min(one, other) }
            }
        }
    }

    /// Whether any place of a cell is within the distance of any of another.
    private mutating func areNear(_ first: Int, _ second: Int) -> Bool {
        let (few, many) = places[first].count < places[second].count ? (first, second) : (second, first)
        if places[many].count <= 16 {
            return places[few].contains { place in
                places[many].contains { Sphere.earth.distance(from: place, to: $0) <= distance }
            }
        }
        let index = indices[many] ?? PointIndex(places[many])
        indices[many] = index
        return places[few].contains { !index.nearest(to: $0, count: 1, within: distance).isEmpty }
    }

    /// The first cell of a cell's group.
    mutating func root(of cell: Int) -> Int {
        var cell = cell
        while parents[cell] != cell {
            parents[cell] = parents[parents[cell]]
            cell = parents[cell]
        }
        return cell
    }
}
