import WaymarkGeodesy
public import WaymarkGradients
import WaymarkText

/// Coloured lines as a picture.
public enum GradientSVG {
    /// Pieces as an SVG document that shows the line on the Web Mercator plane, north up, over the antimeridian in one
    /// piece; parts without known values are dashed.
    ///
    /// SVG has no gradient along a path, so each piece is a separate `polyline`.
    ///
    /// - Parameter pieces: The pieces of one line, in order.
    /// - Returns: SVG 1.1 whose longer side has 1000 units.
    /// - Complexity: O(*n*).
    public static func document(_ pieces: [LinePiece]) -> String {
        let lines = unwrapped(pieces)
        let points = lines.flatMap(\.self)
        let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (south, north) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        // Lines smaller than a tenth of a millimetre on the ground are not magnified further.
        let size = max(east - west, north - south, 2e-12)
        let scale = (1000 - 2 * margin) / size
        let frame = PlaneFrame(
            origin: (west, north), offset: PagePoint(x: margin, y: margin), scale: (scale, scale))
        let width = SVGNumber.text((east - west) * scale + 2 * margin, decimals: 2)
        let height = SVGNumber.text((north - south) * scale + 2 * margin, decimals: 2)
        var page = SVGPage(width: width, height: height)
        page.begin(["fill": "none", "stroke-width": "6", "stroke-linecap": "round", "stroke-linejoin": "round"])
        for (piece, line) in zip(pieces, lines) {
            var path = SVGPath(decimals: 2)
            for place in line {
                let point = frame.point(x: place.x, y: place.y)
                path.point(point.x, point.y)
            }
            let color = piece.band.color.description
            page.add(
                "polyline",
                piece.band.isMissing
                    ? ["stroke": color, "stroke-dasharray": "2 10", "points": path.text]
                    : ["stroke": color, "points": path.text])
        }
        page.end()
        return page.finish().text
    }

    private static let margin = 10.0

    /// The vertices on the plane, each at most half a turn from the previous one.
    private static func unwrapped(_ pieces: [LinePiece]) -> [[WebMercator]] {
        var x: Double?
        return pieces.map { piece in
            piece.coordinates.map { coordinate in
                let place = WebMercator(coordinate)
                let unwrapped = x.map { $0 + WebMercator.shorterWay(from: $0, to: place.x) } ?? place.x
                x = unwrapped
                return WebMercator(x: unwrapped, y: place.y)
            }
        }
    }
}
