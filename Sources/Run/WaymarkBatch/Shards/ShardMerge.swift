import WaymarkTables
import WaymarkText

/// Joins the answers to all shards of a file of stops.
///
/// ```swift
/// let merge = try ShardMerge(parts: ["nearby-2-of-2.csv", "nearby-1-of-2.csv"])
/// let summary = try merge.run(output: OutputFile(path: "nearby.csv"))
/// ```
public struct ShardMerge: Sendable {
    private struct ShardPart: Sendable {
        let path: String
        let manifest: ShardManifest

        var number: Int { manifest.shard.number }
        var stops: ShardManifest.Stops { manifest.stops }
        var rejectsPath: String? { manifest.rejects.map { SiblingPath.path($0.path, from: path) } }
    }

    /// The parts by number, from 1, without gaps.
    private let parts: [ShardPart]

    /// Identifies the parts, and checks that together they answer one query about one file.
    ///
    /// - Parameter paths: The parts, in any order, each next to its ``ShardManifest``.
    /// - Throws: ``ShardError`` for a part that has no manifest, is from another run, is given twice or is missing.
    /// - Precondition: There is at least one path.
    /// - Complexity: O(*n* log *n*) in the number of parts; the parts themselves are not read.
    public init(parts paths: [String]) throws(ShardError) {
        precondition(!paths.isEmpty, "there are no parts")
        var parts: [ShardPart] = []
        for path in paths { parts.append(ShardPart(path: path, manifest: try ShardManifest(ofPart: path))) }
        let first = parts[0]
        for part in parts {
            if let difference = first.manifest.difference(to: part.manifest) {
                throw .foreign(part: part.path, other: first.path, difference: difference)
            }
            // The sums of all parts fit.
            guard part.manifest.counts.greatest <= Int.max / parts.count else {
                throw .unreadableManifest(
                    path: ShardManifest.path(of: part.path), reason: "something is missing or out of range")
            }
        }
        // Stable: of two with the same number the one given first comes first.
        let order = parts.indices.sorted { (parts[$0].number, $0) < (parts[$1].number, $1) }
        parts = order.map { parts[$0] }
        for (part, next) in zip(parts, parts.dropFirst()) where part.number == next.number {
            throw .doubled(part.manifest.shard, first: part.path, second: next.path)
        }
        let given = Set(parts.map(\.number))
        let count = first.manifest.shard.count
        if given.count < count {
            throw .missing(
                Array((1...count).lazy.filter { !given.contains($0) }.prefix(ShardError.named + 1)), of: count)
        }
        for (part, next) in zip(parts, parts.dropFirst()) where part.stops.through != next.stops.before {
            throw .foreign(part: next.path, other: part.path, difference: "the stops differ")
        }
        self.parts = parts
    }

    /// The summary of all parts; its duration is zero.
    public var summary: BatchSummary {
        var summary = BatchSummary()
        for part in parts { summary.add(part.manifest.counts) }
        return summary
    }

    /// The number of parts.
    public var count: Int { parts.count }

    /// The input files: parts, manifests, and rejects if requested.
    public func inputs(withRejects: Bool) -> [String] {
        parts.flatMap { part in
            [part.path, ShardManifest.path(of: part.path)] + (withRejects ? part.rejectsPath.map { [$0] } ?? [] : [])
        }
    }

    /// Writes the parts in order, and commits the output.
    ///
    /// - Parameters:
    ///   - output: The output, which appears under its name only if every part is unaltered.
    ///   - rejects: The output for the rejected records of all parts; nil discards them.
    /// - Returns: The summary of all parts; its duration is zero.
    /// - Throws: ``ShardError`` if a part or its rejects are truncated, altered or missing, or if reading or writing
    ///   fails. Both outputs are then absent or unchanged, unless they are written directly, like a pipe.
    /// - Complexity: O(*n*) in the bytes, in constant memory.
    @discardableResult
    public func run(output: OutputFile, rejects: String? = nil) throws(ShardError) -> BatchSummary {
        var rejectsFile: OutputFile? = nil
        if let rejects {
            for part in parts where part.manifest.rejects == nil { throw .noRejects(part: part.path) }
            do throws(TableError) { rejectsFile = try OutputFile(path: rejects, packing: .byName) } catch {
                throw .table(error)
            }
        }
        for part in parts { try Self.copy(part.path, part.manifest.part, to: output) }
        if let rejectsFile {
            for part in parts {
                guard let path = part.rejectsPath, let file = part.manifest.rejects?.file else { continue }
                try Self.copy(path, file, to: rejectsFile)
            }
        }
        do throws(TableError) {
            try OutputFile.commit([rejectsFile, output].compactMap(\.self))
        } catch {
            throw .table(error)
        }
        return summary
    }

    private static func copy(_ path: String, _ file: ShardManifest.File, to output: OutputFile) throws(ShardError) {
        var hash = XXH64()
        do throws(TableError) {
            let source = try FileSource(path: path)
            var bytes = ContiguousArray<UInt8>()
            // A part that is too long is detected before all of it is copied.
            while hash.count <= file.size, try source.read(upTo: 1 << 18, into: &bytes) > 0 {
                hash.update(bytes.span)
                try output.write(bytes.span)
                bytes.removeAll(keepingCapacity: true)
            }
        } catch {
            throw .table(error)
        }
        if hash.count < file.size { throw .incomplete(path: path, size: hash.count, expected: file.size) }
        guard hash.count == file.size, hash.text == file.hash else { throw .altered(path: path) }
    }
}

extension ShardManifest {
    /// Why `other` belongs to another run; nil if it may belong to the same.
    fileprivate func difference(to other: ShardManifest) -> String? {
        if other.shard.count != shard.count {
            return "it is one of \(other.shard.count) parts, not of \(shard.count)"
        }
        if other.stops.size != stops.size {
            return "the stops had \(other.stops.size) bytes, not \(stops.size)"
        }
        if other.attractions != attractions { return "the attractions differ" }
        for (mine, theirs) in zip(question, other.question) where mine != theirs {
            return "\(theirs.name): \(theirs.value), not \(mine.value)"
        }
        return question == other.question ? nil : "the query differs"
    }
}
