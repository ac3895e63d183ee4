import WaymarkGeodesy
import WaymarkText

/// Coloured lines as a picture.
public enum GradientSVG {
    /// Pieces as an SVG document that shows the line on the plane of Web Mercator, north up, over the antimeridian in one
    /// piece; parts for which nothing is known are dashed.
    ///
    /// SVG has no gradient along a path, so that each piece is a `polyline` of its own.
    ///
    /// - Parameter pieces: The pieces of one line, in its order.
    /// - Returns: SVG 1.1, 1000 units wide or high, whichever is more.
    /// - Complexity: O(*n*).
    public static func document(_ pieces: [LinePiece]) -> String {
        let lines = unwrapped(pieces)
        let points = lines.flatMap(\.self)
        let (west, east) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
        let (south, north) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        // What is smaller than a tenth of a millimetre on the ground stays small.
        let size = max(east - west, north - south, 2e-12)
        let scale = (1000 - 2 * margin) / size
        func length(_ value: Double) -> String { DecimalText.of(value, decimals: 2)! }
        let (width, height) = (length((east - west) * scale + 2 * margin), length((north - south) * scale + 2 * margin))
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <g fill="none" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">

            """
        for (piece, line) in zip(pieces, lines) {
            let points = line.map { place in
                "\(length((place.x - west) * scale + margin)),\(length((north - place.y) * scale + margin))"
            }
            let dashes = piece.band.isMissing ? " stroke-dasharray=\"2 10\"" : ""
            text += "<polyline stroke=\"\(piece.band.color)\"\(dashes) points=\"\(points.joined(separator: " "))\"/>\n"
        }
        return text + "</g>\n</svg>\n"
    }

    private static let margin = 10.0

    /// The vertices on the plane, each at most half a turn from the one before.
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
