import WaymarkPlaces
import WaymarkTables
import WaymarkText

/// The cells of a row by column; a missing column is empty.
protocol RowCells {
    func withCell<R>(_ column: Int, _ body: (Span<UInt8>) -> R) -> R

    /// A hash of all cells: those of the named columns, and those beyond them that are not blank.
    func hash(_ hash: KeyedHash, columns count: Int) -> UInt64
}

extension RowCells {
    func text(_ column: Int) -> String {
        withCell(column) { String(utf8: $0) }
    }
}

extension CSVRecord: RowCells {
    @inline(__always)
    func withCell<R>(_ column: Int, _ body: (Span<UInt8>) -> R) -> R {
        body(utf8.span.extracting(range(column)))
    }

    @inline(__always)
    func hash(_ hash: KeyedHash, columns count: Int) -> UInt64 {
        var end = max(count, self.count)
        while end > count, isBlank(end - 1) { end -= 1 }
        var state: UInt64 = 0
        for column in 0..<end { state = hash.hash(utf8.span.extracting(range(column)), after: state) }
        return state
    }
}

/// The plan for reading the rows of a table and merging them.
struct RowPlan: Sendable {
    let map: TableMap
    let options: CatalogOptions
    let places: PlaceColumns
    /// The fields whose texts are kept, including the id.
    let fields: [AttractionField]
    /// The column of each of `fields`; -1 for none.
    let columns: [Int]
    let kinds: [AttractionField.Kind]
    /// The positions in `fields` for which rows can have a text; a missing id is generated.
    let present: [Int]
    /// Other fields to check, and their columns.
    let others: [(field: AttractionField, kind: AttractionField.Kind, column: Int)]
    let columnCount: Int
    let hash = KeyedHash()

    /// Whether rows about one place are merged, not only equal rows.
    var mergesPlaces: Bool { map.isStandard || options.merging == .places }

    /// A plan that keeps `fields`, and with `checksValues` checks all others for the report.
    init(_ map: TableMap, _ options: CatalogOptions, fields: [AttractionField], checksValues: Bool, columnCount: Int) {
        func column(_ field: AttractionField) -> Int { map.columns[field.rawValue] ?? -1 }
        (self.map, self.options, self.columnCount) = (map, options, columnCount)
        places = PlaceColumns(latitude: column(.latitude), longitude: column(.longitude), system: map.system)
        let mergesPlaces = map.isStandard || options.merging == .places
        let kept = fields + (mergesPlaces ? [.id, .name] : [.id]).filter { !fields.contains($0) }
        self.fields = kept
        columns = kept.map { column($0) }
        kinds = kept.map(\.kind)
        present = kept.indices.filter { kept[$0] == .id || column(kept[$0]) >= 0 }
        // Comparing the quality of two rows needs all of their fields.
        others = AttractionField.allCases.filter { field in
            (checksValues || mergesPlaces) && !kept.contains(field) && column(field) >= 0
                && ![.id, .name, .latitude, .longitude].contains(field)
        }.map { ($0, $0.kind, column($0)) }
    }

    func column(of field: AttractionField) -> Int { map.columns[field.rawValue] ?? -1 }

    func rejection(_ line: Int, _ field: AttractionField, _ reason: String) -> Rejection {
        let (column, name) = map.place(of: field)
        return Rejection(line: line, column: column, columnName: name, reason: reason)
    }
}
