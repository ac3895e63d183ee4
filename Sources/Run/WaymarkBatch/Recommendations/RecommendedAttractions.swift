public import WaymarkAttractions
import WaymarkGeodesy
import WaymarkIndex
public import WaymarkRecommendations
public import WaymarkRegions
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// Attractions that can be recommended.
public struct RecommendedAttractions: Sendable {
    /// The attractions, with themes read by a lexicon.
    public let places: RecommendedPlaces
    /// The quality report of their file; nil for an index file, which was checked when it was built.
    public let report: QualityReport?

    /// Reads the attractions at `path`, in any format of a catalog or an index file.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - options: The reading options; everything is detected by default.
    ///   - lexicon: Reads the attractions' themes.
    ///   - boundaries: The municipalities; without them they are read from addresses.
    ///   - worthColumn: A column of a CSV with numbers, by whose rank places have a worth: a rating, a number of visits, or
    ///     yes and no; nil if there is none.
    ///   - jobs: The number of threads; the result does not depend on it.
    /// - Throws: The error of reading an `AttractionCatalog` or opening an `AttractionFile`.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: O(*n* log *n*); O(1) for an index file that keeps what is known of its attractions, if they are read by the
    ///   standard lexicon, without boundaries.
    public init(
        contentsOf path: String, reading options: CatalogOptions = .init(), lexicon: ThemeLexicon = .standard,
        boundaries: RegionSet? = nil, worthColumn: String? = nil, jobs: Int = 1
    ) throws(AttractionError) {
        let attractions: [Attraction]
        if SearchedAttractions.isIndexFile(path) {
            do throws(IndexFileError) {
                let file = try AttractionFile(contentsOf: path)
                if worthColumn == nil, boundaries == nil, lexicon == .standard,
                    let kept = try RecommendedPlaces(file)
                {
                    (places, report) = (kept, nil)
                    return
                }
                attractions = (0..<file.count).map { file[$0] }
            } catch {
                throw .indexFile(error)
            }
            report = nil
        } else {
            let catalog = try AttractionCatalog(contentsOf: path, options: options, jobs: jobs)
            (attractions, report) = (catalog.attractions, catalog.report)
        }
        var places = RecommendedPlace.places(attractions, lexicon: lexicon, jobs: jobs)
        if let worthColumn {
            let numbers = try WorthColumn.numbers(in: worthColumn, of: path, options, for: places)
            for (i, worth) in RecommendedPlace.worths(byRank: numbers).enumerated() { places[i].worth = worth }
        }
        self.places = RecommendedPlaces(
            places, municipalityAt: boundaries.map(Self.municipalities), jobs: jobs)
    }

    /// The name of the region at a coordinate, after its code, since names such as 중구 repeat.
    private static func municipalities(_ boundaries: RegionSet) -> @Sendable (Coordinate) -> String? {
        { place in
            boundaries.region(containing: place).map { number in
                let region = boundaries.regions[number]
                return [region.code, region.name].compactMap { $0 }.joined(separator: " ")
            }
        }
    }

    /// The number of attractions without a theme, because nothing in the data indicates one.
    public var unknownThemes: Int { places.count(ofTheme: nil) }

    /// A hash of all data that recommendations depend on.
    static func hash(of places: RecommendedPlaces) -> String {
        var hash = XXH64()
        for place in places.places {
            let texts = [
                place.id, place.name, place.category ?? "", place.municipality ?? "", place.theme ?? "",
                "\(place.coordinate.latitude) \(place.coordinate.longitude) \(place.worth ?? -1)",
            ]
            hash.update(ContiguousArray(texts.joined(separator: "\u{0}").utf8).span)
        }
        return hash.text
    }
}
