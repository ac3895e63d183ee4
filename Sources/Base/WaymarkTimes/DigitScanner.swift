/// Reads digits and signs of a text, byte by byte.
struct DigitScanner {
    private let bytes: ArraySlice<UInt8>
    private var offset: Int

    init(_ bytes: ArraySlice<UInt8>) { (self.bytes, offset) = (bytes, bytes.startIndex) }

    var isAtEnd: Bool { offset == bytes.endIndex }

    /// The next byte; nil at the end.
    var next: UInt8? { isAtEnd ? nil : bytes[offset] }

    private var digit: Int? {
        guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
        return Int(next - UInt8(ascii: "0"))
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// The bytes up to the first that does not fit.
    mutating func prefix(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = offset
        while let next, fits(next) { offset += 1 }
        return bytes[start..<offset]
    }

    /// A number of exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit else { return nil }
            value = value * 10 + digit
            offset += 1
        }
        return value
    }

    /// A number of one to `count` digits.
    mutating func number(upTo count: Int) -> Int? {
        guard var value = number(1) else { return nil }
        for _ in 1..<count {
            guard let digit else { break }
            value = value * 10 + digit
            offset += 1
        }
        return value
    }

    /// An optional point with digits; digits beyond the ninth are ignored.
    mutating func fraction() -> Double? {
        guard skip(".") else { return 0 }
        guard digit != nil else { return nil }
        var (value, scale) = (0.0, 1.0)
        while let digit {
            if scale < 1e9 { (value, scale) = (value * 10 + Double(digit), scale * 10) }
            offset += 1
        }
        return value / scale
    }
}
