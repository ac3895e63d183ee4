package import WaymarkTables

/// Names of columns given by the caller, and the system of their numbers; `nil` finds a column by its usual names.
///
/// A column with exactly the given name has priority; two with the same name are refused. Otherwise `#5` is the fifth
/// column only, never a column called `5`, and missing if there are fewer. Any other name is compared without regard to
/// letter case, blanks and punctuation.
public struct PlaceColumnNames: Sendable, Equatable {
    /// The id column.
    public var id: String?
    /// The name column.
    public var name: String?
    /// The category column.
    public var category: String?
    /// The column of degrees north, or of y with a projected system.
    public var latitude: String?
    /// The column of degrees east, or of x with a projected system.
    public var longitude: String?
    /// The projected system of the coordinates; nil for degrees on WGS 84.
    public var system: PlaceSystem?

    /// Names of columns; omitted ones are found by their usual names.
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

    /// The maximum column number, from 0, among the names; -1 if there is none.
    var highestNumber: Int {
        [id, name, category, latitude, longitude].compactMap { $0.flatMap(Self.number) }.max() ?? -1
    }

    /// Whether both coordinate columns are given by number and have numbers in the first record of a table, which is
    /// then a row instead of a header.
    package func pointAtNumbers(in first: CSVRecord) -> Bool {
        guard let latitude = latitude.flatMap(Self.number), let longitude = longitude.flatMap(Self.number) else {
            return false
        }
        return first.double(latitude) != nil && first.double(longitude) != nil
    }
}
