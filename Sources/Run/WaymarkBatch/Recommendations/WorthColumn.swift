import WaymarkAttractions
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// Reads the worth of places from a column of the caller's own: a rating, a number of visits, an editor's choice.
enum WorthColumn {
    /// A place as the rows of its table give it.
    private struct Key: Hashable {
        var name: String
        var latitude: Double
        var longitude: Double

        init(_ name: String, _ coordinate: Coordinate) {
            (self.name, latitude, longitude) = (name, coordinate.latitude, coordinate.longitude)
        }
    }

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
        in name: String, of path: String, _ options: CatalogOptions, for places: AttractionTable
    ) throws(AttractionError) -> [Double?] {
        if SearchedAttractions.isIndexFile(path) {
            throw .unrecognised(
                file: path, reason: "an index file has no column \(name): give the table it was made of")
        }
        var numbers: [Key: Double] = [:]
        do throws(PlaceTableError) {
            let source: FileSource
            do { source = try FileSource(path: path) } catch { throw .table(error) }
            var table = try PlaceTable(
                source, encoding: options.encoding, delimiter: options.delimiter, places: [options.columns])
            let columns = try table.columns(options.columns)
            let worth = try table.finder.column(name, usual: [])
            let rows = table.rows(columns)()
            var record = CSVRecord()
            do throws(TableError) {
                while try table.reader.read(into: &record) {
                    guard let text = worth?.text(of: record), let number = number(text),
                        let coordinate = try? rows.place(of: record)
                    else { continue }
                    let key = Key(columns.name.map { PlainText.trimmed(record[$0]) } ?? "", coordinate)
                    numbers[key] = max(numbers[key] ?? -.infinity, number)
                }
            } catch {
                throw .table(error)
            }
        } catch {
            throw .places(error)
        }
        let found = (0..<places.count).map { place in
            numbers[Key(places.withText(of: .name, place) { String(utf8: $0) }, places.coordinate(of: place))]
        }
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
