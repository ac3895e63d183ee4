import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoutes
import WaymarkText

extension OSRMService {
    /// How a route is written.
    struct RouteForm {
        private let geometry: String
        private let hasOverview: Bool
        private let annotations: Set<String>

        init(_ query: Query) throws(Fault) {
            geometry = try query.choice("geometries", ["polyline", "polyline6", "geojson"])
            hasOverview = try query.choice("overview", ["simplified", "full", "false"]) != "false"
            let known = ["duration", "distance", "speed", "weight", "datasources", "nodes"]
            let value = query.options["annotations"] ?? "false"
            let names = value == "true" ? known : value == "false" ? [] : value.split(separator: ",").map(String.init)
            if let other = names.first(where: { !known.contains($0) }) {
                throw Fault(
                    code: "InvalidQuery",
                    message:
                        "annotations must be true, false, or some of \(known.joined(separator: ", ")): \(PlainText.shortened(other))"
                )
            }
            annotations = Set(names)
        }

        func append(_ legs: [Leg], to text: inout String) {
            let meters = legs.reduce(0) { $0 + $1.distance.value }
            let seconds = legs.reduce(0) { $0 + ($1.duration.map { $0 / .seconds(1) } ?? 0) }
            text += "{\"legs\":["
            for (number, leg) in legs.enumerated() {
                if number > 0 { text += "," }
                let seconds = leg.duration.map { $0 / .seconds(1) } ?? 0
                text += "{\"steps\":[],\"summary\":\"\(leg.distanceKind == .greatCircle ? "great circle" : "")\","
                text +=
                    "\"weight\":\(tenth(seconds)),\"duration\":\(tenth(seconds)),\"distance\":\(tenth(leg.distance.value))"
                if !annotations.isEmpty { append(annotation: leg, seconds, to: &text) }
                text += "}"
            }
            text +=
                "],\"weight_name\":\"\(legs.contains { $0.distanceKind == .greatCircle } ? "great_circle" : "duration")\","
            text += "\"weight\":\(tenth(seconds)),\"duration\":\(tenth(seconds)),\"distance\":\(tenth(meters))"
            if hasOverview {
                var line: [Coordinate] = []
                for leg in legs { line += leg.coordinates.drop { $0 == line.last } }
                if line.count == 1 { line.append(line[0]) }
                text += ",\"geometry\":" + self.line(line)
            }
            text += "}"
        }

        private func line(_ line: [Coordinate]) -> String {
            switch geometry {
            case "geojson":
                "{\"coordinates\":[" + line.map { location($0) }.joined(separator: ",") + "],\"type\":\"LineString\"}"
            default: JSONText.of(EncodedPolyline.encode(line, precision: geometry == "polyline6" ? 6 : 5))
            }
        }

        private func append(annotation leg: Leg, _ seconds: Double, to text: inout String) {
            let pieces = zip(leg.coordinates, leg.coordinates.dropFirst())
            let lengths = pieces.map { Sphere.earth.distance(from: $0, to: $1).value }
            let whole = lengths.reduce(0, +)
            let times: [Double] = lengths.enumerated().map { number, length in
                if let times = leg.vertices.times, let from = times[number], let to = times[number + 1] {
                    return (to - from) / .seconds(1)
                }
                return whole > 0 ? seconds * length / whole : 0
            }
            var parts: [String] = []
            func add(_ name: String, _ values: [String]) {
                if annotations.contains(name) { parts.append("\"\(name)\":[\(values.joined(separator: ","))]") }
            }
            add("distance", lengths.map(NumberText.shortest))
            add("duration", times.map(tenth))
            add("weight", times.map(tenth))
            add("speed", zip(lengths, times).map { $1 > 0 ? tenth($0 / $1) : "0" })
            add("datasources", lengths.map { _ in "0" })
            // No line here has nodes of OpenStreetMap.
            add("nodes", leg.coordinates.map { _ in "0" })
            if annotations.contains("datasources") {
                let name = leg.distanceKind == .greatCircle ? "great circle" : "roads"
                parts.append("\"metadata\":{\"datasource_names\":[\"\(name)\"]}")
            }
            text += ",\"annotation\":{\(parts.joined(separator: ","))}"
        }
    }
}
