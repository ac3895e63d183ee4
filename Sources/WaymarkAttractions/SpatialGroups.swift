import WaymarkGeodesy

/// Groups of places that hang together over short distances.
enum SpatialGroups {
    /// Divides `members` into groups linked by steps of at most `distance`.
    ///
    /// - Returns: The groups, and the members within each, from south to north, then from west to east, then by number:
    ///   the order of `members` plays no part.
    /// - Complexity: O(*k*²) distances at worst, for *k* members.
    static func linked(
        _ members: [Int], within distance: Meters, _ coordinate: (Int) -> Coordinate
    ) -> [[Int]] {
        func precedes(_ first: Int, _ second: Int) -> Bool {
            let (a, b) = (coordinate(first), coordinate(second))
            return (a.latitude, a.longitude, first) < (b.latitude, b.longitude, second)
        }
        var waiting = members.sorted(by: precedes)
        var groups: [[Int]] = []
        while let seed = waiting.first {
            waiting.removeFirst()
            var group = [seed]
            var next = 0
            while next < group.count, !waiting.isEmpty {
                let origin = coordinate(group[next])
                next += 1
                var rest: [Int] = []
                for member in waiting {
                    let place = coordinate(member)
                    // A degree of latitude is over 111 km, so that most pairs need no trigonometry.
                    let isNear =
                        abs(place.latitude - origin.latitude) * 111_000 <= distance.value
                        && Sphere.earth.distance(from: origin, to: place) <= distance
                    if isNear { group.append(member) } else { rest.append(member) }
                }
                waiting = rest
            }
            groups.append(group.sorted(by: precedes))
        }
        return groups
    }
}
