/// Why an index file cannot be used; `file` is its path.
public enum IndexFileError: Error, Equatable, Sendable {
    /// There is none, or it may not be read or mapped.
    case cannotOpen(file: String, reason: String)
    /// It cannot be opened or mapped now and may be later: the system is short of memory or descriptors, or a network
    /// file system did not answer.
    case tryAgain(file: String, reason: String)
    /// It does not begin as an index file does.
    case notIndexFile(file: String)
    /// It holds `size` bytes, which is less than the head of any index file.
    case tooShort(file: String, size: Int)
    /// It should hold `expected` bytes, and holds `found`.
    case wrongSize(file: String, expected: UInt64, found: Int)
    /// It was written on a machine that puts the bytes of numbers in the other order.
    case otherByteOrder(file: String)
    /// It was written by a Waymark with another version of the format.
    case otherVersion(file: String, found: UInt32, known: UInt32)
    /// Its bytes are not those that were written; `fault` says which and why.
    case damaged(file: String, fault: String)
    /// It holds points and nothing else, where attractions are needed.
    case noAttractions(file: String)
}

extension IndexFileError: CustomStringConvertible {
    /// One line that says what is wrong, with which file, and what can be done.
    public var description: String {
        switch self {
        case .cannotOpen(let file, let reason): "cannot open \(file): \(reason)"
        case .tryAgain(let file, let reason): "cannot open \(file): \(reason); it may go well later"
        case .notIndexFile(let file): "\(file): not a Waymark index file"
        case .tooShort(let file, let size): "\(file): cut off: \(size) bytes, fewer than any Waymark index file has"
        case .wrongSize(let file, let expected, let found):
            UInt64(found) < expected
                ? "\(file): cut off: \(found) of \(expected) bytes"
                : "\(file): \(found) bytes, where its header says \(expected)"
        case .otherByteOrder(let file):
            "\(file): written on a machine of the other byte order; build it again on this one"
        case .otherVersion(let file, let found, let known):
            found > known
                ? "\(file): format version \(found), newer than this Waymark reads (\(known)); update Waymark or build the file again"
                : "\(file): format version \(found), older than this Waymark reads (\(known)); build the file again"
        case .damaged(let file, let fault): "\(file): damaged: \(fault)"
        case .noAttractions(let file): "\(file): holds points, and no attractions"
        }
    }
}
