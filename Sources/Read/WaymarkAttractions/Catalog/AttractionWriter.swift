import WaymarkTables
import WaymarkText

/// Writes attractions as CSV or GeoJSON, in pieces, in constant memory.
///
/// ```swift
/// var writer = AttractionWriter(.geoJSON)
/// for attraction in attractions {
///     writer.append(attraction)
///     if writer.bytes.count > 1 << 16 { try file.write(writer.bytes.span); writer.removeBytes() }
/// }
/// writer.finish()
/// try file.write(writer.bytes.span)
/// ```
///
/// CSV has the 22 columns of the standard data, in UTF-8 without a byte order mark; `includesIDs` puts a column `id`
/// before them. GeoJSON (RFC 7946) is a FeatureCollection of Points, longitude first, one feature per line; the id is
/// the feature's, properties are named after those of ``Attraction``, and blank ones are omitted.
public struct AttractionWriter: Sendable {
    /// The output formats.
    public enum Format: Sendable, Equatable {
        /// The 22 columns of the standard data; `includesIDs` puts a column `id` before them.
        case csv(includesIDs: Bool)
        /// A FeatureCollection of Points.
        case geoJSON
    }

    /// The format.
    public let format: Format
    private var buffer = CSVBuffer()
    private var text = ContiguousArray<UInt8>()
    private var isFirst = true

    /// Starts a document.
    public init(_ format: Format) {
        self.format = format
        switch format {
        case .csv(let includesIDs):
            if includesIDs { buffer.append(field: AttractionField.id.koreanName) }
            for field in AttractionField.standardColumns { buffer.append(field: field.koreanName) }
            buffer.endRecord()
        case .geoJSON:
            text.append(contentsOf: "{\"type\":\"FeatureCollection\",\"features\":[".utf8)
        }
    }

    /// The bytes written since the last removal.
    public var bytes: ContiguousArray<UInt8> { format == .geoJSON ? text : buffer.bytes }

    /// Removes the bytes after they were stored elsewhere.
    public mutating func removeBytes() {
        buffer.removeAll()
        text.removeAll(keepingCapacity: true)
    }

    /// Writes an attraction.
    public mutating func append(_ attraction: Attraction) {
        switch format {
        case .csv(let includesIDs): appendRow(attraction, includesIDs)
        case .geoJSON: appendFeature(attraction)
        }
    }

    /// Ends the document.
    public mutating func finish() {
        if format == .geoJSON { text.append(contentsOf: "\n]}\n".utf8) }
    }

    // MARK: CSV

    private mutating func appendRow(_ attraction: Attraction, _ includesIDs: Bool) {
        if includesIDs { buffer.append(field: attraction.id) }
        for field in AttractionField.standardColumns {
            switch attraction.value(of: field) {
            case .none: buffer.appendEmpty()
            case .text(let text): buffer.append(field: text)
            case .number(let number): buffer.append(shortest: number)
            case .integer(let number): buffer.append(integer: number)
            case .list(let items): buffer.append(field: FacilityList.text(items))
            }
        }
        buffer.endRecord()
    }

    // MARK: GeoJSON

    private mutating func appendFeature(_ attraction: Attraction) {
        text.append(contentsOf: isFirst ? "\n".utf8 : ",\n".utf8)
        isFirst = false
        text.append(contentsOf: "{\"type\":\"Feature\",\"id\":".utf8)
        JSONText.append(attraction.id, to: &text)
        let (latitude, longitude) = (attraction.coordinate.latitude, attraction.coordinate.longitude)
        text.append(#","geometry":"#)
        GeoJSONGeometry.append(point: (longitude, latitude, nil), .exact, to: &text)
        text.append(#","properties":{"#)
        var isFirstProperty = true
        for field in AttractionField.standardColumns where field != .latitude && field != .longitude {
            let value = attraction.value(of: field)
            if case .none = value { continue }
            if !isFirstProperty { text.append(UInt8(ascii: ",")) }
            isFirstProperty = false
            text.append(contentsOf: "\"\(field.englishName)\":".utf8)
            switch value {
            case .none: break
            case .text(let value): JSONText.append(value, to: &text)
            case .number(let number): NumberText.append(shortest: number, to: &text)
            case .integer(let number): NumberText.append(integer: number, to: &text)
            case .list(let items): JSONText.append(items, to: &text)
            }
        }
        text.append(contentsOf: "}}".utf8)
    }
}

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
