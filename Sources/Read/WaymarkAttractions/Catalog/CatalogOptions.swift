public import WaymarkPlaces
public import WaymarkTables

/// Options for reading a file of attractions.
public struct CatalogOptions: Sendable, Equatable {
    /// The encoding; `nil` detects it.
    public var encoding: TextEncoding?
    /// The delimiter of a CSV; `nil` detects it.
    public var delimiter: UInt8?
    /// Names of columns given by the caller.
    public var columns: PlaceColumnNames
    /// Whether rows with swapped latitude and longitude are corrected and kept instead of rejected.
    public var mendsSwapped: Bool
    /// Which rows are merged; if an id still repeats, the ids of later rows get the suffix `-2`, `-3`, ...
    public var merging: Merging

    /// Which rows of a table are merged.
    public enum Merging: Sendable, Equatable {
        /// Rows about one place in the tourist-site standard data; in any other table only rows equal in every column.
        case usual
        /// Rows about one place in any table: with the same id, or the same name if rows have no ids, within 100 m.
        case places
        /// None.
        case nothing
    }

    /// Makes options with default values.
    public init(
        encoding: TextEncoding? = nil, delimiter: UInt8? = nil, columns: PlaceColumnNames = .init(),
        mendsSwapped: Bool = false, merging: Merging = .usual
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.columns = columns
        self.mendsSwapped = mendsSwapped
        self.merging = merging
    }
}
