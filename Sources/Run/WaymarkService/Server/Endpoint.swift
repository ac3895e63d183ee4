import Hummingbird
import WaymarkAttractions
import WaymarkQuestions
import WaymarkRecommendations
import WaymarkSearch
import WaymarkText

/// A row of the table of routes, of which the router, the document and its page are made.
struct Endpoint: Sendable {
    /// What a route does.
    enum Kind: Sendable {
        /// Asks a question for one place by GET, for many by POST as JSON, and for any number by POST as a stream.
        case batch(BatchQuestion)
        /// Asks one question by GET, and many as a batch by POST.
        case single(@Sendable (BatchQuestion.Work) throws -> Answer, many: BatchQuestion, forms: [Media])
        /// Asks about the stops of one trip: by GET in `stops`, by POST as JSON.
        case trip(TripQuestion)
        /// Asks about days: by GET in the query, by POST as a JSON object, which may have an earlier plan.
        case plan
        /// A service of OSRM: its places are in the path.
        case osrm(
            options: [String], @Sendable (OSRMService.Query, ServiceData, LegService, Limits) async throws -> Answer)
        /// All that is kept of one place, whose id is in the path.
        case place
        /// What is within reach of a place.
        case reach
        /// A tile of the ground, whose numbers and form are in the path.
        case tile
        /// A file of a group, named in the path.
        case file([Media], @Sendable (String, Service) throws(Problem) -> Answer)
        /// What is about the data, and has no parameters.
        case about(Media, @Sendable (ServiceData, Service, _ address: String) throws(Problem) -> Answer)
        /// What needs no data.
        case plain([Media], @Sendable (Service) -> (HTTPResponse.Status, Answer))
    }

    let path: String
    let summary: String
    let kind: Kind
    /// The parameters of a GET: those of the question, and those of its one place.
    let queryParameters: [Parameter]
    /// The parameters of a question whose places come in its body: not those of a single one.
    let bodyParameters: [Parameter]
    /// The forms of answers by GET, the usual one first.
    let forms: [Media]

    init(path: String, summary: String, parameters: [Parameter] = [], kind: Kind) {
        (self.path, self.summary, self.kind) = (path, summary, kind)
        switch kind {
        case .batch(let question):
            (queryParameters, bodyParameters) = (question.columns + parameters, parameters)
            forms = [.json] + question.forms
        case .single(_, _, let forms):
            (queryParameters, bodyParameters) = (
                parameters, parameters.filter { $0.name != "q" && $0.name != "near" }
            )
            self.forms = forms
        case .trip(let question):
            let stops = Parameter(
                "stops", .points, "The stops: latitude,longitude;latitude,longitude;...", isRequired: true,
                example: "37.5796,126.9770;37.5512,126.9882;37.5172,127.0473")
            (queryParameters, bodyParameters, forms) = (parameters + [stops], parameters, question.forms)
        case .plan:
            (queryParameters, bodyParameters) = (PlanAnswer.queryParameters, PlanAnswer.bodyParameters)
            forms = PlanAnswer.forms
        case .osrm, .place: (queryParameters, bodyParameters, forms) = (parameters, parameters, [.json])
        case .reach: (queryParameters, bodyParameters, forms) = (parameters, parameters, [.geojson])
        case .tile: (queryParameters, bodyParameters, forms) = (parameters, parameters, [.svg, .vectors])
        case .file(let forms, _), .plain(let forms, _):
            (queryParameters, bodyParameters, self.forms) = (parameters, parameters, forms)
        case .about(let form, _): (queryParameters, bodyParameters, forms) = (parameters, parameters, [form])
        }
    }

    /// The route as logs and metrics name it.
    var name: String { path }

    /// Whether anybody may ask, without a token, and at any rate.
    var isOpen: Bool {
        if case .file = kind { return true }
        return ["/healthz", "/readyz", "/"].contains(path)
    }

    /// Whether the body of a POST may be a table of any length.
    var streams: BatchQuestion? {
        switch kind {
        case .batch(let question): question
        case .single(_, let many, _): many
        case .trip, .plan, .osrm, .place, .reach, .tile, .file, .about, .plain: nil
        }
    }

    /// The types of a body that is a table.
    var tables: [String] {
        if case .trip(let question) = kind { return question.readsTables ? [Media.csv.rawValue] : [] }
        return streams == nil ? [] : [Media.csv.rawValue, Media.ndjson.rawValue]
    }

    /// Whether an answer may take long: a search for an order or a plan, and legs from a server of roads.
    func mayTakeLong(_ service: Service) -> Bool {
        switch kind {
        case .batch, .single, .place, .tile, .file, .about, .plain: false
        case .plan, .reach: true
        case .trip, .osrm: service.legs.isServer || path.hasSuffix("/order") || path.hasPrefix("/trip/")
        }
    }

    /// Whether answers list attractions, which need their attribution.
    var listsAttractions: Bool {
        switch kind {
        case .batch(let question): question.listsAttractions
        case .single, .plan, .place: true
        case .trip, .osrm, .reach, .tile, .file, .about, .plain: false
        }
    }

