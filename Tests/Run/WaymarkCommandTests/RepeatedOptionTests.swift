import Foundation
import TestSupport
import Testing

@Suite("Options given twice")
struct RepeatedOptionTests {
    /// The program's description of its commands.
    private struct Description: Decodable {
        struct Command: Decodable {
            var commandName: String
            var subcommands: [Command]?
            var arguments: [Argument]?
        }
        struct Argument: Decodable {
            var kind: String
            var isRepeating: Bool
            var names: [Name]?
            var valueName: String?
        }
        struct Name: Decodable {
            var kind: String
            var name: String
            var text: String { (kind == "long" ? "--" : "-") + name }
        }
        var command: Command
    }

    /// A valid call of each command.
    private static let calls: [String: [String]] = [
        "plan": ["--attractions", "data/attractions.csv", "--start", "37.5,127"],
        "nearby": ["data/stops.csv", "--attractions", "data/attractions.csv"],
        "nearest": ["data/stops.csv", "--attractions", "data/attractions.csv", "--count", "1"],
        "route": ["data/stops.csv"], "order": ["data/stops.csv"], "distance": ["--matrix", "data/stops.csv"],
        "project": ["data/stops.csv", "--to", "EPSG:5179"], "regions": ["data/stops.csv", "--boundaries", "b.geojson"],
        "recommend": ["data/stops.csv", "--attractions", "data/attractions.csv"],
        "weights fit": ["data/courses.csv"], "weights evaluate": ["data/courses.csv"], "weights print": ["standard"],
        "weights panel": ["data/panel.csv", "--attractions", "data/attractions.csv"],
        "weights known": ["Benchmarks/KnownPlaces/named.tsv", "--attractions", "data/attractions.csv"],
        "town": ["a.osm.pbf", "--output", "b.waymark"], "themes read": ["석굴암"], "themes print": [], "serve": [],
        "search": ["공원", "--attractions", "data/attractions.csv"],
        "merge": ["a.csv", "--output", "b.csv"], "attractions check": ["data/attractions.csv"],
        "attractions convert": ["data/attractions.csv", "--output", "b.csv"],
        "index build": ["data/attractions.csv", "--output", "b.waymark"], "index info": ["b.waymark"],
        "benchmark": ["--attractions", "data/attractions.csv"], "polyline encode": ["a.csv"], "polyline decode": ["_"],
        "polyline simplify": ["a.csv", "--tolerance", "1m"], "polyline gradient": ["a.csv"],
        "trips list": ["--store", "trips"], "trips show": ["제주", "--store", "trips"],
        "trips import": ["a.gpx", "--store", "trips"], "trips export": ["제주", "--store", "trips"],
        "trips backup": ["--store", "trips", "--output", "b.zip"], "trips restore": ["b.zip", "--store", "trips"],
        "trips delete": ["제주", "--store", "trips"], "trips undelete": ["제주", "--store", "trips"],
        "trips rename": ["제주", "부산", "--store", "trips"], "trips keep-plan": ["제주", "a.json", "--store", "trips"],
        "trips undo": ["--store", "trips"],
        "trips forget-file": [String(repeating: "a", count: 64), "--store", "trips"],
        "trips check": ["--store", "trips"], "trips collect": ["--store", "trips"],
    ]

    /// Values for options that refuse arbitrary ones.
    private static let values: [String: String] = [
        "--radius": "1km", "--limit": "1", "--count": "1", "--format": "csv", "--jobs": "1", "--precision": "5",
        "--tolerance": "1m", "--time": "1s", "--iterations": "1", "--seed": "1", "--encoding": "utf-8",
        "--attractions-encoding": "utf-8", "--boundaries-encoding": "utf-8", "--delimiter": ",",
        "--attractions-delimiter": ",", "--depart": "09:00", "--speed": "5", "--mode": "walking",
        "--time-zone": "Asia/Seoul", "--shard": "1/1", "--legs": "great-circle", "--optimize": "free",
        "--gradient": "leg", "--classes": "3", "--stops": "3", "--scale": "viridis", "--method": "visvalingam",
        "--breaks": "1,2", "--color-by": "visits", "--crs": "EPSG:5179", "--attractions-crs": "EPSG:5179",
        "--per": "stop", "--detour": "1km", "--ahead": "1km", "--union": "nash", "--diversity": "0.5", "--quota": "1",
        "--apart": "1km", "--kind": "sight",
        "--language": "ko", "--columns": "name",
        "--using": "haversine", "--near": "37,127", "--within": "1km", "--box": "37,126,38,128",
    ]

