import WaymarkGeodesy
import WaymarkRegions
import WaymarkText

/// The projection of a map of regions: degrees on the plane, with the scale of the middle latitude.
struct RegionFrame {
    let width: Double
    let height: Double
    private let plane: PlaneFrame
    private let isAnyDrawn: Bool
    private static let margin = 12.0

    init(_ set: RegionSet, width: Double, isDrawn: (Int) -> Bool) {
        self.width = width
        var places: [Coordinate] = []
        set.shapes.forEachRegion { region, polygons in
            guard isDrawn(region) else { return }
            for ring in polygons.lazy.flatMap(\.rings) {
                places += ring.lazy.map { Coordinate(uncheckedLatitude: $0.y, longitude: $0.x) }
            }
        }
        let box = BoundingBox(enclosing: places)
        isAnyDrawn = box != nil
        let (south, north) = (box?.south ?? -90, box?.north ?? 90)
        let shrink = max(0.1, sinCos(degrees: (south + north) / 2).cos)
        let horizontal = (width - 2 * Self.margin) / max(box?.longitudeSpan ?? 360, 1e-6)
        let vertical = horizontal / shrink
        // The maximum ratio of height to width, for a strip along a meridian.
        height = min(vertical * max(north - south, 1e-6) + 2 * Self.margin, 20 * width)
        plane = PlaneFrame(
            origin: (box?.west ?? -180, north), offset: PagePoint(x: Self.margin, y: Self.margin),
            scale: (horizontal, vertical))
    }

    /// The land around the regions; nil if there are none.
    var backdrop: BackdropView? {
        guard isAnyDrawn else { return nil }
        let panel = PageRectangle(left: 0, top: 0, width: width, height: height)
        let half = width / 2 / plane.scale.x
        let center = plane.origin.x - plane.offset.x / plane.scale.x + half
        let north = plane.origin.y + plane.offset.y / plane.scale.y
        let sight = MapFrame.Sight(south: north - height / plane.scale.y, north: north, center: center, half: half)
        let meters = radians(1) * Sphere.earth.radius.value / plane.scale.y
        return BackdropView(sight, panel, metersToUnit: meters, isFlat: true) {
            plane.point(x: center + $1, y: $0)
        }
    }

    /// Outlines with positions to a tenth of a pixel, without repeated positions.
    func outline(_ polygons: [PlanePolygon]) -> String {
        var path = SVGPath(decimals: 1)
        for polygon in polygons {
            // The meridian of 180° is on the side of its polygon.
            let isEastern = polygon.rings.joined().contains { $0.x > -180 && $0.x < plane.origin.x - 1e-9 }
            for ring in polygon.rings {
                var last = (Int.min, Int.min)
                for (i, vertex) in ring.dropLast().enumerated() {
                    let point = plane.point(x: isEastern ? vertex.x + 360 : vertex.x, y: vertex.y)
                    let place = (Int((10 * point.x).rounded()), Int((10 * point.y).rounded()))
                    if place == last { continue }
                    last = place
                    let (x, y) = (Double(place.0) / 10, Double(place.1) / 10)
                    if i == 0 { path.move(x, y) } else { path.line(x, y) }
                }
                path.close()
            }
        }
        return path.text
    }
}
