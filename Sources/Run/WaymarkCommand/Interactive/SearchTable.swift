import WaymarkBatch
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// Hits as readable lines, with the matched parts in bold.
enum SearchTable {
    /// A table of hits with a line of titles and a rule.
    ///
    /// - Parameters:
    ///   - hits: The hits, best first.
    ///   - isMarked: Whether matched parts are in bold, for a terminal.
    /// - Returns: Its lines.
    static func text(_ hits: [SearchHit], isMarked: Bool) -> String {
        let hasDistances = hits.contains { $0.distance != nil }
        var columns: [TextTable.Column] = [
            .init(title: "rank", alignment: .right), .init(title: "name", maximumWidth: 40),
            .init(title: "category", maximumWidth: 20),
        ]
        if hasDistances { columns.append(.init(title: "distance", alignment: .right)) }
        columns += [.init(title: "matches by"), .init(title: "id", maximumWidth: 24)]
        var table = TextTable(columns: columns)
        for (place, hit) in hits.enumerated() {
            var cells = ["\(place + 1)", hit.name, hit.category ?? ""]
            if hasDistances { cells.append(hit.distance.map(distance) ?? "") }
            table.add(cells + [hit.rung.name.replacing("_", with: " "), hit.id])
        }
        let lines = table.render().split(separator: "\n", omittingEmptySubsequences: false)
        guard isMarked else { return lines.joined(separator: "\n") }
        // After the ranks, which are ASCII, and two blanks.
        let start = max("rank".count, "\(hits.count)".count) + 2
        return lines.enumerated().map { number, line in
            let hit = number - 2
            return hits.indices.contains(hit) ? marked(String(line), hits[hit], from: start) : String(line)
        }.joined(separator: "\n")
    }

    /// A line with the matched parts in bold; the name begins at a character of it, and may be truncated.
    static func marked(_ line: String, _ hit: SearchHit, from start: Int) -> String {
        let ranges = hit.matchedRanges
        var text = ""
        var isBold = false
        var name = hit.name.startIndex
        for (place, character) in line.enumerated() {
            var isMatched = false
            if place >= start, name < hit.name.endIndex {
                // A truncated name ends with another character; a control character is shown as a blank.
                isMatched = character != "…" && ranges.contains { $0.contains(name) }
                name = hit.name.index(after: name)
            }
            if isMatched != isBold { text += isMatched ? bold : plain }
            isBold = isMatched
            text.append(character)
        }
        return text + (isBold ? plain : "")
    }

    /// As in `850 m`, `12.3 km`.
    static func distance(_ distance: Meters) -> String {
        distance < .kilometers(1)
            ? "\(Int(distance.value.rounded())) m" : NumberText.fixed(distance.kilometers, decimals: 1) + " km"
    }

    private static let bold = "\u{1B}[1m"
    private static let plain = "\u{1B}[22m"
}
