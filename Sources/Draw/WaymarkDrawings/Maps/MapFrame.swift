import WaymarkGeodesy
import WaymarkGround

import func WaymarkC.exp

/// The transformation from places to a drawing.
struct MapFrame {
    let box: BoundingBox
    let projection: MapProjection
    /// The part of the drawing that is the map.
    let panel: PageRectangle
    private let plane: PlaneFrame

    /// A map of `box` with a margin, with width `width`, a suitable height within `heights`, and its corner at `top`
    /// and `left`.
    init(_ box: BoundingBox, left: Double, top: Double, width: Double, heights: ClosedRange<Double>, margin: Double) {
        let projection = MapProjection(for: box)
        let half = box.longitudeSpan / 2
        var (low, high) = ((x: Double.infinity, y: Double.infinity), (x: -Double.infinity, y: -Double.infinity))
        // The edge of the box: curved on a polar map.
        for step in 0...72 {
            let fraction = Double(step) / 72
            let (latitude, longitude) = (box.south + (box.north - box.south) * fraction, half * (2 * fraction - 1))
            for (latitude, longitude) in [
                (latitude, -half), (latitude, half), (box.south, longitude), (box.north, longitude),
            ] {
                let point = projection.project(latitude: latitude, relative: longitude)
                (low.x, low.y) = (min(low.x, point.x), min(low.y, point.y))
                (high.x, high.y) = (max(high.x, point.x), max(high.y, point.y))
            }
        }
        // For one place, or places close together, show about a kilometre around.
        let least = 2e-4
        let (spanX, spanY) = (max(least, high.x - low.x), max(least, high.y - low.y))
        let (roomX, roomY) = (width - 2 * margin, heights.upperBound - 2 * margin)
        let scale = min(roomX / spanX, roomY / spanY)
        let height = max(heights.lowerBound, min(heights.upperBound, spanY * scale + 2 * margin))
        self.box = box
        self.projection = projection
        panel = PageRectangle(left: left, top: top, width: width, height: height)
        plane = PlaneFrame(
            origin: ((low.x + high.x) / 2, (low.y + high.y) / 2),
            offset: PagePoint(x: left + width / 2, y: top + height / 2), scale: (scale, scale))
    }

    /// The point of a latitude, and of a longitude relative to the middle of the map.
    func point(latitude: Double, relative: Double) -> PagePoint {
        let flat = projection.project(latitude: latitude, relative: relative)
        return plane.point(x: flat.x, y: flat.y)
    }

    func point(_ place: Coordinate) -> PagePoint {
        point(latitude: place.latitude, relative: projection.relative(place.longitude))
    }

    /// The part of the Earth in the panel, at least.
    struct Sight {
        let south: Double
        let north: Double
        /// The meridian in the middle.
        let center: Double
        /// Degrees to the west and to the east of it, up to 180.
        let half: Double

        func contains(_ place: Coordinate) -> Bool {
            place.latitude >= south && place.latitude <= north
                && abs((place.longitude - center).remainder(dividingBy: 360)) <= half
        }
    }

    var sight: Sight {
        let (center, scale) = (projection.center, plane.scale.x)
        let high = plane.origin.y + panel.height / 2 / scale
        let low = plane.origin.y - panel.height / 2 / scale
        switch projection {
        case .polar(let isNorth, _):
            let wide = max(abs(plane.origin.x - panel.width / 2 / scale), abs(plane.origin.x + panel.width / 2 / scale))
            let reach = degrees((wide * wide + max(high * high, low * low)).squareRoot())
            return Sight(
                south: isNorth ? 90 - reach : -90, north: isNorth ? 90 : reach - 90, center: center, half: 180)
        case .mercator, .equirectangular:
            let shrink = projection.project(latitude: 0, relative: 1).x
            return Sight(
                south: projection.latitude(at: low), north: projection.latitude(at: high), center: center,
                half: min(180, panel.width / 2 / scale / shrink))
        }
    }

    /// The map as a window on the plane of Web Mercator; nil for another projection.
    var window: GroundWindow? {
        guard case .mercator(let center) = projection else { return nil }
        let (units, scale) = (plane.scale.x, 2 * Double.pi)
        let left = (plane.origin.x - panel.width / 2 / units) / scale + (center + 180) / 360
        let top = 0.5 - (plane.origin.y + panel.height / 2 / units) / scale
        return GroundWindow(panel: panel, corner: WorldPoint(x: left, y: top), unitsOfWorld: units * scale)
    }

    /// Metres on the ground per drawing unit, horizontally in the middle of the map.
    var metersToUnit: Double {
        switch projection {
        case .mercator:
            // 1 / cosh y is the cosine of the latitude.
            let (up, down) = (exp(plane.origin.y), exp(-plane.origin.y))
            return Sphere.earth.radius.value * 2 / (up + down) / plane.scale.x
        case .equirectangular, .polar: return Sphere.earth.radius.value / plane.scale.x
        }
    }
}
