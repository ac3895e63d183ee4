package import WaymarkGeodesy
import WaymarkText

extension GeoJSONGeometry {
    /// Appends a line, cut at the antimeridian; elevations are third numbers.
    ///
    /// - Precondition: There are as many elevations as vertices.
    /// - Complexity: O(*n*).
    package static func append(
        line: [Coordinate], elevations: [Double?]? = nil, to bytes: inout ContiguousArray<UInt8>
    ) {
        if elevations == nil, AntimeridianCut.isWhole(line) {
            append(lines: CollectionOfOne(line), to: &bytes) { ($0.longitude, $0.latitude, nil) }
        } else {
            let pieces = AntimeridianCut.pieces(of: line, elevations: elevations)
            append(lines: pieces, to: &bytes) { ($0.longitude, $0.latitude, $0.elevation) }
        }
    }
}
