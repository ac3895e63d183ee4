/// The place that a letter is of, and where in its name the letter begins.
struct LetterPlace: Zeroed, Sendable {
    static var zero: LetterPlace { LetterPlace(0, .name) }

    /// Places at most: their ranks have 30 bits.
    static let maxPlaces = 1 << 30

    private let bits: UInt32

    init(_ place: Int, _ start: SearchStart) { bits = UInt32(place) << 2 | UInt32(start.rawValue) }

    /// The rank of the place.
    @inline(__always) var place: Int { Int(bits >> 2) }
    /// Where in the name the letter begins.
    @inline(__always) var start: SearchStart { SearchStart(rawValue: Int(bits & 3)) ?? .inside }
    /// The same as a number, at most 3.
    @inline(__always) var startNumber: Int { Int(bits & 3) }
}
