import WaymarkGeodesy
import WaymarkIndex
import WaymarkTables
import WaymarkText
import WaymarkThreads

/// Attractions as columns: coordinates, and the texts of some fields as concatenated UTF-8. Every table is read into
/// this form, from which catalogs, index files and rows are made.
///
/// Texts have the form of index files: dates as `2021-03-30`, numbers with the fewest digits, lists as JSON. Only those of
/// the requested fields can be asked for.
package struct AttractionTable: Sendable {
    /// The places of the attractions, in the order of their rows; empty if they are in `file`.
    package internal(set) var coordinates: ContiguousArray<Coordinate> = []
    /// Their index file; nil if they were read from a table.
    private var file: AttractionFile?
    package let fields: [AttractionField]
    /// The texts of `fields`, in the same order.
    package internal(set) var columns: [Column]
    /// The number of each field's column, by the field's raw value.
    private let numbers: [Int?]
    /// The report about the file. Values are checked only if requested.
    package internal(set) var report: QualityReport
    /// What became of the files of a table that was joined of several; nil for that of one.
    package internal(set) var joined: Joined?

    init(
        fields: [AttractionField], _ columns: [Column], _ coordinates: ContiguousArray<Coordinate>,
        _ report: QualityReport
    ) {
        (self.fields, self.columns, self.coordinates, self.report) = (fields, columns, coordinates, report)
        numbers = AttractionField.allCases.map { fields.firstIndex(of: $0) }
    }

    package var count: Int { file?.count ?? coordinates.count }

    package func coordinate(of attraction: Int) -> Coordinate {
        file?.coordinate(of: attraction) ?? coordinates[attraction]
    }

    /// The index over the attractions: that of their file, or built now with `jobs` threads.
    package func index(jobs: Int) -> PointIndex { file?.index ?? PointIndex(coordinates, jobs: jobs) }

    /// The texts of `field`.
    package subscript(_ field: AttractionField) -> Column {
        guard let number = numbers[field.rawValue] else { preconditionFailure("no column of this field") }
        return columns[number]
    }

    /// Calls `body` with the text of a field of an attraction; empty if it has none.
    package func withText<R>(of field: AttractionField, _ attraction: Int, _ body: (Span<UInt8>) -> R) -> R {
        guard let number = numbers[field.rawValue] else { preconditionFailure("no column of this field") }
        return columns[number].withText(attraction, body)
    }

    /// The text of a field of an attraction; nil if it has none.
    package func text(of field: AttractionField, _ attraction: Int) -> String? {
        withText(of: field, attraction) { $0.isEmpty ? nil : String(utf8: $0) }
    }

    /// The texts of a field by the positions of the attractions that have one.
    ///
    /// - Complexity: O(*n*); O(1) if none has.
    package func texts(of field: AttractionField) -> [Int: String] {
        var texts: [Int: String] = [:]
        if self[field].areAllEmpty { return texts }
        self[field].forEachText(of: 0..<count) { texts[$0] = String(utf8: $1) }
        return texts
    }

    /// The list of a field of an attraction, such as its facilities.
    package func items(of field: AttractionField, _ attraction: Int) -> [String] {
        text(of: field, attraction).map { FieldText.items(json: $0) } ?? []
    }

    /// The texts of `field` in place in an index file, valid while this is held; nil if they are the table's own.
    package func storedTexts(of field: AttractionField) -> StoredTexts.View? { file?.texts(of: field)?.view }

    /// Loads the texts of the requested fields of attractions into the cache, so that their accesses overlap: those of
    /// scattered attractions would be waited for one by one.
    ///
    /// - Returns: A number without meaning, without which nothing would have to be loaded.
    package func load(_ attractions: ContiguousArray<Int>) -> Int {
        var sum = 0
        for column in columns { sum &+= column.load(attractions) }
        return sum
    }

    package init(_ catalog: AttractionCatalog, fields: [AttractionField]) {
        var columns = Array(repeating: Column(), count: fields.count)
        for (number, field) in fields.enumerated() {
            for attraction in catalog.attractions { columns[number].append(attraction.value(of: field).storedText) }
        }
        self.init(
            fields: fields, columns, ContiguousArray(catalog.attractions.lazy.map(\.coordinate)), catalog.report)
    }

    /// The attractions of an index file, in place.
    ///
    /// Overlapping texts are not detected here: before reading many of them, call ``checkTextOrder()``, or sum their
    /// lengths, which together never exceed the file.
    ///
    /// - Complexity: O(1).
    package init(_ file: AttractionFile, fields: [AttractionField]) {
        var report = QualityReport(file: file.file.name, format: .indexFile, encoding: "UTF-8")
        (report.rowsIn, report.rowsKept) = (file.count, file.count)
        self.init(fields: fields, fields.map { Column(stored: file.texts(of: $0)) }, [], report)
        self.file = file
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

    /// The error that the texts of a field in an index file overlap; nil without such a file.
    package func disorder(of field: AttractionField) -> IndexFileError? {
        file.map { .damaged(file: $0.file.name, fault: "field \(field.englishName): \(StoredTexts.disorder)") }
    }

    /// All attractions with the stored fields, built with `jobs` threads.
    package func attractions(jobs: Int) -> [Attraction] {
        unsafe Array(unsafeUninitializedCapacity: count) { room, made in
            Parts(of: count, jobs: jobs).forEach { _, part in
                // Field by field, for as many attractions as stay in the cache until the last field.
                for start in stride(from: part.lowerBound, to: part.upperBound, by: 64) {
                    let some = start..<min(start + 64, part.upperBound)
                    for position in some {
                        let attraction = Attraction(id: "", name: "", coordinate: coordinate(of: position))
                        unsafe (room.baseAddress! + position).initialize(to: attraction)
                    }
                    for number in fields.indices {
                        columns[number].forEachText(of: some) { position, text in
                            unsafe room[position].set(fields[number], stored: text)
                        }
                    }
                }
            }
            made = count
        }
    }

    /// Writes the attractions and their `index` as a `.waymark` file, piece by piece, and `more` sections after them.
    ///
    /// - Throws: The error of `write`, which ends the writing.
    /// - Complexity: O(*n*).
    package func writeFile<E: Error>(
        _ index: PointIndex, sections more: [IndexFileExtra] = [], into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        if let file {
            let attractions = (0..<file.count).map { file[$0] }
            return try AttractionCatalog(attractions, report: report, index: index)
                .writeFile(sections: more, into: write)
        }
        var places = ContiguousArray<UInt8>()
        places.reserveCapacity(count * MemoryLayout<Coordinate>.stride)
        unsafe coordinates.withUnsafeBytes { unsafe places.append(contentsOf: $0) }
        var sections = [IndexFileExtra(name: AttractionFile.placesSection, bytes: places)]
        for field in AttractionField.allCases {
            if let number = numbers[field.rawValue] { sections += columns[number].sections(of: field) }
        }
        try index.write(sections + more, into: write)
    }
}
