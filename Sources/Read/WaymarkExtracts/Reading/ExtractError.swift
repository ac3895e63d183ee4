public import WaymarkFiles

/// Why an extract of OpenStreetMap cannot be read. `file` is its path.
public enum ExtractError: Error, Equatable, Sendable {
    /// It cannot be opened or read.
    case file(TableError)
    /// It is standard input, a pipe or a device, which can be read only once.
    case notRepeatable(file: String)
    /// It is no extract; `found` says what it is, `remedy` what to do, if that is known.
    case notExtract(file: String, found: String, remedy: String?)
    /// It has something that is not read; `what` names it, `remedy` says what to do, if that is known.
    case unsupported(file: String, what: String, remedy: String?)
    /// A PBF file is damaged or truncated at a byte, which counts from 0.
    case damaged(file: String, byte: Int, fault: String)
    /// An XML file is malformed or truncated at a line, which counts from 1.
    case malformed(file: String, line: Int, fault: String)
}

extension ExtractError: CustomStringConvertible {
    /// One line with the file, the fault, where it is, and a remedy.
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .notRepeatable(let file):
            "cannot read \(file): an extract is read more than once, which a pipe cannot be; save it as a file first"
        case .notExtract(let file, let found, let remedy):
            "\(file): not an extract of OpenStreetMap (.osm.pbf, .osm or .osm.gz) but \(found)\(Self.tail(remedy))"
        case .unsupported(let file, let what, let remedy): "\(file): \(what) cannot be read\(Self.tail(remedy))"
        case .damaged(let file, let byte, let fault):
            "\(file): damaged or cut off at byte \(byte): \(fault); download it again"
        case .malformed(let file, let line, let fault): "\(file): line \(line): \(fault)"
        }
    }

    private static func tail(_ remedy: String?) -> String { remedy.map { "; \($0)" } ?? "" }
}

extension ExtractError {
    /// Deleted objects, or versions of the past.
    static func history(file: String) -> ExtractError {
        .unsupported(
            file: file, what: "a file with deleted objects or old versions (history)",
            remedy: "take the present of it: osmium time-filter FILE -o NEW.osm.pbf")
    }
}
