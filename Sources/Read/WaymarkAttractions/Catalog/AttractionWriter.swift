import WaymarkTables
import WaymarkText

extension AttractionCatalog {
    private static let pieceSize = 1 << 16

    /// Writes the attractions as CSV, piece by piece: the 22 columns of the standard data, in UTF-8 without a byte order
    /// mark.
    ///
    /// The standard data has no id column. If every id follows from the 22 columns (``AttractionID``), these suffice;
    /// otherwise a column `id` precedes them. Columns of places of a map follow them, those that
    /// have a value.
    ///
    /// - Parameter write: Takes each piece, at most about 64 KiB plus one row; its error ends the writing.
    /// - Throws: The error of `write`.
    /// - Complexity: O(*n*), in constant memory, except for the ids.
    public func writeCSV<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        let fields =
            (areIDsDerived ? [] : [.id]) + AttractionField.standardColumns
            + AttractionField.mapColumns.filter { field in
                attractions.contains { if case .none = $0.value(of: field) { false } else { true } }
            }
        var rows = CSVBuffer()
        rows.append(record: fields.map(\.koreanName))
        for attraction in attractions {
            for field in fields {
                switch attraction.value(of: field) {
                case .none: rows.appendEmpty()
                case .text(let text): rows.append(field: text)
                case .number(let number): rows.append(shortest: number)
                case .integer(let number): rows.append(integer: number)
                case .list(let items): rows.append(field: FacilityList.text(items))
                }
            }
            rows.endRecord()
            if rows.count >= Self.pieceSize {
                try write(rows.bytes.span)
                rows.removeAll()
            }
        }
        try write(rows.bytes.span)
    }

    /// Whether every id follows from the other fields.
    private var areIDsDerived: Bool {
        // Most other ids differ in their first letters.
        attractions.allSatisfy { !$0.name.isEmpty && $0.id.hasPrefix("kr-") }
            && AttractionID.sites(attractions) == attractions.map(\.id)
    }

    /// Writes the attractions as a GeoJSON (RFC 7946) FeatureCollection of Points, longitude first, piece by piece, one
    /// feature per line.
    ///
    /// The id is the feature's, properties are named after those of ``Attraction``, and blank ones are omitted. With
    /// places of OpenStreetMap the collection has a member `attribution`.
    ///
    /// - Parameter write: Takes each piece, at most about 64 KiB plus one feature; its error ends the writing.
    /// - Throws: The error of `write`.
    /// - Complexity: O(*n*), in constant memory.
    public func writeGeoJSON<E: Error>(into write: (Span<UInt8>) throws(E) -> Void) throws(E) {
        var text = ContiguousArray(
            "{\"type\":\"FeatureCollection\",\(Attribution.member(attribution))\"features\":[".utf8)
        for (number, attraction) in attractions.enumerated() {
            text.append(contentsOf: number == 0 ? "\n".utf8 : ",\n".utf8)
            attraction.appendFeature(to: &text)
            if text.count >= Self.pieceSize {
                try write(text.span)
                text.removeAll(keepingCapacity: true)
            }
        }
        text.append(contentsOf: "\n]}\n".utf8)
        try write(text.span)
    }
}

extension Attraction {
    fileprivate func appendFeature(to text: inout ContiguousArray<UInt8>) {
        text.append(contentsOf: "{\"type\":\"Feature\",\"id\":".utf8)
        JSONText.append(id, to: &text)
        text.append(#","geometry":"#)
        GeoJSONGeometry.append(point: (coordinate.longitude, coordinate.latitude, nil), .exact, to: &text)
        text.append(#","properties":{"#)
        var isFirst = true
        for field in AttractionCatalog.fields where field != .id {
            let value = value(of: field)
            if case .none = value { continue }
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
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
