/// The place that a letter belongs to, and the kind of start of the letter in its name.
struct LetterPlace: Zeroed, Sendable {
    static var zero: LetterPlace { LetterPlace(0, .name) }

    /// Maximum number of places: ranks have 30 bits.
    static let maxPlaces = 1 << 30

    private let bits: UInt32

    init(_ place: Int, _ start: SearchStart) { bits = UInt32(place) << 2 | UInt32(start.rawValue) }

    /// The rank of the place.
    @inline(__always) var place: Int { Int(bits >> 2) }
    /// Where in the name the letter begins.
    @inline(__always) var start: SearchStart { SearchStart(rawValue: Int(bits & 3)) ?? .inside }
    /// The start as a number, at most 3.
    @inline(__always) var startNumber: Int { Int(bits & 3) }
}