    /// What a request counts of a client's rate: one view of a map has some twenty tiles.
    var cost: Double { if case .tile = kind { 0.05 } else { 1 } }

    /// The methods with an answer, beside HEAD.
    var methods: [HTTPRequest.Method] {
        switch kind {
        case .batch, .single, .trip, .plan: [.get, .post]
        case .osrm, .place, .reach, .tile, .file, .about, .plain: [.get]
        }
    }

    /// The columns of a place in a request.
    var columns: [Parameter] {
        switch kind {
        case .batch(let question): question.columns
        case .single(_, let many, _): many.columns
        case .trip(let question): question.columns
        case .plan, .osrm, .place, .reach, .tile, .file, .about, .plain: []
        }
    }

    /// The name of the list of places in the body of a POST; of a plan, of its start.
    var list: String {
        switch kind {
        case .batch(let question): question.list
        case .single(_, let many, _): many.list
        case .plan: "start"
        case .trip, .osrm, .place, .reach, .tile, .file, .about, .plain: "stops"
        }
    }
}

extension Endpoint {
    /// The route with a path; nil if there is none.
    static func at(_ path: String) -> Endpoint? {
        if let found = fixed[path] { return found }
        let parts = path.split(separator: "/")
        return all.first { endpoint in
            let own = endpoint.path.split(separator: "/")
            return own.count == parts.count && zip(own, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
    }

    /// The routes by their paths as the table has them.
    private static let fixed = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })
}

extension Endpoint {
    private static let mode = Parameter(
        "mode", .text(32),
        "The mode of travel: walking, cycling, driving, train, flying, or a mode of the server of roads.")
    static let fallback = Parameter(
        "fallback", .choice(["great-circle"]),
        "Legs that the server of roads does not give are great circles, marked as such.")

    private static let regionLanguage = Parameter(
        "language", .choice(["ko", "en"]), "The language of names of regions, where the boundaries have both.")

