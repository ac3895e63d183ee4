import WaymarkTables

/// Bytes of another source; reports the share that was read.
struct CountedSource: ByteSource {
    private var source: any ByteSource
    private var count = 0
    private let onProgress: (Double) -> Void

    init(_ source: any ByteSource, _ onProgress: @escaping (Double) -> Void) {
        (self.source, self.onProgress) = (source, onProgress)
    }

    var name: String { source.name }
    var size: Int? { source.size }

    mutating func read(upTo limit: Int, into buffer: inout ContiguousArray<UInt8>) throws(TableError) -> Int {
        let read = try source.read(upTo: limit, into: &buffer)
        count += read
        if let size, size > 0 { onProgress(min(1, Double(count) / Double(size))) }
        return read
    }
}
