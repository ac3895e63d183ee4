public import WaymarkAttractions
package import WaymarkIndex
public import WaymarkRecommendations
import WaymarkText

/// Attractions that can be recommended.
public struct RecommendedAttractions: Sendable {
    /// The attractions, with themes read by a lexicon.
    public let places: RecommendedPlaces
    /// What was said of their files.
    public let reading: ReadAttractions
    /// The texts with the opening hours, of a column or of a map, by the positions of the places that have one.
    public let openings: [Int: String]

    /// Reads the attractions of some files, in any format of a catalog or index files; those of several files are joined.
    ///
    /// A row of a later file about a place of an earlier one is merged with it: with the same id or name, within 100 m. Of several
    /// files an index file only gives its attractions, not what else it keeps.
    ///
    /// - Parameters:
    ///   - paths: The files; `-` is standard input.
    ///   - options: The reading options of each file; everything is detected by default.
    ///   - lexicon: Reads the attractions' themes.
    ///   - worthColumn: A column of a CSV with numbers, by whose rank places have a worth: a rating, a number of visits, or
    ///     yes and no; nil for that which an index file keeps.
    ///   - worthName: What the numbers are called in sentences; nil for the column's name.
    ///   - openColumn: A column of a CSV with opening hours, for ``openings``; nil for none.
    ///   - readsHours: Whether ``openings`` also has the hours of places of a map.
    ///   - language: The language in which places are explained; nil if they are not, for which less is read.
    ///   - jobs: The number of threads; the result does not depend on it.
    /// - Throws: The error of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Precondition: There is at least one path; `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*); O(1) for an index file that keeps what is known of its attractions, if they are read by the
    ///   standard lexicon.
    public init(
        contentsOf paths: [String], reading options: CatalogOptions = .init(), lexicon: ThemeLexicon = .standard,
        worthColumn: String? = nil, worthName: String? = nil, openColumn: String? = nil,
        readsHours: Bool = false, explaining language: ExplanationLanguage? = nil, jobs: Int = 1
    ) throws(AttractionError) {
        if paths.count == 1, SearchedAttractions.isIndexFile(paths[0]), worthColumn == nil, openColumn == nil,
            lexicon == .standard
        {
            do throws(IndexFileError) {
                let file = try AttractionFile(contentsOf: paths[0])
                places = try Self.places(of: file, jobs: jobs)
                reading = ReadAttractions()
                openings = readsHours ? AttractionTable(file, fields: [.openingHours]).texts(of: .openingHours) : [:]
                return
            } catch {
                throw .indexFile(error)
            }
        }
        if worthColumn == nil { try Self.refuseWorth(keptBy: paths) }
        let table = try AttractionTable(
            contentsOf: paths, options: options,
            fields: RecommendedPlaces.fields + (language == nil ? [] : PlaceFacts.fields)
                + (readsHours ? [.openingHours] : []), jobs: jobs)
        reading = ReadAttractions(table)
        var englishNames: [Int: String] = [:]
        if language == .english {
            var names: [OwnColumns.Key: [String]] = [:]
            for (path, report) in zip(paths, table.joined?.reports ?? [table.report]) {
                names.merge(try SearchExtras().otherNames(of: path, report.format, options)) { first, _ in first }
            }
            if !names.isEmpty {
                for (place, keys) in OwnColumns.keys(of: table).enumerated() {
                    englishNames[place] = keys.lazy.compactMap { names[$0]?.first }.first
                }
            }
        }
        places = try Self.places(
            table, of: paths, reading: options, lexicon: lexicon, worthColumn: worthColumn, worthName: worthName,
            englishNames: englishNames, jobs: jobs)
        let texts = try openColumn.map { column throws(AttractionError) in
            try OwnColumns.texts(of: column, in: paths, options, for: table)
        }
        openings = (readsHours ? table.texts(of: .openingHours) : [:]).merging(texts ?? [:]) { $1 }
    }

    /// Refuses an index file among several files that keeps what its places are worth, which cannot be joined.
    package static func refuseWorth(keptBy paths: [String]) throws(AttractionError) {
        for path in paths where paths.count > 1 && SearchedAttractions.isIndexFile(path) {
            var name: String?
            do throws(IndexFileError) {
                name = try RecommendedPlaces(AttractionFile(contentsOf: path))?.worthName
            } catch {
                throw .indexFile(error)
            }
            guard let name else { continue }
            throw .unrecognised(
                file: path,
                reason:
                    "the index file keeps what places are worth (\(name)), which cannot be joined with other files: "
                    + "give the table that it was made of, and its column")
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
        _ table: AttractionTable, index: PointIndex? = nil, of paths: [String], reading options: CatalogOptions,
        lexicon: ThemeLexicon = .standard, worthColumn: String?, worthName: String?,
        englishNames: [Int: String] = [:], jobs: Int
    ) throws(AttractionError) -> RecommendedPlaces {
        let numbers = try worthColumn.map { name throws(AttractionError) in
            try WorthColumn.numbers(in: name, of: paths, options, for: OwnColumns.keys(of: table))
        }
        return RecommendedPlaces(
            table, index: index, lexicon: lexicon, worths: numbers.map(RecommendedPlace.worths) ?? [],
            numbers: numbers ?? [], worthName: worthName ?? worthColumn, englishNames: englishNames, jobs: jobs)
    }

    /// A hash of all data that recommendations depend on.
    static func hash(of places: RecommendedPlaces) -> String {
        var hash = XXH64()
        for (position, place) in places.places.enumerated() {
            let facts = places.places.facts(position)
            let texts = [
                place.id, place.name, place.category ?? "", place.theme ?? "", place.introduction ?? "",
                "\(place.isFacility) \(place.coordinate.latitude) \(place.coordinate.longitude) \(place.worth ?? -1)",
                "\(place.standing.kind?.rawValue ?? "") \(place.standing.worth)", facts.englishName ?? "",
                "\(facts.designated ?? 0) \(facts.parkingSpaces ?? 0) \(facts.facilities)",
            ]
            hash.update(ContiguousArray(texts.joined(separator: "\u{0}").utf8).span)
        }
        return hash.text
    }
}
