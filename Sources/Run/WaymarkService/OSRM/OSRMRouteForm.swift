import WaymarkGeodesy
import WaymarkPolylines
import WaymarkRoads
import WaymarkRoutes
import WaymarkText

extension OSRMService {
    /// How a route is written.
    struct RouteForm {
        private let geometry: String
        private let hasOverview: Bool
        private let annotations: Set<String>
        /// OSRM's word for how one travels.
        private let mode: String

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
            mode = OSRMService.words[query.profile] ?? "driving"
        }

        /// Appends a route.
        ///
        /// - Parameters:
        ///   - legs: Its legs.
        ///   - steps: The steps of each leg; empty if they are not asked for.
        ///   - text: Takes the route.
        func append(_ legs: [Leg], _ steps: [[RoadStep]], to text: inout String) {
            let meters = legs.reduce(0) { $0 + $1.distance.value }
            let seconds = legs.reduce(0) { $0 + ($1.duration.map { $0 / .seconds(1) } ?? 0) }
            text += "{\"legs\":["
            for (number, leg) in legs.enumerated() {
                if number > 0 { text += "," }
                let seconds = leg.duration.map { $0 / .seconds(1) } ?? 0
                let own = number < steps.count ? steps[number] : []
                let summary = leg.distanceKind == .greatCircle ? "great circle" : Self.summary(own)
                text += "{\"steps\":[\(own.map(step).joined(separator: ","))],\"summary\":\(JSONText.of(summary)),"
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

        /// The two roads that are longest on the way, in their order.
        private static func summary(_ steps: [RoadStep]) -> String {
            var lengths: [String: Double] = [:]
            for step in steps where !step.label.isEmpty { lengths[step.label, default: 0] += step.distance.value }
            let longest = Set(lengths.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(2).map(\.key))
            var names: [String] = []
            for step in steps where longest.contains(step.label) && !names.contains(step.label) {
                names.append(step.label)
            }
            return names.joined(separator: ", ")
        }

        private func step(_ step: RoadStep) -> String {
            var manoeuvre =
                "{\"type\":\"\(step.kind.rawValue)\",\"location\":\(location(step.place)),"
                + "\"bearing_before\":\(step.bearings.before),\"bearing_after\":\(step.bearings.after)"
            if let side = step.side { manoeuvre += ",\"modifier\":\"\(side.rawValue)\"" }
            if let exit = step.exit { manoeuvre += ",\"exit\":\(exit)" }
            let junctions = step.junctions.map { junction in
                let ends =
                    (junction.from.map { ",\"in\":\($0)" } ?? "") + (junction.to.map { ",\"out\":\($0)" } ?? "")
                return "{\"location\":\(location(junction.place)),"
                    + "\"bearings\":[\(junction.bearings.map(String.init).joined(separator: ","))],"
                    + "\"entry\":[\(junction.entries.map(String.init).joined(separator: ","))]\(ends)}"
            }
            let seconds = tenth(step.duration / .seconds(1))
            let line = step.line.count == 1 ? [step.line[0], step.line[0]] : step.line
            return "{\"maneuver\":\(manoeuvre)},\"name\":\(JSONText.of(step.name)),"
                + (step.reference.isEmpty ? "" : "\"ref\":\(JSONText.of(step.reference)),")
                + "\"mode\":\"\(step.isFerry ? "ferry" : mode)\",\"driving_side\":\"right\","
                + "\"distance\":\(tenth(step.distance.value)),\"duration\":\(seconds),\"weight\":\(seconds),"
                + "\"intersections\":[\(junctions.joined(separator: ","))],\"geometry\":\(self.line(line))}"
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
