public import WaymarkAttractions
public import WaymarkGeodesy
public import WaymarkQuestions

/// What is asked of a search by name.
public struct SearchQuestion: Question {
    /// The typed text.
    public var text = ""
    /// The point that places should be near to.
    public var near: Coordinate?
    /// Only places within this distance of the point; nil for anywhere.
    public var within: Meters?
    /// Only places in this box; nil for anywhere.
    public var box: BoundingBox?
    /// Only places of one of these categories; none for any.
    public var categories: [String] = []
    /// What somebody goes to the places for, where a map says it, and all else is a sight; nil for anything.
    public var kind: PlaceKind?
    /// Only places in one of these regions, by name or code; none for any.
    public var regions: [String] = []
    /// Whether 초성 match only at the start of a word.
    public var initialsAtWordStart = false
    /// The maximum number of answers.
    public var limit = 10

    /// A question without a text.
    public init() {}

    /// The query, but for the regions, whose borders a search does not know, and the kind.
    public var query: SearchQuery {
        var query = SearchQuery(
            text, near: near, areas: box.map { [.box($0)] } ?? [], categories: Set(categories), limit: limit,
            findsInitialsInsideWords: !initialsAtWordStart)
        if let near, let within { query.areas.append(.circle(within, of: near)) }
        return query
    }

    /// The parameters, as the command, the service and the page have them.
    public static let sections: [[QuestionParameter<SearchQuestion>]] = [
        [
            .value(
                "near", "lat,lon", "Weigh how near a place is to this point with how well it matches.", \.near,
                kind: .point
            ) { (text) throws(OptionText.Fault) in try OptionText.point(text) },
            .length(
                "within", "Only attractions within this distance of the point: \(OptionText.lengths).", of: "radius",
                \.within),
            .value(
                "box", "south,west,north,east", "Only attractions between these latitudes and longitudes.", \.box,
                kind: .box
            ) { (text) throws(OptionText.Fault) in try OptionText.box(text) },
            .list("category", "name", "Only attractions of this category; may be repeated.", \.categories) { $0 },
            .choice(
                "kind", "sight|food|stay|transport|other",
                "Only attractions that one goes to for this, where a map says it; all else is a sight.", \.kind),
            .list(
                "region", "name",
                "Only attractions in the region of this name or code among --boundaries; may be repeated.", \.regions
            ) { $0 },
        ],
        [
            .flag("initials-at-word-start", "초성 match only at the start of a word.", \.initialsAtWordStart),
            .integer("limit", "Maximum number of answers per query.", 1...Int.max, \.limit)
                .with(letter: "l", served: 1000),
        ],
        // The command has the text as an argument.
        [
            .value(
                "q", "text", "The typed text: part of a name, 초성, romanised, the wrong keyboard.", \.text
            ) { $0 }.with(example: "경복", isRequired: true)
        ],
    ]

    /// Whether the values go together.
    public func checkTogether() throws(ParameterError) {
        if within != nil, near == nil, !text.isEmpty { throw ParameterError("within", "--within needs --near.") }
    }
}
