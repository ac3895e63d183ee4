import WaymarkAttractions
import WaymarkRecommendations
import WaymarkText

/// Reads the worth of places from a column of the caller's own: a rating, a number of visits, an editor's choice.
package enum WorthColumn {
    /// Reads the numbers of places from their own tables.
    ///
    /// - Parameters:
    ///   - name: The name or number of the column.
    ///   - paths: The tables that the places come from, CSV files; some of several may lack the column.
    ///   - options: How the places were read.
    ///   - places: The keys of each place. Of several rows with the name and coordinates of a place, the largest number counts.
    /// - Returns: The number of each place; nil where its rows have none.
    /// - Throws: `AttractionError` if a table cannot be read, if none has such a column, or no number in it; and for the first
    ///   text that is no number by the rule of the column, with its line.
    static func numbers(
        in name: String, of paths: [String], _ options: CatalogOptions, for places: [[OwnColumns.Key]]
    ) throws(AttractionError) -> [Double?] {
        var numbers: [OwnColumns.Key: Double] = [:]
        var fault: AttractionError?
        try OwnColumns.forEach(of: paths, having: name) { (path) throws(AttractionError) in
            let rows = try OwnColumns.rows(of: path, options, columns: [name])
            let comma = Comma(of: rows.compactMap { $0.texts[0] })
            for row in rows {
                guard let text = row.texts[0], !absent.contains(text.lowercased()) else { continue }
                if let number = number(text) ?? comma.number(text) {
                    numbers[row.place] = max(numbers[row.place] ?? -.infinity, number)
                } else if fault == nil {
                    let reason =
                        comma == .unclear && text.contains(",")
                        ? "; commas in the column are not all of one kind" : ""
                    fault = .unrecognised(
                        file: path,
                        reason:
                            "line \(row.line), column \(name): \"\(PlainText.shortened(text))\" is no number\(reason)")
                }
            }
        }
        let found = places.map { $0.compactMap { numbers[$0] }.max() }
        if found.allSatisfy({ $0 == nil }) {
            throw .unrecognised(
                file: paths.joined(separator: ", "), reason: "the column \(name) has no number, and no yes or no")
        }
        if let fault { throw fault }
        return found
    }

    /// What says that a number is not known.
    private static let absent: Set = ["n/a", "na", "nan", "없음"]

    /// What commas in the numbers of a column are: one rule for all of them.
    private enum Comma {
        /// Between groups of three digits, as in `1,500`: where all numbers with a comma can be read so.
        case grouping
        /// Before the decimals, as in `4,5`: where none has a point, and some has no such groups.
        case decimal
        /// They contradict each other.
        case unclear

        init(of texts: [String]) {
            let numbers = texts.filter { NumberParser.double($0.filter { $0 != "," }) != nil }
            let withComma = numbers.filter { $0.contains(",") }
            if withComma.allSatisfy({ Self.ungrouped($0) != nil }) {
                self = .grouping
            } else if withComma.allSatisfy({ Self.pointed($0) != nil }), !numbers.contains(where: { $0.contains(".") })
            {
                self = .decimal
            } else {
                self = .unclear
            }
        }

        func number(_ text: String) -> Double? {
            switch self {
            case .grouping: Self.ungrouped(text)
            case .decimal: Self.pointed(text)
            case .unclear: nil
            }
        }

        private static func ungrouped(_ text: String) -> Double? {
            let groups = text.split(separator: ",", omittingEmptySubsequences: false)
            let first = groups[0].drop { "+-".contains($0) }
            let last = groups[groups.count - 1].split(separator: ".", omittingEmptySubsequences: false)[0]
            let inner = groups.dropFirst().dropLast() + [last]
            guard groups.count > 1, 1...3 ~= first.count, first.allSatisfy(\.isWholeNumber),
                inner.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isWholeNumber) })
            else { return nil }
            return NumberParser.double(groups.joined())
        }

        private static func pointed(_ text: String) -> Double? {
            text.count { $0 == "," } == 1 ? NumberParser.double(text.replacing(",", with: ".")) : nil
        }
    }

    /// The number of a cell: as written, or 1 for yes and 0 for no.
    package static func number(_ text: String) -> Double? {
        if let number = NumberParser.double(text) { return number.isFinite ? number : nil }
        switch text.lowercased() {
        case "y", "yes", "true", "o", "○", "예", "네", "추천": return 1
        case "n", "no", "false", "x", "×", "아니오", "아니요": return 0
        default: return nil
        }
    }
}
