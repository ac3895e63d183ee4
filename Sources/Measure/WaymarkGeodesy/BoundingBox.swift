import WaymarkC

/// The places between two latitudes and two longitudes; edges belong to it.
///
/// A box whose west is greater than its east crosses the antimeridian: `west: 170, east: -170` is twenty degrees wide.
/// A box that reaches 90 or -90 contains that pole at any longitudes, since a pole has all longitudes.
public struct BoundingBox: Hashable, Sendable {
    /// The lowest latitude, degrees.
    public let south: Double
    /// The longitude where the box begins, going east, degrees.
    public let west: Double
    /// The highest latitude, degrees.
    public let north: Double
    /// The longitude where the box ends, going east, degrees.
    public let east: Double

    /// The whole Earth.
    public static let world = BoundingBox(uncheckedSouth: -90, west: -180, north: 90, east: 180)

    /// The places between two latitudes and two longitudes, in degrees.
    ///
    /// - Throws: ``BoundingBoxError`` if a value is not finite or out of range, or south is greater than north.
    public init(south: Double, west: Double, north: Double, east: Double) throws(BoundingBoxError) {
        do {
            _ = try Coordinate(latitude: south, longitude: west)
        } catch {
            throw .southWest(error)
        }
        do {
            _ = try Coordinate(latitude: north, longitude: east)
        } catch {
            throw .northEast(error)
        }
        guard south <= north else { throw .southAboveNorth(south: south, north: north) }
        self.init(uncheckedSouth: south, west: west, north: north, east: east)
    }

    private init(uncheckedSouth south: Double, west: Double, north: Double, east: Double) {
        self.south = south
        self.west = west
        self.north = north
        self.east = east
    }

    /// The smallest box that contains all of `coordinates`; nil for an empty list.
    ///
    /// The box leaves out the widest gap in longitude, so that places on both sides of the antimeridian give a narrow
    /// box. Poles do not affect the longitudes.
    ///
    /// - Complexity: O(*n* log *n*).
    public init?(enclosing coordinates: some Sequence<Coordinate>) {
        var (south, north) = (Double.infinity, -Double.infinity)
        var longitudes: [Double] = []
        for coordinate in coordinates {
            south = min(south, coordinate.latitude)
            north = max(north, coordinate.latitude)
            if abs(coordinate.latitude) < 90 { longitudes.append(coordinate.longitude) }
        }
        guard south <= north else { return nil }
        guard longitudes.count > 0 else {
            self.init(uncheckedSouth: south, west: 0, north: north, east: 0)
            return
        }
        longitudes.sort()
        // The gap over the antimeridian is left out unless a wider one lies between two neighbours.
        var (west, east) = (longitudes[0], longitudes[longitudes.count - 1])
        var widest = west + 360 - east
        for (a, b) in zip(longitudes, longitudes.dropFirst()) where b - a > widest {
            (widest, west, east) = (b - a, b, a)
        }
        self.init(uncheckedSouth: south, west: west, north: north, east: east)
    }

    /// A box that contains every place within `radius` of `center`; at most a millimetre wider than necessary.
    ///
    /// - Precondition: `radius` is not negative and not NaN.
    public init(around center: Coordinate, radius: Meters, on sphere: Sphere = .earth) {
        precondition(radius.value >= 0, "the radius is negative or not a number: \(radius.value)")
        let margin = 1e-9
        let angle = min(radius.value / sphere.radius.value, .pi)
        let reach = degrees(angle) + margin
        let (south, north) = (center.latitude - reach, center.latitude + reach)
        let sine = sin(angle) / sinCos(degrees: center.latitude).cos
        guard south > -90, north < 90, angle < .pi / 2, sine < 1 else {
            self.init(uncheckedSouth: max(-90, south), west: -180, north: min(90, north), east: 180)
            return
        }
        // The meridians that touch the circle. Near a pole the arcsine is steep, so its rounding is covered.
        let half = degrees(asin(min(1, sine * (1 + 1e-15)))) + margin
        guard half < 180 else {
            self.init(uncheckedSouth: south, west: -180, north: north, east: 180)
            return
        }
        let (west, east) = (center.longitude - half, center.longitude + half)
        self.init(
            uncheckedSouth: south, west: west < -180 ? west + 360 : west, north: north,
            east: east > 180 ? east - 360 : east)
    }

    /// Whether the box crosses the meridian of 180°.
    public var crossesAntimeridian: Bool { west > east }

    /// The width in degrees of longitude: 0 to 360.
    public var longitudeSpan: Double { crossesAntimeridian ? east - west + 360 : east - west }

    /// Whether the north pole belongs to the box.
    public var holdsNorthPole: Bool { north == 90 }

    /// Whether the south pole belongs to the box.
    public var holdsSouthPole: Bool { south == -90 }

    /// Whether a place lies in the box or on its edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
        if abs(coordinate.latitude) == 90 { return true }
        return contains(longitude: coordinate.longitude)
    }

    /// Whether two boxes share a place, including edges and poles.
    public func intersects(_ other: BoundingBox) -> Bool {
        guard south <= other.north, other.south <= north else { return false }
        if holdsNorthPole && other.holdsNorthPole || holdsSouthPole && other.holdsSouthPole { return true }
        return contains(longitude: other.west) || other.contains(longitude: west)
    }

    /// Whether a meridian crosses the box or is its edge.
    package func contains(longitude: Double) -> Bool {
        func within(_ longitude: Double) -> Bool {
            crossesAntimeridian
                ? longitude >= west || longitude <= east
                : longitude >= west && longitude <= east
        }
        // 180 and -180 are the same meridian.
        return within(longitude) || abs(longitude) == 180 && within(-longitude)
    }
}

extension BoundingBox: Codable {
    /// Decodes the four edges, and refuses what ``init(south:west:north:east:)`` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            south: container.decode(Double.self, forKey: .south),
            west: container.decode(Double.self, forKey: .west),
            north: container.decode(Double.self, forKey: .north),
            east: container.decode(Double.self, forKey: .east))
    }
}

/// Why a bounding box was refused.
public enum BoundingBoxError: Error, Equatable, Sendable {
    /// South or west is not a latitude or a longitude.
    case southWest(CoordinateError)
    /// North or east is not a latitude or a longitude.
    case northEast(CoordinateError)
    /// The southern edge lies north of the northern one.
    case southAboveNorth(south: Double, north: Double)
}

extension BoundingBoxError: CustomStringConvertible {
    /// The refused value and the reason.
    public var description: String {
        switch self {
        case .southWest(let error): "south-west corner: \(error)"
        case .northEast(let error): "north-east corner: \(error)"
        case .southAboveNorth(let south, let north): "south \(south) lies north of north \(north)"
        }
    }
}
