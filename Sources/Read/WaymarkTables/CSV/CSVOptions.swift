import WaymarkText

/// Options for reading a CSV input.
public struct CSVOptions: Sendable {
    /// The delimiter; `nil` detects it among comma, tab, semicolon and bar.
    ///
    /// A tab or ASCII punctuation other than the quote. None of these is ever the second byte of a CP949 character
    /// (those are letters or above 0x80), so records can be cut before decoding.
    public var delimiter: UInt8?
    /// The encoding of the input; `nil` detects it.
    public var encoding: TextEncoding?
    /// Whether the first record names the columns.
    public var hasHeader: Bool
    /// The maximum number of bytes of a record, including line ends inside quotes, but not its own line end.
    ///
    /// This bounds the memory of a reader for any input.
    ///
    /// - Precondition: 1 to 2^29 when a reader is created.
    public var recordLimit: Int

    /// Checks whether the first record is a header: `false` makes it an ordinary row.
    package var isHeader: @Sendable (CSVRecord) -> Bool = { _ in true }
    /// The line of the file on which the source begins.
    package var firstLine = 1

    /// Makes options with default values.
    ///
    /// - Parameters:
    ///   - delimiter: The delimiter, or `nil` to detect it.
    ///   - encoding: The encoding, or `nil` to detect it.
    ///   - hasHeader: Whether the first record names the columns.
    ///   - recordLimit: The maximum number of bytes of a record.
    public init(
        delimiter: UInt8? = nil, encoding: TextEncoding? = nil, hasHeader: Bool = true, recordLimit: Int = 1 << 20
    ) {
        self.delimiter = delimiter
        self.encoding = encoding
        self.hasHeader = hasHeader
        self.recordLimit = recordLimit
    }

    /// Whether `byte` can be a delimiter: a tab, or ASCII punctuation other than the quote.
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
