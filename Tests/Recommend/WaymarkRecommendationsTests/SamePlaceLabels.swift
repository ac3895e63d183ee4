import Foundation
import TestSupport
import WaymarkGeodesy
import WaymarkRecommendations
import WaymarkTables
import WaymarkText

/// Pairs of rows with hand-made labels, one place or two: Tests/Vectors/same-place. Nothing is learned from them.
enum SamePlaceLabels {
    enum Label: String {
        case same, other
        /// The same, which only one who knows the place can tell.
        case renamed
        case unclear
    }

    struct Pair {
        var label: Label
        var names: (String, String)
        var meters: Double
        /// Whether it is of the half whose errors were looked at while the rule was made.
        var isDevelopment: Bool

        /// Whether the rule takes the two for one.
        var isJoined: Bool { PlaceName(names.0).reason(PlaceName(names.1), at: meters) != nil }
    }

    struct Row: Hashable {
        var name: String
        /// In units of 1e-5 degrees.
        var latitude: Int
        var longitude: Int

        init?(_ name: String, _ latitude: String, _ longitude: String) {
            let place = [latitude, longitude].map { text in
                Double(text.trimmingCharacters(in: .whitespaces)).map { Int(($0 * 1e5 + 0.5).rounded(.down)) } ?? 0
            }
            self.name = name.trimmingCharacters(in: .whitespacesAndNewlines)
            (self.latitude, self.longitude) = (place[0], place[1])
            if self.name.isEmpty || place.contains(0) { return nil }
        }

        var text: String { "\(name)\t\(latitude)\t\(longitude)" }
        var coordinate: Coordinate {
            get throws { try Coordinate(latitude: Double(latitude) / 1e5, longitude: Double(longitude) / 1e5) }
        }
    }

    /// The pairs written by hand.
    static let own = Result { () throws -> [Pair] in
        try lines("own.tsv").map { cells in
            Pair(
                label: Label(rawValue: cells[1])!, names: (cells[2], cells[3]), meters: Double(cells[0])!,
                isDevelopment: true)
        }
    }

    /// The pairs of rows of the shared files, which the repository has only as hashes; a pair that is missing has no names.
    static let shared = Result { () throws -> [Pair] in
        let labels = try lines("shared.tsv").map { (UInt64($0[0], radix: 16)!, Label(rawValue: $0[1])!) }
        let wanted = Set(labels.map(\.0))
        var found: [UInt64: (Row, Row, Double)] = [:]
        for (a, b, meters) in try near.get() {
            let texts = [a.text, b.text].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            let hash = XXH64(ContiguousArray(texts.joined(separator: "\n").utf8).span).value
            if wanted.contains(hash) { found[hash] = (a, b, meters) }
        }
        return labels.map { hash, label in
            let pair = found[hash]
            return Pair(
                label: label, names: (pair?.0.name ?? "", pair?.1.name ?? ""), meters: pair?.2 ?? .infinity,
                isDevelopment: hash % 2 == 0)
        }
    }

    /// All pairs of rows of the shared files and data/attractions.csv within 1.5 km.
    static let near = Result { () throws -> [(Row, Row, Double)] in
        let rows = try Set(Self.rows()).sorted {
            ($0.latitude, $0.longitude, $0.name) < ($1.latitude, $1.longitude, $1.name)
        }
        let places = try rows.map { try $0.coordinate }
        var near: [(Row, Row, Double)] = []
        for i in rows.indices {
            for j in rows.indices[(i + 1)...] {
                if rows[j].latitude - rows[i].latitude > 1350 { break }
                if abs(rows[j].longitude - rows[i].longitude) > 3000 { continue }
                let meters = Sphere.earth.distance(from: places[i], to: places[j]).value
                if meters < 1500 { near.append((rows[i], rows[j], meters)) }
            }
        }
        return near
    }

    private static func rows() throws -> [Row] {
        let own = try Data(contentsOf: Repository.root.appending(path: "data/attractions.csv"))
        let editions = [
            Array(own), try SharedData.bytes("attractions/attractions-2024-04-dups.utf8-bom.csv"),
            try SharedData.bytes("attractions/attractions-2021-09-blanks.cp949.csv"),
        ]
        var rows = try editions.flatMap {
            try table($0) { header in ["관광지명", "위도", "경도"].map { header.firstIndex(of: $0) } }
        }
        rows += try table(SharedData.bytes("attractions/attractions-2022-02-noheader.cp949.csv")) { _ in [0, 4, 5] }
        rows += try records("attractions/attractions-2019-10.portal.json", ["관광지명", "위도", "경도"])
        rows += try records("hours/museums-2026.json.gz", ["FCLTY_NM", "LATITUDE", "LONGITUDE"])
        // (영동)영국사
        rows += try table(SharedData.bytes("courses/kma-courses-even.csv"), { _ in [4, 6, 5] }) { name in
            guard name.hasPrefix("("), let close = name.firstIndex(of: ")") else { return name }
            return String(name[name.index(after: close)...])
        }
        for city in ["Osak", "Edin", "Toro"] {
            let bytes = try SharedData.bytes("flickr/names-\(city).csv")
            rows += try table(bytes, { header in ["poiName", "poiLat", "poiLon"].map { header.firstIndex(of: $0) } }) {
                ($0.removingPercentEncoding ?? $0).replacing("_", with: " ")
            }
        }
        return rows
    }

    /// The rows of a table, from the columns of name, latitude and longitude by its first row, which is read as a row too.
    private static func table(
        _ bytes: [UInt8], _ columns: ([String]) -> [Int?], _ name: (String) -> String = { $0 }
    ) throws -> [Row] {
        var reader = try CSVReader(MemorySource(ContiguousArray(bytes)), options: CSVOptions(hasHeader: false))
        var record = CSVRecord()
        var (numbers, rows): ([Int], [Row]) = ([], [])
        while try reader.read(into: &record) {
            if numbers.isEmpty {
                numbers = columns((0..<record.count).map { record[$0] }).compactMap(\.self)
                if numbers.count != 3 { throw CocoaError(.fileReadCorruptFile) }
            }
            guard numbers.allSatisfy({ $0 < record.count }) else { continue }
            if let row = Row(name(record[numbers[0]]), record[numbers[1]], record[numbers[2]]) { rows.append(row) }
        }
        return rows
    }

    private static func records(_ file: String, _ keys: [String]) throws -> [Row] {
        let object = try JSONSerialization.jsonObject(with: Data(SharedData.bytes(file))) as? [String: Any]
        return (object?["records"] as? [[String: Any]] ?? []).compactMap { record in
            let cells = keys.map { record[$0].map { "\($0)" } ?? "" }
            return Row(cells[0], cells[1], cells[2])
        }
    }

    private static func lines(_ name: String) throws -> [[String]] {
        let file = Repository.root.appending(path: "Tests/Vectors/same-place/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("//") }
            .map { $0.split(separator: "\t").map(String.init) }
    }
}
