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
    ///   - paths: Their files, which have the column of worth.
    ///   - options: The reading options.
    ///   - worthColumn: A column with numbers, by whose rank places have a worth; nil for none.
    ///   - worthName: What the numbers are called in sentences; nil for the column's name.
    ///   - jobs: The number of threads.
    /// - Throws: `AttractionError` if the column of worth cannot be read.
    /// - Complexity: O(*n* log *n*).
    package init(
        _ table: AttractionTable, of paths: [String], reading options: CatalogOptions = .init(),
        worthColumn: String? = nil, worthName: String? = nil, jobs: Int
    ) throws(AttractionError) {
        (self.table, index) = (table, table.index(jobs: jobs))
        let places = try RecommendedAttractions.places(
            table, index: index, of: paths, reading: options, worthColumn: worthColumn, worthName: worthName,
            jobs: jobs)
        sections = Self.sections(table, places, jobs: jobs)
    }

    /// Indexes attractions with all their fields.
    init(_ table: AttractionTable, jobs: Int) {
        (self.table, index) = (table, table.index(jobs: jobs))
        sections = Self.sections(table, RecommendedPlaces(table, index: index, jobs: jobs), jobs: jobs)
    }

    /// The sections of the search, in which places are as well known as recommendations know them, and of these.
    private static func sections(
        _ table: AttractionTable, _ places: RecommendedPlaces, jobs: Int
    ) -> [IndexFileExtra] {
        PlaceSearch.sections(for: table, standings: places.standings.map { SearchedPlace.steps(of: $0) }, jobs: jobs)
            + places.sections
    }

    /// Writes them as an index file, piece by piece, and `more` sections after them.
    ///
    /// - Throws: The error of `write`.
    package func write<E: Error>(
        sections more: [IndexFileExtra] = [], into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        try table.writeFile(index, sections: sections + more, into: write)
    }
}

extension AttractionFile {
    /// The attractions of some files as one index file: an index file alone is mapped, others are read, joined, as by
    /// `AttractionTable(joining:)`, and indexed in memory.
    ///
    /// - Parameters:
    ///   - paths: The files, in any format of a catalog.
    ///   - options: The reading options of each.
    ///   - openColumn: A column of a CSV with opening hours; nil for none.
    ///   - jobs: The number of threads.
    /// - Returns: The attractions, and what index files do not keep: names in English and texts of opening hours by position;
    ///   the reports of the tables.
    /// - Throws: The errors of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Precondition: There is at least one path; `jobs` is at least 1.
    package static func opening(
        _ paths: [String], reading options: CatalogOptions = .init(), openColumn: String? = nil, jobs: Int
    ) throws(AttractionError) -> (
        file: AttractionFile, otherNames: [Int: [String]], openings: [Int: String], reading: ReadAttractions
    ) {
        do throws(IndexFileError) {
            if paths.count == 1, openColumn == nil, options == CatalogOptions(),
                SearchedAttractions.isIndexFile(paths[0])
            {
                return (try AttractionFile(contentsOf: paths[0]), [:], [:], ReadAttractions())
            }
        } catch {
            throw .indexFile(error)
        }
        let table = try AttractionTable(
            contentsOf: paths, options: options, fields: AttractionCatalog.fields, jobs: jobs)
        let reading = ReadAttractions(table)
        var names: [OwnColumns.Key: [String]] = [:]
        for (path, report) in zip(paths, table.joined?.reports ?? [table.report]) {
            names.merge(try SearchExtras().otherNames(of: path, report.format, options)) { first, _ in first }
        }
        var otherNames: [Int: [String]] = [:]
        if !names.isEmpty {
            for (place, keys) in OwnColumns.keys(of: table).enumerated() {
                otherNames[place] = keys.lazy.compactMap { names[$0] }.first
            }
        }
        let openings = try openColumn.map { column throws(AttractionError) in
            try OwnColumns.texts(of: column, in: paths, options, for: table)
        }
        let name = paths.joined(separator: ", ")
        let indexed = try IndexedAttractions(table, of: paths, reading: options, jobs: jobs)
        var bytes: ContiguousArray<UInt8> = []
        indexed.write { bytes.append(utf8: $0) }
        do throws(IndexFileError) {
            let file = try AttractionFile(IndexFile(bytes: bytes.span, name: name))
            return (file, otherNames, openings ?? [:], reading)
        } catch {
            throw .indexFile(error)
        }
    }
}

/// What was said of the files that attractions were read from.
public struct ReadAttractions: Sendable {
    /// The quality reports of the tables; none of an index file, which was checked when it was built.
    public var reports: [QualityReport] = []
    /// The number of rows that were merged with a row of an earlier file.
    public var mergedAcrossFiles = 0

    /// Creates what was said of tables that were not joined.
    package init(_ reports: [QualityReport] = []) { self.reports = reports }

    init(_ table: AttractionTable) {
        reports = (table.joined?.reports ?? [table.report]).filter { $0.format != .indexFile }
        mergedAcrossFiles = table.joined?.mergedCount ?? 0
    }
}
