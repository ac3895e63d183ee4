public import WaymarkGeodesy

extension MapPoint {
    /// The point halfway along a line, such as a street; nil for a line of no points.
    ///
    /// Segments take the short way round the Earth. Lengths are along the ground, on `Sphere.earth`.
    ///
    /// - Complexity: O(*n*).
    public static func middle(of line: [MapPoint]) -> MapPoint? {
        guard let first = line.first else { return nil }
        var lengths: [Double] = []
        lengths.reserveCapacity(line.count)
        for (start, end) in zip(line, line.dropFirst()) {
            lengths.append(Sphere.earth.distance(from: start.onPlanet, to: end.onPlanet).value)
        }
        var rest = lengths.reduce(0, +) / 2
        guard rest > 0 else { return first }
        var segment = 0
        while rest > lengths[segment], segment + 1 < lengths.count {
            rest -= lengths[segment]
            segment += 1
        }
        let (start, end) = (line[segment], line[segment + 1])
        let fraction = lengths[segment] > 0 ? min(1, rest / lengths[segment]) : 0
        let east = Double(PlanePart.wrapped(Int64(end.longitude) - Int64(start.longitude)))
        let north = Double(Int64(end.latitude) - Int64(start.latitude))
        return MapPoint(
            longitude: PlanePart.wrapped(Int64(start.longitude) + Int64((east * fraction).rounded())),
            latitude: Int64(start.latitude) + Int64((north * fraction).rounded()))
    }

    /// The distance between the two points that are farthest apart, up to 0.5 % too short, on `Sphere.earth`; 0 for
    /// fewer than two.
    ///
    /// Of the points that are outermost in one of 16 directions of the map, evenly spaced.
    ///
    /// - Complexity: O(*n*).
    public static func diameter(of points: [MapPoint]) -> Meters {
        guard let first = points.first else { return .zero }
        let latitudes = points.lazy.map(\.latitude)
        let middle = (Double(latitudes.min()!) + Double(latitudes.max()!)) * 0.5e-7
        let scale = sinCos(degrees: middle).cos
        let flat = points.map { point in
            (
                x: Double(PlanePart.wrapped(Int64(point.longitude) - Int64(first.longitude))) * scale,
                y: Double(point.latitude)
            )
        }
        var longest = Meters.zero
        for direction in 0..<16 {
            let (sin, cos) = sinCos(degrees: Double(direction) * 11.25)
            var (least, most) = (0, 0)
            var (low, high) = (Double.infinity, -Double.infinity)
            for (index, point) in flat.enumerated() {
                let along = point.x * cos + point.y * sin
                if along < low { (low, least) = (along, index) }
                if along > high { (high, most) = (along, index) }
            }
            longest = max(longest, Sphere.earth.distance(from: points[least].onPlanet, to: points[most].onPlanet))
        }
        return longest
    }

    /// The place, at the nearest pole or meridian of the planet if it lies beyond.
    private var onPlanet: Coordinate {
        Coordinate(
            uncheckedLatitude: max(-90, min(90, Double(latitude) / 1e7)),
            longitude: max(-180, min(180, Double(longitude) / 1e7)))
    }
}
