import WaymarkGeodesy
import WaymarkIndex
import WaymarkPlaces
import WaymarkTables

extension PlaceTable {
    /// Advances to the first record of a shard.
    ///
    /// - Returns: Whether there are rows before those of the shard; checked only if the format has commas between rows.
    /// - Complexity: O(*n*) in the bytes before the shard; for GeoJSON a search for each stop, up to the first with a hit.
    mutating func skip(to source: ShardSource, _ question: BlockAnswers.Question) throws(TableError) -> Bool {
        var search = question.format == .geojson ? HitSearch(question) : nil
        while let block = try reader.nextBlock(size: 1 << 18, before: source.begin) {
            if try search?.findsHit(in: block) ?? false {
                search = nil
                while try reader.nextBlock(size: 1 << 18, before: source.begin) != nil {}
                return true
            }
        }
        return false
    }
}

/// Searches for a stop that has an answer.
private struct HitSearch: ~Copyable {
    private let question: BlockAnswers.Question
    private var reader: CSVBlockReader
    private let places: PlaceRows
    private var stops = StopBatch()
    private let projection: MapProjection?

    init(_ question: BlockAnswers.Question) {
        self.question = question
        places = question.makePlaces()
        reader = CSVBlockReader(layout: question.layout)
        projection = question.points.projection
    }

    mutating func findsHit(in block: CSVBlock) throws(TableError) -> Bool {
        reader.begin(block)
        var hasMore = true
        while hasMore {
            hasMore = try stops.read(&reader, places, on: projection) { _, _ in }
            for stop in 0..<stops.centers.count {
                if question.points.hasAnswer(to: question.lookup, stop, of: stops.centers) { return true }
            }
        }
        return false
    }
}
