/// Geometries as GeoJSON (RFC 7946), appended to bytes: longitude first.
public enum GeoJSONGeometry {
    /// A position in degrees; the elevation in metres is omitted if nil.
    public typealias Position = (longitude: Double, latitude: Double, elevation: Double?)

    /// The precision of degrees.
    public enum Degrees {
        /// To seven decimals, a centimetre on the ground.
        case toCentimeters
        /// The fewest digits that read back unchanged.
        case exact
    }

    /// Appends a Point.
    public static func append(point position: Position, _ degrees: Degrees, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append(#"{"type":"Point","coordinates":"#)
        append(position, degrees, to: &bytes)
        bytes.append("}")
    }

    /// Appends lines as one geometry: a LineString, or a MultiLineString unless there is exactly one.
    ///
    /// Repeated positions are written once, but a line has at least two positions.
    @inlinable
    public static func append<Line: Sequence>(
        lines: some Collection<Line>, to bytes: inout ContiguousArray<UInt8>, position: (Line.Element) -> Position
    ) {
        let isOne = lines.count == 1
        bytes.append(isOne ? #"{"type":"LineString","coordinates":"# : #"{"type":"MultiLineString","coordinates":["#)
        var isFirst = true
        for line in lines {
            if !isFirst { bytes.append(",") }
            isFirst = false
            bytes.append("[")
            append(line, to: &bytes, position: position)
            bytes.append("]")
        }
        bytes.append(isOne ? "}" : "]}")
    }

    @inlinable
    static func append<Line: Sequence>(
        _ line: Line, to bytes: inout ContiguousArray<UInt8>, position: (Line.Element) -> Position
    ) {
        var last: Position?
        var count = 0
        for vertex in line {
            let next = position(vertex)
            if let last, last == next { continue }
            if count > 0 { bytes.append(",") }
            append(next, .toCentimeters, to: &bytes)
            (last, count) = (next, count + 1)
        }
        guard count == 1, let last else { return }
        bytes.append(",")
        append(last, .toCentimeters, to: &bytes)
    }

    /// Appends polygons as one geometry: a Polygon, or a MultiPolygon unless there is exactly one.
    ///
    /// - Parameters:
    ///   - polygons: Closed rings, the outer one counterclockwise; their degrees read back unchanged.
    ///   - bytes: The geometry is appended here.
    ///   - position: The coordinate of an element of a ring.
    @inlinable
    public static func append<Vertex>(
        polygons: [[[Vertex]]], to bytes: inout ContiguousArray<UInt8>, position: (Vertex) -> Position
    ) {
        let isOne = polygons.count == 1
        bytes.append(isOne ? #"{"type":"Polygon","coordinates":"# : #"{"type":"MultiPolygon","coordinates":["#)
        for (i, polygon) in polygons.enumerated() {
            if i > 0 { bytes.append(",") }
            bytes.append("[")
            for (k, ring) in polygon.enumerated() {
                bytes.append(k > 0 ? ",[" : "[")
                for (n, vertex) in ring.enumerated() {
                    if n > 0 { bytes.append(",") }
                    append(position(vertex), .exact, to: &bytes)
                }
                bytes.append("]")
            }
            bytes.append("]")
        }
        bytes.append(isOne ? "}" : "]}")
    }

    @usableFromInline
    static func append(_ position: Position, _ degrees: Degrees, to bytes: inout ContiguousArray<UInt8>) {
        bytes.append("[")
        append(position.longitude, degrees, to: &bytes)
        bytes.append(",")
        append(position.latitude, degrees, to: &bytes)
        if let elevation = position.elevation {
            bytes.append(",")
            // Values that are not finite, or have too many digits, are omitted.
            if !DecimalText.append(elevation, decimals: 3, to: &bytes) { bytes.removeLast() }
        }
        bytes.append("]")
    }

    private static func append(_ value: Double, _ degrees: Degrees, to bytes: inout ContiguousArray<UInt8>) {
        switch degrees {
        case .toCentimeters: DecimalText.append(degrees: value, to: &bytes)
        case .exact: NumberText.append(shortest: value, to: &bytes)
        }
    }
}

extension JSONValue {
    /// The longitudes and latitudes of a list of positions (RFC 7946, section 3.1.1), in degrees as they are written.
    ///
    /// Read in place: a copy of each value would be retained and released.
    ///
    /// - Returns: One pair for each position; nil if the value is not a list, or an element is not a list that begins
    ///   with two numbers.
    /// - Complexity: O(*n*).
    public var positions: [(longitude: Double, latitude: Double)]? {
        guard case .array(let elements) = self else { return nil }
        var positions: [(longitude: Double, latitude: Double)] = []
        positions.reserveCapacity(elements.count + 1)
        let isWhole = unsafe elements.withUnsafeBufferPointer { elements in
            for index in elements.indices {
                guard let position = unsafe elements[index].position else { return false }
                positions.append(position)
            }
            return true
        }
        return isWhole ? positions : nil
    }

    private var position: (longitude: Double, latitude: Double)? {
        switch self {
        case .numbers(let numbers): return numbers.pair.map { ($0.0, $0.1) }
        case .array(let values) where values.count >= 2:
            // With something else after two numbers.
            guard case .number(let longitude) = values[0], case .number(let latitude) = values[1],
                let longitude = NumberParser.double(longitude), let latitude = NumberParser.double(latitude)
            else { return nil }
            return (longitude, latitude)
        default: return nil
        }
    }
}
