import WaymarkText

/// When an edit was made, and by which copy of a store: all devices put all edits in the same order.
///
/// The time is that of a hybrid logical clock: the wall clock, but always later than any stamp the store has seen, of its
/// own or of another device. So an edit of something counts as later than that, however wrong the clocks are.
///
/// - SeeAlso: Kulkarni et al., Logical Physical Clocks, OPODIS 2014.
public struct EditStamp: Hashable, Sendable {
    /// The time of the logical clock.
    public let time: Moment
    /// The copy of the store, by which stamps of one time are ordered; 0 for edits of versions that had no devices.
    public let device: UInt64

    /// A stamp of a device, which has 48 bits.
    package init(time: Moment, device: UInt64) { (self.time, self.device) = (time, device) }

    /// The stamp of a next edit: later than all that a store has seen, and not before the wall clock.
    ///
    /// At the end of the calendar time stands still: such stamps are ordered by their devices alone.
    package init(now: Moment, after last: Moment, device: UInt64) {
        self.init(time: max(now, Moment(milliseconds: last.milliseconds + 1) ?? last), device: device)
    }

    /// The device of a random number: never 0.
    package static func device(_ random: UInt64) -> UInt64 { max(1, random & 0xFFFF_FFFF_FFFF) }

    /// A device as text: 12 hexadecimal digits.
    package static func text(ofDevice device: UInt64) -> String { Hexadecimal.text(device, digits: 12) }

    /// Reads such a text; nil for anything else.
    package static func device(text: some StringProtocol) -> UInt64? {
        let digits = ContiguousArray(text.utf8)
        return digits.count == 12 ? Hexadecimal.number(digits.span) : nil
    }

    /// Reads a `description`; nil for anything else.
    package init?(_ text: String) {
        guard let split = text.lastIndex(of: "-"), let device = Self.device(text: text[text.index(after: split)...]),
            let time = Int64(text[..<split]).flatMap(Moment.init(milliseconds:))
        else { return nil }
        self.init(time: time, device: device)
    }
}

extension EditStamp: Comparable {
    /// Whether the first edit counts as the earlier one.
    public static func < (a: EditStamp, b: EditStamp) -> Bool { (a.time, a.device) < (b.time, b.device) }
}

extension EditStamp: CustomStringConvertible {
    /// The milliseconds and the device: `1800000000000-7f3a91c20b4e`.
    public var description: String { "\(time.milliseconds)-\(Self.text(ofDevice: device))" }
}

/// What is kept of a record that was purged: that it was, so that no other device brings it back.
public struct Tombstone: Identifiable, Hashable, Sendable {
    /// The record.
    public let id: RecordID
    /// What it was.
    public let kind: RecordKind
    /// The edit that it was deleted by: later ones bring it back.
    public let stamp: EditStamp

    package init(id: RecordID, kind: RecordKind, stamp: EditStamp) {
        (self.id, self.kind, self.stamp) = (id, kind, stamp)
    }
}
