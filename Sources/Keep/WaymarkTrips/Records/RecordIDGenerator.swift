import WaymarkThreads

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
