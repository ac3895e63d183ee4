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
