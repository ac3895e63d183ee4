import WaymarkText
import WaymarkThreads

/// Identifies a record of a store: a UUID, final when made.
///
/// Ids made here are of version 7 (RFC 9562): they begin with the time, so that ids made later are greater. Ids of any
/// version are read.
public struct RecordID: Hashable, Sendable {
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// An id of 128 bits.
    public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Reads `0190b6a4-7c1e-7d52-9b7a-5f3c1c9d2e10`, upper or lower case; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: ContiguousArray(text.utf8).span) }

    /// Reads the bytes of such a text.
    init?(utf8 text: Span<UInt8>) {
        guard text.count == 36, [8, 13, 18, 23].allSatisfy({ text[$0] == Byte.minus }) else { return nil }
        var (high, low) = (UInt64(0), UInt64(0))
        for group in [0..<8, 9..<13, 14..<18, 19..<23, 24..<36] {
            guard let number = Hexadecimal.number(text.extracting(group)) else { return nil }
            let width = UInt64(4 * group.count)
            (high, low) = (high << width | low >> (64 - width), low << width | number)
        }
        self.init(high: high, low: low)
    }
}

extension RecordID: Comparable {
    /// Whether the first id is less, as bytes: of two ids of version 7, the one made earlier.
    public static func < (a: RecordID, b: RecordID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension RecordID: CustomStringConvertible {
    /// The id in lower-case digits: `0190b6a4-7c1e-7d52-9b7a-5f3c1c9d2e10`.
    public var description: String { String(append) }

    /// Appends the digits of ``description``.
    func append(to bytes: inout ContiguousArray<UInt8>) {
        Hexadecimal.append(high >> 32, digits: 8, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(high >> 16, digits: 4, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(high, digits: 4, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(low >> 48, digits: 4, to: &bytes)
        bytes.append(Byte.minus)
        Hexadecimal.append(low, digits: 12, to: &bytes)
    }
}

/// Makes ids: UUIDs of version 7 (RFC 9562, section 5.7), each greater than the one before.
///
/// The first 48 bits are milliseconds since 1970, the rest is random. Within a millisecond, and after the clock was set
/// back, the random part counts up by a random step instead (RFC 9562, section 6.2, method 2).
///
/// ```swift
/// let ids = RecordIDGenerator()
/// let trip = Trip(id: ids.next(), title: "제주")
/// ```
public final class RecordIDGenerator: Sendable {
    private struct State: Sendable {
        var last = RecordID(high: 0, low: 0)
        var random: any RandomNumberGenerator & Sendable
    }

    private let now: @Sendable () -> Moment
    private let state: Guarded<State>

    /// A generator with a clock and random numbers; equal ones give equal ids.
    public init(
        now: @escaping @Sendable () -> Moment = { .now },
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.now = now
        state = Guarded(State(random: random))
    }

    /// Makes an id.
    ///
    /// - Complexity: O(1). May be called from any thread.
    public func next() -> RecordID {
        let milliseconds = UInt64(clamping: now().milliseconds) & 0xFFFF_FFFF_FFFF
        return state.withLock { state in
            let (first, second) = (state.random.next(), state.random.next())
            if milliseconds > state.last.high >> 16 {
                state.last = RecordID(
                    high: milliseconds << 16 | 0x7000 | first & 0xFFF, low: 1 << 63 | second & Self.lowMask)
            } else {
                state.last = Self.successor(of: state.last, step: second >> 32 + 1)
            }
            return state.last
        }
    }

    /// The 62 bits below the variant.
    private static let lowMask: UInt64 = 1 << 62 - 1

    /// The id whose 74 random bits are greater by a step; a carry out of them goes into the time.
    private static func successor(of id: RecordID, step: UInt64) -> RecordID {
        let low = (id.low & lowMask) + step
        guard low > lowMask else { return RecordID(high: id.high, low: 1 << 63 | low) }
        let counted = id.high & 0xFFF + 1
        let time = id.high >> 16 + counted >> 12
        return RecordID(high: time << 16 | 0x7000 | counted & 0xFFF, low: 1 << 63 | low & lowMask)
    }
}