    private static func commands() throws -> [(path: String, arguments: [Description.Argument])] {
        let text = try Tool.run(["--experimental-dump-help"]).output
        let root = try JSONDecoder().decode(Description.self, from: Data(text.utf8)).command
        func leaves(_ command: Description.Command, _ path: [String]) -> [(String, [Description.Argument])] {
            let children = (command.subcommands ?? []).filter { $0.commandName != "help" }
            if children.isEmpty { return [(path.joined(separator: " "), command.arguments ?? [])] }
            return children.flatMap { leaves($0, path + [$0.commandName]) }
        }
        return leaves(root, [])
    }

    @Test("every option of every command that takes one value is refused when given twice: the first was forgotten")
    func everyOption() throws {
        var (refused, taken) = (0, 0)
        for (path, arguments) in try Self.commands() {
            let call = try #require(Self.calls[path], "no call of \(path)")
            for argument in arguments where argument.kind == "option" {
                let names = (argument.names ?? []).map(\.text)
                let long = try #require(names.first { $0.hasPrefix("--") }, "\(path): \(names)")
                let value = Self.values[long] ?? "x"
                var given = call
                // Once more if the call already has it, otherwise twice, in both spellings.
                if !given.contains(long) { given += [long, value] }
                let result = try Tool.run(path.split(separator: " ").map(String.init) + given + [names[0], value])
                if argument.isRepeating {
                    taken += 1
                    #expect(!result.errors.contains("is given twice"), "\(path) \(long): \(result.errors)")
                } else if result.errors.contains("is given twice") {
                    refused += 1
                    #expect(result.status == 64 && result.errors.contains("\(long) is given twice"), "\(result.errors)")
                    #expect(result.output.isEmpty)
                } else {
                    // Refused for another reason, before any work.
                    #expect(result.status == 64 && result.output.isEmpty, "\(path) \(long): \(result.errors)")
                }
            }
        }
        #expect(refused > 120 && taken == 26, "\(refused) \(taken)")
    }

    @Test("both values are in the message for any spelling of the option, and for attractions the remedy")
    func words() throws {
        let base = ["nearby", "data/stops.csv", "--attractions", "data/attractions.csv"]
        // The other commands only look names up.
        let twice = try Tool.run(["order", "--find-stops"] + base.dropFirst() + ["--attractions", "other.csv"])
        #expect(twice.status == 64, "\(twice.errors)")
        for words in ["--attractions is given twice, as data/attractions.csv and other.csv", "attractions convert"] {
            #expect(twice.errors.contains(words), "\(twice.errors)")
        }
        for (given, words) in [
            (["-o", "a", "--output", "b"], "--output is given twice, as a and b"),
            (["--output=a", "-qo", "b"], "--output is given twice, as a and b"),
            (["--radius", "1km", "--radius=1km"], "--radius is given twice"),
        ] {
            let result = try Tool.run(base + given)
            #expect(result.status == 64 && result.errors.contains(words), "\(given): \(result.errors)")
        }
        // Values that look like options, and arguments after --, are not options.
        #expect(try Tool.run(["polyline", "decode", "--precision", "5", "--", "--precision"]).status == 65)
        #expect(try Tool.run(base + ["--quiet", "--quiet", "-q"]).status == 0)
        let owners = try Tool.run([
            "regions", "data/stops.csv", "--boundaries", "b.geojson", "--visited", "--owner-color", "kim=#e69f00",
            "--owner-color", "kim=#000000",
        ])
        #expect(owners.status == 64 && owners.errors.contains("gives kim two colours"), "\(owners.errors)")
    }
}
