/// Decimal digits of whole numbers, two at a time.
public enum Digits {
    /// The maximum number of bytes of a number, for up to 19 decimals.
    @inlinable public static var room: Int { 24 }

    /// Appends `units` with a point before the last `decimals` digits; without a point for 0 decimals.
    static func append(_ units: UInt64, decimals: Int, to bytes: inout ContiguousArray<UInt8>) {
        let room = room
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { text in
            let start = text.baseAddress!
            var length = 0
            if decimals == 0 {
                length = unsafe write(units, at: start)
            } else {
                let power = UInt64(Powers.ofTen[decimals])
                length = unsafe write(units / power, at: start)
                unsafe start[length] = Byte.point
                var rest = units % power
                for place in stride(from: length + decimals, to: length, by: -1) {
                    unsafe start[place] = Byte.zero + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                length += decimals + 1
            }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: length))
        }
    }

    /// Writes `value` at `text`, which has `room` bytes; returns the number of digits.
    @unsafe @inlinable @inline(__always)
    public static func write(_ value: UInt64, at text: UnsafeMutablePointer<UInt8>) -> Int {
        let length = count(value)
        var place = length
        var rest = value
        while rest >= 100 {
            let next = rest / 100
            place &-= 2
            unsafe writePair(rest &- next &* 100, at: text + place)
            rest = next
        }
        if rest >= 10 {
            unsafe writePair(rest, at: text)
        } else {
            unsafe text[0] = 0x30 | UInt8(truncatingIfNeeded: rest)
        }
        return length
    }

    /// Writes `thousandths` with a point before the last three digits; returns the number of bytes.
    @unsafe @inlinable @inline(__always)
    public static func write(thousandths: UInt64, at text: UnsafeMutablePointer<UInt8>) -> Int {
        let whole = thousandths / 1000
        let rest = thousandths &- whole &* 1000
        let length = unsafe write(whole, at: text)
        let hundreds = (rest &* 5243) >> 19
        unsafe text[length] = 0x2E
        unsafe text[length + 1] = 0x30 | UInt8(truncatingIfNeeded: hundreds)
        unsafe writePair(rest &- hundreds &* 100, at: text + length + 2)
        return length + 4
    }

    /// The number of digits of `value`, at least one.
    @inlinable @inline(__always)
    static func count(_ value: UInt64) -> Int {
        if value < 100_000 {
            return 1 + (value >= 10 ? 1 : 0) + (value >= 100 ? 1 : 0) + (value >= 1000 ? 1 : 0)
                + (value >= 10_000 ? 1 : 0)
        }
        var length = 5
        var rest = value / 100_000
        while rest > 0 {
            rest /= 10
            length += 1
        }
        return length
    }

    /// Writes the two digits of `value`, which is below 100.
    @unsafe @inlinable @inline(__always)
    static func writePair(_ value: UInt64, at text: UnsafeMutablePointer<UInt8>) {
        // Exact below 1029.
        let tens = (value &* 205) >> 11
        let pair = UInt16(truncatingIfNeeded: tens | (value &- tens &* 10) << 8 | 0x3030)
        unsafe UnsafeMutableRawPointer(text).storeBytes(of: pair.littleEndian, as: UInt16.self)
    }
}
