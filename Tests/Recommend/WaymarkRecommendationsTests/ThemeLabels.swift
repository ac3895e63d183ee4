import Foundation
import TestSupport
import WaymarkAttractions
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// Places with hand-made labels of their themes: Tests/Vectors/themes. Nothing is learned from them.
enum ThemeLabels {
    struct Place {
        var name: String
        /// The right labels: themes, `none` (known to have no theme) or `unknown` (the name tells nothing).
        var themes: [String]
        /// The right settings; empty if it is not labelled.
        var settings: [String] = []
        /// Category and introduction.
        var details: [String] = []

        var isKorean: Bool { name.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value } }

        /// Whether the place is of the half whose errors were looked at while the lexicon was made.
        var isDevelopment: Bool { ThemeLabels.hash(name) % 2 == 0 }

        /// Whether a reading is right; nothing is wrong for a name that tells nothing, except a theme.
        func isRight(_ reading: ThemeReading) -> Bool {
            themes.contains(ThemeLabels.label(reading)) || themes == ["unknown"] && reading.theme == nil
        }
    }

    static func label(_ reading: ThemeReading) -> String { reading.theme ?? (reading.hasNoTheme ? "none" : "unknown") }

    static func hash(_ name: String) -> UInt64 { XXH64(ContiguousArray(name.utf8).span).value }

    /// The places of data/attractions.csv.
    static let own = Result { () throws -> [Place] in
        let path = Repository.root.appending(path: "data/attractions.csv").path
        let details = try Self.details(of: AttractionCatalog(contentsOf: path))
        return try rows("attractions.tsv").map { row in
            Place(
                name: row[0], themes: labels(row[1]), settings: labels(row[2]), details: details[row[0]] ?? ["missing"])
        }
    }

    /// English names of well-known and of everyday places, and names of an extract of OpenStreetMap, in clear.
    static let clear = Result { () throws -> [Place] in
        try ["english.tsv", "osm.tsv"].flatMap { try rows($0) }.map { Place(name: $0[0], themes: labels($0[1])) }
    }

    /// Names of the shared files, which the repository has only as hashes.
    static let shared = Result { () throws -> [Place] in
        var names: [UInt64: String] = [:]
        for (file, column) in files { for name in try Self.names(file, column) { names[hash(name)] = name } }
        var details: [String: [String]] = [:]
        for city in ["Edin", "Osak", "Toro"] {
            let file = "flickr/names-\(city).csv"
            for (name, category) in zip(try Self.names(file, "poiName"), try Self.names(file, "poiCat")) {
                names[hash(name)] = name
                details[name] = details[name] ?? [category]
            }
        }
        for (file, _) in files where file.hasPrefix("attractions/") {
            let catalog = try AttractionCatalog(
                bytes: ContiguousArray(SharedData.bytes(file)), name: file, options: CatalogOptions(merging: .nothing))
            details.merge(try Self.details(of: catalog)) { first, _ in first }
        }
        return try rows("shared.tsv").map { row in
            let name = names[UInt64(row[0], radix: 16)!] ?? "\(row[0]) is missing"
            return Place(name: name, themes: labels(row[1]), details: details[name] ?? [])
        }
    }

    private static let files = [
        ("attractions/attractions-2024-04-dups.utf8-bom.csv", "관광지명"),
        ("attractions/attractions-2019-10.portal.json", "관광지명"),
        ("attractions/attractions-2022-02-noheader.cp949.csv", ""),
        ("attractions/attractions-2021-09-blanks.cp949.csv", "관광지명"),
        ("poi-kr/seoul-bus-stops.utf8.csv.gz", "정류소명"), ("poi-kr/parks-2022.cp949-crlf.csv.gz", "공원명"),
        ("poi-kr/wifi-2016.cp949.csv.gz", "설치장소명"), ("poi-kr/seoul-hotels-epsg5174.utf8-bom.csv", "사업장명"),
        ("poi-kr/campsites-2019.json.gz", "야영(캠핑)장명"), ("poi-kr/heritage-2019-malformed.json.gz", "향토문화유적명"),
    ]

    private static func labels(_ cell: String) -> [String] { cell.split(separator: "|").map(String.init) }

    private static func rows(_ name: String) throws -> [[String]] {
        let file = Repository.root.appending(path: "Tests/Vectors/themes/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("//") }
            .map { $0.split(separator: "\t").map(String.init) }
    }

    /// What `RecommendedPlace` gives a lexicon of each attraction.
    private static func details(of catalog: AttractionCatalog) throws -> [String: [String]] {
        Dictionary(
            catalog.attractions.map { ($0.name, RecommendedPlace.details(of: $0)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The names of a table, of its first column without one, or of a list in JSON, by its key alone: one of the files is not
    /// valid JSON.
    private static func names(_ file: String, _ column: String) throws -> [String] {
        let bytes = try SharedData.bytes(file)
        if file.contains("json") {
            return String(decoding: bytes, as: UTF8.self).split(separator: "\"\(column)\": \"").dropFirst().map {
                String($0.prefix { $0 != "\"" }).trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }
        var reader = try CSVReader(MemorySource(ContiguousArray(bytes)))
        guard let number = column.isEmpty ? 0 : reader.header.firstIndex(of: column) else { return [] }
        var record = CSVRecord()
        var names = column.isEmpty ? [reader.header[0]] : []
        while try reader.read(into: &record) {
            if number < record.count { names.append(record[number].trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        if column != "poiName" { return names }
        return names.map { ($0.removingPercentEncoding ?? $0).replacing("_", with: " ") }
    }
}
