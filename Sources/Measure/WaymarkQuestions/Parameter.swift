/// A named value of a question: an option of the command, a member of a request, a control of the page.
public struct Parameter: Sendable {
    /// What its values are.
    public enum Kind: Sendable {
        /// A number.
        case number(ClosedRange<Double>)
        /// A whole number.
        case integer(ClosedRange<Int>)
        /// A length with a unit.
        case length
        /// A time with a unit.
        case time
        /// A speed in km/h.
        case speed
        /// Text of at most this number of characters.
        case text(Int)
        /// One of some words.
        case choice([String])
        /// True or false.
        case flag
        /// `latitude,longitude`
        case point
        /// `south,west,north,east`
        case box
        /// `latitude,longitude;latitude,longitude;...`
        case points
    }

    /// The name: `max-per-theme`.
    public let name: String
    /// What its values are.
    public let kind: Kind
    /// What it asks for, in a sentence.
    public let help: String
    /// Whether there is no question without it.
    public var isRequired = false
    /// Whether the command wants it to be given, though it has a usual value.
    public var isAskedFor = false
    /// Whether it may be given several times.
    public var mayRepeat = false
    /// The value without it, as it is written; nil for none.
    public var usual: String?
    /// What counts without it, in words, where it is no value: `the start`.
    public var usualWords: String?
    /// A value for examples.
    public var example: String?
    /// What stands for a value in the help of the command: `length`.
    public var valueName = "value"
    /// The letter for it in the command: `-r`.
    public var letter: Character?
    /// Whether its text may begin with a dash, as numbers and coordinates do.
    public var mayBeginWithDash = false
    /// The maximum of a whole number in a request, which must not ask for too much.
    public var served: Int?

    /// A named value.
    public init(
        _ name: String, _ kind: Kind, _ help: String, isRequired: Bool = false, mayRepeat: Bool = false,
        usual: String? = nil, example: String? = nil
    ) {
        (self.name, self.kind, self.help, self.isRequired) = (name, kind, help, isRequired)
        (self.mayRepeat, self.usual, self.example) = (mayRepeat, usual, example)
        switch kind {
        case .number, .integer, .length, .point, .box, .points: mayBeginWithDash = true
        case .time, .speed, .text, .choice, .flag: break
        }
    }
}
