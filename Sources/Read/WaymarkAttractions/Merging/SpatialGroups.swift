import WaymarkGeodesy
import WaymarkIndex

/// Groups of places linked by short distances.
package enum SpatialGroups {
    /// Divides `members` into groups linked by steps of at most `distance`.
    ///
    /// - Returns: The groups, and the members within each, from south to north, then from west to east, then by number,
    ///   independent of the order of `members`.
    /// - Complexity: O(*k* log *k* + *p*) for *k* members and *p* pairs of different places within `distance`.
    package static func linked(
        _ members: [Int], within distance: Meters, _ coordinate: (Int) -> Coordinate
    ) -> [[Int]] {
        let sorted = members.sorted { first, second in
            let (a, b) = (coordinate(first), coordinate(second))
            return (a.latitude, a.longitude, first) < (b.latitude, b.longitude, second)
        }
        // Members at the same place are adjacent, so each place is searched from once.
        var places: [Coordinate] = []
        let placeOfMember = sorted.map { member in
            let place = coordinate(member)
            if places.last != place { places.append(place) }
            return places.count - 1
        }
        // Groups are numbered by their first place, which is the required order.
        let index = PointIndex(places)
        var groupOfPlace = [Int?](repeating: nil, count: places.count)
        var groups = 0
        for seed in places.indices where groupOfPlace[seed] == nil {
            groupOfPlace[seed] = groups
            var waiting = [seed]
            while let place = waiting.popLast() {
                for match in index.unsortedPoints(within: distance, of: places[place])
                where groupOfPlace[match.index] == nil {
                    groupOfPlace[match.index] = groups
                    waiting.append(match.index)
                }
            }
            groups += 1
        }
        var linked = [[Int]](repeating: [], count: groups)
        for (member, place) in zip(sorted, placeOfMember) {
            if let group = groupOfPlace[place] { linked[group].append(member) }
        }
        return linked
    }
}
