public import WaymarkGeodesy

/// The summary of a batch. Rows in are rows answered plus rows rejected.
public struct BatchSummary: Sendable, Hashable {
    /// The number of records in the stops file, without the header.
    public var rowsIn = 0
    /// The number of stops answered, including those without hits.
    public var answered = 0
    /// The number of rejected records.
    public var rejected = 0
    /// The number of answered stops without hits.
    public var withoutHits = 0
    /// The number of rows written.
    public var hits = 0
    /// The number of lists of recommendations for which the usual radius was widened.
    public package(set) var widened = 0
    /// The widest radius of these.
    public package(set) var widestRadius = Meters.zero
    /// The number of rejected pairs, for distances between all places.
    public package(set) var rejectedPairs = 0
    /// Time from the first byte read to the last written.
    public var duration: Duration = .zero

    package init() {}

    mutating func addAnswer(hits count: Int) {
        answered += 1
        hits += count
        if count == 0 { withoutHits += 1 }
    }

    var greatest: Int { max(rowsIn, answered, rejected, withoutHits, hits, rejectedPairs) }

    /// Adds the counts of a part; the duration is unchanged.
    package mutating func add(_ part: BatchSummary) {
        rowsIn += part.rowsIn
        answered += part.answered
        rejected += part.rejected
        withoutHits += part.withoutHits
        hits += part.hits
        rejectedPairs += part.rejectedPairs
        widened += part.widened
        widestRadius = max(widestRadius, part.widestRadius)
    }
}

/// The progress of a batch.
public struct BatchProgress: Sendable {
    /// Records read so far.
    public let rows: Int
    /// Bytes of the stops read so far.
    public let bytesRead: Int
    /// The total number of bytes, if known.
    public let size: Int?
}

extension BatchProgress {
    /// The progress in an input, or in a part of it; `bytesRead` and `size` are those of the whole input.
    init(rows: Int, bytesRead: Int, size: Int?, in part: ShardSource?) {
        let before = part?.begin ?? 0
        self.init(
            rows: rows, bytesRead: max(0, bytesRead - before), size: (part?.end ?? size).map { $0 - before })
    }
}
