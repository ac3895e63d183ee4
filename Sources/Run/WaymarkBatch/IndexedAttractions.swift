import WaymarkAttractions
import WaymarkIndex
import WaymarkRecommendations
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// Attractions with all that an index file keeps of them: the index over their places, the search by their names, and
/// what recommendations know.
package struct IndexedAttractions {
    private let table: AttractionTable
    private let index: PointIndex
    private let sections: [IndexFileExtra]

    /// Indexes attractions with all their fields that were read from a file.
    ///
    /// - Parameters:
    ///   - table: The attractions.
    ///   - path: Their file, which has the column of worth.
    ///   - options: The reading options.
    ///   - worthColumn: A column with numbers, by whose rank places have a worth; nil for none.
    ///   - worthName: What the numbers are called in sentences; nil for the column's name.
    ///   - jobs: The number of threads.
    /// - Throws: `AttractionError` if the column of worth cannot be read.
    /// - Complexity: O(*n* log *n*).
    package init(
        _ table: AttractionTable, of path: String, reading options: CatalogOptions = .init(),
        worthColumn: String? = nil, worthName: String? = nil, jobs: Int
    ) throws(AttractionError) {
        (self.table, index) = (table, table.index(jobs: jobs))
        // Building the search takes the most memory, so it comes first.
        let search = PlaceSearch.sections(for: table, jobs: jobs)
        let places = try RecommendedAttractions.places(
            table, index: index, of: path, reading: options, worthColumn: worthColumn, worthName: worthName,
            jobs: jobs)
        sections = search + places.sections
    }

    /// Writes them as an index file, piece by piece.
    ///
    /// - Throws: The error of `write`.
    package func write<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        try table.writeFile(index, sections: sections, into: write)
    }
}

extension AttractionFile {
    /// The attractions of some files, none merged across files: an index file alone is mapped, others are read, joined
    /// and indexed in memory.
    ///
    /// - Parameters:
    ///   - paths: The files, in any format of a catalog.
    ///   - jobs: The number of threads.
    /// - Returns: The attractions, and names in English by position, which index files do not keep.
    /// - Throws: The errors of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Precondition: There is at least one path; `jobs` is at least 1.
    package static func opening(
        _ paths: [String], jobs: Int
    ) throws(AttractionError) -> (file: AttractionFile, otherNames: [Int: [String]]) {
        do throws(IndexFileError) {
            if paths.count == 1, SearchedAttractions.isIndexFile(paths[0]) {
                return (try AttractionFile(contentsOf: paths[0]), [:])
            }
        } catch {
            throw .indexFile(error)
        }
        var tables: [AttractionTable] = []
        var otherNames: [Int: [String]] = [:]
        var count = 0
        for path in paths {
            let table = try AttractionTable(contentsOf: path, fields: AttractionCatalog.fields, jobs: jobs)
            let names = try SearchExtras().otherNames(of: path, table.report.format, .init())
            if !names.isEmpty {
                for place in 0..<table.count {
                    let key = OwnColumns.Key(table[.name].text(place), table.coordinate(of: place))
                    otherNames[count + place] = names[key]
                }
            }
            count += table.count
            tables.append(table)
        }
        let name = paths.joined(separator: ", ")
        let table = try joined(tables)
        tables = []
        let indexed = try IndexedAttractions(table, of: name, jobs: jobs)
        var bytes: ContiguousArray<UInt8> = []
        indexed.write { bytes.append(utf8: $0) }
        do throws(IndexFileError) {
            return (try AttractionFile(IndexFile(bytes: bytes.span, name: name)), otherNames)
        } catch {
            throw .indexFile(error)
        }
    }

    private static func joined(_ tables: [AttractionTable]) throws(AttractionError) -> AttractionTable {
        if tables.count == 1 { return tables[0] }
        do throws(IndexFileError) { return try AttractionTable(joining: tables) } catch { throw .indexFile(error) }
    }
}
