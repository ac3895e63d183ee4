import WaymarkAttractions
import WaymarkGeodesy
import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// Reads columns of the caller's own from the table that attractions come from.
enum OwnColumns {
    /// A place as the rows of its table give it.
    struct Key: Hashable {
        private let name: String
        private let latitude: Double
        private let longitude: Double

        init(_ name: String, _ coordinate: Coordinate) {
            (self.name, latitude, longitude) = (name, coordinate.latitude, coordinate.longitude)
        }
    }

    /// The keys of each attraction of a table: as its row gives it, then as rows that were merged with it do.
    static func keys(of table: AttractionTable) -> [[Key]] {
        (0..<table.count).map { place in
            [Key(table.withText(of: .name, place) { String(utf8: $0) }, table.coordinate(of: place))]
                + (table.joined?.others[place] ?? []).map { Key($0.name, $0.coordinate) }
        }
    }

    /// Calls `body` with each of some files that has a column.
    ///
    /// - Throws: The error of the first file, if none has the column.
    static func forEach(
        of paths: [String], having column: String, _ body: (String) throws(AttractionError) -> Void
    ) throws(AttractionError) {
        var (missing, count): (AttractionError?, Int) = (nil, 0)
        for path in paths {
            do throws(AttractionError) {
                if paths.count > 1, SearchedAttractions.isIndexFile(path) { continue }
                try body(path)
                count += 1
            } catch {
                guard case .places(.columnNotFound) = error else { throw error }
                missing = missing ?? error
            }
        }
        if count == 0, let missing { throw missing }
    }

    /// The texts of a column, by the positions of the places that have one; of several rows of a place the first counts.
    ///
    /// - Throws: As ``rows(of:_:columns:usual:)``.
    static func texts(
        of column: String, in paths: [String], _ options: CatalogOptions, for table: AttractionTable
    ) throws(AttractionError) -> [Int: String] {
        var texts: [Key: String] = [:]
        try forEach(of: paths, having: column) { (path) throws(AttractionError) in
            for row in try rows(of: path, options, columns: [column]) where texts[row.place] == nil {
                texts[row.place] = row.texts[0]
            }
        }
        var found: [Int: String] = [:]
        for (place, keys) in keys(of: table).enumerated() { found[place] = keys.lazy.compactMap { texts[$0] }.first }
        return found
    }

    /// Reads the texts of columns, a row each for a record with a place.
    ///
    /// - Parameters:
    ///   - path: The table, a CSV file.
    ///   - options: How the attractions were read.
    ///   - columns: The names or numbers of the columns.
    ///   - usual: The usual names, as keys, of one more column, if the table has it.
    /// - Returns: The line and the place of each row, and its texts; nil for blank ones. No rows if there are no columns.
    /// - Throws: `AttractionError` if the table cannot be read or has no such column.
    static func rows(
        of path: String, _ options: CatalogOptions, columns: [String], usual: [String] = []
    ) throws(AttractionError) -> [(line: Int, place: Key, texts: [String?])] {
        if let name = columns.first, SearchedAttractions.isIndexFile(path) {
            throw .unrecognised(
                file: path, reason: "an index file has no column \(name): give the table it was made of")
        }
        var found: [(line: Int, place: Key, texts: [String?])] = []
        do throws(PlaceTableError) {
            let source: FileSource
            do { source = try FileSource(path: path) } catch { throw .table(error) }
            var table = try PlaceTable(
                source, encoding: options.encoding, delimiter: options.delimiter, places: [options.columns])
            var wanted: [TableColumn] = []
            for name in columns {
                if let column = try table.finder.column(name, usual: []) { wanted.append(column) }
            }
            if let column = try table.finder.column(nil, usual: usual), !wanted.contains(column) {
                wanted.append(column)
            }
            if wanted.isEmpty { return [] }
            let placed = try table.columns(options.columns)
            let rows = table.rows(placed)()
            var record = CSVRecord()
            do throws(TableError) {
                while try table.reader.read(into: &record) {
                    let texts = wanted.map { $0.text(of: record) }
                    guard texts.contains(where: { $0 != nil }), let coordinate = try? rows.coordinate(of: record) else {
                        continue
                    }
                    let name = placed.name.map { PlainText.trimmed(record[$0]) } ?? ""
                    found.append((record.line, Key(name, coordinate), texts))
                }
            } catch {
                throw .table(error)
            }
        } catch {
            throw .places(error)
        }
        return found
    }
}
