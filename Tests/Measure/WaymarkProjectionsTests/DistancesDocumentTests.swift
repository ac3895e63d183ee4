import Foundation
import TestSupport
import Testing
import WaymarkGeodesy
import WaymarkProjections

/// The tables and the picture of `Documentation/Distances.md` are measured here.
///
/// `WAYMARK_WRITE_DOCUMENTS=1` writes them again.
@Suite("Documentation/Distances.md")
struct DistancesDocumentTests {
    static let document = Repository.root.appending(path: "Documentation/Distances.md")
    static let picture = Repository.root.appending(path: "Documentation/Distances/sphere-and-ellipsoid.svg")
    static let isWriting = ProcessInfo.processInfo.environment["WAYMARK_WRITE_DOCUMENTS"] != nil

    /// The excess of the great circle over the geodesic, in per cent, from a place in a direction.
    static func difference(latitude: Double, bearing: Double, kilometers: Double) -> Double {
        let start = coordinate(latitude, 0)
        let end = Geodesic.wgs84.destination(from: start, bearing: bearing, distance: .kilometers(kilometers))
            .coordinate
        return (Sphere.earth.distance(from: start, to: end).value / (kilometers * 1000) - 1) * 100
    }

    static func number(_ value: Double, _ decimals: Int) -> String {
        let text = String(format: "%+.\(decimals)f", value)
        return Double(text) == 0 ? String(format: "%.\(decimals)f", 0.0) : text
    }