    /// The table of routes.
    static let all: [Endpoint] = [
        Endpoint(
            path: "/v1/nearby", summary: "The attractions within a radius of each stop, nearest first.",
            parameters: Parameter.all(of: NearbyQuestion.self), kind: .batch(.nearby)),
        Endpoint(
            path: "/v1/nearest", summary: "The nearest attractions of each stop.",
            parameters: Parameter.all(of: NearestQuestion.self), kind: .batch(.nearest)),
        Endpoint(
            path: "/v1/search", summary: "The attractions with a name such as the typed text, best first.",
            parameters: Parameter.all(of: SearchQuestion.self) + [regionLanguage],
            kind: .single(
                { try NameSearch.answer($0) }, many: .searches, forms: [.json, .geojson, .ndjson, .csv])),
        Endpoint(
            path: "/v1/reach", summary: "The area within reach of a place over roads.",
            parameters: ReachAnswer.parameters, kind: .reach),
        Endpoint(path: "/v1/places/{id}", summary: "All that is kept of the place with an id.", kind: .place),
        Endpoint(
            path: "/v1/recommend", summary: "What else to see around each stop.",
            parameters: Parameter.all(of: RecommendationQuestion.self), kind: .batch(.recommend)),
        Endpoint(
            path: "/v1/distance", summary: "The distance of each pair of places.",
            parameters: [
                Parameter(
                    "using", .text(100),
                    "Surfaces, separated by commas: haversine, geodesic, usual-map, or systems such as EPSG:5179.",
                    usual: "haversine", example: "haversine,geodesic")
            ], kind: .batch(.distance)),
        Endpoint(
            path: "/v1/regions", summary: "The region of each place, in each level of the boundaries.",
            parameters: [
                Parameter(
                    "tolerance", .length,
                    "The maximum distance at which a place outside all regions belongs to the nearest one."),
                regionLanguage,
            ], kind: .batch(.regions)),
        Endpoint(
            path: "/v1/order", summary: "The best order in which to visit stops.",
            parameters: [
                Parameter("start", .text(200), "Start at this stop, by name or id."),
                Parameter("end", .text(200), "End at this stop, by name or id."),
                Parameter("round-trip", .flag, "Return to the first stop."),
                Parameter("time", .time, "The time limit of the search."),
                Parameter("iterations", .integer(0...10_000_000), "The maximum number of iterations."),
                Parameter("seed", .integer(0...2_147_483_647), "The seed of the random numbers."),
                Parameter("depart", .text(40), "The arrival at the first stop: 09:30 or 2027-05-01T09:30."),
                Parameter("time-zone", .text(60), "The time zone of stops without one."),
                mode, Parameter("speed", .speed, "The speed along great circles, in km/h."),
                Parameter("leave-by-closing", .flag, "Stays must end by closing time."), fallback,
            ],
            kind: .trip(
                TripQuestion(columns: RouteQuestions.timedStop, forms: [.json]) { work, stops, limits in
                    try await RouteQuestions.order(work, stops, most: limits.searchTime)
                })),
        Endpoint(
            path: "/v1/route", summary: "The stops joined by legs.",
            parameters: [
                mode,
                Parameter(
                    "optimize", .choice(["start-end", "start", "end", "free", "round-trip"]),
                    "Find the shortest order of visits by great circles, with these stops fixed."),
                Parameter(
                    "gradient", .choice(["leg", "progress", "speed", "grade"]),
                    "The colours of lines in GeoJSON and SVG."),
                Parameter("title", .text(200), "The title of a map in SVG."), fallback,
            ],
            kind: .trip(
                TripQuestion(
                    columns: RouteQuestions.stop, forms: [.json, .geojson, .csv, .gpx, .kml, .svg], readsTables: true
                ) { work, stops, _ in
                    try await RouteQuestions.route(work, stops)
                })),
        Endpoint(path: "/v1/plan", summary: "Days: what to see, in what order, at what times.", kind: .plan),
        Endpoint(
            path: "/route/v1/{profile}/{coordinates}", summary: "OSRM's route service.",
            kind: .osrm(options: OSRMService.routeOptions) { query, _, legs, _ in
                try await OSRMService.route(query, legs)
            }),
        Endpoint(
            path: "/table/v1/{profile}/{coordinates}", summary: "OSRM's table service.",
            kind: .osrm(options: OSRMService.tableOptions) { query, _, legs, _ in
                try await OSRMService.table(query, legs)
            }),
        Endpoint(
            path: "/nearest/v1/{profile}/{coordinates}",
            summary: "OSRM's nearest service; without roads the nearest attractions.",
            kind: .osrm(options: OSRMService.nearestOptions) { query, data, legs, _ in
                try OSRMService.nearest(query, data, legs)
            }),
        Endpoint(
            path: "/trip/v1/{profile}/{coordinates}", summary: "OSRM's trip service: the best order of stops.",
            kind: .osrm(options: OSRMService.tripOptions) { query, _, legs, limits in
                try await OSRMService.trip(
                    query, legs, effort: .init(budget: min(.milliseconds(200), limits.searchTime)))
            }),
        Endpoint(
            path: "/tiles/{z}/{x}/{y}", summary: "A tile of the ground: 12102.svg as a drawing, 12102.mvt as vectors.",
            parameters: [Parameter("theme", .choice(["light", "dark"]), "The colours of a drawing.", usual: "light")],
            kind: .tile),
        Endpoint(
            path: "/tiles.json", summary: "Where the tiles of vectors are, and what is in them.",
            kind: .about(.json) { data, _, address throws(Problem) in try TileAnswer.description(data, at: address) }),
        Endpoint(
            path: "/", summary: "The map page.",
            kind: .plain([.html]) { service in (.ok, service.page.start) }),
        Endpoint(
            path: "/page/{name}", summary: "A file of the map page.",
            kind: .file([.style, .script, .svg, .html, .json]) { name, service throws(Problem) in
                try service.page.file(name)
            }),
        Endpoint(
            path: "/page/leaflet/{name}", summary: "A file of Leaflet, which draws the map.",
            kind: .file([.script, .style]) { name, service throws(Problem) in try service.page.leafletFile(name) }),
        Endpoint(
            path: "/page/leaflet/images/{name}", summary: "A picture of Leaflet.",
            kind: .file([.png]) { name, service throws(Problem) in
                try service.page.leafletFile(name, in: "images/")
            }),
        Endpoint(
            path: "/page/backdrop.geojson", summary: "Land, lakes, borders and provinces.",
            kind: .about(.geojson) { _, _, _ in MapPage.backdrop }),
        Endpoint(
            path: "/page/settings.json", summary: "What the map page must know of this server.",
            kind: .about(.json) { data, service, _ in service.page.settings(data, service.legs.over(data)) }),
        Endpoint(
            path: "/page/categories.json", summary: "Words and kinds of the categories of OpenStreetMap's places.",
            kind: .about(.json) { _, _, _ in MapPage.categories }),
        Endpoint(
            path: "/page/regions.geojson", summary: "The coarsest level of the boundaries.",
            kind: .about(.geojson) { data, _, _ throws(Problem) in try MapPage.regions(data) }),
        Endpoint(
            path: "/healthz", summary: "Whether the process lives.",
            kind: .plain([.text]) { _ in (.ok, Answer(.text, "ok\n", isStable: false)) }),
        Endpoint(
            path: "/readyz",
            summary: "Whether requests are answered: 503 before data are read, and while the server drains.",
            kind: .plain([.text]) { service in
                let reason = service.isDraining ? "draining" : service.store.data == nil ? "reading data" : nil
                return (
                    reason == nil ? .ok : .serviceUnavailable,
                    Answer(.text, (reason ?? "ready") + "\n", isStable: false)
                )
            }),
        Endpoint(
            path: "/metrics", summary: "Counts in Prometheus' text form.",
            kind: .plain([.metrics]) { service in
                (.ok, Answer(.metrics, service.metrics.text(service.store.data), isStable: false))
            }),
        Endpoint(
            path: "/openapi.json", summary: "This document.",
            kind: .plain([.json]) { _ in (.ok, Answer(.json, OpenAPI.document, isStable: false)) }),
        Endpoint(
            path: "/docs", summary: "This document as a page.",
            kind: .plain([.html]) { _ in (.ok, Answer(.html, OpenAPI.page, isStable: false)) }),
    ]
}
