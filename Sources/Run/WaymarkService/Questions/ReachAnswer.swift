import WaymarkAreas
import WaymarkAttractions
import WaymarkGeodesy
import WaymarkQuestions
import WaymarkRegions
import WaymarkRoads
import WaymarkText

/// What is reached from a place within a time, as an area.
enum ReachAnswer {
    static let parameters =
        BatchQuestion.place.filter { $0.isRequired } + [
            Parameter("minutes", .number(1...120), "The time.", isRequired: true, example: "15"),
            Parameter(
                "mode", .choice(["walking", "cycling", "driving", "foot", "bicycle", "car"]), "How one travels."),
        ]

    /// How far from a reached road a place still is within reach.
    static let width = Meters(50)
    /// What takes some seconds to draw.
    private static let mostLines = 50_000

    /// A feature of GeoJSON: all that is at most ``width`` from the roads that can be reached in the time.
    ///
    /// - Throws: ``Problem`` without roads, or where the place is near none.
    static func of(_ asked: Asked, _ data: ServiceData, _ legs: LegService) throws -> Answer {
        guard let latitude = asked.number("latitude"), let longitude = asked.number("longitude"),
            let minutes = asked.number("minutes")
        else { preconditionFailure("they are required") }
        let place = try Coordinate(latitude: latitude, longitude: longitude)
        let word = asked.text("mode") ?? "driving"
        let mode = OSRMService.words[word] ?? "driving"
        guard let roads = try legs.source(mode: mode) as? RoadLegs else {
            throw Problem(.notFound, "There are no roads: waymark town makes a file that has them.")
        }
        guard let reach = roads.reach(from: place) else {
            throw Problem(.notFound, "There is no road within \(Int(roads.maxSnap.value)) m.")
        }
        let lines = reach.lines(within: 60 * minutes)
        guard lines.count <= mostLines else {
            throw Problem(
                .contentTooLarge,
                "\(lines.count) roads are within reach; at most \(mostLines) can be drawn: ask for fewer minutes.")
        }
        try Task.checkCancellation()
        let area = try Corridor(alongEach: lines, width: width).outline()
        var bytes: ContiguousArray<UInt8> = []
        bytes += "{\"type\":\"Feature\",\(Attribution.member(data.attribution))".utf8
        bytes += "\"properties\":{\"minutes\":\(NumberText.shortest(minutes)),\"mode\":\"\(mode)\"},\"geometry\":".utf8
        GeoJSONGeometry.append(polygons: area.map(\.rings), to: &bytes) { ($0.x, $0.y, nil) }
        bytes += "}\n".utf8
        return Answer(.geojson, bytes)
    }
}
