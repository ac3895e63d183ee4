public import WaymarkAttractions
package import WaymarkIndex
public import WaymarkRecommendations
import WaymarkText

/// Attractions that can be recommended.
public struct RecommendedAttractions: Sendable {
    /// The attractions, with themes read by a lexicon.
    public let places: RecommendedPlaces
    /// The quality report of their file; nil for an index file, which was checked when it was built.
    public let report: QualityReport?
    /// The texts of the column of opening hours, by the positions of the places that have one.
    public let openings: [Int: String]

    /// Reads the attractions at `path`, in any format of a catalog or an index file.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - options: The reading options; everything is detected by default.
    ///   - lexicon: Reads the attractions' themes.
    ///   - worthColumn: A column of a CSV with numbers, by whose rank places have a worth: a rating, a number of visits, or
    ///     yes and no; nil for that which an index file keeps.
    ///   - worthName: What the numbers are called in sentences; nil for the column's name.
    ///   - openColumn: A column of a CSV with opening hours, for ``openings``; nil for none.
    ///   - explaining: The language in which places are explained; nil if they are not, for which less is read.
    ///   - jobs: The number of threads; the result does not depend on it.
    /// - Throws: The error of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*); O(1) for an index file that keeps what is known of its attractions, if they are read by the
    ///   standard lexicon.
    public init(
        contentsOf path: String, reading options: CatalogOptions = .init(), lexicon: ThemeLexicon = .standard,
        worthColumn: String? = nil, worthName: String? = nil, openColumn: String? = nil,
        explaining language: ExplanationLanguage? = nil, jobs: Int = 1
    ) throws(AttractionError) {
        if SearchedAttractions.isIndexFile(path), worthColumn == nil, openColumn == nil, lexicon == .standard {
            do throws(IndexFileError) {
                (places, report) = (try Self.places(of: AttractionFile(contentsOf: path), jobs: jobs), nil)
                openings = [:]
                return
            } catch {
                throw .indexFile(error)
            }
        }
        let table = try AttractionTable(
            contentsOf: path, options: options,
            fields: RecommendedPlaces.fields + (language == nil ? [] : PlaceFacts.fields), jobs: jobs)
        report = table.report.format == .indexFile ? nil : table.report
        var englishNames: [Int: String] = [:]
        if language == .english {
            let names = try SearchExtras().otherNames(of: path, table.report.format, options)
            if !names.isEmpty {
                for (place, key) in Self.keys(of: table).enumerated() { englishNames[place] = names[key]?.first }
            }
        }
        places = try Self.places(
            table, of: path, reading: options, lexicon: lexicon, worthColumn: worthColumn, worthName: worthName,
            englishNames: englishNames, jobs: jobs)
        var openings: [Int: String] = [:]
        if let openColumn {
            let rows = try OwnColumns.rows(of: path, options, columns: [openColumn])
            let texts = Dictionary(rows.compactMap { row in row.texts[0].map { (row.place, $0) } }) { first, _ in first
            }
            for (place, key) in Self.keys(of: table).enumerated() { openings[place] = texts[key] }
        }
        self.openings = openings
    }

    /// The attractions as the rows of their table give them.
    private static func keys(of table: AttractionTable) -> [OwnColumns.Key] {
        (0..<table.count).map { place in
            OwnColumns.Key(table.withText(of: .name, place) { String(utf8: $0) }, table.coordinate(of: place))
        }
    }

    /// The attractions of an index file, with what it keeps of them, or, if it keeps nothing, their themes read now.
    package static func places(
        of file: AttractionFile, englishNames: [Int: String] = [:], jobs: Int
    ) throws(IndexFileError) -> RecommendedPlaces {
        if let kept = try RecommendedPlaces(file, englishNames: englishNames) { return kept }
        return RecommendedPlaces(
            AttractionTable(file, fields: RecommendedPlaces.fields + PlaceFacts.fields), index: file.index,
            englishNames: englishNames, jobs: jobs)
    }

    /// Attractions that were read from a file, with the worth of one of its columns.
    package static func places(
        _ table: AttractionTable, index: PointIndex? = nil, of path: String, reading options: CatalogOptions,
        lexicon: ThemeLexicon = .standard, worthColumn: String?, worthName: String?,
        englishNames: [Int: String] = [:], jobs: Int
    ) throws(AttractionError) -> RecommendedPlaces {
        let numbers = try worthColumn.map { name throws(AttractionError) in
            try WorthColumn.numbers(in: name, of: path, options, for: keys(of: table))
        }
        return RecommendedPlaces(
            table, index: index, lexicon: lexicon, worths: numbers.map(RecommendedPlace.worths) ?? [],
            worthName: worthName ?? worthColumn, englishNames: englishNames, jobs: jobs)
    }

    /// A hash of all data that recommendations depend on.
    static func hash(of places: RecommendedPlaces) -> String {
        var hash = XXH64()
        for (position, place) in places.places.enumerated() {
            let facts = places.places.facts(position)
            let texts = [
                place.id, place.name, place.category ?? "", place.theme ?? "", place.introduction ?? "",
                "\(place.isFacility) \(place.coordinate.latitude) \(place.coordinate.longitude) \(place.worth ?? -1)",
                facts.englishName ?? "", "\(facts.designated ?? 0) \(facts.parkingSpaces ?? 0) \(facts.facilities)",
            ]
            hash.update(ContiguousArray(texts.joined(separator: "\u{0}").utf8).span)
        }
        return hash.text
    }
}
