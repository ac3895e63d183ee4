import WaymarkText

extension TripContent {
    /// Reads a backup, and checks all of it.
    ///
    /// A backup that others wrote may leave out the checksum, the ranks, which then follow from the order of the lists,
    /// and the times of changes, which then count as 1970-01-01.
    ///
    /// - Throws: ``RestoreError`` for the first fault.
    /// - Complexity: O(*n* log *n*).
    public init(json bytes: ContiguousArray<UInt8>) throws(RestoreError) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notJSON(reason: "not in UTF-8") }
        let members: ContiguousArray<JSONMember>?
        do throws(JSONParser.Fault) {
            members = try JSONParser.members(of: bytes, in: bytes.indices)
        } catch {
            throw .notJSON(reason: "line \(error.line), column \(error.column): \(error.reason)")
        }
        guard let members else { throw .notBackup(reason: "it is not an object") }
        let parts = members.map { (name: $0.name(in: bytes), value: $0.value) }
        func part(_ name: String) -> Range<Int>? { parts.first { $0.name == name }?.value }
        guard let range = part(TripBackup.versionKey), let version = NumberParser.integer(bytes.span.extracting(range)),
            version >= 1
        else { throw .notBackup(reason: "\(TripBackup.versionKey), its version, is missing") }
        guard version <= TripBackup.version else {
            throw .newerVersion(Int64(version), known: TripBackup.version)
        }
        try Self.check(parts.map(\.name))
        guard version != 2 else { throw .notBackup(reason: "version 2 was never released") }
        if let sum = part(TripBackup.checksumKey) { try Self.check(sum, of: bytes) }
        func list<Value>(
            _ name: String, _ read: (Range<Int>) throws(FieldError) -> Value
        ) throws(RestoreError) -> [Value] {
            guard let range = part(name) else { return [] }
            // All of it was found to be JSON.
            guard let elements = (try? JSONParser.elements(of: bytes, in: range)) ?? nil else {
                throw .notBackup(reason: "\(name) is not a list")
            }
            var values: [Value] = []
            values.reserveCapacity(elements.count)
            for (place, range) in elements.enumerated() {
                do throws(FieldError) { values.append(try read(range)) } catch {
                    throw .invalid(list: name, place: place, error)
                }
            }
            return values
        }
        var rows: [StoredRecord] = []
        for kind in RecordKind.allCases {
            rows += try list(kind.plural) { (range) throws(FieldError) in try StoredRecord(bytes, in: range, kind) }
        }
        StoredRecord.placeRest(of: &rows)
        let purged = try list(TripBackup.purgedKey) { (range) throws(FieldError) in try Tombstone(bytes, in: range) }
        try self.init(rows, purged: purged)
    }

    /// Checks that this version knows all parts, and that each is there once.
    private static func check(_ names: [String]) throws(RestoreError) {
        let known = Set(
            RecordKind.allCases.map(\.plural) + [
                TripBackup.purgedKey, TripBackup.versionKey, TripBackup.checksumKey,
            ])
        var seen: Set<String> = []
        for name in names {
            guard known.contains(name) else {
                throw .notBackup(reason: "\(name.debugDescription) is not a part of this version")
            }
            guard seen.insert(name).inserted else { throw .notBackup(reason: "\(name) occurs twice") }
        }
    }

    /// Compares the checksum with all bytes before its own name, which comes last.
    private static func check(_ sum: Range<Int>, of bytes: ContiguousArray<UInt8>) throws(RestoreError) {
        let ending = ContiguousArray(",\"\(TripBackup.checksumKey)\":\"0123456789abcdef\"}".utf8)
        guard bytes.count > ending.count, sum == bytes.count - 19..<bytes.count - 1,
            bytes[sum.lowerBound] == Byte.quote,
            bytes[(bytes.count - ending.count)...].starts(with: ending.prefix(10))
        else { throw .notBackup(reason: "\(TripBackup.checksumKey) is not at the end") }
        let expected = String(decoding: bytes[sum.lowerBound + 1..<sum.upperBound - 1], as: UTF8.self)
        let found = XXH64(bytes.span.extracting(0..<bytes.count - ending.count)).text
        guard CanonicalJSON.areSame(found, expected) else { throw .damaged(expected: expected, found: found) }
    }
}

extension StoredRecord {
    /// Reads a record of a backup.
    init(
        _ bytes: ContiguousArray<UInt8>, in range: Range<Int>, _ kind: RecordKind
    ) throws(FieldError) {
        var reader = try FieldReader(bytes, in: range)
        let id = try reader.id("id").required("id")
        let rank = try reader.rank("rank")
        guard rank == nil || kind.isOrdered else {
            throw .invalid(field: "rank", reason: "\(kind) records have no order of their own")
        }
        let modified = try reader.moment("modified_unix_ms") ?? .unixEpoch
        var deletion: Deletion?
        switch (try reader.moment("deleted_unix_ms"), try reader.id("deleted_with")) {
        case (nil, nil): break
        case (nil, _): throw .missing(field: "deleted_unix_ms")
        case (_, nil): throw .missing(field: "deleted_with")
        case (let time?, let root?): deletion = Deletion(root: root, time: time)
        }
        let record = try Record(kind: kind, id: id, from: &reader)
        self.init(record, rank: rank, modified: modified, deletion: deletion, unknown: try reader.unknown())
    }
}
