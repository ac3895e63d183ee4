import WaymarkGeodesy
import WaymarkIndex
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
    private var stops = StopBatch()
    private let project: MapProjector?

    init(_ question: BlockAnswers.Question) {
        self.question = question
        places = question.makePlaces()
        reader = CSVReader(layout: question.layout)
        project = question.points.projector
    }

    mutating func findsHit(in block: CSVBlock) throws(TableError) -> Bool {
        reader.begin(block)
        var hasMore = true
        while hasMore {
            hasMore = try stops.read(&reader, places, on: project) { _, _ in }
            for stop in stops.centers.indices {
                if question.lookup.hasAnswer(stop, of: stops, in: question.points) { return true }
            }
        }
        return false
    }
}

extension Lookup {
    /// Whether there is any answer for a stop.
    fileprivate func hasAnswer(_ number: Int, of stops: borrowing StopBatch, in points: SearchedPoints) -> Bool {
        let radius: Meters? =
            switch self {
            case .within(let radius, limit: _): radius
            case .nearest(_, let radius): radius
            }
        let center = stops.centers[number]
        let nearest =
            switch points {
            case .sphere(let index): index.nearest(to: center, count: 1, within: radius)
            case .ellipsoid(let index, let surface):
                index.nearest(to: center, count: 1, within: radius, on: surface)
            case .map(let plane, _): plane.nearest(to: stops.points[number], count: 1, within: radius)
            }
        return !nearest.isEmpty
    }
}
