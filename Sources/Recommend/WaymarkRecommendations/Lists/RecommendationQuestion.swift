public import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkQuestions

/// What is asked of recommendations around stops, into a trip, or along its route.
public struct RecommendationQuestion: Question {
    /// What gets a list of its own.
    public enum Unit: String, CaseIterable, Codable, Sendable {
        /// Each stop. Stops of a trip are scored for all of it, and no place appears twice in a trip; other stops stand alone.
        case stop
        /// Each trip, for all its stops.
        case trip
    }

    /// What is asked about.
    public enum Scope: String, Sendable {
        /// Each stop.
        case stop
        /// Each trip, for all its stops.
        case trip
        /// The route of each trip.
        case route
    }

    /// The order of places along a route.
    public enum RouteOrder: String, CaseIterable, Codable, Sendable {
        /// The best place of each of ``limit`` equal stretches of the route before others, all in the order of the route.
        case way
        /// The best scores for their detours first, wherever on the route.
        case score
    }

    /// What gets a list of its own.
    public var per = Unit.stop
    /// Whether places along the route of each trip are asked for.
    public var isAlong = false
    /// The maximum distance from a stop or from the route; nil for 10 km, around stops widened where that is too little: see
    /// ``Reach/usual``.
    public var radius: Meters?
    /// The maximum number of places in a list.
    public var limit = 5
    /// Along a route: the maximum detour; nil for any.
    public var maxDetour: Meters?
    /// Along a route: only places after this length of the route; nil for all.
    public var ahead: Meters?
    /// Along a route: the order of the list.
    public var order = RouteOrder.way
    /// What somebody goes to the places for; those of which no map says it are sights.
    public var kind = PlaceKind.sight
    /// What the travellers like: themes with numbers, as in `역사:1,자연:0.5`.
    public var interests: String?
    /// How diverse a list is in theme and place, from 0, by score alone, to 1; nil for 0.
    public var diversity: Double?
    /// Places to leave out: names and ids, and themes as in `theme:쇼핑`; see ``RecommendedPlaces/ids(excludedBy:)``.
    public var excluded: [String] = []
    /// The maximum number of one theme in a list.
    public var quota: Int?
    /// At most one place of a cluster: of places within this distance of each other, or that are one place under two names.
    public var apart: Meters?
    /// Whether stations, offices and the like are recommended as any other place, and not only where other places are too few.
    public var includesFacilities = false
    /// Whether there is a value for each part of the score, and a sentence that explains it.
    public var isExplained = false
    /// Whether the places that are the stops themselves follow their list, without rank and score, with the reason.
    public var showsLeftOut = false
    /// The language of the sentences; nil for that of the reader.
    public var language: ExplanationLanguage?

    /// A question about five places around each stop.
    public init() {}

    /// What is asked about.
    public var scope: Scope { isAlong ? .route : per == .stop ? .stop : .trip }

    /// How far from stops to look.
    public var reach: Reach { radius.map { .within($0) } ?? .usual }

    /// The parameters, as the command, the service and the page have them.
    public static let sections: [[QuestionParameter<RecommendationQuestion>]] = [
        [
            .choice("per", "stop|trip", "What gets a list of its own: each stop, or each trip.", \.per),
            .flag("along", "Places along the route of each trip, spread over it.", \.isAlong),
            .length("radius", "How far from a stop or the route to look: \(OptionText.lengths).", \.radius)
                .with(letter: "r", usual: "10km; around a stop that has too little there, up to 320km"),
            .integer("limit", "Maximum number of attractions in a list.", 1...Int.max, \.limit)
                .with(letter: "l", served: 1000),
            .length("detour", "With --along: the maximum detour: \(OptionText.lengths).", \.maxDetour),
            .length(
                "ahead", "With --along: only what comes after this length of the route.", of: "length of a route",
                \.ahead),
            .choice(
                "by", "way|score",
                "With --along: by way, the best of each of --limit equal stretches of the route, or by score for the detour.",
                \.order),
        ],
        [
            .choice(
                "kind", "sight|food|stay|transport|other",
                "What one goes there for, where a map says it; all else is a sight.", \.kind),
            .text(
                "interests", "theme:number,...",
                "What the traveller likes: 역사:1,자연:0.5, or history, nature. Four of five places are shared out so.",
                \.interests),
            .list(
                "exclude", "name",
                "An attraction to leave out, by name or id, or a theme: theme:쇼핑; repeat it for more.", \.excluded
            ) { $0 },
        ],
        [
            .number(
                "diversity", "How diverse a list is in theme and place: 0 by score alone, to 1.", 0...1, \.diversity
            )
            .with(usual: "0"),
            .integer("quota", "Maximum number of one theme in a list.", 1...Int.max, \.quota),
            .length(
                "apart",
                "At most one of a cluster: of attractions within this of each other, or that are one place under two names.",
                of: "distance", \.apart),
            .flag(
                "facilities",
                "Recommend stations, offices and the like as any other place, and not only where other places are too few.",
                \.includesFacilities),
            .flag(
                "explain", "Add a column for each part of the score, and a sentence that says why.", \.isExplained),
            .flag(
                "left-out",
                "After each list, add the attractions that are left out as the stops themselves, and the reason.",
                \.showsLeftOut),
            .choice(
                "language", "language",
                "Language of the sentences, and of the words on a map: ko or en. (default: that of the locale)",
                \.language),
        ],
    ]

    /// Whether the values go together.
    public func checkTogether() throws(ParameterError) {
        if isAlong {
            if diversity != nil || quota != nil || apart != nil || per != .stop {
                throw ParameterError("along", "--diversity, --quota, --apart and --per cannot be used with --along.")
            }
        } else if let (name, _) = [("detour", maxDetour != nil), ("ahead", ahead != nil), ("by", order != .way)]
            .first(where: \.1)
        {
            throw ParameterError(name, "--\(name) needs --along.")
        }
    }
}
