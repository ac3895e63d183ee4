/// A place on the Earth: latitude and longitude in degrees, WGS 84.
///
/// Always finite and in range, so later code needs no checks. Longitudes 180 and -180 are the same meridian and are
/// both stored as 180.
///
/// ```swift
/// let seoul = try Coordinate(latitude: 37.5547, longitude: 126.9707)
/// ```
@frozen
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double

    /// Degrees east of Greenwich, above -180, up to 180.
    public let longitude: Double

    /// A place at a latitude and a longitude in degrees.
    ///
    /// - Parameters:
    ///   - latitude: -90 to 90.
    ///   - longitude: -180 to 180; -180 becomes 180.
    /// - Throws: ``CoordinateError`` with the value that is not finite or out of range; latitude is checked first.
    public init(latitude: Double, longitude: Double) throws(CoordinateError) {
        guard latitude.isFinite else { throw .latitudeNotFinite(latitude) }
        guard abs(latitude) <= 90 else { throw .latitudeOutOfRange(latitude) }
        guard longitude.isFinite else { throw .longitudeNotFinite(longitude) }
        guard abs(longitude) <= 180 else { throw .longitudeOutOfRange(longitude) }
        self.init(uncheckedLatitude: latitude, longitude: longitude)
    }

    /// A place whose degrees are known to be finite and in range.
    @inlinable
    package init(uncheckedLatitude latitude: Double, longitude: Double) {
        assert(abs(latitude) <= 90 && abs(longitude) <= 180)
        self.latitude = latitude
        self.longitude = longitude == -180 ? 180 : longitude
    }

    /// The places at latitudes and longitudes given side by side.
    ///
    /// - Throws: ``CoordinateListError``, with the position of the first pair that is refused.
    /// - Complexity: O(*n*).
    public static func list(
        latitudes: some Collection<Double>, longitudes: some Collection<Double>
    ) throws(CoordinateListError) -> [Coordinate] {
        guard latitudes.count == longitudes.count else {
            throw .countsDiffer(latitudes: latitudes.count, longitudes: longitudes.count)
        }
        var coordinates: [Coordinate] = []
        coordinates.reserveCapacity(latitudes.count)
        for (latitude, longitude) in zip(latitudes, longitudes) {
            do {
                coordinates.append(try Coordinate(latitude: latitude, longitude: longitude))
            } catch {
                throw .invalid(position: coordinates.count, error)
            }
        }
        return coordinates
    }
}

extension Coordinate: Codable {
    /// Decodes `latitude` and `longitude`, and refuses what ``init(latitude:longitude:)`` refuses.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            latitude: container.decode(Double.self, forKey: .latitude),
            longitude: container.decode(Double.self, forKey: .longitude))
    }
}

extension Coordinate: CustomStringConvertible {
    /// Latitude, then longitude, as in `37.5547, 126.9707`.
    public var description: String { "\(latitude), \(longitude)" }
}

/// Why a latitude or a longitude was refused; each case carries the value at fault.
public enum CoordinateError: Error, Sendable {
    /// The latitude is NaN or infinite.
    case latitudeNotFinite(Double)
    /// The latitude lies outside -90 to 90.
    case latitudeOutOfRange(Double)
    /// The longitude is NaN or infinite.
    case longitudeNotFinite(Double)
    /// The longitude lies outside -180 to 180.
    case longitudeOutOfRange(Double)
}

extension CoordinateError: Equatable {
    /// Whether two refusals are the same; NaN counts as equal to NaN here.
    public static func == (lhs: CoordinateError, rhs: CoordinateError) -> Bool {
        switch (lhs, rhs) {
        case (.latitudeNotFinite(let a), .latitudeNotFinite(let b)),
            (.latitudeOutOfRange(let a), .latitudeOutOfRange(let b)),
            (.longitudeNotFinite(let a), .longitudeNotFinite(let b)),
            (.longitudeOutOfRange(let a), .longitudeOutOfRange(let b)):
            a == b || (a.isNaN && b.isNaN)
        default: false
        }
    }
}

extension CoordinateError: CustomStringConvertible {
    /// The refused value and the reason, as in `latitude 91.0 is outside -90...90`.
    public var description: String {
        switch self {
        case .latitudeNotFinite(let value): "latitude \(value) is not a finite number"
        case .latitudeOutOfRange(let value): "latitude \(value) is outside -90...90"
        case .longitudeNotFinite(let value): "longitude \(value) is not a finite number"
        case .longitudeOutOfRange(let value): "longitude \(value) is outside -180...180"
        }
    }
}

/// Why a list of coordinates was refused, and where.
public enum CoordinateListError: Error, Equatable, Sendable {
    /// The pair at `position` (from 0) is not a place.
    case invalid(position: Int, CoordinateError)
    /// The numbers of latitudes and longitudes differ.
    case countsDiffer(latitudes: Int, longitudes: Int)
}

extension CoordinateListError: CustomStringConvertible {
    /// The refused value and its position, as in `position 3: latitude 91.0 is outside -90...90`.
    public var description: String {
        switch self {
        case .invalid(let position, let error): "position \(position): \(error)"
        case .countsDiffer(let latitudes, let longitudes): "\(latitudes) latitudes, but \(longitudes) longitudes"
        }
    }
}
