import WaymarkGeodesy
import WaymarkIndex
import WaymarkText

extension AttractionTable {
    /// What became of the files of a table that was joined of several.
    package struct Joined: Sendable {
        /// The reports of their tables, in order.
        package let reports: [QualityReport]
        /// The number of rows that are another file's row about the same place.
        package let mergedCount: Int
        /// The names and places under which merged rows gave an attraction, beside its own, by its position.
        package let others: [Int: [(name: String, coordinate: Coordinate)]]
    }

    /// Reads the attractions of some files, each in any format of a catalog: those of several files are joined.
    ///
    /// `options` are those of each file. With ``CatalogOptions/Merging/nothing`` no rows are merged across files either.
    ///
    /// - Throws: The errors of reading an ``AttractionCatalog``.
    /// - Precondition: There is at least one path.
    /// - Complexity: That of each file; the texts of all fields of several files are held.
    package init(
        contentsOf paths: [String], options: CatalogOptions = .init(), fields: [AttractionField], jobs: Int
    ) throws(AttractionError) {
        if paths.count == 1 {
            try self.init(contentsOf: paths[0], options: options, fields: fields, jobs: jobs)
            return
        }
        var tables: [AttractionTable] = []
        for path in paths {
            tables.append(
                try AttractionTable(contentsOf: path, options: options, fields: AttractionCatalog.fields, jobs: jobs))
        }
        do throws(IndexFileError) {
            try self.init(joining: tables, merges: options.merging != .nothing)
        } catch {
            throw .indexFile(error)
        }
    }

    /// The attractions of several tables as one, in order.
    ///
    /// A row about the same place as one of an earlier table is merged with it, as ``RowMerging`` does: with the same id or the same
    /// name, within 100 m. The better row stays, by base date, then by the number of its fields, then the earlier; what it lacks is
    /// taken from the other. Rows of one table are never merged with each other: of several, the nearest is the place.
    /// An id that an earlier attraction has gets a number: `7-2` for the second `7`.
    ///
    /// - Throws: `IndexFileError.damaged` if texts of an index file overlap.
    /// - Precondition: All tables have the fields of the first, which include id and name; there is at least one.
    /// - Complexity: O(*n*) in the bytes of the texts, and O(log *c*) for each row with the id or name of *c* others.
    package init(joining tables: [AttractionTable], merges: Bool = true) throws(IndexFileError) {
        let fields = tables[0].fields
        for table in tables {
            precondition(table.fields == fields, "the tables have different fields")
            try table.checkTextOrder()
        }
        let places = JoinedPlaces(tables, merges: merges).places
        var columns = fields.map { _ in Column() }
        for (number, field) in fields.enumerated() where field != .id {
            for place in places {
                let row = place.first { tables[$0.table].withText(of: field, $0.row) { !$0.isEmpty } } ?? place[0]
                tables[row.table].withText(of: field, row.row) { columns[number].append($0) }
            }
        }
        if let number = fields.firstIndex(of: .id) { columns[number] = Self.ids(of: places.lazy.map { $0[0] }, tables) }
        var report = QualityReport(
            file: tables.map(\.report.file).joined(separator: ", "), format: tables[0].report.format, encoding: "UTF-8")
        for table in tables {
            report.rowsIn += table.report.rowsIn
            report.rowsRejected += table.report.rowsRejected
        }
        report.rowsKept = places.count
        self.init(
            fields: fields, columns,
            ContiguousArray(places.lazy.map { tables[$0[0].table].coordinate(of: $0[0].row) }), report)
        var others: [Int: [(name: String, coordinate: Coordinate)]] = [:]
        for (number, place) in places.enumerated() where place.count > 1 {
            others[number] = place.dropFirst().map { row in
                (tables[row.table][.name].text(row.row), tables[row.table].coordinate(of: row.row))
            }
        }
        joined = Joined(
            reports: tables.map(\.report), mergedCount: others.values.reduce(0) { $0 + $1.count }, others: others)
    }

    /// The ids of rows, each once.
    private static func ids(of rows: some Collection<JoinedPlaces.Row>, _ tables: [AttractionTable]) -> Column {
        var column = Column()
        var known = Set<String>()
        // An id with a number must be that of no later attraction either.
        let given = Set(rows.lazy.map { tables[$0.table][.id].text($0.row) })
        for row in rows {
            let id = tables[row.table][.id].text(row.row)
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
        return column
    }
}
