public import WaymarkAttractions
public import WaymarkExtracts
import WaymarkGeodesy
internal import WaymarkGround
import WaymarkIndex
import WaymarkRecommendations
internal import WaymarkRoads
import WaymarkText

/// A town: the places of an extract of OpenStreetMap, joined with those of a table, as one index file.
///
/// ```swift
/// let town = try Town(MapExtract(contentsOf: "busan.osm.pbf"), with: AttractionCatalog(contentsOf: "places.csv").attractions)
/// print(town.report)
/// ```
public struct Town: Sendable {
    /// The rows of the table, then the places of the map that none of them is, by their ids.
    public private(set) var attractions: [Attraction]
    /// What was found, in lines for a reader.
    public let report: String
    /// The sections with the ground under maps of it, and with its roads; none if they were not asked for.
    private let sections: [(name: String, bytes: ContiguousArray<UInt8>)]
    /// The number of places of the map, those that are rows of the table among them.
    public let mappedCount: Int

    /// Makes a town.
    ///
    /// A row of the table and a place of the map that are the same become one: with the id, the name and the category of the
    /// row, and the worth, the hours and the other names of the map. Whether they are is decided as for stops of a trip, where the
    /// distance counts from the border of a large place. What is in doubt stays apart, and is listed in ``report``.
    ///
    /// - Parameters:
    ///   - extract: The extract.
    ///   - table: The rows of a table.
    ///   - hasGround: Whether the ground under maps of it is made.
    ///   - hasRoads: Whether its roads are made, for ways over them.
    ///   - jobs: The number of threads; the town does not depend on it.
    ///   - onProgress: Called by the calling thread with the share of reading that is done, 0 to 1.
    /// - Throws: ``/WaymarkExtracts/ExtractError`` if the extract cannot be read.
    /// - Precondition: `jobs` is at least 1.
    /// - Complexity: That of ``/WaymarkExtracts/ExtractPlaces``, and O(*r* log *n*) for *r* rows among *n* places.
    public init(
        _ extract: MapExtract, with table: [Attraction] = [], hasGround: Bool = true, hasRoads: Bool = true,
        jobs: Int = 1, onProgress: (Double) -> Void = { _ in }
    ) throws(ExtractError) {
        // What each part takes of the time, about.
        let shares = (places: 0.35, ground: hasGround ? 0.4 : 0, roads: hasRoads ? 0.25 : 0)
        let whole = shares.places + shares.ground + shares.roads
        let found = try ExtractPlaces(extract, jobs: jobs) { onProgress($0 * shares.places / whole) }
        var (counts, cutCount): ([GroundLayer: Int], Int) = ([:], 0)
        var sections: [(name: String, bytes: ContiguousArray<UInt8>)] = []
        if hasGround {
            let drawn = try ExtractGround(extract, jobs: jobs) {
                onProgress((shares.places + $0 * shares.ground) / whole)
            }
            (counts, cutCount) = (drawn.writer.counts, drawn.cutCount)
            sections += (consume drawn).writer.sections().map { ($0.name, $0.bytes) }
        }
        var roadCounts: RoadNetwork.Counts?
        if hasRoads {
            let roads = try RoadNetwork(extract, jobs: jobs)
            roadCounts = roads.counts
            sections += roads.sections
            onProgress(1)
        }
        self.sections = sections
        let pairs = MapPairs(table, found.attractions, extents: found.extents)
        attractions = table
        var isJoined = [Bool](repeating: false, count: found.attractions.count)
        for pair in pairs.pairs {
            attractions[pair.row].add(found.attractions[pair.place])
            isJoined[pair.place] = true
        }
        var ids = Set(attractions.lazy.map(\.id))
        for (place, attraction) in found.attractions.enumerated() where !isJoined[place] {
            var attraction = attraction
            // A row may have the id of another place of the map.
            attraction.id = ids.insertNumbered(attraction.id)
            attractions.append(attraction)
        }
        mappedCount = found.attractions.count
        report = TownReport(found, table, pairs, counts, cutCount, roadCounts, file: extract.name).text
    }

    /// Reads the rows of some tables, joined as by `AttractionTable(joining:)`, and what is said of their files.
    ///
    /// - Throws: The errors of reading an `AttractionCatalog`.
    package static func rows(
        of paths: [String], reading options: CatalogOptions, jobs: Int
    ) throws(AttractionError) -> (rows: [Attraction], reading: ReadAttractions) {
        let table = try AttractionTable(
            contentsOf: paths, options: options, fields: AttractionCatalog.fields, jobs: jobs)
        return (table.attractions(jobs: jobs), ReadAttractions(table))
    }

    /// The section of an index file with the words that go with what is shown of the map.
    package static let attributionSection = "town.attribution"
    /// The section with the report.
    package static let reportSection = "town.report"

    /// Writes the town as an index file, piece by piece.
    ///
    /// - Parameters:
    ///   - jobs: The number of threads for indexing; the bytes do not depend on it.
    ///   - write: Takes each piece; its error ends the writing.
    /// - Throws: The error of `write`.
    /// - Complexity: O(*n* log *n*) in the letters of the names.
    public func writeFile<E: Error>(jobs: Int = 1, into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        let table = AttractionTable(AttractionCatalog(attractions), fields: AttractionCatalog.fields)
        var sections = [
            IndexFileExtra(name: Self.attributionSection, bytes: ContiguousArray(Attribution.text.utf8)),
            IndexFileExtra(name: Self.reportSection, bytes: ContiguousArray(report.utf8)),
        ]
        for (name, bytes) in self.sections { sections.append(IndexFileExtra(name: name, bytes: bytes)) }
        try IndexedAttractions(table, jobs: jobs).write(sections: sections, into: write)
    }
}

extension Attraction {
    /// Adds what a map says of the same place, where the row itself does not say it.
    ///
    /// A shop or an office of the map stays what the table says: a row of sights is one.
    fileprivate mutating func add(_ mapped: Attraction) {
        if mapped.placeKind != .other {
            (placeKind, placeTheme, placeWorth) = (mapped.placeKind, mapped.placeTheme, mapped.placeWorth)
        }
        complete(from: mapped, namedBy: "map")
    }
}
