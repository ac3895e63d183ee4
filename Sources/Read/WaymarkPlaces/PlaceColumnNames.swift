package import WaymarkTables

/// Names of columns that the caller knows, and what their numbers mean; `nil` finds a column by its usual names.
///
/// A column that is called just so comes first; two of one name are refused. Else `#5` is the fifth column, and nothing but that: not a column called
/// `5`, and where there are fewer, none. Any other name is compared without regard to letter case, blanks and punctuation.
public struct PlaceColumnNames: Sendable, Equatable {
    /// The column that names each place for programs.
    public var id: String?
    /// The column that names each place for people.
    public var name: String?
    /// The column of the kind of place.
    public var category: String?
    /// The column of degrees north; of a system's y where there is one.
    public var latitude: String?
    /// The column of degrees east; of a system's x where there is one.
    public var longitude: String?
    /// The projected system of the coordinates; nil for degrees on WGS 84.
    public var system: PlaceSystem?

    /// Names of columns; those left out are found by their usual names.
    public init(
        id: String? = nil, name: String? = nil, category: String? = nil, latitude: String? = nil,
        longitude: String? = nil, system: PlaceSystem? = nil
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.system = system
    }

    /// The column number, from 0, in a name such as `#5`.
    static func number(_ name: String) -> Int? {
        guard name.hasPrefix("#"), let number = Int(name.dropFirst()), number > 0 else { return nil }
        return number - 1
    }

    /// The highest column number, from 0, among the names; -1 where there is none.
    var highestNumber: Int {
        [id, name, category, latitude, longitude].compactMap { $0.flatMap(Self.number) }.max() ?? -1
    }

    /// Whether both coordinate columns are given by number and hold numbers in the first record of a table: then that
    /// record is no header but a row.
    package func pointAtNumbers(in first: CSVRecord) -> Bool {
        guard let latitude = latitude.flatMap(Self.number), let longitude = longitude.flatMap(Self.number) else {
            return false
        }
        return first.double(latitude) != nil && first.double(longitude) != nil
    }
}
