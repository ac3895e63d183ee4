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
        let coordinates = ContiguousArray(places.map { coordinate($0[0]) })
        var pairs: [(distance: Double, row: Int, place: Int)] = []
        for key in [id, name] {
            // The places of each id or name.
            var (numbers, members): ([String: Int], [[Int]]) = ([:], [])
            for (place, rows) in places.enumerated() {
                for (number, row) in rows.enumerated() {
                    let text = key(row)
                    if text.isEmpty || number > 0 && text == key(rows[0]) { continue }
                    if let known = numbers[text] {
                        if members[known].last != place { members[known].append(place) }
                    } else {
                        numbers[text] = members.count
                        members.append([place])
                    }
                }
            }
            var groups = [SharedKey?](repeating: nil, count: members.count)
            for number in 0..<tables[table].count {
                let row = Row(table: table, row: number)
                guard let shared = numbers[key(row)] else { continue }
                let at = coordinate(row)
                let group = groups[shared] ?? SharedKey(members[shared], coordinates)
                groups[shared] = group
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
