public import WaymarkGeodesy
public import WaymarkTimes

/// An entry of a diary.
public struct DiaryEntry: Identifiable, Hashable, Sendable {
    /// Identifies the entry.
    public internal(set) var id: RecordID
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

/// A picture or another file of a stop or an entry.
///
/// The store keeps what it is; its bytes are a file that is named by their hash, so that equal ones are stored once.
public struct Attachment: Identifiable, Hashable, Sendable {
    /// Identifies the attachment.
    public let id: RecordID
    /// The id of the stop or the entry, with which it goes.
    public var owner: RecordID
    /// The hash of its bytes.
    public var content: ContentHash
    /// The number of its bytes.
    public var size: Int
    /// What the bytes are, such as `image/jpeg`; may be empty.
    public var mediaType: String
    /// The name of the file it came from, or a caption; may be empty.
    public var name: String
    /// Whether it is accepted that the file is lost: backups and checks do not miss it.
    public var isLost = false

    /// An attachment. The store refuses a negative size.
    public init(
        id: RecordID, owner: RecordID, content: ContentHash, size: Int, mediaType: String = "", name: String = ""
    ) {
        (self.id, self.owner, self.content) = (id, owner, content)
        (self.size, self.mediaType, self.name) = (size, mediaType, name)
    }
}
