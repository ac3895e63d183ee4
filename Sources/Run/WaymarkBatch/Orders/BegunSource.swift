import WaymarkTables

/// A source whose first bytes were already read.
struct BegunSource: ByteSource {
    private var begin: ContiguousArray<UInt8>
    private var rest: any ByteSource

    init(_ begin: ContiguousArray<UInt8>, _ rest: consuming any ByteSource) {
        (self.begin, self.rest) = (begin, rest)
    }

    var name: String { rest.name }
    var size: Int? { rest.size }

    mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        if begin.isEmpty { return try rest.read(upTo: count, into: &buffer) }
        let taken = min(count, begin.count)
        buffer.append(contentsOf: begin[..<taken])
        begin.removeSubrange(..<taken)
        return taken
    }
}
