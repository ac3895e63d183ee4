import HTTPTypes
import Hummingbird
import WaymarkAttractions
import WaymarkDrawings
import WaymarkFiles
import WaymarkPage
import WaymarkPlans
import WaymarkQuestions
import WaymarkRecommendations
import WaymarkRegions
import WaymarkText

/// The map page: its files, Leaflet's, and what it draws on.
struct MapPage: Sendable {
    /// Where Leaflet's files are; nil where it is not installed.
    var leaflet: String?
    /// The address of map tiles, with `{z}`, `{x}` and `{y}`, and whom they are from; nil for the program's own backdrop.
    var tiles: (url: String, attribution: String)?

    /// Where Leaflet is installed as a package.
    static let usualFolders = [
        "/usr/share/javascript/leaflet", "/usr/local/share/javascript/leaflet", "/usr/share/nodejs/leaflet/dist",
        "/usr/lib/node_modules/leaflet/dist", "/usr/local/lib/node_modules/leaflet/dist",
    ]

    /// Leaflet in a folder, or in the usual ones.
    static func leaflet(in folder: String?) -> String? {
        (folder.map { [$0] } ?? usualFolders).first { System.isRegularFile($0 + "/leaflet.js") }
    }

    /// The page itself.
    var start: Answer {
        guard let answer = try? file("index.html") else { preconditionFailure("the page has no start") }
        return answer
    }

    /// A file of the page.
    func file(_ name: String) throws(Problem) -> Answer {
        guard let bytes = PageFiles.bytes(of: name) else { throw Self.missing(name) }
        var answer = Answer(Self.media(of: name), ContiguousArray(bytes))
        if name == "index.html" { answer.headers[.contentSecurityPolicy] = policy }
        return Self.kept(answer)
    }

    /// A file of Leaflet.
    func leafletFile(_ name: String, in folder: String = "") throws(Problem) -> Answer {
        guard let leaflet else {
            throw Problem(
                .notFound,
                "Leaflet, which draws the map, is not installed: apt-get install libjs-leaflet, or start with --leaflet FOLDER."
            )
        }
        let isPlain =
            !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
            }
        // As packaged, it is there in both forms.
        let small = name == "leaflet.js" && System.isRegularFile("\(leaflet)/leaflet.min.js") ? "leaflet.min.js" : name
        guard isPlain, let bytes = try? FileSource.contents(of: "\(leaflet)/\(folder)\(small)").bytes else {
            throw Self.missing(name)
        }
        return Self.kept(Answer(Self.media(of: name), bytes))
    }

    /// What the page must know of the server.
    func settings(_ data: ServiceData, _ legs: LegService) -> Answer {
        func pair(_ place: (Double, Double)) -> String {
            "[\(NumberText.shortest(place.0)),\(NumberText.shortest(place.1))]"
        }
        let view = data.view
        let sources = [data.attribution, tiles?.attribution].compactMap(\.self)
        return Answer(
            .json,
            """
            {"version":\(JSONText.of(data.version)),"attractions":\(data.count),"middle":\(pair(view.middle)),\
            "bounds":[\(pair(view.southWest)),\(pair(view.northEast))],"regions":\(data.regions != nil),\
            "legs":\(JSONText.of(legs.name)),"tiles":\(tiles.map { JSONText.of($0.url) } ?? "null"),\
            "attribution":\(sources.isEmpty ? "null" : JSONText.of(sources.joined(separator: " · "))),"leaflet":\(leaflet != nil),"ground":\(Self.bounds(of: data)),\
            "questions":{"recommend":\(Self.controls(of: RecommendationQuestion.self)),\
            "plan":\(Self.controls(of: PlanQuestion.self))}}

            """, isStable: false)
    }

    /// The south-west and the north-east corner of the ground; null for none.
    private static func bounds(of data: ServiceData) -> String {
        guard let box = data.ground?.box else { return "null" }
        let (low, high) = (box.northWest.degrees, box.southEast.degrees)
        let numbers = [high.latitude, low.longitude, low.latitude, high.longitude].map { NumberText.shortest($0) }
        return "[[\(numbers[0]),\(numbers[1])],[\(numbers[2]),\(numbers[3])]]"
    }

    /// The parameters of a question, of which the page makes controls.
    private static func controls<Asked: Question>(of question: Asked.Type) -> String {
        let controls = Parameter.all(of: question).map { parameter in
            "{\"name\":\(JSONText.of(parameter.name)),\"help\":\(JSONText.of(parameter.help)),"
                + "\"usual\":\(parameter.usual.map(JSONText.of) ?? "null"),\"schema\":\(parameter.schema)}"
        }
        return "[\(controls.joined(separator: ","))]"
    }

    /// What places of a map are: for each category in English its word in Korean and its kind.
    static let categories: Answer = {
        let categories = PlaceCategory.lines.compactMap(\.category)
        var seen: Set<String> = []
        let members = categories.filter { seen.insert($0.name).inserted }.map {
            "\(JSONText.of($0.name)):[\(JSONText.of($0.korean)),\(JSONText.of($0.kind.rawValue))]"
        }
        return kept(Answer(.json, "{\(members.joined(separator: ",\n"))}\n"))
    }()

    /// Land, lakes, borders and provinces.
    static let backdrop = kept(Answer(.geojson, BackdropFeatures.geoJSON))

    /// The coarsest level of regions.
    static func regions(_ data: ServiceData) throws(Problem) -> Answer {
        guard let level = data.regions?.levels.first else { throw NameSearch.noBoundaries }
        return Answer(.geojson, RegionCounts(of: level).geoJSON(), isStable: false)
    }

    /// Scripts, styles and answers come from here alone, pictures also from the server of tiles.
    private var policy: String {
        let pictures = tiles.map { " " + Self.origin(of: $0.url) } ?? ""
        return
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:\(pictures); connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    /// Whether a text is an address of tiles that a content security policy can name.
    static func isTiles(_ url: String) -> Bool {
        let origin = origin(of: url)
        return (url.hasPrefix("https://") || url.hasPrefix("http://"))
            && ["{z}", "{x}", "{y}"].allSatisfy(url.contains)
            && origin.utf8.count > 8
            && origin.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "./:-*[]".contains($0)) }
    }

    /// Scheme and host of an address of tiles; `{s}` stands for any part of the host.
    static func origin(of url: String) -> String {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.prefix(3).joined(separator: "/").split(separator: "{s}", omittingEmptySubsequences: false)
            .joined(separator: "*")
    }

    private static func missing(_ name: String) -> Problem {
        Problem(.notFound, "The page has no file \(PlainText.shortened(name)).", parameter: "name")
    }

    private static func kept(_ answer: Answer) -> Answer {
        var answer = answer
        answer.headers[.cacheControl] = "no-cache"
        answer.headers[.eTag] = "\"\(XXH64(answer.bytes.span).text)\""
        return answer
    }

    private static func media(of name: String) -> Media {
        switch name.split(separator: ".").last {
        case "html": .html
        case "css": .style
        case "js": .script
        case "svg": .svg
        case "png": .png
        case "json", "map": .json
        case "webmanifest": .manifest
        default: .text
        }
    }
}

extension HTTPField.Name {
    static let contentSecurityPolicy = HTTPField.Name("Content-Security-Policy")!
}
