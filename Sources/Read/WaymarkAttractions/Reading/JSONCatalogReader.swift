import WaymarkPlaces
import WaymarkTables
import WaymarkText

extension JSONDocument {
    /// The document in `bytes`, which begin on a line of the file, and the display name of its encoding.
    static func read(
        _ bytes: ContiguousArray<UInt8>, file: String, encoding: TextEncoding?, firstLine: Int
    ) throws(AttractionError) -> (document: JSONDocument, encoding: String) {
        let text: ContiguousArray<UInt8>
        let found: TextEncoding
        do throws(TableError) {
            (text, found) = try TextDecoding.utf8(bytes, encoding: encoding)
        } catch {
            throw .table(file: file, error)
        }
        let document = try JSONDocument(text, file: file, firstLine: firstLine)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (document, "\(found.name) with byte order mark") }
        return (document, text.allSatisfy { $0 < 0x80 } ? "ASCII" : found.name)
    }
}

/// The columns of the records of a JSON document: each name of a member is one.
///
/// What is nested in a member is a column only if the caller names its path, such as `address.lat`: the names in it may mean
/// anything.
struct JSONColumns {
    /// The names of the columns, in the order in which they come first.
    private(set) var header: [String] = []
    private var numbers: [String: Int] = [:]
    /// The paths that the caller names, by their columns.
    private var paths: [(parts: [Substring], column: Int)] = []

    init(of document: JSONDocument, named names: PlaceColumnNames) {
        document.forEachRecord { _, record in
            for member in record.object.members where numbers[member.name] == nil { add(member.name) }
        }
        if document.format == .geoJSON {
            // Geometries give the coordinates, regardless of properties.
            for name in ["latitude", "longitude"] where numbers[name] == nil { add(name) }
        }
        for name in [names.id, names.name, names.category, names.latitude, names.longitude].compactMap(\.self) {
            addPath(name, in: document)
        }
    }

    /// The columns of the fields of an attraction. The coordinate may be nested as in the JSON of ``Attraction``.
    mutating func tableMap(
        of document: JSONDocument, names: PlaceColumnNames, file: String
    ) throws(PlaceTableError) -> TableMap {
        do throws(PlaceTableError) { return try TableMap(header: header, names: names, file: file) } catch {
            guard case .noCoordinateColumns = error else { throw error }
            var names = names
            (names.latitude, names.longitude) = ("coordinate.latitude", "coordinate.longitude")
            guard addPath("coordinate.latitude", in: document), addPath("coordinate.longitude", in: document) else {
                throw error
            }
            return try TableMap(header: header, names: names, file: file)
        }
    }

    /// Adds the column of a path that some record has; false if none has it, or it is no path.
    @discardableResult
    private mutating func addPath(_ name: String, in document: JSONDocument) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 1, numbers[name] == nil else { return false }
        var isFound = false
        document.forEachRecord { _, record in
            isFound = isFound || Self.value(at: parts[...], in: record.object) != nil
        }
        if !isFound { return false }
        paths.append((parts, header.count))
        add(name)
        return true
    }

    private mutating func add(_ name: String) {
        numbers[name] = header.count
        header.append(name)
    }

    private static func value(at path: ArraySlice<Substring>, in object: JSONSource.Object) -> Range<Int>? {
        guard let name = path.first.map(String.init) else { return nil }
        let rest = path.dropFirst()
        return rest.isEmpty ? object[name] : object.object(name).flatMap { value(at: rest, in: $0) }
    }

    /// The cells of a record; if a name repeats, the first that is not empty.
    func cells(of object: JSONSource.Object) -> JSONCells {
        var cells: [JSONCells.Cell] = []
        func add(_ column: Int, _ range: Range<Int>) {
            let value = object.source.value(in: range)
            let text = ContiguousArray(value.cell.utf8)
            var cell = JSONCells.Cell(column: column, text: text, whole: text)
            switch value {
            case .object, .array: cell.whole = ContiguousArray(object.source.text[range])
            default: break
            }
            if !cell.whole.isEmpty { cells.append(cell) }
        }
        for member in object.members {
            if let column = numbers[member.name] { add(column, member.value) }
        }
        for (parts, column) in paths {
            if let range = Self.value(at: parts[...], in: object) { add(column, range) }
        }
        return JSONCells(cells)
    }
}

/// The cells of a record that are not empty: a record need not have the members of others.
struct JSONCells: RowCells {
    struct Cell {
        let column: Int
        let text: ContiguousArray<UInt8>
        /// What distinguishes it from others: the text, or the bytes of a list or object, whose text does not say all.
        var whole: ContiguousArray<UInt8>
    }

    /// By column, one each.
    private let cells: [Cell]

    init(_ cells: [Cell]) {
        var kept: [Cell] = []
        // Of a name that repeats the first cell with a text counts.
        for cell in cells.enumerated().sorted(by: { ($0.1.column, $0.0) < ($1.1.column, $1.0) }).map(\.1) {
            if kept.last?.column != cell.column {
                kept.append(cell)
            } else if kept[kept.count - 1].text.isEmpty {
                kept[kept.count - 1] = cell
            }
        }
        self.cells = kept
    }

    func withCell<R>(_ column: Int, _ body: (Span<UInt8>) -> R) -> R {
        let index = cells.partitioningIndex { $0.column >= column }
        let isThere = index < cells.count && cells[index].column == column
        let text = isThere ? cells[index].text : []
        return body(text.span)
    }

    func hash(_ hash: KeyedHash, columns count: Int) -> UInt64 {
        var state: UInt64 = 0
        for cell in cells {
            let column = ContiguousArray(String(cell.column).utf8)
            state = hash.hash(cell.whole.span, after: hash.hash(column.span, after: state))
        }
        return state
    }
}

extension JSONValue {
    /// The value as the text of a cell: a list of texts joined with `+`, "" for null and objects.
    var cell: String {
        switch self {
        case .null, .object: ""
        case .bool(let value): value ? "true" : "false"
        case .number(let text), .string(let text): text
        case .array(let values): FacilityList.text(values.map(\.cell).filter { !$0.isEmpty })
        case .numbers(let numbers): FacilityList.text(numbers.texts)
        }
    }
}
