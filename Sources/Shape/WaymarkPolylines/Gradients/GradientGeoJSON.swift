import WaymarkGeodesy

/// Coloured lines as GeoJSON (RFC 7946).
public enum GradientGeoJSON {
    /// Pieces as a `FeatureCollection` of lines, cut at the antimeridian.
    ///
    /// Each feature has the properties `stroke` (a colour such as `#440154`, as in the simplestyle specification), `from` and
    /// `to` (fractions of the whole line's length) and, where nothing is known, `missing`: true.
    ///
    /// - Complexity: O(*n*).
    public static func document(_ pieces: [LinePiece]) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\n" + pieces.map(feature).joined(separator: ",\n") + "\n]}\n"
    }

    /// Lines as a `FeatureCollection` without properties, cut at the antimeridian; an elevation is a third number.
    package static func document(lines: [(coordinates: [Coordinate], elevations: [Double?]?)]) -> String {
        let features = lines.map {
            "{\"type\":\"Feature\",\"geometry\":\(geometry($0.coordinates, $0.elevations)),\"properties\":{}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    }

    private static func feature(_ piece: LinePiece) -> String {
        let band = piece.band
        let (from, to) = (band.locations.lowerBound, band.locations.upperBound)
        let missing = band.isMissing ? ",\"missing\":true" : ""
        return "{\"type\":\"Feature\",\"geometry\":\(geometry(piece.coordinates)),\"properties\":{"
            + "\"stroke\":\"\(band.color)\",\"from\":\(location(from)),\"to\":\(location(to))\(missing)}}"
    }

    private static func geometry(_ line: [Coordinate], _ elevations: [Double?]? = nil) -> String {
        let lines = AntimeridianCut.pieces(of: line, elevations: elevations).map { line in
            // A line has two positions at least.
            "[" + (line.count > 1 ? line : line + line).map(position).joined(separator: ",") + "]"
        }
        return lines.count == 1
            ? "{\"type\":\"LineString\",\"coordinates\":\(lines[0])}"
            : "{\"type\":\"MultiLineString\",\"coordinates\":[\(lines.joined(separator: ","))]}"
    }

    /// Longitude first, as GeoJSON has it.
    private static func position(_ place: FlatPosition) -> String {
        let elevation = place.elevation.flatMap { DecimalText.of($0, decimals: 3) }.map { ",\($0)" } ?? ""
        return "[\(DecimalText.degrees(place.longitude)),\(DecimalText.degrees(place.latitude))\(elevation)]"
    }

    private static func location(_ value: Double) -> String { DecimalText.of(value, decimals: 9)! }
}
