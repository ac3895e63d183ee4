import WaymarkAttractions
import WaymarkGeodesy
import WaymarkTables
import WaymarkText

/// The outcome of the rows of a table with a header of `id` (or `code`), `name`, `category`, `lat`, `lon` and `memo`,
/// some of which may be missing: by the simple method, which compares each pair of rows.
struct SlowTable {
    struct Row: Equatable {
        var id: String
        var name: String
        var category: String
        var place: Coordinate
        var number: Int
        var hasKey: Bool
        var cells: [String]
        /// The cells byte by byte: a character in two Unicode forms makes two different rows.
        var bytes: [[UInt8]]
    }

    private(set) var rows: [Row] = []
    private(set) var rejected = 0
    /// The merged rows, by number, and the row into which each was merged.
    private(set) var merged: [[Int]] = []
    private(set) var equal = 0
    private(set) var renamed = 0

    init(_ header: [String], _ table: [[String]], merging: CatalogOptions.Merging, mends: Bool) {
        read(header, table, mends: mends)
        let isCode = header.contains("code")
        var hasIDs = header.contains("id") || isCode
        if isCode {
            let own = rows.filter { Self.value($0.cells, header, "code") != nil }
            let isDistinct = own.allSatisfy { a in own.allSatisfy { a.id != $0.id || a.bytes == $0.bytes } }
            if !isDistinct {
                hasIDs = false
                for row in rows.indices { derive(row) }
            }
        }
        let keepers = merging == .places ? places(comparesNames: !hasIDs) : equalRows()
        let pairs = keepers.indices.filter { keepers[$0] != $0 }.map { [$0, keepers[$0]] }
        merged = pairs.map { $0.map { rows[$0].number } }
        let merges = merging != .nothing
        equal = merges ? pairs.count { rows[$0[0]].bytes == rows[$0[1]].bytes } : 0
        rename(Set(pairs.map { $0[0] }), merges: merges)
        if merges { rows = rows.indices.filter { keepers[$0] == $0 }.map { rows[$0] } }
    }

    private static func value(_ cells: [String], _ header: [String], _ name: String) -> String? {
        header.firstIndex(of: name).flatMap { PlainText.value(cells[$0]) }
    }

    private mutating func read(_ header: [String], _ table: [[String]], mends: Bool) {
        var waiting: [(row: Row, place: Int)] = []
        for (index, cells) in table.enumerated() {
            func number(_ name: String) -> Double? {
                Self.value(cells, header, name).flatMap { NumberParser.double(ContiguousArray($0.utf8).span) }
            }
            guard let latitude = number("lat"), let longitude = number("lon") else {
                rejected += 1
                continue
            }
            let place = try? Coordinate(latitude: latitude, longitude: longitude)
            let exchanged = abs(latitude) > 90 ? try? Coordinate(latitude: longitude, longitude: latitude) : nil
            guard let somewhere = place ?? exchanged else {
                rejected += 1
                continue
            }
            let id = Self.value(cells, header, "id") ?? Self.value(cells, header, "code")
            rows.append(
                Row(
                    id: id ?? "", name: Self.value(cells, header, "name") ?? "",
                    category: Self.value(cells, header, "category") ?? "", place: somewhere, number: index + 1,
                    hasKey: true, cells: cells, bytes: cells.map { Array($0.utf8) }))
            if id == nil { derive(rows.count - 1) }
            if place == nil { waiting.append((rows[rows.count - 1], rows.count - 1)) }
        }
        let positions = Set(waiting.map(\.place))
        let good = rows.indices.filter { !positions.contains($0) }.map { rows[$0].place }
        var removed: Set<Int> = []
        for (row, place) in waiting {
            // All valid rows lie on one side of the antimeridian here.
            let latitudes = good.map(\.latitude)
            let longitudes = good.map(\.longitude)
            let isLikely =
                if let south = latitudes.min(), let north = latitudes.max(), let west = longitudes.min(),
                    let east = longitudes.max()
                {
                    (south - 1...north + 1).contains(row.place.latitude)
                        && (west - 1...east + 1).contains(row.place.longitude)
                } else {
                    waiting.count > 1
                }
            if !isLikely || !mends {
                removed.insert(place)
                rejected += 1
            }
        }
        rows = rows.indices.filter { !removed.contains($0) }.map { rows[$0] }
    }

    private mutating func derive(_ row: Int) {
        let name = rows[row].name
        rows[row].id =
            name.isEmpty ? "row-\(rows[row].number)" : AttractionID.place(name: name, coordinate: rows[row].place)
        rows[row].hasKey = !name.isEmpty
    }

    private func equalRows() -> [Int] {
        rows.indices.map { row in
            rows.indices.first { $0 <= row && rows[row].hasKey && rows[$0].bytes == rows[row].bytes } ?? row
        }
    }

    private mutating func places(comparesNames: Bool) -> [Int] {
        func merit(_ row: Int) -> Int { rows[row].category.isEmpty ? 0 : 1 }
        let order = rows.indices.sorted { merit($0) != merit($1) ? merit($0) > merit($1) : $0 < $1 }
        var keepers = [Int?](repeating: nil, count: rows.count)
        for keeper in order where keepers[keeper] == nil {
            keepers[keeper] = keeper
            for row in order where keepers[row] == nil {
                let name = PlainText.key(rows[row].name)
                let agrees =
                    rows[row].id == rows[keeper].id
                    || comparesNames && !name.isEmpty && name == PlainText.key(rows[keeper].name)
                let distance = Sphere.earth.distance(from: rows[row].place, to: rows[keeper].place)
                if agrees, distance <= Meters(100) { keepers[row] = keeper }
            }
        }
        let found = rows.indices.map { keepers[$0] ?? $0 }
        for row in order where found[row] != row {
            if rows[found[row]].name.isEmpty { rows[found[row]].name = rows[row].name }
            if rows[found[row]].category.isEmpty { rows[found[row]].category = rows[row].category }
        }
        return found
    }

    private mutating func rename(_ taken: Set<Int>, merges: Bool) {
        let used = Set(rows.map(\.id))
        var last: [String: Int] = [:]
        for row in rows.indices where !(merges && taken.contains(row)) {
            let id = rows[row].id
            guard var number = last[id] else {
                last[id] = 1
                continue
            }
            repeat { number += 1 } while used.contains("\(id)-\(number)")
            last[id] = number
            rows[row].id = "\(id)-\(number)"
            if !taken.contains(row) { renamed += 1 }
        }
    }
}
