/// A thread's memory for the runs of attractions that it hits first.
final class SegmentRoom {
    var state = State()

    /// Its state: a value, taken once per attraction, since each access to an object is checked.
    @safe
    struct State {
        var next: UnsafeMutableRawPointer?
        var left = 0
        /// The text being formatted.
        var text = ContiguousArray<UInt8>()
        /// The ranges of the attraction's texts in the index file.
        var ranges = ContiguousArray<Range<Int>>()
        /// The attractions to be formatted next.
        var pending = ContiguousArray<Int>()
        var loaded = 0
        /// The number of bytes of the next chunk, which grows with the number of hits.
        var chunkSize = 1 << 16

        static let largestChunk = 1 << 24
    }
}