    /// By latitude: the sphere compared with the ellipsoid.
    static func latitudeTable() -> String {
        var lines = [
            "| latitude | 10 km north | 10 km north-east | 10 km east | 1 000 km east | 10 000 km east |",
            "|---|---|---|---|---|---|",
        ]
        for latitude in stride(from: 0.0, through: 75, by: 15) + [89] {
            let cells = [(0.0, 10.0), (45, 10), (90, 10), (90, 1000), (90, 10_000)].map {
                number(difference(latitude: latitude, bearing: $0.0, kilometers: $0.1), 3) + " %"
            }
            lines.append("| \(Int(latitude))° | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    /// From Seoul: all four compared with the geodesic, in metres.
    static func seoulTable() throws -> String {
        var lines = [
            "| from Seoul | geodesic | great circle | EPSG:5179 | EPSG:5186 | local map |",
            "|---|---|---|---|---|---|",
        ]
        let seoul = coordinate(37.5665, 126.978)
        var unified = try Projection(to: "EPSG:5179")
        var central = try Projection(to: "EPSG:5186", refusesOutsideArea: false)
        let map = LocalProjection(around: seoul, radius: .kilometers(100))
        for (name, bearing, kilometers) in [
            ("1 km north", 0.0, 1.0), ("1 km east", 90, 1), ("10 km north", 0, 10), ("10 km east", 90, 10),
            ("100 km south", 180, 100), ("100 km east", 90, 100), ("300 km south-east", 141, 300),
        ] {
            let end = Geodesic.wgs84.destination(from: seoul, bearing: bearing, distance: .kilometers(kilometers))
                .coordinate
            let truth = kilometers * 1000
            let local = (try? map.project(end)).map {
                ProjectedPoint(east: 0, north: 0).distance(to: $0) - truth
            }
            let cells = [
                Sphere.earth.distance(from: seoul, to: end).value - truth,
                try unified.distance(from: seoul, to: end).distance.value - truth,
                try central.distance(from: seoul, to: end).distance.value - truth,
            ].map { number($0, 2) + " m" }
            lines.append(
                "| \(name) | \(Int(truth)) m | " + cells.joined(separator: " | ")
                    + " | \(local.map { number($0, 2) + " m" } ?? "refused") |")
        }
        return lines.joined(separator: "\n")
    }

    /// The sphere compared with the ellipsoid, by latitude and direction.
    static func drawing() -> String {
        let (width, height, left, top, bottom) = (720.0, 400.0, 70.0, 40.0, 50.0)
        func x(_ latitude: Double) -> Double { left + latitude / 90 * (width - left - 20) }
        func y(_ percent: Double) -> Double { top + (0.6 - percent) / 1.2 * (height - top - bottom) }
        func text(_ value: Double) -> String { String(format: "%.1f", value) }
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" font-family="sans-serif" font-size="13" fill="#333">
            <rect width="720" height="400" fill="#fff"/>
            <text x="70" y="22" font-size="15">Great circle against geodesic, over 10 km, by latitude and direction</text>

            """
        for percent in stride(from: -0.6, through: 0.61, by: 0.2) {
            svg += "<path d=\"M\(text(left)) \(text(y(percent)))H\(text(x(90)))\" stroke=\"#ddd\"/>\n"
            svg +=
                "<text x=\"\(text(left - 8))\" y=\"\(text(y(percent) + 4))\" text-anchor=\"end\">\(number(percent, 1)) %</text>\n"
        }
        for latitude in stride(from: 0.0, through: 90, by: 15) {
            svg += "<path d=\"M\(text(x(latitude))) \(text(top))V\(text(height - bottom))\" stroke=\"#eee\"/>\n"
            svg +=
                "<text x=\"\(text(x(latitude)))\" y=\"\(text(height - bottom + 20))\" text-anchor=\"middle\">\(Int(latitude))°</text>\n"
        }
        for (name, bearing, color) in [
            ("north", 0.0, "#0072b2"), ("north-east", 45, "#009e73"), ("east", 90, "#d55e00"),
        ] {
            let points = stride(from: 0.0, through: 89.5, by: 0.5).map { latitude in
                text(x(latitude)) + "," + text(y(difference(latitude: latitude, bearing: bearing, kilometers: 10)))
            }
            svg +=
                "<polyline points=\"\(points.joined(separator: " "))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>\n"
            // The three meet at the pole; their names are placed where they are apart.
            let place = (x(8), y(difference(latitude: 8, bearing: bearing, kilometers: 10)) - 8)
            svg += "<text x=\"\(text(place.0))\" y=\"\(text(place.1))\" fill=\"\(color)\">\(name)</text>\n"
        }
        svg += "<text x=\"\(text(x(45)))\" y=\"392\" text-anchor=\"middle\">latitude</text>\n</svg>\n"
        return svg
    }

    @Test("its tables equal the measurements")
    func tables() throws {
        var text = try String(contentsOf: Self.document, encoding: .utf8)
        for (name, table) in [("latitudes", Self.latitudeTable()), ("seoul", try Self.seoulTable())] {
            let parts = text.components(separatedBy: "<!-- \(name) -->\n")
            try #require(parts.count == 3, "the document marks where the table begins and ends")
            if Self.isWriting {
                text = [parts[0], table + "\n", parts[2]].joined(separator: "<!-- \(name) -->\n")
            } else {
                #expect(parts[1] == table + "\n", "\(name)")
            }
        }
        if Self.isWriting { try text.write(to: Self.document, atomically: true, encoding: .utf8) }
    }

    @Test("its picture equals the measurements")
    func picture() throws {
        if Self.isWriting { try Self.drawing().write(to: Self.picture, atomically: true, encoding: .utf8) }
        #expect(try String(contentsOf: Self.picture, encoding: .utf8) == Self.drawing())
    }

    @Test("sphere and ellipsoid differ by at most the documented 0.56 %")
    func greatestDifference() {
        var generator = SplitMix64(seed: 8)
        for _ in 0..<20_000 {
            let difference = Self.difference(
                latitude: .random(in: -90...90, using: &generator), bearing: .random(in: 0..<360, using: &generator),
                kilometers: .random(in: 0.1...20_000, using: &generator))
            #expect(abs(difference) < 0.5625)
        }
    }
}
