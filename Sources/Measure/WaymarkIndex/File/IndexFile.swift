import WaymarkGeodesy
import WaymarkText

/// A `.waymark` file: an index and the data of its points, mapped into memory and used in place.
///
/// ```swift
/// let file = try IndexFile(contentsOf: "korea.waymark")
/// let near = file.points.points(within: .kilometers(10), of: hotel)
/// ```
///
/// Opening checks only the header and the table of sections, so it costs the same for ten points and for ten million;
/// pages are read when a search touches them, and shared by all processes that map the file. The contents of sections
/// are not checked: a damaged file can give wrong answers, but for any content no search traps, reads out of bounds or
/// runs forever. ``verify()`` checks every byte.
///
/// Replace such a file by renaming another over it, as `OutputFile` does. If a mapped file is truncated or written to,
/// the system kills its readers.
///
/// The layout is described in `Documentation/IndexFile.md`.
public struct IndexFile: Sendable {
    /// A section of the file.
    public struct Section: Sendable, Hashable {
        /// Its name, such as `tree.node`.
        public let name: String
        /// Its offset.
        public let offset: Int
        /// The number of bytes.
        public let size: Int
        /// The XXH64 of these bytes, as `xxh64sum` prints it.
        public let checksum: UInt64
    }

    /// The supported version of the format.
    public static let version: UInt32 = 2

    /// The path as given.
    public let name: String
    /// The number of points.
    public let count: Int
    /// The number of bytes.
    public var size: Int { memory.count }
    /// The sections of the file, in order.
    public let sections: [Section]
    /// The index over the points.
    public let points: PointIndex
    private let memory: IndexMemory

    /// Maps the file at `path`.
    ///
    /// - Throws: `IndexFileError` with the file and the fault.
    /// - Complexity: O(1).
    public init(contentsOf path: String) throws(IndexFileError) {
        try self.init(try IndexMemory(mapping: path), name: path)
    }

    /// Reads a file from a copy of its bytes.
    ///
    /// - Throws: `IndexFileError` with the file and the fault.
    /// - Complexity: O(*n*).
    public init(bytes: Span<UInt8>, name: String) throws(IndexFileError) {
        try self.init(IndexMemory(copying: bytes), name: name)
    }

    private init(_ memory: IndexMemory, name: String) throws(IndexFileError) {
        let header = try IndexFileHeader(memory, file: name)
        let layout = IndexLayout(count: header.count)
        var offsets: [IndexArray: Int] = [:]
        for array in IndexArray.allCases {
            guard let section = header.sections.first(where: { $0.name == array.rawValue }) else {
                throw .damaged(file: name, fault: "section \(array.rawValue) is missing")
            }
            guard section.size == layout.size(of: array) else {
                throw .damaged(
                    file: name,
                    fault: "section \(section.name) has \(section.size) bytes, \(layout.size(of: array)) were expected")
            }
            offsets[array] = section.offset
        }
        // Each array has its size, lies within the memory, and is aligned.
        points = unsafe PointIndex(PointStore(memory, count: header.count) { offsets[$0] ?? 0 })
        (self.name, self.memory, count, sections) = (name, memory, header.count, header.sections)
    }

    /// Whether `bytes` begin like an index file of any version, possibly truncated.
    public static func isIndexFile(_ bytes: Span<UInt8>) -> Bool {
        let magic = IndexFileHeader.magic.prefix(bytes.count)
        return !magic.isEmpty && magic.indices.allSatisfy { bytes[$0] == magic[$0] }
    }

    /// The bytes of a section; nil if it is missing.
    package func bytes(of section: String) -> IndexFileBytes? {
        sections.first { $0.name == section }.map { IndexFileBytes(memory, $0.offset, count: $0.size) }
    }

    /// Checks every byte, and that the index is the one computed from its points.
    ///
    /// - Throws: `IndexFileError.damaged` with the first fault.
    /// - Complexity: O(*n*); reads the whole file.
    public func verify() throws(IndexFileError) {
        var end = IndexFileHeader.size(sections: sections.count)
        for section in sections {
            try verifyBlank(end..<section.offset)
            end = section.offset + section.size
            let checksum = IndexFileBytes(memory, section.offset, count: section.size).withBytes { XXH64($0).value }
            guard checksum == section.checksum else {
                throw .damaged(file: name, fault: "the checksum of section \(section.name) is wrong (XXH64)")
            }
        }
        try verifyBlank(end..<memory.count)
        if let fault = points.store.fault() { throw .damaged(file: name, fault: fault) }
    }

