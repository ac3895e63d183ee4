import WaymarkAttractions
import WaymarkTables

/// A field of a run of attraction fields, or text around them.
enum SegmentPiece {
    case frame(RowFormat.FrameText)
    case field(AttractionColumn)

    var isLiteral: Bool {
        if case .frame(.text) = self { true } else { false }
    }

    func appendText(to bytes: inout ContiguousArray<UInt8>) {
        if case .frame(.text(let text)) = self { bytes.append(contentsOf: text.utf8) }
    }

    /// Appends the cells that it is formatted as; texts in an index file of `table` are added to `stored`.
    func append(
        to cells: inout ContiguousArray<SegmentCell>, _ literals: inout ContiguousArray<UInt8>,
        _ stored: inout ContiguousArray<StoredTexts.View>, _ table: AttractionTable
    ) {
        func add(_ text: String) {
            if text.isEmpty { return }
            literals.append(contentsOf: text.utf8)
            cells.append(.literal(literals.count - text.utf8.count..<literals.count))
        }
        switch self {
        case .frame(.text(let text)): add(text)
        case .frame(.feature(let before, let after)):
            add(before)
            cells.append(.longitude)
            add(",")
            cells.append(.latitude)
            add(after)
        case .field(.latitude): cells.append(.latitude)
        case .field(.longitude): cells.append(.longitude)
        case .field(let column):
            guard let field = column.field else { preconditionFailure("a column is neither a coordinate nor a field") }
            guard let texts = table.storedTexts(of: field) else {
                return cells.append(.text(field, isRequired: column.isRequired))
            }
            cells.append(.stored(stored.count, isRequired: column.isRequired))
            stored.append(texts)
        }
    }
}

/// A cell of a run, or text around it, for formatting: a plain value, so that nothing is retained per attraction.
enum SegmentCell {
    /// Bytes of `literals`.
    case literal(Range<Int>)
    case longitude
    case latitude
    /// A text of the index file, by its number in `stored`; with `isRequired`, an empty text is not a missing value.
    case stored(Int, isRequired: Bool)
    /// A text of a table.
    case text(AttractionField, isRequired: Bool)
}
