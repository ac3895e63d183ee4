import WaymarkIndex

/// What is all zeros beyond the end of an array.
protocol Zeroed: BitwiseCopyable {
    static var zero: Self { get }
}

extension UInt8: Zeroed {}
extension UInt32: Zeroed {}

/// Numbers that were made once and are only read: in memory of their own, or as they lie in an index file.
///
/// What a file says was never checked, so that any index may be asked for: beyond the end there are only zeros.
@safe
struct StoredArray<Element: Zeroed>: @unchecked Sendable {
    // @unchecked Sendable: only read after it was made, and what it points to lives as long as its owner.
    let count: Int
    @usableFromInline let base: UnsafePointer<Element>
    private let owner: any Sendable

    @safe
    private final class Buffer: @unchecked Sendable {
        // @unchecked Sendable: written before it is shared, and only read after that.
        let base: UnsafeMutablePointer<Element>
        init(_ capacity: Int) { unsafe base = .allocate(capacity: capacity) }
        deinit { unsafe base.deallocate() }
    }

    /// `count` numbers that `fill` sets, all of them.
    init(count: Int, _ fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        let buffer = Buffer(max(1, count))
        unsafe fill(UnsafeMutableBufferPointer(start: buffer.base, count: count))
        unsafe (base, owner, self.count) = (UnsafePointer(buffer.base), buffer, count)
    }

    init(_ elements: some Collection<Element>) {
        unsafe self.init(count: elements.count) { room in _ = unsafe room.initialize(from: elements) }
    }

    /// The numbers in a section of a file; an odd byte at its end is left out.
    init(_ bytes: IndexFileBytes) {
        count = bytes.count / MemoryLayout<Element>.stride
        owner = bytes
        // A section begins at a multiple of 64, and stays mapped while `bytes` are held.
        unsafe base = bytes.withBytes { span in
            unsafe span.withUnsafeBytes { bytes in
                unsafe UnsafeRawPointer(bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64)!)
                    .assumingMemoryBound(to: Element.self)
            }
        }
    }

    /// The number at a position; zeros beyond the end.
    @inline(__always)
    subscript(_ position: Int) -> Element {
        if UInt(bitPattern: position) < UInt(bitPattern: count) { return unsafe base[position] }
        return Element.zero
    }

    /// The numbers, each as `body` makes it.
    func map<T>(_ body: (Element) -> T) -> [T] { (0..<count).map { body(self[$0]) } }

    /// Number of bytes.
    var size: Int { count * MemoryLayout<Element>.stride }

    /// The bytes as a file holds them.
    var bytes: ContiguousArray<UInt8> {
        unsafe ContiguousArray(UnsafeRawBufferPointer(start: base, count: size))
    }
}

extension StoredArray where Element == UInt8 {
    /// Eight bytes from a position on, the first in the lowest; zeros beyond the end.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        if position >= 0, position <= count &- 8 {
            return unsafe UInt64(
                littleEndian: UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self))
        }
        var word: UInt64 = 0
        for byte in 0..<8 { word |= UInt64(self[position &+ byte]) << UInt64(8 * byte) }
        return word
    }
}
