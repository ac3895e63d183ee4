import WaymarkTables

extension StopReader {
    /// Goes to the first record of a shard.
    ///
    /// - Returns: Whether rows come before those of the shard; looked for only where the format of the rows has a comma
    ///   between them.
    /// - Complexity: O(*n*) in the bytes before the shard; for GeoJSON a search for each stop, up to the first with a hit.
    mutating func skip(to source: ShardSource, _ question: BlockAnswers.Question) throws(TableError) -> Bool {
        var search = question.format == .geojson ? HitSearch(question) : nil
        while let block = try nextBlock(size: 1 << 18, before: source.begin) {
            if try search?.findsHit(in: block) ?? false {
                search = nil
                while try nextBlock(size: 1 << 18, before: source.begin) != nil {}
                return true
            }
        }
        return false
    }
}

/// Looks for a stop that has an answer.
private struct HitSearch: ~Copyable {
    private let question: BlockAnswers.Question
    private var reader: CSVReader
    private let places: StopPlaces

    init(_ question: BlockAnswers.Question) {
        self.question = question
        places = question.makePlaces()
        reader = CSVReader(layout: question.layout)
    }

    mutating func findsHit(in block: CSVBlock) throws(TableError) -> Bool {
        reader.begin(block)
        var record = CSVRecord()
        while try reader.read(into: &record) {
            guard case .success(let stop) = places.place(of: record) else { continue }
            if !question.lookup.first.matches(in: question.index, of: stop).isEmpty { return true }
        }
        return false
    }
}

extension Lookup {
    /// The same question for the nearest place alone.
    fileprivate var first: Lookup {
        switch self {
        case .within(let radius, limit: _): .nearest(count: 1, within: radius)
        case .nearest(_, let radius): .nearest(count: 1, within: radius)
        }
    }
}
