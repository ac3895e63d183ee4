import WaymarkC
import WaymarkGeodesy

/// A projection for a small or large part of the Earth.
enum MapProjection: Hashable {
    /// Preserves shapes; for areas away from the poles.
    case mercator(center: Double)
    /// Preserves distances along meridians and along one parallel; for the world.
    case equirectangular(center: Double, parallel: Double)
    /// Preserves distances from a pole; for areas around it.
    case polar(isNorth: Bool, center: Double)

    /// The projection that shows a box with the least distortion.
    init(for box: BoundingBox) {
        var center = box.west + box.longitudeSpan / 2
        if center > 180 { center -= 360 }
        // The latitudes towards the nearer pole.
        let isNorth = box.north > -box.south
        let (least, most) = isNorth ? (box.south, box.north) : (-box.north, -box.south)
        // If the pole itself is visited, from its whole hemisphere: other maps stretch it to a line.
        if most > 78, least > (most > 89 ? 0 : 55) {
            self = .polar(isNorth: isNorth, center: center)
        } else if most > 78 {
            self = .equirectangular(center: center, parallel: min(60, abs(box.north + box.south) / 2))
        } else {
            self = .mercator(center: center)
        }
    }

    /// The meridian in the middle of the map, or downwards from the pole.
    var center: Double {
        switch self {
        case .mercator(let center), .equirectangular(let center, _), .polar(_, let center): center
        }
    }

    /// Degrees east of the middle, -180 to 180.
    func relative(_ longitude: Double) -> Double { (longitude - center).remainder(dividingBy: 360) }

    /// The point of a latitude, and of a longitude relative to the middle: in Earth radii, y up.
    func project(latitude: Double, relative: Double) -> (x: Double, y: Double) {
        let (phi, lambda) = (radians(latitude), radians(relative))
        switch self {
        case .mercator:
            // The poles are infinitely far; the map ends where it is a square.
            let bounded = max(-1.4844, min(1.4844, phi))
            return (lambda, log(tan(.pi / 4 + bounded / 2)))
        case .equirectangular(_, let parallel):
            return (lambda * cos(radians(parallel)), phi)
        case .polar(let isNorth, _):
            let fromPole = isNorth ? .pi / 2 - phi : .pi / 2 + phi
            return (
                fromPole * sin(lambda), isNorth ? -fromPole * cos(lambda) : fromPole * cos(lambda)
            )
        }
    }

    /// The latitude at a height of the middle meridian, to a millionth of a degree; beyond the poles, the pole.
    func latitude(at y: Double) -> Double {
        var (low, high) = (-90.0, 90.0)
        while high - low > 1e-6 {
            let middle = (low + high) / 2
            if project(latitude: middle, relative: 0).y < y { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Whether a line may leave the map on one side and re-enter on the other.
    var hasEdges: Bool { if case .polar = self { false } else { true } }
}
