import WaymarkTables
import WaymarkText

extension QualityReport {
    /// The report as readable text: the format, the counts, then each kind of problem with its first examples.
    ///
    /// Control characters in cells are shown as spaces.
    ///
    /// - Parameter examples: The maximum number of rows to show of each kind.
    /// - Returns: Lines that each end with LF.
    /// - Precondition: `examples` is not negative.
    public func summary(examples: Int = 3) -> String {
        precondition(examples >= 0, "the number of examples is negative: \(examples)")
        var text = "\(PrintableText.of(file))\n"
        text += "  format      \(format.title)\n"
        text += "  encoding    \(encoding)\n"
        if let delimiter { text += "  delimiter   \(delimiter)\n" }
        if let headerNote { text += "  header      \(headerNote)\n" }
        text += "  rows        \(rowsIn) in = \(rowsKept) kept + \(rowsRejected) rejected"
        text += " + \(duplicatesMerged) merged as duplicates\n"
        let groups: [Group] = [
            ("cannot be read", rowsUnreadable, .unreadable),
            ("without a coordinate", rowsWithoutCoordinate, .withoutCoordinate),
            ("with a coordinate that is not a number", unparsable, .unparsable),
            ("with a coordinate out of range", outOfRange, .outOfRange),
            ("with latitude and longitude exchanged", swapped - swappedMended, .swapped),
        ]
        append(groups, rejected, title: "rejected", examples, to: &text)
        let notedGroups: [Group] = [
            ("with latitude and longitude exchanged, mended", swappedMended, .swapped),
            ("outside Korea", outOfKorea, .outOfKorea),
            ("with the id of another place", repeatedIDs, .repeatedID),
            ("unreadable values left out", unreadableValues, .unreadableValue),
        ]
        append(notedGroups, noted, title: "kept", examples, to: &text)
        if duplicatesFound > 0 {
            text += "duplicates (\(duplicatesFound), \(duplicatesMerged > 0 ? "merged" : "kept"))\n"
            for duplicate in duplicates.prefix(examples) {
                let place = "  line \(duplicate.mergedLine) is line \(duplicate.keptLine) (\(duplicate.keptID)): "
                text += PrintableText.of(place + duplicate.reason) + "\n"
            }
            let shown = min(examples, duplicates.count)
            if duplicatesFound > shown { text += "  ... and \(duplicatesFound - shown) more\n" }
        }
        if rowsIn == 0 {
            text += "there are no rows\n"
        } else if rowsRejected == 0, duplicatesFound == 0, notedGroups.allSatisfy({ $0.count == 0 }) {
            text += "no problems found\n"
        }
        return text
    }

    private func append(
        _ groups: [Group], _ entries: [Entry], title: String, _ examples: Int, to text: inout String
    ) {
        for group in groups where group.count > 0 {
            text += "\(title): \(group.count) \(group.title)\n"
            var shown = 0
            for entry in entries where entry.kind == group.kind {
                if shown == examples { break }
                let entry = entry.rejection
                let column = entry.columnLabel.isEmpty ? "" : ", column \(entry.columnLabel)"
                text += PrintableText.of("  line \(entry.line)\(column): \(entry.reason)") + "\n"
                shown += 1
            }
            if group.count > shown, shown > 0 { text += "  ... and \(group.count - shown) more\n" }
        }
    }

    private typealias Group = (title: String, count: Int, kind: Kind)
}

extension QualityReport.Format {
    /// The display name of the format.
    public var title: String {
        switch self {
        case .standardCSV: "CSV of the tourist-site standard data (전국관광지정보표준데이터)"
        case .csv: "CSV"
        case .portalJSON: "JSON of the data portal (records)"
        case .serviceJSON: "JSON answer of the open API (response.body.items)"
        case .listJSON: "JSON list of objects"
        case .geoJSON: "GeoJSON FeatureCollection"
        case .indexFile: "Waymark index file"
        }
    }
}
