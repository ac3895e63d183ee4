public import WaymarkRegions

/// Regions from a text, for tests.
public func regions(
    _ text: String, options: RegionOptions = .init(), mending borders: some BorderMending = SoundBorders()
) throws(RegionError) -> RegionSet {
    try RegionSet(geoJSON: ContiguousArray(text.utf8), file: "test.geojson", options: options, mending: borders)
}

/// A FeatureCollection of geometries named a, b, c, ...
public func collection(_ geometries: String...) -> String {
    let features = geometries.enumerated().map { i, geometry in
        let name = String(UnicodeScalar(UInt8(97 + i)))
        return #"{"type":"Feature","properties":{"name":"\#(name)","code":"\#(i)"},"geometry":\#(geometry)}"#
    }
    return #"{"type":"FeatureCollection","features":[\#n\#(features.joined(separator: ",\n"))]}"#
}

/// A Polygon with these rings, each of `longitude latitude` pairs separated by commas.
public func polygon(_ rings: String...) -> String {
    #"{"type":"Polygon","coordinates":[\#(rings.map(ring).joined(separator: ","))]}"#
}

/// A MultiPolygon of polygons with one ring each.
public func multiPolygon(_ rings: String...) -> String {
    #"{"type":"MultiPolygon","coordinates":[\#(rings.map { "[\(ring($0))]" }.joined(separator: ","))]}"#
}

private func ring(_ text: String) -> String {
    let positions = text.split(separator: ",").map { position in
        "[\(position.split(separator: " ").joined(separator: ","))]"
    }
    return "[\(positions.joined(separator: ","))]"
}
