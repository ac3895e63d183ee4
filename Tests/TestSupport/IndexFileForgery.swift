import WaymarkText

/// Index files with content that Waymark would never write, and valid checksums.
public enum IndexFileForgery {
    /// The file with recomputed checksums of its sections and header.
    public static func sealed(_ file: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        var file = file
        let sections = Int(number(file, 32, bytes: 4))
        for section in 0..<sections {
            let entry = 64 + 56 * section
            let offset = Int(number(file, entry + 32, bytes: 8))
            let size = Int(number(file, entry + 40, bytes: 8))
            set(&file, entry + 48, to: XXH64(file.span.extracting(offset..<offset + size)).value)
        }
        return sealedHeader(file)
    }

    /// The file with a recomputed checksum of its header.
    public static func sealedHeader(_ file: ContiguousArray<UInt8>) -> ContiguousArray<UInt8> {
        var file = file
        let end = 64 + 56 * Int(number(file, 32, bytes: 4))
        set(&file, 40, to: 0)
        set(&file, 40, to: XXH64(file.span.extracting(0..<min(end, file.count))).value)
        return file
    }

    /// The number in some bytes, least significant first.
    public static func number(_ file: ContiguousArray<UInt8>, _ at: Int, bytes: Int) -> UInt64 {
        (0..<bytes).reduce(0) { $0 | UInt64(file[at + $1]) << UInt64(8 * $1) }
    }

    private static func set(_ file: inout ContiguousArray<UInt8>, _ at: Int, to value: UInt64) {
        for i in 0..<8 { file[at + i] = UInt8(truncatingIfNeeded: value >> UInt64(8 * i)) }
    }
}
