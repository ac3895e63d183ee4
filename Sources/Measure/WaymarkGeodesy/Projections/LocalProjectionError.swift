/// Why a place is not on a map around another.
public enum LocalProjectionError: Error, Hashable, Sendable {
    /// The place is farther than `radius` from the centre of the map.
    case tooFar(Coordinate, from: Coordinate, radius: Meters)
}

extension LocalProjectionError: CustomStringConvertible {
    /// The place, the centre and the radius.
    public var description: String {
        switch self {
        case .tooFar(let place, let center, let radius): "\(place) is farther than \(radius) from \(center)"
        }
    }
}
