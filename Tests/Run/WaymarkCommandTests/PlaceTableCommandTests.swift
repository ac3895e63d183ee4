import Foundation
import TestSupport
import Testing

/// One way from a row to a coordinate: the same rule and message for every use of a table.
@Suite("Tables of places, command by command")
struct PlaceTableCommandTests {
    private static let square =
        #"{"type":"Feature","properties":{"name":"a","code":"1"},"geometry":{"type":"Polygon","coordinates":"#
        + #"[[[120,30],[130,30],[130,40],[120,40],[120,30]]]}}"#

    /// Every command that reads places: IN is the table, AREA a region around all of them.
    private static let commands = [
        ["nearby", "IN", "--attractions", "data/attractions.csv"],
        ["nearest", "IN", "--attractions", "data/attractions.csv", "--count", "1"],
        ["nearby", "data/stops.csv", "--attractions", "IN"], ["attractions", "check", "IN"],
        ["index", "build", "IN", "--output", "OUT"], ["route", "IN"], ["order", "IN"],
        ["project", "IN", "--to", "EPSG:5179"], ["distance", "--matrix", "IN"],
        ["regions", "IN", "--boundaries", "AREA"], ["regions", "IN", "--boundaries", "AREA", "--visited"],
        ["polyline", "encode", "IN"],
    ]

    private func run(_ command: [String], _ table: String, _ options: [String] = []) throws -> Tool.Result {
        let folder = try Folder()
        let (file, area) = (try folder.file("in.csv", table), try folder.file("area.geojson", Self.square))
        let names = ["IN": file, "AREA": area, "OUT": folder.path("out.waymark")]
        return try Tool.run(command.map { names[$0] ?? $0 } + options)
    }

    @Test("a table without coordinate columns is refused with the same message", arguments: commands)
    func refusals(command: [String]) throws {
        for (table, words) in [
            ("id,lat,lon,LAT\na,37,127,38\n", "lat (#2) and LAT (#4) both match"),
            ("id,lat,b\na,37,127\n", "no columns for latitude and longitude were found; the columns are: id, lat, b"),
            ("id,lat,\"lon\na,37,127\nb,38,128\n", "in.csv: line 1: the header cannot be read: a quote opened here"),
        ] {
            // Without coordinates `order` takes a matrix.
            if command[0] == "order", words.hasPrefix("no columns") { continue }
            let result = try run(command, table)
            #expect(result.status == 65 && result.errors.contains(words), "\(table): \(result.errors)")
        }
        let empty = try run(command, "\n")
        #expect(empty.status == 65 && !empty.errors.isEmpty)
    }

    /// The commands that report why a row is rejected.
    private static let saying = commands.filter { $0[0] != "index" && $0[1] != "data/stops.csv" }

    @Test("a row without a valid place is rejected with the same message", arguments: saying)
    func rows(command: [String]) throws {
        for (row, words) in [
            ("b,NULL,128", "no latitude"), ("b,38,-", "no longitude"), ("b,,", "no latitude and no longitude"),
            ("b,x,128", "\"x\" is not a number of degrees"), ("b,38,1280", "1280 is outside -180...180"),
            ("b,128,38", "128 is outside -90...90; are latitude and longitude exchanged?"),
            ("b,38", "has 2 fields, the header has 3"), ("b,38,128,x", "has 4 fields, the header has 3"),
        ] {
            let result = try run(command, "id,lat,lon\na,37,127\n\(row)\n")
            // For attractions, the other rows show that the two are swapped.
            let isSure = command[0] == "attractions" && words.contains("exchanged")
            let said = result.errors + result.output
            #expect(said.contains(isSure ? "latitude 128 and longitude 38 are exchanged" : words), "\(row): \(said)")
        }
    }

    @Test("blanks around a number and unnamed columns at the end reject no row", arguments: commands)
    func blanks(command: [String]) throws {
        // A line must not lose rows, so it is refused.
        let strict = command[0] == "polyline" ? [] : ["--strict"]
        let result = try run(command, "id,lat,lon,,\na,\u{3000}37\u{A0},127\nb, 36 ,128,,\n", strict)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("positions have a meaning only without a header", arguments: commands.filter { $0[0] != "order" })
    func positions(command: [String]) throws {
        let isLine = command[0] == "polyline"
        let prefix = command[1] == "data/stops.csv" ? "attractions-" : ""
        let numbers = ["--\(prefix)latitude-column", "#1", "--\(prefix)longitude-column", "#2"]
        let plain = try run(command, "37,127\n36,128\n", isLine ? [] : numbers)
        #expect(plain.status == 0, "\(plain.errors)")
        // Positions are not used under a header, nor silently without one.
        let headed = try run(command, "a,b\n37,127\n36,128\n")
        #expect(headed.status == 65)
        if !isLine { #expect(try run(command, "37,127\n36,128\n").status == 65) }
    }
}
