public import WaymarkRegions
public import WaymarkTables

extension RegionSet {
    /// Reads regions from a GeoJSON file; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - options: The properties to read.
    ///   - encoding: The encoding of the text; nil detects it.
    ///   - borders: Repairs borders.
    /// - Throws: ``/WaymarkBatch/RegionFileError/table(_:)`` if it cannot be opened or read;
    ///   ``/WaymarkBatch/RegionFileError/region(_:)`` for the errors of ``init(geoJSON:file:options:mending:)``.
    /// - Complexity: O(*n* log *n*) for *n* vertices; the file is held in memory while it is read.
    public init(
        contentsOf path: String, options: RegionOptions = .init(), encoding: TextEncoding? = nil,
        mending borders: some BorderMending = SoundBorders()
    ) throws(RegionFileError) {
        let (bytes, name): (ContiguousArray<UInt8>, String)
        do throws(TableError) { (bytes, name) = try FileSource.contents(of: path) } catch { throw .table(error) }
        let text: ContiguousArray<UInt8>
        do throws(TableError) {
            text = try TextDecoding.utf8(bytes, encoding: encoding).text
        } catch {
            var place = (line: 1, byte: 1)
            if case .invalidText(_, let line, let byte) = error { place = (line, byte) }
            throw .region(
                .malformedJSON(file: name, line: place.line, column: place.byte, reason: "\(error)"))
        }
        do throws(RegionError) {
            try self.init(geoJSON: text, file: name, options: options, mending: borders)
        } catch {
            throw .region(error)
        }
    }
}

/// Why a file of regions could not be read.
public enum RegionFileError: Error, Equatable, Sendable {
    /// It could not be opened or read.
    case table(TableError)
    /// It holds no regions.
    case region(RegionError)
}

extension RegionFileError: CustomStringConvertible {
    /// The error and its position.
    public var description: String {
        switch self {
        case .table(let error): "\(error)"
        case .region(let error): "\(error)"
        }
    }
}
