public import WaymarkGeodesy
public import WaymarkTimes

/// An entry of a diary.
public struct DiaryEntry: Identifiable, Hashable, Sendable {
    /// Identifies the entry.
    public let id: RecordID
    /// The given title; may be empty: see ``displayTitle(untitled:)``.
    public var title: String
    /// The text; may be empty.
    public var text: String
    /// The moment it is about.
    public var time: Moment
    /// The time zone of its place, which gives its day.
    public var zone: ClockZone
    /// The id of its category, with which it goes; nil for none.
    public var category: RecordID?
    /// The id of the trip or the stop that it is about, with which it goes; nil for none.
    public var subject: RecordID?
    /// The place it is about; nil if it has none of its own.
    public var coordinate: Coordinate?

    /// An entry.
    public init(
        id: RecordID, title: String = "", text: String = "", time: Moment, zone: ClockZone = .utc,
        category: RecordID? = nil, subject: RecordID? = nil, coordinate: Coordinate? = nil
    ) {
        (self.id, self.title, self.text, self.time, self.zone) = (id, title, text, time, zone)
        (self.category, self.subject, self.coordinate) = (category, subject, coordinate)
    }

    /// The title to show: the given one, otherwise the first line of the text, otherwise `untitled`.
    ///
    /// - SeeAlso: ``DisplayTitle``.
    /// - Complexity: O(*n*) in the title and in the text up to that line.
    public func displayTitle(untitled: String = "제목 없음") -> String {
        DisplayTitle.line(of: title) ?? DisplayTitle.line(of: text) ?? untitled
    }
}