    private func verifyBlank(_ range: Range<Int>) throws(IndexFileError) {
        let isBlank = IndexFileBytes(memory, range.lowerBound, count: range.count).withBytes { bytes in
            bytes.indices.allSatisfy { bytes[$0] == 0 }
        }
        guard isBlank else { throw .damaged(file: name, fault: "bytes between the sections are not 0") }
    }
}

/// Bytes of an index file, which stay mapped while this is held.
package struct IndexFileBytes: Sendable {
    private let memory: IndexMemory
    private let offset: Int
    /// The number of bytes.
    package let count: Int

    init(_ memory: IndexMemory, _ offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0 && count <= memory.count - offset, "bytes outside the file")
        (self.memory, self.offset, self.count) = (memory, offset, count)
    }

    /// A copy of bytes that are in no file.
    package init(copying bytes: Span<UInt8>) { self.init(IndexMemory(copying: bytes), 0, count: bytes.count) }

    /// Calls `body` with the bytes of `range`.
    ///
    /// - Precondition: They lie within `0..<count`.
    @inline(__always)
    package func withBytes<R>(_ range: Range<Int>, _ body: (Span<UInt8>) -> R) -> R {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "bytes outside the section")
        let bytes = unsafe UnsafeRawBufferPointer(start: memory.base + offset + range.lowerBound, count: range.count)
        return unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
    }

    /// Where the bytes begin; valid while this, or the file, is held.
    @unsafe
    package var start: UnsafeRawPointer { unsafe UnsafeRawPointer(memory.base + offset) }

    /// Calls `body` with all of the bytes.
    package func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R { withBytes(0..<count, body) }

    /// The number at an offset in bytes, aligned or not.
    ///
    /// - Precondition: All of it lies within `0..<count`.
    @inline(__always)
    package func load<T: BitwiseCopyable>(_ at: Int, as: T.Type) -> T {
        precondition(at >= 0 && at <= count - MemoryLayout<T>.size, "a number outside the section")
        return unsafe (memory.base + offset).loadUnaligned(fromByteOffset: at, as: T.self)
    }
}

/// Why an index file cannot be used; `file` is its path.
public enum IndexFileError: Error, Equatable, Sendable {
    /// It is missing, or cannot be read or mapped.
    case cannotOpen(file: String, reason: String)
    /// It cannot be opened or mapped now but perhaps later: the system is short of memory or descriptors, or a network
    /// file system did not answer.
    case tryAgain(file: String, reason: String)
    /// It does not begin like an index file.
    case notIndexFile(file: String)
    /// It has `size` bytes, fewer than the header of any index file.
    case tooShort(file: String, size: Int)
    /// It has `found` bytes instead of `expected`.
    case wrongSize(file: String, expected: UInt64, found: Int)
    /// It was written on a machine of the other byte order.
    case otherByteOrder(file: String)
    /// It was written by a Waymark with another version of the format.
    case otherVersion(file: String, found: UInt32, known: UInt32)
    /// It is damaged; `fault` says where and how.
    case damaged(file: String, fault: String)
    /// It has only points, but attractions are needed.
    case noAttractions(file: String)
}

extension IndexFileError: CustomStringConvertible {
    /// One line with the fault, the file and a remedy.
    public var description: String {
        switch self {
        case .cannotOpen(let file, let reason): "cannot open \(file): \(reason)"
        case .tryAgain(let file, let reason): "cannot open \(file): \(reason); try again later"
        case .notIndexFile(let file): "\(file): not a Waymark index file"
        case .tooShort(let file, let size): "\(file): truncated: \(size) bytes, fewer than any Waymark index file has"
        case .wrongSize(let file, let expected, let found):
            UInt64(found) < expected
                ? "\(file): truncated: \(found) of \(expected) bytes"
                : "\(file): \(found) bytes, but its header says \(expected)"
        case .otherByteOrder(let file):
            "\(file): written on a machine of the other byte order; build it again on this one"
        case .otherVersion(let file, let found, let known):
            found > known
                ? "\(file): format version \(found), newer than this Waymark reads (\(known)); update Waymark or build the file again"
                : "\(file): format version \(found), older than this Waymark reads (\(known)); build the file again"
        case .damaged(let file, let fault): "\(file): damaged: \(fault)"
        case .noAttractions(let file): "\(file): the file has points but no attractions"
        }
    }
}
