/// The columns of a table with the id, the name, the category and the coordinate of a place; numbers count from 0.
///
/// ```swift
/// let columns = try PlaceColumns(header: ["정류소명", "X좌표", "Y좌표"])  // name 0, longitude 1, latitude 2
/// ```
public struct PlaceColumns: Sendable, Equatable {
    /// The id column, if there is one.
    public var id: Int?
    /// The name column, if there is one.
    public var name: Int?
    /// The category column, if there is one.
    public var category: Int?
    /// The column of degrees north, or of y (north) with a projected system.
    public var latitude: Int
    /// The column of degrees east, or of x (east) with a projected system.
    public var longitude: Int
    /// The projected system of the coordinates; nil for degrees on WGS 84.
    public var system: PlaceSystem?

    /// Known columns.
    public init(
        id: Int? = nil, name: Int? = nil, category: Int? = nil, latitude: Int, longitude: Int,
        system: PlaceSystem? = nil
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.latitude = latitude
        self.longitude = longitude
        self.system = system
    }

    /// Finds the columns of a header by `names`, or if those are `nil` by their usual names in Korean and English.
    ///
    /// Letter case, blanks, underscores, punctuation and a byte order mark are ignored. If several columns have a usual
    /// name, the more specific name wins (`stop_id` over `code`). Two coordinate columns with the same name are
    /// refused; of ids, names and categories the first column is used. In a projected system only names of x and y,
    /// east and north are used, since a table may also have degrees.
    ///
    /// - Parameters:
    ///   - header: The names of the columns; may be empty if `names` has numbers such as `#5`.
    ///   - names: Names or numbers given by the caller.
    ///   - file: The name of the input in errors; may be omitted.
    ///   - count: The number of columns of a table without a header.
    /// - Throws: `PlaceTableError.columnNotFound` for a missing given name; `.noCoordinateColumns`;
    ///   `.noProjectedColumns`, `.ambiguousColumns`, `.oneColumnForBoth`.
    public init(
        header: [String], names: PlaceColumnNames = .init(), file: String = "", count: Int = 0
    ) throws(PlaceTableError) {
        try self.init(names, in: ColumnFinder(header: header, count: count, file: file))
    }

    init(_ names: PlaceColumnNames, in finder: ColumnFinder) throws(PlaceTableError) {
        let isProjected = names.system != nil
        let latitude = try finder.column(
            names.latitude, usual: (isProjected ? UsualColumn.north : .latitude).names, isOnly: true)
        let longitude = try finder.column(
            names.longitude, usual: (isProjected ? UsualColumn.east : .longitude).names, isOnly: true)
        guard let latitude, let longitude else {
            if let system = names.system {
                throw .noProjectedColumns(file: finder.file, system: system.name, seen: finder.header)
            }
            throw .noCoordinateColumns(file: finder.file, seen: finder.header)
        }
        try self.init(latitude: latitude, longitude: longitude, names, in: finder)
        let taken: Set<Int> = [latitude.number, longitude.number]
        id = try finder.column(names.id, usual: UsualColumn.id.names, except: taken)?.number
        name = try finder.column(names.name, usual: UsualColumn.name.names, except: taken)?.number
        category = try finder.column(names.category, usual: UsualColumn.category.names, except: taken)?.number
    }

    /// Checks the coordinate columns found against each other.
    package init(
        latitude: TableColumn, longitude: TableColumn, _ names: PlaceColumnNames, in finder: ColumnFinder
    ) throws(PlaceTableError) {
        if names.system != nil {
            // An appended column next to `x` is called `x_2`, possibly of another system.
            for (given, column) in [(names.latitude, latitude), (names.longitude, longitude)] where given == nil {
                let second = "\(column.name)_2"
                guard !finder.header.contains(second) else {
                    throw .ambiguousColumns(file: finder.file, names: [column.name, second])
                }
            }
        }
        guard latitude.number != longitude.number else {
            let name = latitude.name.isEmpty ? "#\(latitude.number + 1)" : latitude.name
            throw .oneColumnForBoth(file: finder.file, column: name)
        }
        self.init(latitude: latitude.number, longitude: longitude.number, system: names.system)
    }
}
