import WaymarkAttractions
import WaymarkIndex
import WaymarkTables
import WaymarkText

/// Rows as a readable table. Widths are fixed before the first row, so that stops can be streamed.
struct TableRows: Sendable {
    /// The default columns: the stop, then the attractions, nearest first.
    static let defaults: [OutputColumn] = [
        .stopName, .rank, .attraction(.name), .attraction(.category), .distance,
    ]

    private let columns: [OutputColumn]
    private let attractions: AttractionTable
    /// Whether distances are seconds.
    private let hasTimes: Bool
    private let table: TextTable

    init(_ columns: [OutputColumn], _ attractions: AttractionTable, hasTimes: Bool) {
        (self.columns, self.attractions, self.hasTimes) = (columns, attractions, hasTimes)
        table = TextTable(
            columns: columns.map { column in
                let width = column.width(attractions)
                return TextTable.Column(
                    title: hasTimes && column == .distance ? "Time" : column.title,
                    alignment: column.isNumber ? .right : .left, minimumWidth: width,
                    maximumWidth: width)
            })
    }

    /// Titles and rule.
    var heading: String { table.render() }

    /// The lines of one stop's matches; `stop` returns the values of the stop.
    func text(_ matches: [Match], stop: (OutputColumn) -> String?) -> String {
        var table = table
        let own = columns.map { column in
            // A stop without a name is shown by its id.
            stop(column) ?? (column == .stopName ? stop(.stopID) : nil) ?? ""
        }
        for (i, match) in matches.enumerated() {
            table.add(
                columns.indices.map { column in
                    switch columns[column] {
                    case .rank: String(i + 1)
                    case .distance where hasTimes: "\(Int((match.distance.value / 60).rounded(.up))) min"
                    case .distance: LengthText.of(meters: match.distance.value)
                    case .attraction(let field): field.withValue(of: match.index, in: attractions) { $0.readable ?? "" }
                    default: own[column]
                    }
                })
        }
        return table.render(hasHeader: false)
    }
}

extension CellValue {
    /// The value as text; nil for none.
    var readable: String? {
        switch self {
        case .none: nil
        case .text(let text): String(utf8: text)
        case .number(let number): NumberText.shortest(number)
        }
    }
}

extension OutputColumn {
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

    /// The width of cells in terminal columns: measured for known cells, at most 40; an estimate for the cells of
    /// stops, at which longer ones are cut.
    fileprivate func width(_ attractions: AttractionTable) -> Int {
        switch self {
        case .attraction(let field):
            var widest = 0
            for attraction in 0..<attractions.count {
                field.withValue(of: attraction, in: attractions) { value in
                    // A text is never wider than its number of bytes.
                    if case .text(let text) = value, text.count <= widest { return }
                    widest = max(widest, DisplayWidth.of(value.readable ?? ""))
                }
                if widest >= 40 { break }
            }
            return max(DisplayWidth.of(title), min(40, widest))
        case .rank: return max(3, String(attractions.count).count)
        case .distance: return 8
        case .stopID, .stopName, .stopLatitude, .stopLongitude, .stopColumn: return 24
        }
    }
}
