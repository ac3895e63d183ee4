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
        let value: JSONValue
        do throws(JSONParser.Fault) {
            value = try JSONParser.value(bytes)
        } catch {
            throw .notJSON(reason: "line \(error.line), column \(error.column): \(error.reason)")
        }
        guard let object = value.object else { throw .notBackup(reason: "it is not an object") }
        guard case .number(let text)? = object[TripBackup.versionKey], let version = Int64(text), version >= 1 else {
            throw .notBackup(reason: "\(TripBackup.versionKey), its version, is missing")
        }
        guard version <= TripBackup.version else { throw .newerVersion(version, known: TripBackup.version) }
        try Self.check(object, bytes)
        var rows: [StoredRecord] = []
        for kind in RecordKind.allCases {
            let list = TripBackup.list(of: kind)
            guard let value = object[list] else { continue }
            guard let values = value.array else { throw .notBackup(reason: "\(list) is not a list") }
            try Self.read(values, kind, list, into: &rows)
        }
        try self.init(rows)
    }

    /// Checks names and the checksum.
    private static func check(_ object: JSONObject, _ bytes: ContiguousArray<UInt8>) throws(RestoreError) {
        let lists = Set(RecordKind.allCases.map(TripBackup.list))
        var seen: Set<String> = []
        for member in object.members {
            guard lists.union([TripBackup.versionKey, TripBackup.checksumKey]).contains(member.key) else {
                throw .notBackup(reason: "\(member.key.debugDescription) is not a part of this version")
            }
            guard seen.insert(member.key).inserted else { throw .notBackup(reason: "\(member.key) is there twice") }
        }
        guard let value = object[TripBackup.checksumKey] else { return }
        // Of all bytes before its own name, which comes last.
        let ending = ContiguousArray(",\"\(TripBackup.checksumKey)\":\"0123456789abcdef\"}".utf8)
        guard case .string(let expected) = value, bytes.count > ending.count,
            bytes[(bytes.count - ending.count)...].starts(with: ending.prefix(10))
        else { throw .notBackup(reason: "\(TripBackup.checksumKey) is not at the end") }
        let found = XXH64(bytes.span.extracting(0..<bytes.count - ending.count)).text
        guard CanonicalJSON.areSame(found, expected) else { throw .damaged(expected: expected, found: found) }
    }

    private static func read(
        _ values: [JSONValue], _ kind: RecordKind, _ list: String, into rows: inout [StoredRecord]
    ) throws(RestoreError) {
        var last: [RecordScope: Rank] = [:]
        var unranked: [Int] = []
        for (place, value) in values.enumerated() {
            do throws(FieldError) {
                guard let object = value.object else { throw FieldError.notJSON(reason: "not an object") }
                let row = try StoredRecord(object, kind)
                if let scope = row.record.scope {
                    if let rank = row.rank {
                        last[scope] = max(rank, last[scope] ?? rank)
                    } else {
                        unranked.append(rows.count)
                    }
                }
                rows.append(row)
            } catch {
                throw .invalid(list: list, place: place, error)
            }
        }
        for place in unranked {
            guard let scope = rows[place].record.scope else { continue }
            let rank = Rank.between(last[scope], nil)
            rows[place].rank = rank
            last[scope] = rank
        }
    }
}

extension StoredRecord {
    /// Reads a record of a backup.
    init(_ object: JSONObject, _ kind: RecordKind) throws(FieldError) {
        var reader = try FieldReader(object)
        let id = try reader.id("id").required("id")
        var rank: Rank?
        if let text = try reader.text("rank") {
            guard kind.isOrdered else {
                throw .invalid(field: "rank", reason: "\(kind) records have no order of their own")
            }
            rank = Rank(text)
            guard rank != nil else { throw .invalid(field: "rank", reason: "\(text.debugDescription) is not a rank") }
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
        self.init(record, rank: rank, modified: modified, deletion: deletion, unknown: reader.unknown)
    }
}
