import WaymarkTrips

extension RecordID {
    /// The 16 bytes of the id.
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { unsafe Array($0) } }

    /// Reads 16 bytes; nil for another number of them.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}

extension RecordKind {
    init?(number: Int64) {
        guard let kind = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = kind
    }
}
