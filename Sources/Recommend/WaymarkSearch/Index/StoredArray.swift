import WaymarkIndex

/// What is all zeros beyond the end of an array.
protocol Zeroed: BitwiseCopyable {
    static var zero: Self { get }
}

extension UInt8: Zeroed {}
extension UInt16: Zeroed {}
extension UInt32: Zeroed {}
extension UInt64: Zeroed {}

/// What arrays of an index lie in: memory of their own, or an index file.
@safe
final class StoredMemory: @unchecked Sendable {
    // @unchecked Sendable: filled by the one thread that makes an index, before it is shared, and only read after that.
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

/// Numbers that were made once and are only read, for as long as their ``StoredMemory`` is held.
///
/// What a file says was never checked, so that any index may be asked for: beyond the end there are only zeros.
@safe
struct StoredArray<Element: Zeroed>: BitwiseCopyable, @unchecked Sendable {
    // @unchecked Sendable: only read after it was made.
    let count: Int
    private let base: UnsafePointer<Element>

    /// `count` numbers that `fill` sets, all of them.
    init(count: Int, in memory: StoredMemory, _ fill: (UnsafeMutableBufferPointer<Element>) -> Void) {
        let room: UnsafeMutablePointer<Element> = unsafe memory.allocate(count)
        unsafe fill(UnsafeMutableBufferPointer(start: room, count: count))
        unsafe (base, self.count) = (UnsafePointer(room), count)
    }

    init(_ elements: some Collection<Element>, in memory: StoredMemory) {
        unsafe self.init(count: elements.count, in: memory) { room in _ = unsafe room.initialize(from: elements) }
    }

    /// The numbers in a section of a file; odd bytes at its end are left out.
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
