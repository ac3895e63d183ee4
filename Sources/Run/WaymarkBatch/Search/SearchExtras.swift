import WaymarkAttractions
import WaymarkPlaces
import WaymarkSearch
import WaymarkTables

/// What a search knows of attractions beside their own fields.
public struct SearchExtras: Sendable, Hashable {
    /// A column of the attractions with numbers, whose rank counts: a rating, a number of visits; nil for none.
    public var worthColumn: String?
    /// Columns of the attractions with other names. A column with a usual name for names in English is one of them.
    public var otherNameColumns: [String] = []
    /// A CSV with an alias and the name or id of the attraction in each row; nil for none.
    public var aliases: String?

    /// Creates extras: by default only names in English, if the attractions have them.
    public init() {}

    /// What the column of names in English is usually called, as keys.
    private static let englishKeys = [
        "영문명", "영문명칭", "영문이름", "영문관광지명", "관광지영문명", "관광지명영문", "영어명", "englishname", "nameenglish", "nameen",
        "nameeng", "engname", "engnm",
    ]
    private static let aliasKeys = ["alias", "othername", "별칭", "별명", "다른이름", "이명"]
    private static let nameKeys = ["name", "이름", "명칭", "장소", "장소명", "관광지명"]
    private static let idKeys = ["attractionid", "id", "아이디"]

    /// The other names in columns of attractions that were read from a file in a format, by place.
    func otherNames(
        of path: String, _ format: QualityReport.Format, _ options: CatalogOptions
    ) throws(AttractionError) -> [OwnColumns.Key: [String]] {
        var rows: [(line: Int, place: OwnColumns.Key, texts: [String?])] = []
        if !otherNameColumns.isEmpty {
            rows = try OwnColumns.rows(of: path, options, columns: otherNameColumns, usual: Self.englishKeys)
        } else if format == .csv || format == .standardCSV, path != "-", System.isRegularFile(path) {
            // It can be read again, and what nobody asked for is no reason to fail.
            rows = (try? OwnColumns.rows(of: path, options, columns: [], usual: Self.englishKeys)) ?? []
        }
        var names: [OwnColumns.Key: [String]] = [:]
        for (_, place, texts) in rows {
            for text in texts.compactMap(\.self) where names[place]?.contains(text) != true {
                names[place, default: []].append(text)
            }
        }
        return names
    }

    /// The aliases of a file, by the position of their place: an alias counts for all attractions of the name, or for
    /// the one with the id, if the row has one.
    ///
    /// - Returns: The aliases, and the number of rows of no attraction.
    static func aliases(
        of search: PlaceSearch, in file: String
    ) throws(PlaceTableError) -> (names: [Int: [String]], unknown: Int) {
        let source: FileSource
        do { source = try FileSource(path: file) } catch { throw .table(error) }
        var table = try PlaceTable(source)
        guard let alias = try table.finder.column(nil, usual: aliasKeys) else {
            throw .columnNotFound(file: table.finder.file, name: "alias", seen: table.header)
        }
        guard let name = try table.finder.column(nil, usual: nameKeys) else {
            throw .columnNotFound(file: table.finder.file, name: "name", seen: table.header)
        }
        let id = try table.finder.column(nil, usual: idKeys)
        var found: [Int: [String]] = [:]
        var unknown = 0
        var record = CSVRecord()
        do throws(TableError) {
            while try table.reader.read(into: &record) {
                guard let text = alias.text(of: record) else { continue }
                let id = id?.text(of: record)
                let hits = search.answers(to: SearchQuery(name.text(of: record) ?? "", limit: 1000)).hits
                let meant = hits.filter { $0.rung == .wholeName && (id == nil || $0.id == id) }
                if meant.isEmpty { unknown += 1 }
                for hit in meant { found[hit.position, default: []].append(text) }
            }
        } catch {
            throw .table(error)
        }
        return (found, unknown)
    }
}
