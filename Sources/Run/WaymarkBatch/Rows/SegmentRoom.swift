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
        /// Where the texts of the attraction lie in the index file.
        var ranges = ContiguousArray<Range<Int>>()
        /// How many bytes the next chunk has: more and more, as the hits do.
        var chunkSize = 1 << 16

        static let largestChunk = 1 << 24
    }
}
