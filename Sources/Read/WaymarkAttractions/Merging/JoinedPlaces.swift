import WaymarkGeodesy
import WaymarkText

/// The places of several tables: for each its rows, of one table at most one, the best first.
struct JoinedPlaces {
    /// A row of a table.
    struct Row {
        let table: Int
        let row: Int
    }

    private(set) var places: [[Row]] = []
    private let tables: [AttractionTable]

    init(_ tables: [AttractionTable], merges: Bool) {
        self.tables = tables
        places.reserveCapacity(tables.reduce(0) { $0 + $1.count })
        for (number, table) in tables.enumerated() {
            let matched = merges && number > 0 ? matches(of: number) : [:]
            for row in 0..<table.count {
                let new = Row(table: number, row: row)
                guard let place = matched[row] else {
                    places.append([new])
                    continue
                }
                places[place].insert(new, at: isBetter(new, places[place][0]) ? 0 : places[place].count)
            }
        }
    }

    /// The places that rows of a table are about, each of at most one of them: the nearest, then the first.
    private func matches(of table: Int) -> [Int: Int] {
        var (byID, byName): ([String: [Int]], [String: [Int]]) = ([:], [:])
        for (number, place) in places.enumerated() {
            for id in Set(place.map(id)) { byID[id, default: []].append(number) }
            for name in Set(place.map(name)) where !name.isEmpty { byName[name, default: []].append(number) }
        }
        let coordinates = ContiguousArray(places.map { coordinate($0[0]) })
        var groups: [String: SharedKey] = [:]
        var pairs: [(distance: Double, row: Int, place: Int)] = []
        for number in 0..<tables[table].count {
            let row = Row(table: table, row: number)
            let at = coordinate(row)
            for (kind, key, members) in [("i", id(row), byID[id(row)]), ("n", name(row), byName[name(row)])] {
                guard let members else { continue }
                let group = groups[kind + key] ?? SharedKey(members, coordinates)
                groups[kind + key] = group
                for place in group.near(at, atMost: 16) {
                    pairs.append((Sphere.earth.distance(from: coordinates[place], to: at).value, number, place))
                }
            }
        }
        pairs.sort { ($0.distance, $0.row, $0.place) < ($1.distance, $1.row, $1.place) }
        var (found, taken): ([Int: Int], Set<Int>) = ([:], [])
        for pair in pairs where found[pair.row] == nil && taken.insert(pair.place).inserted {
            found[pair.row] = pair.place
        }
        return found
    }

    private func id(_ row: Row) -> String { tables[row.table][.id].text(row.row) }
    private func name(_ row: Row) -> String { PlainText.key(tables[row.table][.name].text(row.row)) }
    private func coordinate(_ row: Row) -> Coordinate { tables[row.table].coordinate(of: row.row) }

    /// Whether a row says more than an earlier one: by base date, then by the number of fields.
    private func isBetter(_ row: Row, _ other: Row) -> Bool {
        func merit(_ row: Row) -> (String, Int) {
            let table = tables[row.table]
            let filled = table.fields.count { table.withText(of: $0, row.row) { !$0.isEmpty } }
            return (table.fields.contains(.baseDate) ? table.text(of: .baseDate, row.row) ?? "" : "", filled)
        }
        return merit(row) > merit(other)
    }
}
