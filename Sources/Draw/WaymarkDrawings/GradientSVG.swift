import WaymarkGeodesy
public import WaymarkGradients
import WaymarkText

/// Coloured lines as a picture.
public enum GradientSVG {
    /// Pieces as an SVG document that shows the line on the Web Mercator plane, north up, over the antimeridian in one
    /// piece; parts without known values are dashed and grey.
    ///
    /// SVG has no gradient along a path, so each piece is a separate `polyline`. A dark edge makes every colour stand out
    /// from the white ground.
    ///
    /// - Parameters:
    ///   - pieces: The pieces of one line, in order.
    ///   - legend: The meaning of the colours, shown below; nil for none.
    ///   - language: The language of the legend.
    /// - Returns: SVG 1.1 whose line is 1000 units wide or high.
    /// - Complexity: O(*n*).
    public static func document(
        _ pieces: [LinePiece], legend: ColorLegend? = nil, language: RouteMap.Language = .english
    ) -> String {
        let lines = unwrapped(pieces)
        let points = lines.flatMap(\.self)
        let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (south, north) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        // Lines smaller than a tenth of a millimetre on the ground are not magnified further.
        let size = max(east - west, north - south, 2e-12)
        let scale = (1000 - 2 * margin) / size
        let bottom = (north - south) * scale + 2 * margin
        let frame = PlaneFrame(origin: (west, north), offset: PagePoint(x: margin, y: margin), scale: (scale, scale))
        let hasGaps = pieces.contains(where: \.band.isMissing)
        let width = max((east - west) * scale + 2 * margin, legend == nil ? 0 : 420)
        let height = bottom + (legend == nil ? 0 : hasGaps ? 64 : 40)
        var page = SVGPage()
        let paths = lines.map { line in
            var path = SVGPath(decimals: 2)
            for place in line {
                let point = frame.point(x: place.x, y: place.y)
                path.point(point.x, point.y)
            }
            return path.text
        }
        page.begin(["fill": "none", "stroke-width": "6", "stroke-linecap": "round", "stroke-linejoin": "round"])
        page.begin(["stroke": page.colors.casing, "stroke-width": "9"])
        for (piece, path) in zip(pieces, paths) where !piece.band.isMissing {
            page.add("polyline", ["points": path])
        }
        page.end()
        for (piece, path) in zip(pieces, paths) {
            page.add(
                "polyline",
                piece.band.isMissing
                    ? ["stroke": page.colors.gap, "stroke-dasharray": "2 10", "points": path]
                    : ["stroke": piece.band.color.description, "points": path])
        }
        page.end()
        if let legend { draw(legend, hasGaps, MapWords(language), on: &page, top: bottom) }
        return page.finish(width: width, height: height).text
    }

    private static func draw(
        _ legend: ColorLegend, _ hasGaps: Bool, _ words: MapWords, on page: inout SVGPage, top: Double
    ) {
        page.begin(["font-size": "15", "fill": page.colors.legend])
        page.bar(of: legend.colors, left: margin + 1, middle: top + 18, width: 120)
        page.text(legend.text(words), margin + 134, top + 23)
        if hasGaps {
            page.add(
                "path",
                [
                    "d": "M\(units(margin + 4)) \(units(top + 42))h114", "stroke": page.colors.gap,
                    "stroke-width": "6", "stroke-linecap": "round", "stroke-dasharray": "2 10",
                ])
            page.text(words.unknown, margin + 134, top + 47)
        }
        page.end()
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
