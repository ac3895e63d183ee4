public import WaymarkFoundation

/// A time zone: the offset of clocks from UTC at any moment.
///
/// It is identified by its name in the time zone database, such as `Asia/Seoul`, or is a fixed offset from UTC. The
/// rules are read from the system's database (`/usr/share/zoneinfo`) and cached. Foundation's `TimeZone` needs the
/// tables of ICU for names, which take longer to load than a small batch takes to run.
///
/// ```swift
/// let seoul = ClockZone(identifier: "Asia/Seoul")
/// seoul?.secondsFromUTC(at: .now)  // 32 400
/// ```
public struct ClockZone: Sendable {
    /// `Asia/Seoul`, or for a fixed offset `GMT` or `GMT+0900`, as in Foundation.
    public let identifier: String
    let rules: ZoneRules
    /// Whether this machine's database has the zone. A decoded zone that is missing keeps its name, and its clocks show
    /// UTC.
    public let isKnown: Bool

    /// Universal time.
    public static let utc = ClockZone(identifier: "GMT", rules: ZoneRules(offset: 0))

    private init(identifier: String, rules: ZoneRules, isKnown: Bool = true) {
        (self.identifier, self.rules, self.isKnown) = (identifier, rules, isKnown)
    }

    /// The zone of a stored name, possibly from a machine with a newer database.
    package init(stored name: String) {
        self = Self(identifier: name) ?? Self(identifier: name, rules: ZoneRules(offset: 0), isKnown: false)
    }

    /// A zone with a fixed offset from UTC; nil for a day or more.
    public init?(secondsFromUTC offset: Int) {
        guard (-86_399...86_399).contains(offset) else { return nil }
        let minutes = abs(offset) / 60
        let seconds = offset % 60 == 0 ? "" : (abs(offset) % 60).digits(2)
        let text = (minutes / 60).digits(2) + (minutes % 60).digits(2) + seconds
        self.init(
            identifier: offset == 0 ? "GMT" : "GMT" + (offset < 0 ? "-" : "+") + text, rules: ZoneRules(offset: offset))
    }

    /// The zone of a name; nil if it is unknown.
    ///
    /// - Parameter name: A name of the time zone database; or `UTC`, `GMT`, `Z`, and an offset alone or after one of
    ///   the first two: `+9`, `+09:00`, `UTC+9`, `GMT+0900`.
    public init?(identifier name: String) {
        if let offset = Self.fixedOffset(name) {
            self.init(secondsFromUTC: offset)
        } else if let rules = ZoneDatabase.shared.rules(of: name) {
            self.init(identifier: name, rules: rules)
        } else {
            return nil
        }
    }

    /// The same zone as Foundation's; if the database has no zone of its name, a fixed zone with its current offset.
    public init(_ zone: TimeZone) {
        self =
            Self(identifier: zone.identifier) ?? Self(secondsFromUTC: zone.secondsFromGMT()) ?? .utc
    }

    /// The offset of clocks from UTC at a moment, in seconds; zero if the zone is unknown.
    ///
    /// - Complexity: O(log *n*) in the changes of the zone's clocks.
    public func secondsFromUTC(at moment: Date) -> Int {
        let seconds = moment.timeIntervalSince1970.rounded(.down)
        // Outside the calendar, including NaN.
        guard abs(seconds) < 1e15 else { return rules.offset(at: 0) }
        return rules.offset(at: Int(seconds))
    }

    private static func fixedOffset(_ name: String) -> Int? {
        switch name.utf8.first {
        case UInt8(ascii: "U"), UInt8(ascii: "G"), UInt8(ascii: "Z"), UInt8(ascii: "z"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            break
        default: return nil  // As most names, which need no other look.
        }
        var text = Array(name.utf8)[...]
        for prefix in ["UTC", "GMT"] where text.starts(with: prefix.utf8) {
            text = text.dropFirst(3)
            if text.isEmpty { return 0 }
            break
        }
        var scanner = DigitScanner(text)
        guard let offset = scanner.zoneOffset() else { return nil }
        if scanner.isAtEnd { return offset }
        // Seconds, as ``identifier`` has them.
        guard let seconds = scanner.number(2), seconds < 60, scanner.isAtEnd else { return nil }
        // Below a minute, the number has no sign.
        return text.first == UInt8(ascii: "-") ? offset - seconds : offset + seconds
    }
}

extension ClockZone: Hashable {
    /// Zones are identified by their names.
    public static func == (a: ClockZone, b: ClockZone) -> Bool { a.identifier == b.identifier }

    /// By the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension ClockZone: Codable {
    /// Decodes a name; one missing from this machine's database is kept, see ``isKnown``.
    public init(from decoder: any Decoder) throws {
        self.init(stored: try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
