import TestSupport
import WaymarkAreas
import WaymarkGeodesy
import WaymarkRegions

/// Korea's boundaries of 2013.
enum Boundaries: String, CaseIterable {
    case provinces, municipalities, submunicipalities

    var file: String {
        self == .provinces
            ? "kostat-2013-provinces-simple.geojson" : "kostat-2013-\(rawValue)-simple.geojson.gz"
    }

    func bytes() throws -> ContiguousArray<UInt8> {
        try ContiguousArray(SharedData.bytes("admin-kr/" + file))
    }

    func regions() throws -> RegionSet { try RegionSet(geoJSON: bytes(), file: file, mending: MendedBorders()) }
}

/// Regions from a text, for tests.
func regions(_ text: String, options: RegionOptions = .init()) throws(RegionError) -> RegionSet {
    guard let borders = try? MendedBorders() else { fatalError("GEOS gives a context") }
    return try RegionSet(
        geoJSON: ContiguousArray(text.utf8), file: "test.geojson", options: options, mending: borders)
}

/// A FeatureCollection of geometries that are named a, b, c, ...
func collection(_ geometries: String...) -> String {
    let features = geometries.enumerated().map { i, geometry in
        let name = String(UnicodeScalar(UInt8(97 + i)))
        return #"{"type":"Feature","properties":{"name":"\#(name)","code":"\#(i)"},"geometry":\#(geometry)}"#
    }
    return #"{"type":"FeatureCollection","features":[\#n\#(features.joined(separator: ",\n"))]}"#
}

/// A Polygon with these rings, each of `longitude latitude` pairs parted by commas.
func polygon(_ rings: String...) -> String {
    #"{"type":"Polygon","coordinates":[\#(rings.map(ring).joined(separator: ","))]}"#
}

/// A MultiPolygon of polygons with one ring each.
func multiPolygon(_ rings: String...) -> String {
    #"{"type":"MultiPolygon","coordinates":[\#(rings.map { "[\(ring($0))]" }.joined(separator: ","))]}"#
}

private func ring(_ text: String) -> String {
    let positions = text.split(separator: ",").map { position in
        "[\(position.split(separator: " ").joined(separator: ","))]"
    }
    return "[\(positions.joined(separator: ","))]"
}
