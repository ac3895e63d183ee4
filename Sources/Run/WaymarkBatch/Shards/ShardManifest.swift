import WaymarkAttractions
import WaymarkTables
import WaymarkText

/// The manifest of the answer to a ``Shard``: which part it is, of what, and that it is complete.
///
/// A small JSON file, `PART.shard.json`, so that the parts contain only data. It has the size and hash of the part, to
/// detect truncation and changes; the query and a hash of the attractions, to detect parts of other runs; and hashes of
/// the stops before the part and before its end, which chain the parts of one file. Hashes are XXH64, as printed by
/// `xxh64sum`.
public struct ShardManifest: Sendable, Equatable {
    /// The size and hash of a file.
    public struct File: Sendable, Equatable {
        /// Bytes.
        public var size: Int
        /// XXH64, in sixteen hexadecimal digits.
        public var hash: String

        /// A size and a hash.
        public init(size: Int, hash: String) { (self.size, self.hash) = (size, hash) }

        init(_ hash: XXH64?) { self.init(size: hash?.count ?? 0, hash: hash?.text ?? "") }
    }

    /// The file of stops, as seen by the part.
    public struct Stops: Sendable, Equatable {
        /// Bytes of the whole file.
        public var size: Int
        /// The hash of the bytes before the part.
        public var before: String
        /// The hash of the bytes before the end of the part; for the last part, that of the whole file.
        public var through: String
    }

    /// One setting of the query, such as the radius.
    public struct Setting: Sendable, Equatable {
        /// What it is.
        public var name: String
        /// Its value.
        public var value: String
    }

    /// The part.
    public var shard: Shard
    /// The rows.
    public var part: File
    /// The rejected records, if requested, and the path of their file, relative to the part's folder or absolute.
    public var rejects: (path: String, file: File)?
    /// The stops.
    public var stops: Stops
    /// The number of attractions, and a hash of their places and of the fields that can be written.
    public var attractions: (count: Int, hash: String)
    /// The query and its output format.
    public var question: [Setting]
    /// The summary.
    public var counts: BatchSummary

    /// The path of the manifest of the part at `path`.
    public static func path(of path: String) -> String { path + ".shard.json" }

    /// Whether everything is equal, ignoring the duration.
    public static func == (a: ShardManifest, b: ShardManifest) -> Bool { a.json == b.json }
}

extension ShardManifest {
    /// The number of attractions with their hash, and the settings of the query by name.
    typealias Question = (attractions: (count: Int, hash: String), settings: [(String, String)])

    /// The manifest of a part whose rows have all been written.
    init(
        of source: ShardSource, _ output: OutputFile, _ rejects: (path: String, file: File)?, _ question: Question,
        _ counts: BatchSummary
    ) throws(TableError) {
        let kept = try source.kept()
        self.init(
            shard: source.shard, part: .init(output.hash),
            rejects: rejects.map { (SiblingPath.of($0.path, from: output.name), $0.file) },
            stops: .init(size: source.fileSize, before: kept.before, through: kept.through),
            attractions: question.attractions, question: question.settings.map { .init(name: $0.0, value: $0.1) },
            counts: counts)
    }
}

extension LookupBatch {
    /// Everything that affects the output, except the stops.
    func manifestQuestion(_ columns: [OutputColumn]) -> ShardManifest.Question {
        let stops = options.stops
        let places = stops.columns
        func given(_ text: String?) -> String { text ?? "found out" }
        var lookup: String
        switch options.lookup {
        case .within(let radius, let limit):
            lookup = "within \(NumberText.shortest(radius.value)) m"
            if let limit { lookup += ", \(limit) at most" }
        case .nearest(let count, let radius):
            lookup = "nearest \(count)"
            if let radius { lookup += " within \(NumberText.shortest(radius.value)) m" }
        }
        // Included only if it is not the default, so that parts of earlier versions still match.
        var settings: [(String, String)] = []
        if !options.surface.isSphere { settings.append(("measured on", options.surface.definition)) }
        if let system = places.system { settings.append(("system of the stops", system.name)) }
        if stops.finder != nil { settings.append(("stops without coordinates", "found by name")) }
        if let kind = options.kind { settings.append(("kind", kind.rawValue)) }
        settings += [
            ("lookup", lookup), ("format", options.format.rawValue), ("header", options.writesHeader ? "yes" : "no"),
            ("columns", columns.map { $0.name(on: options.surface) }.joined(separator: ",")),
            ("encoding of the stops", given(stops.encoding?.name)),
            ("delimiter of the stops", given(stops.delimiter.map { String(UnicodeScalar($0)) })),
            ("header of the stops", given(stops.hasHeader.map { $0 ? "yes" : "no" })),
            ("id column", given(places.id)), ("name column", given(places.name)),
            ("latitude column", given(places.latitude)), ("longitude column", given(places.longitude)),
        ]
        return ((attractions.count, attractions.hash(of: options.fields)), settings)
    }
}

extension AttractionTable {
    /// A hash of the places and of all texts of the fields in rows, in order.
    ///
    /// It does not depend on how the attractions were read: a table may hold more fields than requested.
    ///
    /// - Complexity: O(*n*) in their bytes.
    func hash(of fields: [AttractionField]) -> String {
        var hash = XXH64()
        var bytes = ContiguousArray<UInt8>()
        func add(_ value: UInt64) {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: value >> shift))
            }
            if bytes.count >= 1 << 16 { flush() }
        }
        func flush() {
            hash.update(bytes.span)
            bytes.removeAll(keepingCapacity: true)
        }
        for attraction in 0..<count {
            let place = coordinate(of: attraction)
            add(place.latitude.bitPattern)
            add(place.longitude.bitPattern)
        }
        for field in fields {
            let column = self[field]
            for attraction in 0..<count {
                column.withText(attraction) { text in
                    add(UInt64(text.count))
                    for i in text.indices { bytes.append(text[i]) }
                }
            }
        }
        flush()
        return hash.text
    }
}

/// The path of a part's rejects, such that both can be moved together.
enum SiblingPath {
    /// `path` relative to the folder of `part`: only a name if it lies there, otherwise an absolute path.
    static func of(_ path: String, from part: String) -> String {
        if wholeFolder(of: path) == wholeFolder(of: part) {
            return String(path.dropFirst(System.folder(of: path).count))
        }
        return path.hasPrefix("/") ? path : System.currentFolder + "/" + path
    }

    /// The path for which `of` gave `text`.
    static func path(_ text: String, from part: String) -> String {
        text.hasPrefix("/") ? text : System.folder(of: part) + text
    }

    /// The parts of the folder of `path`, from the root.
    private static func wholeFolder(of path: String) -> [Substring] {
        let folder = String(System.folder(of: path))
        return (folder.hasPrefix("/") ? folder : System.currentFolder + "/" + folder)
            .split(separator: "/").filter { $0 != "." }
    }
}
