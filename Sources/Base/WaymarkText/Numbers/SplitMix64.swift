/// A small seeded random generator: the same numbers on every run and platform.
///
/// Source: Steele, Lea, Flood 2014, doi:10.1145/2714064.2660195.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    @usableFromInline
    var state: UInt64

    /// Equal seeds give equal numbers.
    @inlinable
    public init(seed: UInt64) { state = seed }

    /// The next 64 random bits.
    @inlinable
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from zero to below the bound, as uniform as 32 bits allow.
    @inlinable
    public mutating func below(_ bound: Int) -> Int { Int(((next() >> 32) &* UInt64(bound)) >> 32) }

    /// A number from 0 to below 1, of 53 random bits.
    @inlinable
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
