import WaymarkGeodesy

/// Places that are looked up together, and their points on the map if one is used; in reused buffers.
struct LookupCenters {
    /// The places, in order.
    private(set) var coordinates = ContiguousArray<Coordinate>()
    /// Their points, in metres; none without a map.
    private(set) var points = ContiguousArray<ProjectedPoint>()

    /// The number of places.
    var count: Int { coordinates.count }

    mutating func removeAll() {
        coordinates.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
    }

    /// Adds a place.
    ///
    /// - Throws: The refusal, if the map has no point for it.
    mutating func append(_ place: Coordinate, on projection: MapProjection?) throws(MapRefusal) {
        if let projection { points.append(try projection(place)) }
        coordinates.append(place)
    }
}
