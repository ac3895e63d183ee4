import WaymarkTables
import WaymarkText

extension ShardManifest {
    private static let version = 1

    package var json: String {
        let text = JSONText.of
        let rejects = rejects.map {
            #"{"path": \#(text($0.path)), "size": \#($0.file.size), "xxh64": \#(text($0.file.hash))}"#
        }
        let question = question.map { "    \(text($0.name)): \(text($0.value))" }.joined(separator: ",\n")
        return """
            {
              "waymark_shard": \(Self.version),
              "shard": \(shard.number),
              "of": \(shard.count),
              "part": {"size": \(part.size), "xxh64": \(text(part.hash))},
              "rejects": \(rejects ?? "null"),
              "stops": {"size": \(stops.size), "xxh64_before": \(text(stops.before)), "xxh64_through": \(text(stops.through))},
              "attractions": {"count": \(attractions.count), "xxh64": \(text(attractions.hash))},
              "question": {
            \(question)
              },
              "counts": {"rows_in": \(counts.rowsIn), "answered": \(counts.answered), "rejected": \(counts.rejected), \
            "without_hits": \(counts.withoutHits), "hits": \(counts.hits)}
            }

            """
    }

    /// Reads the manifest of the part at `part`.
    ///
    /// - Throws: ``ShardError/noManifest(part:)``, also for a missing part; `.unreadableManifest`; `.table`.
    public init(ofPart part: String) throws(ShardError) {
        let path = Self.path(of: part)
        var bytes = ContiguousArray<UInt8>()
        do throws(TableError) {
            let file = try FileSource(path: path)
            // A manifest takes a few kilobytes; a longer file is not one.
            while bytes.count <= 1 << 20, try file.read(upTo: 1 << 16, into: &bytes) > 0 {}
        } catch {
            if case .notFound = error { throw .noManifest(part: part) }
            throw .table(error)
        }
        try self.init(bytes, path: path)
    }

    /// Reads the text of a manifest; `path` is for messages.
    package init(_ bytes: ContiguousArray<UInt8>, path: String) throws(ShardError) {
        // The parser requires valid UTF-8.
        let repaired = ContiguousArray(String(decoding: bytes, as: UTF8.self).utf8)
        guard repaired == bytes, let value = try? JSONParser.value(bytes), let object = value.object,
            let version = object.integer("waymark_shard")
        else { throw .unreadableManifest(path: path, reason: "it is not a shard manifest") }
        guard version == Self.version else {
            throw .unreadableManifest(path: path, reason: "it has version \(version), not \(Self.version)")
        }
        guard let manifest = Self(object) else {
            throw .unreadableManifest(path: path, reason: "something is missing or out of range")
        }
        self = manifest
    }

    private init?(_ object: JSONObject) {
        guard let number = object.integer("shard"), let count = object.integer("of"), 1 <= number, number <= count,
            let part = object["part"]?.object.flatMap(File.init),
            let stops = object["stops"]?.object, let size = stops.integer("size"),
            let before = stops.string("xxh64_before"), let through = stops.string("xxh64_through"),
            let attractions = object["attractions"]?.object, let attractionCount = attractions.integer("count"),
            let attractionHash = attractions.string("xxh64"),
            let question = object["question"]?.object, let counts = object["counts"]?.object.flatMap(BatchSummary.init)
        else { return nil }
        shard = Shard(number, of: count)
        self.part = part
        if let rejects = object["rejects"]?.object {
            guard let path = rejects.string("path"), let file = File(rejects) else { return nil }
            self.rejects = (path, file)
        }
        self.stops = Stops(size: size, before: before, through: through)
        self.attractions = (attractionCount, attractionHash)
        self.question = []
        for (name, value) in question.members {
            guard case .string(let value) = value else { return nil }
            self.question.append(Setting(name: name, value: value))
        }
        self.counts = counts
    }
}

extension ShardManifest.File {
    fileprivate init?(_ object: JSONObject) {
        guard let size = object.integer("size"), let hash = object.string("xxh64") else { return nil }
        self.init(size: size, hash: hash)
    }
}

extension BatchSummary {
    fileprivate init?(_ object: JSONObject) {
        guard let rowsIn = object.integer("rows_in"), let answered = object.integer("answered"),
            let rejected = object.integer("rejected"), let withoutHits = object.integer("without_hits"),
            let hits = object.integer("hits")
        else { return nil }
        (self.rowsIn, self.answered, self.rejected) = (rowsIn, answered, rejected)
        (self.withoutHits, self.hits) = (withoutHits, hits)
    }
}

extension JSONObject {
    /// A whole number of at least 0.
    fileprivate func integer(_ key: String) -> Int? {
        guard case .number(let text)? = self[key], let value = Int(text), value >= 0 else { return nil }
        return value
    }

    fileprivate func string(_ key: String) -> String? {
        if case .string(let text)? = self[key] { text } else { nil }
    }
}
