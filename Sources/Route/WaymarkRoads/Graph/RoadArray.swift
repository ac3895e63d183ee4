internal import WaymarkIndex

/// Integers of a section of roads, in memory or mapped.
///
/// An integer beyond the end is 0, and ranges are limited to the array: a damaged file gives wrong answers, but never traps.
package struct RoadArray<Element: FixedWidthInteger & BitwiseCopyable & Sendable>: Sendable {
    private let bytes: IndexFileBytes
    /// The number of integers.
    package let count: Int

    init(_ bytes: IndexFileBytes) { (self.bytes, count) = (bytes, bytes.count / MemoryLayout<Element>.size) }

    init(_ values: some Sequence<Element>) { self.init(IndexFileBytes(copying: Self.bytes(of: values).span)) }

    /// The integers as a section of a file.
    static func bytes(of values: some Sequence<Element>) -> ContiguousArray<UInt8> {
        var bytes = ContiguousArray<UInt8>()
        for value in values { unsafe withUnsafeBytes(of: value) { unsafe bytes.append(contentsOf: $0) } }
        return bytes
    }

    @inline(__always)
    package subscript(position: Int) -> Element {
        position >= 0 && position < count
            ? bytes.load(position * MemoryLayout<Element>.size, as: Element.self) : 0
    }

    /// The part of another array whose ends these are, one for each.
    @inline(__always)
    func range(_ position: Int, within count: Int) -> Range<Int> {
        let end = min(Int(truncatingIfNeeded: self[position]), count)
        let start = position == 0 ? 0 : min(Int(truncatingIfNeeded: self[position - 1]), max(0, end))
        return start..<max(start, end)
    }

    /// Where the integers begin; valid while this is held, for ``count`` of them.
    @unsafe
    var start: UnsafePointer<Element> { unsafe bytes.start.assumingMemoryBound(to: Element.self) }

    /// The bytes, for a file.
    var section: ContiguousArray<UInt8> {
        bytes.withBytes { span in unsafe span.withUnsafeBytes { unsafe ContiguousArray($0) } }
    }
    /// The number of bytes.
    package var size: Int { bytes.count }
}
