public import WaymarkGeodesy
public import WaymarkSearch
import WaymarkText

extension SearchRung {
    /// The name of the rung in the column `rung`: `whole_name` for `wholeName`.
    public var name: String { Self.names[rawValue - 1] }

    private static let names = allCases.map { rung in
        "\(rung)".reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }
    }
}

/// Writes hits as rows of CSV, as JSON objects or as GeoJSON features.
public struct SearchRows: Sendable {
    /// The columns of an answer to one query.
    public static let columns = [
        "rank", "attraction_id", "name", "category", "rung", "match", "latitude", "longitude", "haversine_m", "address",
        "exact",
        "dropped", "corrected",
    ]

    /// The output format.
    public let format: RowFormat
    let names: [String]
    private let attribution: String?
    private let region: (@Sendable (Coordinate) -> String?)?
    private let frame: (start: [RowFormat.FramePart], beforeColumn: [String], end: String)

    /// Creates rows with the default columns.
    ///
    /// - Parameters:
    ///   - format: The output format.
    ///   - columns: The columns of a table of queries that come first; none for a single query.
    ///   - attribution: What goes with a list of the attractions; nil for nothing. GeoJSON has a place for it.
    ///   - region: The region of a place that has no address, which then says where it is.
    /// - Precondition: `format` is not `.table`, which is for display.
    public init(
        _ format: RowFormat, after columns: [String] = [], attribution: String? = nil,
        region: (@Sendable (Coordinate) -> String?)? = nil
    ) {
        precondition(format != .table, "a table is requested as data")
        (self.format, self.attribution, self.region) = (format, attribution, region)
        names = columns + Self.columns
        frame = format.frame(names)
    }

    /// The text before all rows.
    public var opening: ContiguousArray<UInt8> { format.opening(names, attribution: attribution) }
    /// The text after all rows.
    public var closing: ContiguousArray<UInt8> { format.closing }

    /// The rows of answers as a whole document.
    public func document(of answers: SearchAnswers) -> ContiguousArray<UInt8> {
        var rows: ContiguousArray<UInt8> = []
        append(answers, to: &rows)
        return opening + rows.dropFirst(format == .geojson ? 1 : 0) + closing
    }

    /// Appends the rows of answers, ranked from 1. In GeoJSON a comma precedes each feature, including the first.
    ///
    /// - Parameters:
    ///   - answers: The answers; each row says what was left out of the query, and what corrected.
    ///   - cells: The cells of the query for the first columns; nil for a blank one.
    ///   - bytes: Receives the rows.
    /// - Precondition: There are as many cells as first columns.
    public func append(_ answers: SearchAnswers, after cells: [String?] = [], to bytes: inout ContiguousArray<UInt8>) {
        precondition(cells.count + Self.columns.count == names.count, "the cells do not fit the columns")
        for (place, hit) in answers.hits.enumerated() {
            format.append(frame.start, at: hit.coordinate, to: &bytes)
            var column = 0
            func next(_ write: (inout ContiguousArray<UInt8>) -> Void) {
                bytes += frame.beforeColumn[column].utf8
                write(&bytes)
                column += 1
            }
            for cell in cells { next { format.append(cell, to: &$0) } }
            next { NumberText.append(integer: place + 1, to: &$0) }
            next { format.append(hit.id, to: &$0) }
            next { format.append(hit.name, to: &$0) }
            next { format.append(hit.category, to: &$0) }
            next { format.append(hit.rung.name, to: &$0) }
            // Several matched parts, separated by blanks.
            let matched = hit.otherName ?? hit.matchedRanges.map { hit.name[$0] }.joined(separator: " ")
            next { format.append(matched.isEmpty ? nil : matched, to: &$0) }
            next { NumberText.append(shortest: hit.coordinate.latitude, to: &$0) }
            next { NumberText.append(shortest: hit.coordinate.longitude, to: &$0) }
            next { bytes in
                if let distance = hit.distance {
                    NumberText.append(fixed: distance.value, decimals: 3, to: &bytes)
                } else {
                    format.append(.none, alone: false, to: &bytes)
                }
            }
            next { format.append(hit.address ?? region?(hit.coordinate), to: &$0) }
            next { $0 += (answers.isExact ? "true" : "false").utf8 }
            for words in [answers.droppedWords, answers.correctedWords] {
                next { format.append(words.isEmpty ? nil : words.joined(separator: " "), to: &$0) }
            }
            bytes += frame.end.utf8
        }
    }
}
