public import WaymarkGradients
public import WaymarkTimes

/// A trip: its stops, entries and routes name it by its id.
public struct Trip: Identifiable, Hashable, Sendable {
    /// Identifies the trip.
    public internal(set) var id: RecordID
    /// The title; may be empty: see ``displayTitle(untitled:)``.
    public var title: String
    /// Its first and last day, in the calendars of the places; nil if not planned.
    public var days: ClosedRange<CalendarDate>?
    /// The traveller's time zone, for stops without one; nil if it is not known.
    public var zone: ClockZone?
    /// The colour on maps and in lists; nil for none.
    public var color: RGBColor?
    /// Notes; may be empty.
    public var notes: String
    /// The ids of its companions, each once. A deleted companion stays in the trips that name it.
    public var companions: [RecordID]

    /// A trip.
    public init(
        id: RecordID, title: String = "", days: ClosedRange<CalendarDate>? = nil, zone: ClockZone? = nil,
        color: RGBColor? = nil, notes: String = "", companions: [RecordID] = []
    ) {
        (self.id, self.title, self.days, self.zone) = (id, title, days, zone)
        (self.color, self.notes, self.companions) = (color, notes, companions)
    }

    /// The title to show: its first line that shows something, otherwise `untitled`.
    ///
    /// - SeeAlso: ``DisplayTitle``.
    /// - Complexity: O(*n*) up to the end of that line.
    public func displayTitle(untitled: String = "제목 없음") -> String { DisplayTitle.line(of: title) ?? untitled }
}

/// Whether a trip is over, under way, or to come.
public enum TripPhase: String, Hashable, Sendable, CaseIterable {
    /// Its first day has not begun.
    case coming
    /// It has begun, and its last day is not over.
    case current
    /// Its last day is over.
    case past
    /// It has no dates.
    case undated
}

extension Trip {
    /// Whether the trip is over, under way, or to come.
    ///
    /// Days begin and end by the clocks of the place: the first day by those of the first stop, the last day by those
    /// of the last stop. It belongs to the trip up to the last moment before the following midnight there. Where no zone
    /// is known, a day lasts from its beginning in the first place on Earth to its end in the last.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - stops: The stops of the trip in their order; a stop without a zone is in that of the trip.
    /// - Returns: The phase; ``TripPhase/undated`` without dates.
    /// - Complexity: O(1).
    public func phase(at now: Moment, stops: [TripStop] = []) -> TripPhase {
        guard let days else { return .undated }
        if now < Moment(startOf: days.lowerBound, in: stops.first?.zone ?? zone ?? .firstOfDay) { return .coming }
        return now < Moment(endOf: days.upperBound, in: stops.last?.zone ?? zone ?? .lastOfDay) ? .current : .past
    }

    /// The phase if it is the same wherever the places are; nil within a day of a border.
    func phaseAnywhere(at now: Moment) -> TripPhase? {
        let phases = [Self.farthestZone, -Self.farthestZone].map { offset in
            var trip = self
            trip.zone = ClockZone(secondsFromUTC: offset) ?? .utc
            return trip.phase(at: now)
        }
        return phases[0] == phases[1] ? phases[0] : nil
    }

    /// The greatest offset of a zone from UTC, in seconds.
    private static let farthestZone = 86_399
}

extension ClockZone {
    /// Where a day begins first.
    static let firstOfDay = ClockZone(secondsFromUTC: 14 * 3600) ?? .utc
    /// Where a day ends last.
    static let lastOfDay = ClockZone(secondsFromUTC: -12 * 3600) ?? .utc
}

/// A person who travels along.
///
/// A deleted companion is no longer offered for new trips, and stays on those that name them.
public struct Companion: Identifiable, Hashable, Sendable {
    /// Identifies the companion.
    public let id: RecordID
    /// The name; may be empty.
    public var name: String
    /// What they like, such as 박물관.
    public var interests: [String]

    /// A companion.
    public init(id: RecordID, name: String = "", interests: [String] = []) {
        (self.id, self.name, self.interests) = (id, name, interests)
    }
}

/// A category of diary entries.
public struct TripCategory: Identifiable, Hashable, Sendable {
    /// Identifies the category.
    public let id: RecordID
    /// The name; may be empty.
    public var name: String
    /// The colour; nil for none.
    public var color: RGBColor?

    /// A category.
    public init(id: RecordID, name: String = "", color: RGBColor? = nil) {
        (self.id, self.name, self.color) = (id, name, color)
    }
}
