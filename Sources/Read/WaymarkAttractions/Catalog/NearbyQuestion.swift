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
    /// The time over roads in which places are reached, in place of a radius; nil for the radius.
    public var within: Duration?
    /// How one travels in that time.
    public var mode = Mode.driving

    /// How one travels.
    public enum Mode: String, CaseIterable, Codable, Sendable { case walking, cycling, driving }

    /// A question about all places within 10 km.
    public init() {}

    /// How it is answered; a time as a radius of as many metres as it has seconds.
    public var lookup: Lookup { .within(within.map { Meters($0 / .seconds(1)) } ?? radius, limit: limit) }

    /// The parameters, as the command, the service and the page have them.
    public static let sections: [[QuestionParameter<NearbyQuestion>]] = [
        [
            .length("radius", "Search radius: \(OptionText.lengths).", \.radius).with(letter: "r"),
            .integer("limit", "Maximum number of attractions per stop.", 1...Int.max, \.limit)
                .with(letter: "l", served: 10_000),
            .choice(
                "kind", "sight|food|stay|transport|other",
                "Only attractions that one goes to for this, where a map says it; all else is a sight.", \.kind),
            .value(
                "within", "time",
                "In place of a radius: the time over the roads of the attractions in which places are reached: \(OptionText.times).",
                \.within, kind: .time
            ) { (text) throws(OptionText.Fault) in
                let time = try OptionText.duration(text)
                guard time <= .seconds(86_400) else { throw .init("within must be at most a day: 1440min.") }
                return time
            },
            .choice("mode", "walking|cycling|driving", "With --within: how one travels.", \.mode),
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
