import WaymarkTables

extension AttractionCatalog {
    /// The CSV format that reads back as these attractions, including ids.
    ///
    /// The standard data has no id column. If every id follows from the 22 columns (``AttractionID``), these suffice;
    /// otherwise a column `id` precedes them.
    /// - Complexity: O(*n*).
    public var csvFormat: AttractionWriter.Format {
        // Most other ids differ in their first letters.
        let isDerived =
            attractions.allSatisfy { !$0.name.isEmpty && $0.id.hasPrefix("kr-") }
            && AttractionID.sites(attractions) == attractions.map(\.id)
        return .csv(includesIDs: !isDerived)
    }

    /// Writes the attractions as CSV, piece by piece; see ``csvFormat`` for its columns.
    ///
    /// - Parameter write: Takes each piece, at most about 64 KiB plus one row; its error ends the writing.
    /// - Throws: The error of `write`.
    public func writeCSV<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        try self.write(csvFormat, into: write)
    }

    /// Writes the attractions as a GeoJSON FeatureCollection of Points, piece by piece.
    ///
    /// - Parameter write: Takes each piece, at most about 64 KiB plus one feature; its error ends the writing.
    /// - Throws: The error of `write`.
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
