public import WaymarkPlaces
public import WaymarkTables

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
    /// Which rows become one; where an id is still repeated, the later rows get `-2`, `-3`, ... added.
    public var merging: Merging

    /// Which rows of a table become one.
    public enum Merging: Sendable, Equatable {
        /// Those about one place in the tourist-site standard data; in any other table rows equal in every column.
        case usual
        /// Those about one place in any table: of one id, or of one name where rows bring no ids, within 100 m.
        case places
        /// None.
        case nothing
    }

    /// Options; each has its usual value by default.
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
