import WaymarkGeodesy

/// A rectangle of a drawing.
struct MapRectangle: Hashable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    var right: Double { left + width }
    var bottom: Double { top + height }

    func intersects(_ other: MapRectangle) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    func contains(_ point: PlanePoint) -> Bool {
        point.x >= left && point.x <= right && point.y >= top && point.y <= bottom
    }

    func contains(_ other: MapRectangle) -> Bool {
        other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
    }
}

/// Where on a drawing each place is.
struct MapFrame {
    let projection: MapProjection
    /// The part of the drawing that is the map.
    let panel: MapRectangle
    /// Drawing units to an Earth radius.
    let scale: Double
    private let middle: PlanePoint

    /// A map of `box` with a margin, as wide as `width` and as high as it needs to be within `heights`, from `top` and
    /// `left` on.
    init(_ box: BoundingBox, left: Double, top: Double, width: Double, heights: ClosedRange<Double>, margin: Double) {
        let projection = MapProjection(for: box)
        let half = box.longitudeSpan / 2
        var (low, high) = (PlanePoint(x: .infinity, y: .infinity), PlanePoint(x: -.infinity, y: -.infinity))
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
        // One place, or places side by side, are seen from about a kilometre round.
        let least = 2e-4
        let (spanX, spanY) = (max(least, high.x - low.x), max(least, high.y - low.y))
        let (roomX, roomY) = (width - 2 * margin, heights.upperBound - 2 * margin)
        let scale = min(roomX / spanX, roomY / spanY)
        let height = max(heights.lowerBound, min(heights.upperBound, spanY * scale + 2 * margin))
        self.projection = projection
        self.scale = scale
        middle = PlanePoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
        panel = MapRectangle(left: left, top: top, width: width, height: height)
    }

    /// The point of a latitude, and of a longitude relative to the middle of the map.
    func point(latitude: Double, relative: Double) -> PlanePoint {
        let flat = projection.project(latitude: latitude, relative: relative)
        return PlanePoint(
            x: panel.left + panel.width / 2 + (flat.x - middle.x) * scale,
            y: panel.top + panel.height / 2 - (flat.y - middle.y) * scale)
    }

    /// The point of a place.
    func point(_ place: Coordinate) -> PlanePoint {
        point(latitude: place.latitude, relative: projection.relative(place.longitude))
    }

    /// Metres on the ground to a drawing unit, in the middle of the map, from left to right.
    var metersToUnit: Double {
        switch projection {
        case .mercator:
            // 1 / cosh y is the cosine of the latitude.
            let (up, down) = (expOf(middle.y), expOf(-middle.y))
            return Sphere.earth.radius.value * 2 / (up + down) / scale
        case .equirectangular, .polar: return Sphere.earth.radius.value / scale
        }
    }
}

#if canImport(Glibc)
    import func Glibc.exp
#elseif canImport(Musl)
    import func Musl.exp
#elseif canImport(Android)
    import func Android.exp
#elseif canImport(Darwin)
    import func Darwin.exp
#endif

private func expOf(_ value: Double) -> Double { exp(value) }
