import WaymarkFoundation
package import WaymarkGeodesy
package import WaymarkOrders
package import WaymarkRoutes

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
        "\(host)\(base.percentEncodedPath) \(profile) \(base.percentEncodedQuery?.hashValue ?? 0) \(settings.dialect) "
            + "\(settings.geometry) \(settings.alternatives) \(settings.maxSnap.map { "\($0)" } ?? "any")"
    }

    /// The maximum number of legs per request: one if alternatives are requested, which servers give only between two
    /// places.
    var maxLegs: Int {
        guard settings.alternatives == 0 else { return 1 }
        let usual =
            switch settings.dialect {
            case .osrm: pathToProfile.isMapbox ? 25 : 100
            case .valhalla: 20
            }
        return (settings.maxStops ?? usual) - 1
    }

    /// The URL of the request for the route through places, in order.
    ///
    /// For more than two places, each leg needs its own line, that of its steps, and must equal the leg of a request
    /// for its two places alone, so U-turns at places are allowed.
    func url(through places: [Coordinate]) throws(LegError) -> String {
        try completed { url in
            switch settings.dialect {
            case .osrm: complete(&url, places)
            case .valhalla: completeForValhalla(&url, places)
            }
        }
    }

    /// The URL of the request for the costs between all places, in both directions.
    package func tableURL(between places: [Coordinate], of cost: LegCost) throws(LegError) -> String {
        guard settings.dialect == .osrm else { throw .refused(reason: "tables are asked for in OSRM's own protocol") }
        var (parts, service, _) = pathToProfile
        guard !parts.contains("directions") else { throw .refused(reason: "the path is one of Mapbox, not of OSRM") }
        parts[service] = "table"
        return try completed { url in
            url.percentEncodedPath = path(parts, through: places)
            add([("annotations", "\(cost)")], to: &url)
        }
    }

    /// The URL of the server, completed to a request by `complete`.
    private func completed(_ complete: (inout URLComponents) -> Void) throws(LegError) -> String {
        var url = base
        url.fragment = nil
        complete(&url)
        guard let text = url.string else { throw .refused(reason: "the URL of the server cannot be completed") }
        return text
    }

    /// The parts of the path up to the profile, the position of the service among them, and whether it is Mapbox's.
    private var pathToProfile: (parts: [String], service: Int, isMapbox: Bool) {
        // The service, its version and the profile are at the end of the path, or must be added.
        var parts = base.percentEncodedPath.split(separator: "/").map(String.init)
        let named = parts.lastIndex { ["route", "directions"].contains($0) }
        let isMapbox = named.map { parts[$0] == "directions" } ?? false
        let isWhole = named.map { $0 + 1 < parts.count && parts[$0 + 1].first == "v" } ?? false
        let service = isWhole ? named ?? 0 : parts.count
        if !isWhole { parts += ["route", "v1"] }
        // After the version comes the profile: one part for OSRM, two for Mapbox.
        if parts.last.map({ $0.first == "v" && $0.dropFirst().allSatisfy(\.isNumber) }) ?? false {
            parts.append(profile)
        }
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
        var items = [
            ("overview", isOneLeg ? "full" : "false"), ("geometries", settings.geometry.rawValue),
            ("annotations", "duration,speed"), ("alternatives", alternatives), ("steps", "\(!isOneLeg)"),
        ]
        if !isOneLeg { items.append(("continue_straight", "false")) }
        add(items, to: &url)
    }

    private func completeForValhalla(_ url: inout URLComponents, _ places: [Coordinate]) {
        var parts = url.percentEncodedPath.split(separator: "/").map(String.init)
        if parts.last != "route" { parts.append("route") }
        url.percentEncodedPath = "/" + parts.joined(separator: "/")
        let directions = places.count == 2 ? "none" : "maneuvers"
        let places = places.map { place in
            let (latitude, longitude) = OSRMRequest.decimal(place)
            return "{\"lat\":\(latitude),\"lon\":\(longitude)}"
        }
        let shape = settings.geometry == .polyline ? "polyline5" : settings.geometry.rawValue
        add(
            [
                (
                    "json",
                    "{\"locations\":[\(places.joined(separator: ","))],\"costing\":\"\(profile)\",\"format\":\"osrm\","
                        + "\"shape_format\":\"\(shape)\",\"alternates\":\(settings.alternatives),"
                        + "\"directions_type\":\"\(directions)\"}"
                )
            ], to: &url)
    }

    /// Adds missing parameters to the query without re-encoding the existing ones: an encoded plus would become a bare
    /// one, which servers read as a blank.
    private func add(_ items: [(name: String, value: String)], to url: inout URLComponents) {
        let given = Set((url.queryItems ?? []).map(\.name))
        var added = URLComponents()
        added.queryItems = items.filter { !given.contains($0.name) }.map(URLQueryItem.init)
        let parts = [url.percentEncodedQuery, added.percentEncodedQuery].compactMap(\.self).filter { !$0.isEmpty }
        url.percentEncodedQuery = parts.joined(separator: "&")
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
