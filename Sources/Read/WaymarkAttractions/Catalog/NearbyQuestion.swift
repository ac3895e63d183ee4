public import WaymarkGeodesy
public import WaymarkIndex
public import WaymarkQuestions

/// What is asked of the places within a radius.
public struct NearbyQuestion: Question {
    /// How far to look.
    public var radius: Meters = .kilometers(10)
    /// The maximum number of places; nil for all.
    public var limit: Int?
    /// What somebody goes to the places for, where a map says it, and all else is a sight; nil for anything.
    public var kind: PlaceKind?

    /// A question about all places within 10 km.
    public init() {}

    /// How it is answered.
    public var lookup: Lookup { .within(radius, limit: limit) }

    /// The parameters, as the command, the service and the page have them.
    public static let sections: [[QuestionParameter<NearbyQuestion>]] = [
        [
            .length("radius", "Search radius: \(OptionText.lengths).", \.radius).with(letter: "r"),
            .integer("limit", "Maximum number of attractions per stop.", 1...Int.max, \.limit)
                .with(letter: "l", served: 10_000),
            .choice(
                "kind", "sight|food|stay|transport|other",
                "Only attractions that one goes to for this, where a map says it; all else is a sight.", \.kind),
        ]
    ]
}

/// What is asked of the nearest places.
public struct NearestQuestion: Question {
    /// The number of places.
    public var count = 1
    /// How far to look; nil for anywhere.
    public var radius: Meters?
    /// What somebody goes to the places for, where a map says it, and all else is a sight; nil for anything.
    public var kind: PlaceKind?

    /// A question about the nearest place.
    public init() {}

    /// How it is answered.
    public var lookup: Lookup { .nearest(count: count, within: radius) }

    /// The parameters, as the command, the service and the page have them.
    public static let sections: [[QuestionParameter<NearestQuestion>]] = [
        [
            .integer("count", "Number of attractions per stop.", 1...Int.max, valueName: "k", \.count)
                .with(letter: "c", served: 10_000, isAskedFor: true),
            .length("radius", "Maximum distance: \(OptionText.lengths).", \.radius).with(letter: "r"),
            .choice(
                "kind", "sight|food|stay|transport|other",
                "Only attractions that one goes to for this, where a map says it; all else is a sight.", \.kind),
        ]
    ]
}
