import WaymarkPlaces

/// The unique output name of each column of the stops file.
///
/// A name used by Waymark, such as `rank`, becomes `stop_rank`; a taken name gets the suffix `_2`, `_3`, ..., in file
/// order. The name column of the stops, if called `name` or `stop_name`, is Waymark's column `stop_name`.
struct StopColumnNames {
    private let header: [String]
    /// The output column for each one of the file; nil without a name.
    private let columns: [OutputColumn?]
    /// The name of the distance column.
    private let distance: String
    /// The names of Waymark's columns.
    let known: [String]

    init(_ header: [String], _ places: PlaceColumns, on surface: LookupSurface) {
        self.header = header
        let known = OutputColumn.known.map { $0.name(on: surface) }
        (distance, self.known) = (surface.column, known)
        var taken = Set(known)
        columns = header.enumerated().map { number, name in
            if name.isEmpty { return nil }
            if number == places.name, name == "name" || name == OutputColumn.stopName.name { return .stopName }
            let base = Self.base(name, known)
            var (unique, next) = (base, 2)
            while !taken.insert(unique).inserted { (unique, next) = ("\(base)_\(next)", next + 1) }
            return .stopColumn(name: unique, number: number)
        }
    }

    /// The columns other than id, latitude and longitude, in file order.
    func kept(_ places: PlaceColumns) -> [OutputColumn] {
        columns.indices
            .filter { $0 != places.id && $0 != places.latitude && $0 != places.longitude }
            .compactMap { columns[$0] }
    }

    /// The column of the file for `column`; nil if there is none. Other columns are unchanged.
    func resolved(_ column: OutputColumn) -> OutputColumn? {
        guard case .stopColumn(let name, let number) = column else { return column }
        if let number { return header.indices.contains(number) ? column : nil }
        if name == distance { return .distance }
        if let column = columns.first(where: { $0?.name == name }) { return column }
        return header.firstIndex(of: name).flatMap { columns[$0] }
    }

    /// The columns offered by the stops file in addition to the fixed ones, by name.
    var names: [String] {
        columns.compactMap { $0 == .stopName ? nil : $0?.name }
    }

    /// A name with another meaning gets the prefix `stop_`.
    static func base(_ name: String, _ known: [String]) -> String {
        guard known.contains(name) else { return name }
        return name.hasPrefix("stop_") ? name : "stop_\(name)"
    }
}
