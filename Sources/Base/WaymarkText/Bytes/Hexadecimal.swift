/// Numbers in hexadecimal digits.
public enum Hexadecimal {
    /// A number in lower-case digits, with leading zeros up to `count` digits.
    public static func text(_ number: some UnsignedInteger & FixedWidthInteger, digits count: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }

    /// A byte for messages: `0xB0` for 176.
    public static func byte(_ byte: UInt8) -> String { "0x" + text(byte, digits: 2).uppercased() }

    /// The number written in 1 to 16 digits of either case; nil where a byte is none.
    @inlinable
    public static func number(_ digits: Span<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for place in digits.indices {
            guard let digit = value(digits[place]) else { return nil }
            number = number << 4 | UInt64(digit)
        }
        return number
    }

    /// Appends the last digits of a number, in lower case, leading zeros included.
    @inlinable
    public static func append(_ number: UInt64, digits count: Int, to bytes: inout ContiguousArray<UInt8>) {
        for place in (0..<count).reversed() {
            bytes.append(digit(UInt8(truncatingIfNeeded: number >> UInt64(4 * place) & 15)))
        }
    }

    /// The lower-case digit of a number from 0 to 15.
    @inlinable
    public static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// The number of a digit of either case; nil for another byte.
    @inlinable
    public static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
