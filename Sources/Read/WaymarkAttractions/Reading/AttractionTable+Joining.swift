import WaymarkGeodesy
import WaymarkIndex

extension AttractionTable {
    /// The attractions of several tables as one, in order: none is merged or left out.
    ///
    /// An id that an earlier attraction has gets a number: `7-2` for the second `7`.
    ///
    /// - Throws: `IndexFileError.damaged` if texts of an index file overlap.
    /// - Precondition: All tables have the fields of the first; there is at least one.
    /// - Complexity: O(*n*) in the bytes of the texts.
    package init(joining tables: [AttractionTable]) throws(IndexFileError) {
        let fields = tables[0].fields
        for table in tables {
            precondition(table.fields == fields, "the tables have different fields")
            try table.checkTextOrder()
        }
        var columns = fields.map { _ in Column() }
        var coordinates = ContiguousArray<Coordinate>()
        coordinates.reserveCapacity(tables.reduce(0) { $0 + $1.count })
        for table in tables {
            for attraction in 0..<table.count { coordinates.append(table.coordinate(of: attraction)) }
            for (number, field) in fields.enumerated() where field != .id {
                for attraction in 0..<table.count {
                    table.withText(of: field, attraction) { columns[number].append($0) }
                }
            }
        }
        if let number = fields.firstIndex(of: .id) { columns[number] = Self.ids(of: tables) }
        var report = QualityReport(
            file: tables.map(\.report.file).joined(separator: ", "), format: tables[0].report.format, encoding: "UTF-8")
        for table in tables {
            report.rowsIn += table.report.rowsIn
            report.rowsKept += table.report.rowsKept
        }
        self.init(fields: fields, columns, coordinates, report)
    }

    /// The ids of all attractions, each once.
    private static func ids(of tables: [AttractionTable]) -> Column {
        var column = Column()
        var known = Set<String>()
        // An id with a number must be that of no later attraction either.
        let given = Set(tables.lazy.flatMap { table in (0..<table.count).lazy.map { table[.id].text($0) } })
        for table in tables {
            for attraction in 0..<table.count {
                let id = table[.id].text(attraction)
                var unique = id
                var number = 1
                while !known.insert(unique).inserted {
                    repeat {
                        number += 1
                        unique = "\(id)-\(number)"
                    } while given.contains(unique)
                }
                column.append(unique)
            }
        }
        return column
    }
}
