import WaymarkTables

extension QualityReport {
    private enum CodingKeys: String, CodingKey {
        case file, format, encoding, hasHeader, headerNote, delimiter
        case rowsIn, rowsKept, rowsRejected, duplicatesMerged, equalRowsMerged, duplicatesFound
        case rowsUnreadable, rowsWithoutCoordinate, unparsable, outOfRange, swapped, swappedMended, outOfKorea
        case repeatedIDs, unreadableValues, rejections, notes, duplicates
    }

    /// An entry with named parts.
    private struct FlatEntry: Codable {
        var kind: Kind
        var line: Int
        var column: Int?
        var columnName: String?
        var reason: String

        init(_ entry: Entry) {
            kind = entry.kind
            let rejection = entry.rejection
            line = rejection.line
            column = rejection.column
            columnName = rejection.columnName
            reason = rejection.reason
        }

        var entry: Entry {
            Entry(kind, Rejection(line: line, column: column, columnName: columnName, reason: reason))
        }
    }

    /// Decodes a report that was encoded.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            file: try container.decode(String.self, forKey: .file),
            format: try container.decode(Format.self, forKey: .format),
            encoding: try container.decode(String.self, forKey: .encoding))
        hasHeader = try container.decode(Bool.self, forKey: .hasHeader)
        headerNote = try container.decodeIfPresent(String.self, forKey: .headerNote)
        delimiter = try container.decodeIfPresent(String.self, forKey: .delimiter)
        func count(_ key: CodingKeys) throws -> Int {
            let count = try container.decode(Int.self, forKey: key)
            guard count >= 0 else {
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "\(count) is not a number of rows")
            }
            return count
        }
        for (key, path) in Self.counts { self[keyPath: path] = try count(key) }
        guard swappedMended <= swapped else {
            throw DecodingError.dataCorruptedError(
                forKey: .swappedMended, in: container,
                debugDescription: "\(swappedMended) of fewer swapped rows are corrected")
        }
        rejected = try container.decode([FlatEntry].self, forKey: .rejections).map(\.entry)
        noted = try container.decode([FlatEntry].self, forKey: .notes).map(\.entry)
        duplicates = try container.decode([Duplicate].self, forKey: .duplicates)
    }

    /// Encodes every part of the report under its own name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(file, forKey: .file)
        try container.encode(format, forKey: .format)
        try container.encode(encoding, forKey: .encoding)
        try container.encode(hasHeader, forKey: .hasHeader)
        try container.encodeIfPresent(headerNote, forKey: .headerNote)
        try container.encodeIfPresent(delimiter, forKey: .delimiter)
        for (key, count) in Self.counts { try container.encode(self[keyPath: count], forKey: key) }
        try container.encode(rejected.map { FlatEntry($0) }, forKey: .rejections)
        try container.encode(noted.map { FlatEntry($0) }, forKey: .notes)
        try container.encode(duplicates, forKey: .duplicates)
    }

    private static var counts: [(CodingKeys, WritableKeyPath<QualityReport, Int>)] {
        [
            (.rowsIn, \.rowsIn), (.rowsKept, \.rowsKept), (.rowsRejected, \.rowsRejected),
            (.duplicatesMerged, \.duplicatesMerged), (.equalRowsMerged, \.equalRowsMerged),
            (.duplicatesFound, \.duplicatesFound), (.rowsUnreadable, \.rowsUnreadable),
            (.rowsWithoutCoordinate, \.rowsWithoutCoordinate), (.unparsable, \.unparsable),
            (.outOfRange, \.outOfRange), (.swapped, \.swapped), (.swappedMended, \.swappedMended),
            (.outOfKorea, \.outOfKorea), (.repeatedIDs, \.repeatedIDs), (.unreadableValues, \.unreadableValues),
        ]
    }
}
