import WaymarkTables

extension AttractionCatalog {
    /// The CSV format that reads back as these attractions, ids included.
    ///
    /// The standard data has no column for ids. Where every id is the one that its 22 columns give (``AttractionID``),
    /// they are enough; otherwise a column `id` goes before them.
    /// - Complexity: O(*n*).
    public var csvFormat: AttractionWriter.Format {
        // Most ids of other places show by their first letters that they are none of these.
        let isDerived =
            attractions.allSatisfy { !$0.name.isEmpty && $0.id.hasPrefix("kr-") }
            && AttractionID.sites(attractions) == attractions.map(\.id)
        return .csv(includesIDs: !isDerived)
    }

    /// Hands out the attractions as CSV, a piece at a time; see ``csvFormat`` for its columns.
    ///
    /// - Parameter write: Takes each piece, at most about 64 KiB and one row; an error it throws ends the writing.
    /// - Throws: What `write` throws.
    public func writeCSV<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        try self.write(csvFormat, into: write)
    }

    /// Hands out the attractions as a GeoJSON FeatureCollection of Points, a piece at a time.
    ///
    /// - Parameter write: Takes each piece, at most about 64 KiB and one feature; an error it throws ends the writing.
    /// - Throws: What `write` throws.
    public func writeGeoJSON<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        try self.write(.geoJSON, into: write)
    }

    private func write<E: Error>(
        _ format: AttractionWriter.Format, into write: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        var writer = AttractionWriter(format)
        for attraction in attractions {
            writer.append(attraction)
            if writer.bytes.count >= 1 << 16 {
                try write(writer.bytes.span)
                writer.removeBytes()
            }
        }
        writer.finish()
        try write(writer.bytes.span)
    }
}
