import WaymarkAttractions
import WaymarkIndex
import WaymarkTables

/// Rows as a table for people. Widths are settled before the first row, so that stops can be streamed.
struct TableRows {
    /// What a person wants to see: the stop, then what is near, nearest first.
    static let defaults: [OutputColumn] = [
        .stopName, .rank, .attraction(.name), .attraction(.category), .distance,
    ]

    private let columns: [OutputColumn]
    private let attractions: [Attraction]
    private let table: TextTable

    init(_ columns: [OutputColumn], _ attractions: [Attraction]) {
        self.columns = columns
        self.attractions = attractions
        table = TextTable(
            columns: columns.map { column in
                let width = column.width(attractions)
                return TextTable.Column(
                    title: column.title, alignment: column.isNumber ? .right : .left, minimumWidth: width,
                    maximumWidth: width)
            })
    }

    /// Titles and rule.
    var heading: String { table.render() }

    /// The lines of one stop's matches; `stop` gives the values that are the stop's own.
    func text(_ matches: [Match], stop: (OutputColumn) -> CellValue?) -> String {
        var table = table
        let own = columns.map { column in
            // A stop without a name is shown by its id.
            (stop(column) ?? (column == .stopName ? stop(.stopID) : nil)).map(\.text) ?? ""
        }
        for (i, match) in matches.enumerated() {
            table.add(
                columns.indices.map { column in
                    switch columns[column] {
                    case .rank: String(i + 1)
                    case .distance: Self.readable(match.distance.value)
                    case .attraction(let field): field.value(of: attractions[match.index])?.text ?? ""
                    default: own[column]
                    }
                })
        }
        return table.render(hasHeader: false)
    }

    /// Metres as people say them: `850 m`, `1.25 km`, `12.3 km`, `325 km`.
    static func readable(_ meters: Double) -> String {
        switch meters {
        case ..<999.5: NumberText.fixed(meters, decimals: 0) + " m"
        case ..<9995: NumberText.fixed(meters / 1000, decimals: 2) + " km"
        case ..<99_950: NumberText.fixed(meters / 1000, decimals: 1) + " km"
        default: NumberText.fixed(meters / 1000, decimals: 0) + " km"
        }
    }
}

extension CellValue {
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .number(let number): NumberText.shortest(number)
        }
    }
}

extension OutputColumn {
    /// What stands over the column in a table.
    fileprivate var title: String {
        switch self {
        case .stopID: "Stop id"
        case .stopName: "Stop"
        case .rank: "#"
        case .distance: "Distance"
        case .attraction(.name): "Attraction"
        case .attraction(.category): "Category"
        default: name
        }
    }

    fileprivate var isNumber: Bool {
        switch self {
        case .rank, .distance, .stopLatitude, .stopLongitude, .attraction(.latitude), .attraction(.longitude): true
        default: false
        }
    }

    /// Terminal columns that every cell takes: measured where the cells are known, 40 at most; a fair guess for what
    /// the stops bring, at which longer cells are cut.
    fileprivate func width(_ attractions: [Attraction]) -> Int {
        switch self {
        case .attraction(let field):
            let widest = attractions.lazy.map { DisplayWidth.of(field.value(of: $0)?.text ?? "") }.max() ?? 0
            return max(DisplayWidth.of(title), min(40, widest))
        case .rank: return max(3, String(attractions.count).count)
        case .distance: return 8
        case .stopID, .stopName, .stopLatitude, .stopLongitude, .stopColumn: return 24
        }
    }
}
