import WaymarkAttractions
import WaymarkRecommendations
import WaymarkText

/// Reads the worth of places from a column of the caller's own: a rating, a number of visits, an editor's choice.
enum WorthColumn {
    /// Reads the numbers of places from their own table.
    ///
    /// - Parameters:
    ///   - name: The name or number of the column.
    ///   - path: The table that the places come from, a CSV file.
    ///   - options: How the places were read.
    ///   - places: The places. Of several rows with the name and coordinates of a place, the largest number counts.
    /// - Returns: The number of each place; nil where its rows have none.
    /// - Throws: `AttractionError` if the table cannot be read, has no such column, or no number in it.
    static func numbers(
        in name: String, of path: String, _ options: CatalogOptions, for places: [OwnColumns.Key]
    ) throws(AttractionError) -> [Double?] {
        var numbers: [OwnColumns.Key: Double] = [:]
        for (key, texts) in try OwnColumns.rows(of: path, options, columns: [name]) {
            guard let number = texts[0].flatMap(number) else { continue }
            numbers[key] = max(numbers[key] ?? -.infinity, number)
        }
        let found = places.map { numbers[$0] }
        if found.allSatisfy({ $0 == nil }) {
            throw .unrecognised(file: path, reason: "the column \(name) has no number, and no yes or no")
        }
        return found
    }

    /// The number of a cell: as written, or 1 for yes and 0 for no.
    static func number(_ text: String) -> Double? {
        if let number = NumberParser.double(text) { return number.isFinite ? number : nil }
        switch text.lowercased() {
        case "y", "yes", "true", "o", "○", "예", "네", "추천": return 1
        case "n", "no", "false", "x", "×", "아니오", "아니요": return 0
        default: return nil
        }
    }
}
