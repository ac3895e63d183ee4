import WaymarkPlaces
import WaymarkText

/// The columns of a table for the fields of an attraction, and the rules for ids.
struct TableMap {
    /// The names of the columns; empty without a header.
    let header: [String]
    /// The column of each field, by the field's raw value.
    private(set) var columns: [Int?] = Array(repeating: nil, count: AttractionField.allCases.count)
    /// Whether rows are sites of the standard data, whose ids are derived from name and municipality.
    private(set) var isStandard = false

    /// The projected system of the coordinates; nil for degrees.
    private(set) var system: PlaceSystem?

    var hasIDs: Bool { columns[AttractionField.id.rawValue] != nil }

    /// Whether the id column is doubtful: a `code` may mean a kind of place, unless each row has a different one.
    private(set) var hasDoubtfulIDs = false

    /// Names of columns that contain ids only if the values are distinct.
    private static let doubtfulIDs: Set<String> = ["code"]

    /// Finds all columns of `header`.
    ///
    /// - Throws: The errors of `PlaceColumns.init(header:names:file:count:)`.
    init(header: [String], names: PlaceColumnNames, file: String, count: Int = 0) throws(PlaceTableError) {
        self.header = header
        let places = try PlaceColumns(header: header, names: names, file: file, count: count)
        system = places.system
        columns[AttractionField.id.rawValue] = places.id
        columns[AttractionField.name.rawValue] = places.name
        columns[AttractionField.category.rawValue] = places.category
        columns[AttractionField.latitude.rawValue] = places.latitude
        columns[AttractionField.longitude.rawValue] = places.longitude
        for (column, name) in header.enumerated() {
            let key = PlainText.key(name)
            guard let field = AttractionField.named(key) else { continue }
            let isPlaceColumn = [.id, .name, .category, .latitude, .longitude].contains(field)
            if !isPlaceColumn, columns[field.rawValue] == nil { columns[field.rawValue] = column }
        }
        if let id = places.id, names.id == nil, id < header.count {
            hasDoubtfulIDs = Self.doubtfulIDs.contains(PlainText.key(header[id]))
        }
        if let name = places.name, places.id == nil, name < header.count {
            isStandard = ["관광지명", "trrsrtnm"].contains(PlainText.key(header[name]))
        }
    }

    /// The columns of the standard data, for a table without a header.
    init() {
        header = AttractionField.standardColumns.map(\.koreanName)
        for (column, field) in AttractionField.standardColumns.enumerated() { columns[field.rawValue] = column }
        isStandard = true
    }

    /// The 1-based number and the name of a field's column, for messages.
    func place(of field: AttractionField) -> (column: Int?, name: String?) {
        guard let column = columns[field.rawValue] else { return (nil, nil) }
        let name = column < header.count && !header[column].isEmpty ? header[column] : nil
        return (column + 1, name)
    }
}
