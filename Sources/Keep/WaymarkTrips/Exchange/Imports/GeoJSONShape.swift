import WaymarkGeodesy
import WaymarkRoutes
import WaymarkText

/// What is at a geometry of GeoJSON.
enum GeoJSONShape {
    case point(Coordinate)
    case line(ImportedLine)
    /// A polygon, by the name of its type.
    case area(String)

    /// Appends what is at a geometry.
    static func append(_ geometry: JSONValue, to shapes: inout [GeoJSONShape]) throws(ImportedValue.Fault) {
        guard let object = geometry.object, let type = object.text("type") else {
            throw ImportedValue.Fault(reason: "the geometry has no type")
        }
        let coordinates = object["coordinates"] ?? .null
        switch type {
        case "Point": shapes.append(.point(try places(.array([coordinates]))[0]))
        case "MultiPoint": for place in try places(coordinates) { shapes.append(.point(place)) }
        case "LineString": shapes.append(try line(coordinates))
        case "MultiLineString":
            guard let lines = coordinates.array else {
                throw ImportedValue.Fault(reason: "the coordinates are not a list of lines")
            }
            for line in lines { shapes.append(try self.line(line)) }
        case "GeometryCollection":
            guard let geometries = object["geometries"]?.array else {
                throw ImportedValue.Fault(reason: "the collection has no list of geometries")
            }
            for geometry in geometries { try append(geometry, to: &shapes) }
        case "Polygon", "MultiPolygon": shapes.append(.area(type))
        default: throw ImportedValue.Fault(reason: "\(ImportedValue.quoted(type)) is not a type of geometry")
        }
    }

    private static func line(_ coordinates: JSONValue) throws(ImportedValue.Fault) -> GeoJSONShape {
        var line = ImportedLine()
        for place in try places(coordinates) where !line.append(TrackPoint(place)) {
            throw .tooManyPoints
        }
        return .line(line)
    }

    private static func places(_ value: JSONValue) throws(ImportedValue.Fault) -> [Coordinate] {
        guard let positions = value.positions else {
            throw ImportedValue.Fault(reason: "the coordinates are not positions of a longitude and a latitude")
        }
        var places: [Coordinate] = []
        for (longitude, latitude) in positions { places.append(try ImportedValue.coordinate(latitude, longitude)) }
        return places
    }
}
