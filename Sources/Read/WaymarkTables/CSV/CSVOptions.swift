import WaymarkText

/// How a CSV input is to be read.
public struct CSVOptions: Sendable {
    /// The byte between fields; `nil` finds it out among comma, tab, semicolon and bar.
    ///
    /// A tab or ASCII punctuation other than the quote. None of these is ever the second byte of a CP949 character
    /// (those are letters or lie above 0x80), so that records can be cut before they are decoded.
    public var delimiter: UInt8?
    /// The encoding of the input; `nil` finds it out.
    public var encoding: TextEncoding?
    /// Whether the first record names the columns.
    public var hasHeader: Bool
    /// The most bytes one record may take, line ends inside quotes included, its own line end not.
    ///
    /// This bounds the memory a reader takes, whatever the input.
    ///
    /// - Precondition: 1 to 2^29 when a reader is made.
    public var recordLimit: Int

    /// Looks at the first record where there may be a header: `false` makes it a row like any other.
    package var isHeader: @Sendable (CSVRecord) -> Bool = { _ in true }

    /// Makes a set of options; each has its usual value by default.
    ///
    /// - Parameters:
    ///   - delimiter: The byte between fields, or `nil` to find it out.
    ///   - encoding: The encoding, or `nil` to find it out.
    ///   - hasHeader: Whether the first record names the columns.
    ///   - recordLimit: The most bytes one record may take.
    public init(
        delimiter: UInt8? = nil, encoding: TextEncoding? = nil, hasHeader: Bool = true, recordLimit: Int = 1 << 20
    ) {
        self.delimiter = delimiter
        self.encoding = encoding
        self.hasHeader = hasHeader
        self.recordLimit = recordLimit
    }

    /// Whether `byte` can stand between fields: a tab, or ASCII punctuation other than the quote.
    ///
    /// - Parameter byte: The byte in question.
    /// - Returns: `false` for letters, digits, spaces, quotes, line ends, control bytes and bytes from 0x80.
    public static func isUsable(delimiter byte: UInt8) -> Bool {
        switch byte {
        case Byte.tab: true
        case Byte.quote: false
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
