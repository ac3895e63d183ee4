import WaymarkPlaces
import WaymarkTables

/// The cells of a row by column; a column that is missing is empty.
protocol RowCells {
    func withCell<R>(_ column: Int, _ body: (Span<UInt8>) -> R) -> R
}

extension RowCells {
    func text(_ column: Int) -> String {
        withCell(column) { utf8 in
            unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension CSVRecord: RowCells {
    @inline(__always)
    func withCell<R>(_ column: Int, _ body: (Span<UInt8>) -> R) -> R { withUTF8(column, body) }
}

/// Cells that were texts.
struct TextCells: RowCells {
    let texts: [String]

    func withCell<R>(_ column: Int, _ body: (Span<UInt8>) -> R) -> R {
        body(ContiguousArray((texts.indices.contains(column) ? texts[column] : "").utf8).span)
    }
}

/// What is read of each row of a table, and by which rule rows become one.
struct RowPlan: Sendable {
    let map: TableMap
    let options: CatalogOptions
    /// Where the places stand.
    let places: PlaceColumns
    /// The fields whose texts are kept, the id among them.
    let fields: [AttractionField]
    /// Where each of `fields` stands; -1 for nowhere.
    let columns: [Int]
    /// What the cells of each of `fields` hold.
    let kinds: [AttractionField.Kind]
    /// Those of `fields`, by position, that rows can have a text of: an id is made where none stands.
    let present: [Int]
    /// Other fields that are looked at, and where they stand.
    let others: [(field: AttractionField, kind: AttractionField.Kind, column: Int)]
    /// The number of cells that make up a row.
    let cellCount: Int
    let hash = KeyedHash()

    /// Whether rows about one place become one, and not only equal rows.
    var mergesPlaces: Bool { map.isStandard || options.merging == .places }

    /// - Parameters:
    ///   - map: Which column holds which field.
    ///   - options: How the table is read.
    ///   - fields: Those to keep.
    ///   - checksValues: Whether all fields are looked at, for what the report says of them.
    ///   - cellCount: The number of cells that make up a row.
    init(_ map: TableMap, _ options: CatalogOptions, fields: [AttractionField], checksValues: Bool, cellCount: Int) {
        func column(_ field: AttractionField) -> Int { map.columns[field.rawValue] ?? -1 }
        (self.map, self.options, self.cellCount) = (map, options, cellCount)
        places = PlaceColumns(latitude: column(.latitude), longitude: column(.longitude), system: map.system)
        let mergesPlaces = map.isStandard || options.merging == .places
        let kept = fields + (mergesPlaces ? [.id, .name] : [.id]).filter { !fields.contains($0) }
        self.fields = kept
        columns = kept.map { column($0) }
        kinds = kept.map(\.kind)
        present = kept.indices.filter { kept[$0] == .id || column(kept[$0]) >= 0 }
        // Which of two rows is the better one takes all of both.
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
