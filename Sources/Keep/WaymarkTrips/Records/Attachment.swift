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

    /// An attachment. The store refuses a negative size.
    public init(
        id: RecordID, owner: RecordID, content: ContentHash, size: Int, mediaType: String = "", name: String = ""
    ) {
        (self.id, self.owner, self.content) = (id, owner, content)
        (self.size, self.mediaType, self.name) = (size, mediaType, name)
    }
}
