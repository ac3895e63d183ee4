import Foundation
import TestSupport
import Testing
import WaymarkAttractions

/// Where outputs have no place for an attribution, the command says it.
@Suite("Attribution of the command")
struct AttributionCommandTests {
    private static let table = """
        id,name,category,latitude,longitude,placeKind,placeWorth
        n1,Casa de la Vall,museum,42.5065,1.5206,sight,5
        n2,Bar Vall,bar,42.5066,1.5208,food,1
        n3,Torre,tower,42.5070,1.5210,sight,2

        """

    private static func questions(_ stops: String, _ places: String) -> [[String]] {
        [
            ["nearby", stops, "--attractions", places], ["nearest", stops, "--attractions", places, "--count", "2"],
            ["nearby", stops, "--attractions", places, "--format", "table"],
            ["recommend", stops, "--attractions", places, "--format", "ndjson"],
            ["search", "vall", "--attractions", places],
            ["search", "vall", "--attractions", places, "--format", "csv"],
            ["plan", "--attractions", places, "--start", "42.506,1.52", "--format", "csv"],
        ]
    }

    @Test("is one line on standard error for rows of places of a map, none under --quiet, and none for other places")
    func rows() throws {
        let folder = try Folder()
        let stops = try folder.file("stops.csv", "id,name,lat,lon\ns,Start,42.506,1.52\n")
        let places = try folder.file("places.csv", Self.table)
        let others = try folder.file(
            "others.csv", Self.table.replacing(",sight,", with: ",,").replacing(",food,", with: ",,"))
        for question in Self.questions(stops, places) {
            let result = try Tool.run(question)
            let said = result.errors.split(separator: "\n").filter { $0.contains("OpenStreetMap") }
            #expect(result.status == 0 && said.count == 1, "\(question): \(result.errors)")
            #expect(!result.output.contains("OpenStreetMap"))
            let quiet = try Tool.run(question + ["--quiet"])
            #expect(quiet.output == result.output && !quiet.errors.contains("OpenStreetMap"), "\(quiet.errors)")
        }
        for question in Self.questions(stops, others) {
            let result = try Tool.run(question)
            #expect(result.status == 0 && !result.errors.contains("OpenStreetMap"))
        }
        let converted = try Tool.run(["attractions", "convert", places, "--format", "csv"])
        #expect(converted.errors.contains(Attribution.text))
        for format in ["json", "geojson", "svg", "gpx", "table"] {
            let plan = try Tool.run(
                ["plan", "--attractions", places, "--start", "42.506,1.52", "--format", format])
            #expect(plan.output.contains(Attribution.text) && !plan.errors.contains("OpenStreetMap"), "\(format)")
        }
        let route = try Tool.run(
            ["route", folder.file("named.csv", "name\nTorre\nBar Vall\n"), "--attractions", places, "--find-stops"])
        #expect(route.status == 0 && route.errors.contains(Attribution.text), "\(route.errors)")
        let map = try Tool.run(["route", stops, "--attractions", places, "--format", "svg"])
        #expect(map.output.contains(Attribution.text))
        let help = try Tool.run(["town", "--help"])
        #expect(help.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(Attribution.text))
    }
}
