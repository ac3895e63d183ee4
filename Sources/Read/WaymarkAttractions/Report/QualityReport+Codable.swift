import WaymarkTables

extension QualityReport {
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
        rejected = try container.decode([Entry].self, forKey: .rejected)
        noted = try container.decode([Entry].self, forKey: .noted)
        duplicates = try container.decode([Duplicate].self, forKey: .duplicates)
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
