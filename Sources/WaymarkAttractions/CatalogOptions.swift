import WaymarkTables

/// How a file of attractions is to be read.
public struct CatalogOptions: Sendable, Equatable {
    /// The encoding; `nil` finds it out.
    public var encoding: TextEncoding?
    /// The byte between the fields of a CSV; `nil` finds it out.
    public var delimiter: UInt8?
    /// Names of columns that the caller knows.
    public var columns: PlaceColumnNames
    /// Whether rows with latitude and longitude exchanged are mended and kept, not rejected.
    public var mendsSwapped: Bool
    /// Whether rows about the same place become one; if not, repeated ids get `-2`, `-3`, ... added.
    public var mergesDuplicates: Bool

    /// Options; each has its usual value by default.
    public init(
        encoding: TextEncoding? = nil, delimiter: UInt8? = nil, columns: PlaceColumnNames = .init(),
        mendsSwapped: Bool = false, mergesDuplicates: Bool = true
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.columns = columns
        self.mendsSwapped = mendsSwapped
        self.mergesDuplicates = mergesDuplicates
    }
}
