internal import WaymarkGeodesy

/// Tests whether places lie in an area: by their vectors if these decide it, otherwise by their coordinates.
struct AreaTest {
    private let area: SearchArea
    /// A squared chord up to `inside` is inside, one beyond `outside` is outside; for a box neither decides.
    private let inside: Double
    private let outside: Double
    private let center: PlaceVector?

    init(_ area: SearchArea) {
        self.area = area
        guard case .circle(let radius, let center) = area, radius >= .zero else {
            (inside, outside, self.center) = (-1, .infinity, nil)
            return
        }
        // A chord is shorter than its arc a, by less than a^3 / 24; vectors are rounded by less than 1e-9.
        let arc = min(radius / Sphere.earth.radius, .pi)
        let (shorter, longer) = (arc - arc * arc * arc / 24 - 4e-9, arc + 4e-9)
        (inside, outside) = (shorter < 0 ? -1 : shorter * shorter, longer * longer)
        self.center = PlaceVector(center)
    }

    @inline(__always)
    func contains(_ place: PlaceVector, at coordinate: () -> Coordinate) -> Bool {
        if let center {
            let square = center.chordSquared(to: place)
            if square <= inside { return true }
            if square > outside { return false }
        }
        return area.contains(coordinate())
    }
}
