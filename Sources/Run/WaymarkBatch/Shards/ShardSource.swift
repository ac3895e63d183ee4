import WaymarkTables
import WaymarkText

/// The stops of a shard, with hashes of the bytes before the shard and before its end.
///
/// The hash at the end of one shard is the hash at the start of the next, so it is known that they read the same file
/// although none has read all of it.
final class ShardSource: ByteSource {
    let shard: Shard
    /// The range of offsets at which the shard's records begin; that of the last shard has no end.
    let begin: Int
    let end: Int?
    let fileSize: Int
    var name: String { source.name }
    var size: Int? { source.size }

    private var source: any ByteSource
    private var hash = XXH64()
    /// The offsets at which the hash is recorded, in order, and its values.
    private var marks: [Int]
    private var hashes: [String] = []

    /// - Throws: ``BatchError/unknownSize(file:)`` for a pipe, and for gzip.
    init(_ source: consuming any ByteSource, _ shard: Shard) throws(BatchError) {
        guard let size = source.size else { throw .unknownSize(file: source.name) }
        self.shard = shard
        fileSize = size
        let range = shard.range(ofSize: size)
        begin = range.lowerBound
        end = shard.isLast ? nil : range.upperBound
        marks = [range.lowerBound, range.upperBound]
        self.source = source
        keepHash()
    }

    /// The source to read, and the part if only that is answered.
    ///
    /// - Throws: ``BatchError/unknownSize(file:)`` for a part of a pipe or of gzip.
    static func opened(
        _ source: consuming any ByteSource, _ shard: Shard?
    ) throws(BatchError) -> (source: any ByteSource, part: ShardSource?) {
        guard let shard else { return (source, nil) }
        let part = try ShardSource(source, shard)
        return (part, part)
    }

    func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        let held = buffer.count
        let taken = try source.read(upTo: count, into: &buffer)
        var next = held
        while let mark = marks.first, next < buffer.count {
            let stop = min(buffer.count, next + mark - hash.count)
            hash.update(buffer.span.extracting(next..<stop))
            next = stop
            keepHash()
        }
        return taken
    }

    private func keepHash() {
        while marks.first == hash.count {
            hashes.append(hash.text)
            marks.removeFirst()
        }
    }

    /// The hashes of the bytes before the shard, and of those before its end.
    ///
    /// - Throws: `TableError.readFailed` if the file shrank while it was read.
    func kept() throws(TableError) -> (before: String, through: String) {
        guard hashes.count == 2 else {
            throw .readFailed(path: name, reason: "the file shrank while it was read")
        }
        return (hashes[0], hashes[1])
    }
}
