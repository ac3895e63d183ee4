import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables

/// Attractions reduced to coordinates and the texts of a few fields, as UTF-8 end to end: what rows are written from.
///
/// The same attractions in the same order as in an ``AttractionCatalog`` of the same file, in a tenth of its room.
package struct AttractionTable: Sendable {
    /// The texts of one field, end to end.
    package struct Column: Sendable {
        private(set) var bytes: ContiguousArray<UInt8> = []
        private var ends: ContiguousArray<Int> = []
        /// The texts where they lie in an index file; then there are none of our own.
        private var stored: StoredTexts?
        /// Whether it is of an index file without the field.
        private var isAbsent = false

        init() {}

        /// The texts of a field in an index file; nil where no attraction there has it.
        init(stored: StoredTexts?) {
            self.stored = stored
            isAbsent = stored == nil
        }

        /// Calls `body` with the text of an attraction; empty where it has none.
        package func withText<R>(_ attraction: Int, _ body: (Span<UInt8>) -> R) -> R {
            if let stored { return stored.withText(attraction, body) }
            return body(bytes.span.extracting(isAbsent ? 0..<0 : range(attraction)))
        }

        /// How many bytes the texts of an index file have together; nil for texts of our own.
        package var storedSize: Int? { stored?.size }

        /// How many bytes a text of an index file has; nil where it ends where it cannot.
        package func storedLength(_ attraction: Int) -> Int? { stored?.range(attraction)?.count }

        /// The number of texts.
        var count: Int { ends.count }

        /// Where a text lies in `bytes`.
        func range(_ attraction: Int) -> Range<Int> {
            (attraction == 0 ? 0 : ends[attraction - 1])..<ends[attraction]
        }

        mutating func append(_ text: Span<UInt8>) {
            unsafe text.withUnsafeBufferPointer { text in unsafe bytes.append(contentsOf: text) }
            ends.append(bytes.count)
        }

        mutating func append(_ text: String) {
            bytes.append(contentsOf: text.utf8)
            ends.append(bytes.count)
        }

        mutating func append(_ other: Column) {
            let held = bytes.count
            bytes.append(contentsOf: other.bytes)
            for end in other.ends { ends.append(held + end) }
        }

        /// Forgets all texts, and keeps the room they took.
        mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
        }

        mutating func reserve(_ count: Int, bytes more: Int) {
            ends.reserveCapacity(count)
            bytes.reserveCapacity(more)
        }
    }

    /// What became of the rows of a file: `rowsIn` is the sum of those kept, rejected and merged.
    package struct Counts: Sendable, Equatable {
        package var rowsIn = 0
        package var rowsKept = 0
        package var rowsRejected = 0
        package var duplicatesMerged = 0
        package var equalRowsMerged = 0
    }

    /// Where the attractions are, in the order of their rows; empty where they lie in `file`.
    package internal(set) var coordinates: ContiguousArray<Coordinate> = []
    /// The index file they are in; nil where they were read from a table.
    private var file: AttractionFile?
    /// The fields that were asked for.
    package let fields: [AttractionField]
    /// The texts of `fields`, in the same order.
    package internal(set) var columns: [Column]
    /// What became of the rows.
    package internal(set) var counts = Counts()

    init(fields: [AttractionField]) {
        self.fields = fields
        columns = Array(repeating: Column(), count: fields.count)
    }

    /// How many attractions there are.
    package var count: Int { file?.count ?? coordinates.count }

    /// Where an attraction is.
    package func coordinate(of attraction: Int) -> Coordinate {
        file?.coordinate(of: attraction) ?? coordinates[attraction]
    }

    /// The index over the attractions: that of their file, or made now by `jobs` threads.
    package func index(jobs: Int) -> PointIndex { file?.index ?? PointIndex(coordinates, jobs: jobs) }

    /// The texts of `field`.
    ///
    /// - Precondition: The field was asked for.
    package subscript(_ field: AttractionField) -> Column {
        guard let number = fields.firstIndex(of: field) else { preconditionFailure("no column of this field") }
        return columns[number]
    }

    /// The attractions of a catalog.
    package init(_ catalog: AttractionCatalog, fields: [AttractionField]) {
        self.init(fields: fields)
        coordinates = ContiguousArray(catalog.attractions.lazy.map(\.coordinate))
        for (number, field) in fields.enumerated() {
            for attraction in catalog.attractions { columns[number].append(attraction.value(of: field).text) }
        }
        let report = catalog.report
        counts = Counts(
            rowsIn: report.rowsIn, rowsKept: report.rowsKept, rowsRejected: report.rowsRejected,
            duplicatesMerged: report.duplicatesMerged, equalRowsMerged: report.equalRowsMerged)
    }

    /// The attractions of an index file, where they lie.
    ///
    /// Texts that overlap are not noticed here: whoever reads more than a few of them looks at ``checkTextOrder()``, or adds
    /// their lengths up, as together they are no longer than the file.
    ///
    /// - Complexity: O(1).
    package init(_ file: AttractionFile, fields: [AttractionField]) {
        self.init(fields: fields)
        self.file = file
        columns = fields.map { Column(stored: file.texts(of: $0)) }
        counts = Counts(rowsIn: file.count, rowsKept: file.count)
    }

    /// Checks that each text of an index file ends where the next begins.
    ///
    /// - Throws: `IndexFileError.damaged` with the first field in which they overlap.
    /// - Complexity: O(*n*) numbers for each field; no text is read.
    package func checkTextOrder() throws(IndexFileError) {
        guard let file else { return }
        for field in fields where file.texts(of: field)?.isInOrder(count: file.count) == false {
            if let disorder = disorder(of: field) { throw disorder }
        }
    }

    /// That the texts of a field in an index file overlap; nil where there is no such file.
    package func disorder(of field: AttractionField) -> IndexFileError? {
        file.map { .damaged(file: $0.file.name, fault: "field \(field.englishName): \(StoredTexts.disorder)") }
    }

    /// Reads the attractions in the file at `path`; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: How to read it.
    ///   - fields: The fields to keep; texts, dates and the id.
    ///   - jobs: How many threads read.
    /// - Throws: What reading an ``AttractionCatalog`` throws.
    package init(
        contentsOf path: String, options: CatalogOptions = .init(), fields: [AttractionField], jobs: Int
    ) throws(AttractionError) {
        let reader = PlainTableReader(options: options, fields: fields, jobs: jobs, blockSize: 1 << 18)
        if let table = try reader.read(fileAt: path) {
            self = table
            return
        }
        switch try AttractionInput(path: path, options: options) {
        case .table(let bytes, let name):
            try self.init(bytes: bytes, name: name, options: options, fields: fields, jobs: jobs)
        case .indexFile(let file): self.init(file, fields: fields)
        }
    }

    /// Reads the attractions in `bytes`.
    package init(
        bytes: ContiguousArray<UInt8>, name: String, options: CatalogOptions = .init(), fields: [AttractionField],
        jobs: Int, blockSize: Int = 1 << 18
    ) throws(AttractionError) {
        let reader = PlainTableReader(options: options, fields: fields, jobs: jobs, blockSize: blockSize)
        if let table = try reader.read(bytes, file: name) {
            self = table
        } else {
            self.init(try AttractionCatalog(bytes: bytes, name: name, options: options), fields: fields)
        }
    }
}

extension AttractionValue {
    /// The value as text, where it is one.
    fileprivate var text: String {
        if case .text(let text) = self { text } else { "" }
    }
}
