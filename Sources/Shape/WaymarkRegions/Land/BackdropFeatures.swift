internal import WaymarkText

/// The backdrop for maps that others draw.
package enum BackdropFeatures {
    /// A GeoJSON FeatureCollection (RFC 7946); the property `kind` is `land`, `lake`, `border` or `province`.
    ///
    /// South Korea, which is finer than the rest, is land too.
    package static let geoJSON: ContiguousArray<UInt8> = {
        var bytes = ContiguousArray<UInt8>()
        bytes.append("{\"type\":\"FeatureCollection\",\"features\":[")
        for (number, line) in Backdrop.earth.lines.enumerated() {
            let (type, open, close) =
                line.kind.isRing ? ("Polygon", "[[", "]]") : ("LineString", "[", "]")
            bytes += (number == 0 ? "\n" : ",\n").utf8
            bytes += #"{"type":"Feature","properties":{"kind":"\#(line.kind.layer)"},"#.utf8
            bytes += #""geometry":{"type":"\#(type)","coordinates":\#(open)"#.utf8
            // A lake has water to its left, its polygon too: holes are drawn, not cut.
            for (number, point) in line.points.enumerated() {
                bytes.append(number == 0 ? "[" : ",[")
                NumberText.append(shortest: point.x, to: &bytes)
                bytes.append(",")
                NumberText.append(shortest: point.y, to: &bytes)
                bytes.append("]")
            }
            bytes += "\(close)}}".utf8
        }
        bytes.append("\n]}\n")
        return bytes
    }()
}
