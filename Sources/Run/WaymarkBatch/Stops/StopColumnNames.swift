import WaymarkPlaces

/// Under which name each column of the stops file is written: every one under its own, no two alike.
///
/// A name of ours, such as `rank`, becomes `stop_rank`; a name that is taken has `_2`, `_3`, ... added, in the order of
/// the file. The column that holds the stops' names, if called `name` or `stop_name`, is our column `stop_name`.
struct StopColumnNames {
    private let header: [String]
    /// The column for each one of the file; nil where it has no name.
    private let columns: [OutputColumn?]
    /// What the distances are called.
    private let distance: String
    /// The names of our columns.
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

    /// The columns that are not id, latitude or longitude, in the order of the file.
    func kept(_ places: PlaceColumns) -> [OutputColumn] {
        columns.indices
            .filter { $0 != places.id && $0 != places.latitude && $0 != places.longitude }
            .compactMap { columns[$0] }
    }

    /// The column of the file that is meant by `column`; nil where there is none. Other columns stay as they are.
    func resolved(_ column: OutputColumn) -> OutputColumn? {
        guard case .stopColumn(let name, let number) = column else { return column }
        if let number { return header.indices.contains(number) ? column : nil }
        if name == distance { return .distance }
        if let column = columns.first(where: { $0?.name == name }) { return column }
        return header.firstIndex(of: name).flatMap { columns[$0] }
    }

    /// What the stops file offers beside the columns that are always there, by name.
    var names: [String] {
        columns.compactMap { $0 == .stopName ? nil : $0?.name }
    }

    /// A name that already means something here says whose it is.
    static func base(_ name: String, _ known: [String]) -> String {
        guard known.contains(name) else { return name }
        return name.hasPrefix("stop_") ? name : "stop_\(name)"
    }
}
