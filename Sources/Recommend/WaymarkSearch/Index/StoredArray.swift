import WaymarkIndex

/// A type with a value of all zeros, which arrays return beyond their end.
package protocol Zeroed: BitwiseCopyable {
    static var zero: Self { get }
}

extension UInt8: Zeroed {}
extension UInt16: Zeroed {}
extension UInt32: Zeroed {}
extension UInt64: Zeroed {}

/// The memory of an index's arrays: allocated blocks, or an index file.
@safe
final class StoredMemory: @unchecked Sendable {
    // @unchecked Sendable: filled by the one thread that builds an index, before it is shared, and only read
    // afterwards.
    private var blocks: [UnsafeMutableRawPointer] = unsafe []
    private var files: [IndexFileBytes] = []

    deinit {
        while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
    }

    @unsafe
    fileprivate func allocate<Element>(_ count: Int) -> UnsafeMutablePointer<Element> {
        let room = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
        unsafe blocks.append(UnsafeMutableRawPointer(room))
        return unsafe room
    }

    fileprivate func keep(_ bytes: IndexFileBytes) { files.append(bytes) }
}

/// Numbers that are written once and then only read, as long as their ``StoredMemory`` is held.
///
/// The contents of a file are unchecked, so any index may be read: beyond the end all numbers are zero.
@safe
struct StoredArray<Element: Zeroed>: BitwiseCopyable, @unchecked Sendable {
    // @unchecked Sendable: only read after initialization.
    let count: Int
    private let base: UnsafePointer<Element>

    /// Creates an array of `count` numbers; `fill` must set all of them.
    init(count: Int, in memory: StoredMemory, _ fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        let room: UnsafeMutablePointer<Element> = unsafe memory.allocate(count)
        unsafe fill(UnsafeMutableBufferPointer(start: room, count: count))
        unsafe (base, self.count) = (UnsafePointer(room), count)
    }

    init(_ elements: some Collection<Element>, in memory: StoredMemory) {
        unsafe self.init(count: elements.count, in: memory) { room in _ = unsafe room.initialize(from: elements) }
    }

    /// Creates an array of the numbers in a section of a file; an incomplete number at its end is ignored.
    init(_ bytes: IndexFileBytes, in memory: StoredMemory) {
        memory.keep(bytes)
        count = bytes.count / MemoryLayout<Element>.stride
        // A section begins at a multiple of 64, and stays mapped while `bytes` are held.
        unsafe base = bytes.withBytes { span in
            unsafe span.withUnsafeBytes { bytes in
                unsafe UnsafeRawPointer(bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 64)!)
                    .assumingMemoryBound(to: Element.self)
            }
        }
    }

    /// The number at a position; zero beyond the end.
    @inline(__always)
    subscript(_ position: Int) -> Element {
        if UInt(bitPattern: position) < UInt(bitPattern: count) { return unsafe base[position] }
        return Element.zero
    }

    func map<T>(_ body: (Element) -> T) -> [T] { (0..<count).map { body(self[$0]) } }

    var size: Int { count * MemoryLayout<Element>.stride }

    /// The bytes in the form of a file section.
    var bytes: ContiguousArray<UInt8> {
        unsafe ContiguousArray(UnsafeRawBufferPointer(start: base, count: size))
    }
}

/// A ``StoredArray`` of any numbers.
protocol StoredNumbers {
    var size: Int { get }
    var bytes: ContiguousArray<UInt8> { get }
}

extension StoredArray: StoredNumbers {}

extension StoredArray where Element == UInt8 {
    /// Eight bytes from a position, the first in the lowest byte; zeros beyond the end.
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
