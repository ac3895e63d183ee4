import WaymarkGeodesy
import WaymarkPolylines
import WaymarkText

/// Coloured lines as GeoJSON (RFC 7946).
public enum GradientGeoJSON {
    /// Pieces as a `FeatureCollection` of lines, cut at the antimeridian.
    ///
    /// Each feature has the properties `stroke` (a colour such as `#440154`, as in the simplestyle specification),
    /// `from` and `to` (fractions of the whole line's length) and, if values are unknown, `missing`: true.
    ///
    /// - Complexity: O(*n*).
    public static func document(_ pieces: [LinePiece]) -> String {
        collection(of: pieces) { piece, bytes in
            GeoJSONGeometry.append(line: piece.coordinates, to: &bytes)
            let band = piece.band
            bytes += #","properties":{"stroke":"\#(band.color)","from":"#.utf8
            append(location: band.locations.lowerBound, to: &bytes)
            bytes.append(#","to":"#)
            append(location: band.locations.upperBound, to: &bytes)
            bytes.append(band.isMissing ? #","missing":true}"# : "}")
        }
    }

    /// Lines as a `FeatureCollection` without properties, cut at the antimeridian; elevations are third numbers.
    package static func document(lines: [(coordinates: [Coordinate], elevations: [Double?]?)]) -> String {
        collection(of: lines) { line, bytes in
            GeoJSONGeometry.append(line: line.coordinates, elevations: line.elevations, to: &bytes)
            bytes.append(#","properties":{}"#)
        }
    }

    private static func collection<Line>(
        of lines: [Line], _ append: (Line, inout ContiguousArray<UInt8>) -> Void
    ) -> String {
        var bytes = ContiguousArray(#"{"type":"FeatureCollection","features":[\#n"#.utf8)
        for (i, line) in lines.enumerated() {
            if i > 0 { bytes.append(",\n") }
            bytes.append(#"{"type":"Feature","geometry":"#)
            append(line, &bytes)
            bytes.append("}")
        }
        bytes.append("\n]}\n")
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(location: Double, to bytes: inout ContiguousArray<UInt8>) {
        let isWritten = DecimalText.append(location, decimals: 9, to: &bytes)
        precondition(isWritten, "a part of one has too many digits")
    }
}
