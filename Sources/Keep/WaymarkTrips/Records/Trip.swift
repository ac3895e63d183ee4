public import WaymarkGradients
public import WaymarkTimes

/// A trip: its stops, entries and routes name it by its id.
public struct Trip: Identifiable, Hashable, Sendable {
    /// Identifies the trip.
    public let id: RecordID
    /// The title; may be empty: see ``displayTitle(untitled:)``.
    public var title: String
    /// Its first and last day, in the calendars of the places; nil if not planned.
    public var days: ClosedRange<CalendarDate>?
    /// The traveller's time zone, for stops without one.
    public var zone: ClockZone
    /// The colour on maps and in lists; nil for none.
    public var color: RGBColor?
    /// Notes; may be empty.
    public var notes: String
    /// The ids of its companions, each once. A deleted companion stays in the trips that name it.
    public var companions: [RecordID]

    /// A trip.
    public init(
        id: RecordID, title: String = "", days: ClosedRange<CalendarDate>? = nil, zone: ClockZone = .utc,
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
