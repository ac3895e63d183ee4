import WaymarkText

/// A readable table for a terminal: aligned by display width, with a rule under the header.
public struct TextTable: Sendable {
    /// The alignment of a column.
    public enum Alignment: Sendable {
        /// For text.
        case left
        /// For numbers.
        case right
    }

    /// One column.
    public struct Column: Sendable {
        /// The title of the column.
        public var title: String
        /// The alignment of cells.
        public var alignment: Alignment
        /// The minimum width in terminal columns, so that consecutive tables align.
        public var minimumWidth: Int
        /// The maximum width of a cell in terminal columns; longer ones are cut with `…`. `nil` for no limit.
        public var maximumWidth: Int?

        /// Makes a column.
        ///
        /// - Parameters:
        ///   - title: The title.
        ///   - alignment: The alignment of cells.
        ///   - minimumWidth: The minimum width in terminal columns.
        ///   - maximumWidth: The maximum width of a cell in terminal columns.
        /// - Precondition: `maximumWidth` is at least 1.
        public init(title: String, alignment: Alignment = .left, minimumWidth: Int = 0, maximumWidth: Int? = nil) {
            precondition(maximumWidth ?? 1 >= 1, "the width of a column is below 1")
            self.title = title
            self.alignment = alignment
            self.minimumWidth = minimumWidth
            self.maximumWidth = maximumWidth
        }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    /// Makes a table without rows.
    ///
    /// - Parameter columns: The columns, left to right.
    public init(columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row.
    ///
    /// - Parameter cells: One for each column; missing ones are blank, and surplus ones are ignored.
    public mutating func add(_ cells: [String]) {
        rows.append(columns.indices.map { $0 < cells.count ? cells[$0] : "" })
    }

    /// The table as text: titles, rule and rows; each line ends with LF, without trailing spaces.
    ///
    /// Control characters, including line ends, are shown as spaces, so a cell cannot break the table.
    ///
    /// - Parameter hasHeader: Whether titles and rule come first.
    /// - Returns: The lines; "" for a table without columns.
    public func render(hasHeader: Bool = true) -> String {
        if columns.isEmpty { return "" }
        let lines = ([columns.map(\.title)] + rows).map { cells in
            zip(cells, columns).map { Self.cut(PrintableText.of($0), to: $1.maximumWidth) }
        }
        let widths = columns.indices.map { column in
            max(columns[column].minimumWidth, lines.map { DisplayWidth.of($0[column]) }.max() ?? 0)
        }
        var text = ""
        for (index, cells) in lines.enumerated() where index > 0 || hasHeader {
            text += line(cells, widths)
            if index == 0 { text += line(widths.map { String(repeating: "─", count: $0) }, widths) }
        }
        return text
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            if index > 0 { line += "  " }
            let padding = String(repeating: " ", count: max(0, widths[index] - DisplayWidth.of(cell)))
            line += columns[index].alignment == .left ? cell + padding : padding + cell
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private static func cut(_ text: String, to maximum: Int?) -> String {
        guard let maximum, DisplayWidth.of(text) > maximum else { return text }
        var kept = ""
        var width = 0
        for character in text {
            let next = width + DisplayWidth.of(character)
            // One column is for the mark.
            if next > maximum - 1 { break }
            kept.append(character)
            width = next
        }
        return kept + "…"
    }
}
