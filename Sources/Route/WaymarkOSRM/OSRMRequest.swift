import WaymarkFoundation
package import WaymarkGeodesy
package import WaymarkRoutes
import WaymarkText

/// The URL of a request to a server.
package struct OSRMRequest: Sendable {
    private let base: URLComponents
    private let settings: OSRMSettings
    private let profile: String

    /// - Throws: ``LegError/refused(reason:)`` if `url` is not a server's URL.
    package init(_ url: String, _ settings: OSRMSettings, profile: String) throws(LegError) {
        guard let base = URLComponents(string: url), let scheme = base.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = base.host, !host.isEmpty
        else {
            throw .refused(reason: "a server is named by a URL such as http://localhost:5000")
        }
        self.base = base
        self.settings = settings
        // A name without characters that are special in a URL or in JSON.
        self.profile = profile.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }

    /// The server, as in `router.example.org:5000`, without path and query, which may hold a secret.
    var host: String {
        (base.host ?? "") + (base.port.map { ":\($0)" } ?? "")
    }

    /// Identifies the answers to requests of this kind, for caches.
    var identity: String {
        "\(host)\(base.percentEncodedPath) \(profile) \(base.percentEncodedQuery?.hashValue ?? 0) "
            + "\(settings.headers.isEmpty ? 0 : settings.headers.hashValue) \(settings.dialect) "
            + "\(settings.geometry) \(settings.alternatives) \(settings.maxSnap.map { "\($0)" } ?? "any")"
    }

    /// The maximum number of legs per request: one if alternatives are requested, which servers give only between two
    /// places.
    var maxLegs: Int {
        settings.alternatives == 0 ? maxStops(ofValhalla: 20) - 1 : 1
    }

    /// The maximum number of places in a table.
    var maxPlacesPerTable: Int { maxStops(ofValhalla: 50) }

    private func maxStops(ofValhalla count: Int) -> Int {
        settings.maxStops ?? (settings.dialect == .valhalla ? count : pathToProfile.isMapbox ? 25 : 100)
    }

    /// The URL of the request for the route through places, in order.
    ///
    /// For more than two places, each leg needs its own line, that of its steps, and must equal the leg of a request
    /// for its two places alone, so U-turns at places are allowed.
    package func url(through places: [Coordinate]) throws(LegError) -> String {
        try completed { (url) throws(LegError) in
            switch settings.dialect {
            case .osrm: complete(&url, places)
            case .valhalla: try completeForValhalla(&url, places)
            }
        }
    }

    /// The URL of the request for the costs from each of some places to each of others.
    ///
    /// - Throws: ``LegError/refused(reason:)`` for a profile of Mapbox's that cannot be completed.
    package func tableURL(
        from starts: [Coordinate], to ends: [Coordinate], of cost: LegCost
    ) throws(LegError) -> String {
        try completed { (url) throws(LegError) in
            switch settings.dialect {
            case .osrm: try completeTable(&url, starts, ends, cost)
            case .valhalla:
                let (sources, targets) = (Self.locations(starts), Self.locations(ends))
                try completeForValhalla(
                    &url, "sources_to_targets",
                    [("sources", sources), ("targets", targets), ("format", "\"osrm\"")], [])
            }
        }
    }

    /// The URL of the server, completed to a request by `complete`.
    private func completed(
        _ complete: (inout URLComponents) throws(LegError) -> Void
    ) throws(LegError) -> String {
        var url = base
        url.fragment = nil
        try complete(&url)
        guard let text = url.string else { throw .refused(reason: "the URL of the server cannot be completed") }
        return text
    }

    // MARK: OSRM

    /// The parts of the path up to the profile, the position of the service among them, and whether it is Mapbox's.
    private var pathToProfile: (parts: [String], service: Int, isMapbox: Bool) {
        // The service, its version and the profile are at the end of the path, or must be added.
        var parts = base.percentEncodedPath.split(separator: "/").map(String.init)
        func isVersion(_ part: String) -> Bool {
            part.first == "v" && part.count > 1 && part.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        }
        let named = parts.indices.last { place in
            ["route", "directions"].contains(parts[place]) && place + 1 < parts.count && isVersion(parts[place + 1])
        }
        let isMapbox = named.map { parts[$0] == "directions" } ?? false
        let service = named ?? parts.count
        if named == nil { parts += ["route", "v1"] }
        // After the version comes the profile: one part for OSRM, two for Mapbox.
        if service + 2 == parts.count { parts.append(profile) }
        return (parts, service, isMapbox)
    }

    private func path(_ parts: [String], through places: [Coordinate]) -> String {
        let places = places.map { place in
            let (latitude, longitude) = OSRMRequest.decimal(place)
            return "\(longitude),\(latitude)"
        }
        return "/" + (parts + [places.joined(separator: ";")]).joined(separator: "/")
    }

    private func complete(_ url: inout URLComponents, _ places: [Coordinate]) {
        let (parts, _, isMapbox) = pathToProfile
        url.percentEncodedPath = path(parts, through: places)
        let alternatives = settings.alternatives == 0 ? "false" : isMapbox ? "true" : "\(settings.alternatives)"
        let isOneLeg = places.count == 2
        // Mapbox gives annotations only with the whole line.
        merge(
            [
                ("overview", isOneLeg || isMapbox ? "full" : "false"), ("geometries", settings.geometry.rawValue),
                ("alternatives", alternatives), ("steps", "\(!isOneLeg)"),
            ], annotations: ["duration", "speed"],
            defaults: (isOneLeg ? [] : [("continue_straight", "false")])
                + (isMapbox ? [] : [("generate_hints", "false")]), into: &url)
    }

    private func completeTable(
        _ url: inout URLComponents, _ starts: [Coordinate], _ ends: [Coordinate], _ cost: LegCost
    ) throws(LegError) {
        var (parts, service, isMapbox) = pathToProfile
        parts[service] = isMapbox ? "directions-matrix" : "table"
        if isMapbox { parts[service + 1] = "v1" }
        let isWhole = starts == ends
        url.percentEncodedPath = path(parts, through: isWhole ? starts : starts + ends)
        func list(_ range: Range<Int>) -> String { range.map { "\($0)" }.joined(separator: ";") }
        let parted =
            isWhole
            ? []
            : [("sources", list(0..<starts.count)), ("destinations", list(starts.count..<starts.count + ends.count))]
        merge(
            parted, annotations: ["\(cost)"], defaults: isMapbox ? [] : [("generate_hints", "false")], into: &url)
    }

    /// Completes the query without re-encoding what is in it: an encoded plus would become a bare one, which servers read
    /// as a blank.
    ///
    /// - Parameters:
    ///   - items: What the reading of the answer relies on, in place of parameters of these names.
    ///   - annotations: Annotations in addition to those in the query.
    ///   - defaults: Parameters that those in the query take precedence over.
    ///   - url: The URL.
    private func merge(
        _ items: [(name: String, value: String)], annotations: [String], defaults: [(name: String, value: String)],
        into url: inout URLComponents
    ) {
        let given = url.queryItems ?? []
        let asked = given.filter { $0.name == "annotations" }.flatMap { ($0.value ?? "").split(separator: ",") }
        // True asks for all.
        let isAll = asked.contains("true")
        let more = asked.map(String.init).filter { !annotations.contains($0) && $0 != "false" }
        let ours = items + [("annotations", isAll ? "true" : (annotations + more).joined(separator: ","))]
        let names = Set(given.map(\.name))
        Self.replace(ours + defaults.filter { !names.contains($0.name) }, in: &url)
    }

    private static func replace(_ items: [(name: String, value: String)], in url: inout URLComponents) {
        let kept = (url.percentEncodedQuery ?? "").split(separator: "&").filter { item in
            let name = item.prefix { $0 != "=" }
            return !items.contains { $0.name == name }
        }
        var added = URLComponents()
        added.queryItems = items.map(URLQueryItem.init)
        url.percentEncodedQuery = (kept.map(String.init) + [added.percentEncodedQuery ?? ""]).joined(separator: "&")
    }

    // MARK: Valhalla

    private func completeForValhalla(_ url: inout URLComponents, _ places: [Coordinate]) throws(LegError) {
        let shape = settings.geometry == .polyline ? "polyline5" : settings.geometry.rawValue
        try completeForValhalla(
            &url, "route",
            [
                ("locations", Self.locations(places)), ("format", "\"osrm\""), ("shape_format", "\"\(shape)\""),
                ("alternates", "\(settings.alternatives)"),
                ("directions_type", places.count == 2 ? "\"none\"" : "\"maneuvers\""),
            ],
            [("filters", #"{"attributes":["shape_attributes.speed","shape_attributes.time"],"action":"include"}"#)])
    }

    private static func locations(_ places: [Coordinate]) -> String {
        let places = places.map { place in
            let (latitude, longitude) = decimal(place)
            return "{\"lat\":\(latitude),\"lon\":\(longitude)}"
        }
        return "[\(places.joined(separator: ","))]"
    }

    /// Completes the path, and the JSON of the query: `items` are what the reading of the answer relies on, `defaults`
    /// what members of the caller's JSON take precedence over.
    private func completeForValhalla(
        _ url: inout URLComponents, _ action: String, _ items: [(name: String, json: String)],
        _ defaults: [(name: String, json: String)]
    ) throws(LegError) {
        var parts = url.percentEncodedPath.split(separator: "/").map(String.init)
        if parts.last == "route" { parts.removeLast() }
        url.percentEncodedPath = "/" + (parts + [action]).joined(separator: "/")
        let given = url.queryItems?.first { $0.name == "json" }?.value ?? "{}"
        guard let members = (try? JSONParser.value(ContiguousArray(given.utf8)))?.object?.keys else {
            throw .refused(reason: "the parameter json in the URL is not a JSON object")
        }
        if let member = members.first(where: { name in items.contains { $0.name == name } }) {
            throw .refused(reason: "the parameter json in the URL has \(member), which is set for each request")
        }
        let added = items + (defaults + [("costing", "\"\(profile)\"")]).filter { !members.contains($0.name) }
        var json = added.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
        if let open = given.firstIndex(of: "{"), let close = given.lastIndex(of: "}"), !members.isEmpty {
            json += "," + given[given.index(after: open)..<close]
        }
        Self.replace([("json", "{\(json)}")], in: &url)
    }

    /// Degrees with seven decimals (a centimetre), never with an exponent, which servers cannot read.
    static func decimal(_ place: Coordinate) -> (latitude: String, longitude: String) {
        (decimal(place.latitude), decimal(place.longitude))
    }

    private static func decimal(_ degrees: Double) -> String {
        let scaled = Int((degrees * 1e7).rounded())
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return (scaled < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
    }
}
