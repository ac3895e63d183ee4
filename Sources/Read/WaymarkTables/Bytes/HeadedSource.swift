/// A source whose first bytes were already read.
package struct HeadedSource: ByteSource {
    private var head: ContiguousArray<UInt8>.SubSequence
    private var rest: any ByteSource

    /// The bytes that were read, and what is left.
    package init(_ head: ContiguousArray<UInt8>, _ rest: consuming any ByteSource) {
        (self.head, self.rest) = (head[...], rest)
    }

    package var name: String { rest.name }
    package var size: Int? { rest.size }

    package mutating func read(upTo count: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        if head.isEmpty { return try rest.read(upTo: count, into: &buffer) }
        let piece = head.prefix(count)
        buffer.append(contentsOf: piece)
        head = head.count > piece.count ? head.dropFirst(piece.count) : []
        return piece.count
    }
}
