import WaymarkBatch
import WaymarkGeodesy
import WaymarkSearch
import WaymarkTables
import WaymarkText

/// An interactive search at the terminal: answers change with every key.
enum InteractiveSearch {
    /// Lets the user type until a hit is chosen, or the search is left.
    ///
    /// - Throws: ``Failure`` without a terminal.
    static func run(
        _ search: PlaceSearch, like model: SearchQuery, where isIncluded: ((Int) -> Bool)?
    ) throws -> SearchScreen.End {
        guard RawTerminal.isThere, RawTerminal.enter() else {
            throw Failure(.usage, "--interactive needs a terminal for keys and screen")
        }
        defer { RawTerminal.leave() }
        var (screen, drawing) = (SearchScreen(), ScreenDrawing())
        var asked: SearchQuery?
        while true {
            let size = RawTerminal.size
            var query = model
            (query.text, query.limit) = (screen.text, min(model.limit, max(1, size.height - 2)))
            if query != asked {
                screen.show(search.answers(to: query, where: isIncluded))
                asked = query
                if let end = screen.press([]) { return end }
                continue
            }
            let (lines, cursor) = screen.lines(width: size.width, height: size.height)
            Console.write(drawing.changes(to: lines, cursor: cursor, size: size))
            // Wakes up regularly to check whether the size of the screen has changed.
            guard let keys = RawTerminal.keys(within: screen.isEscapePending ? 50 : 200) else { return .left }
            if keys.isEmpty, screen.isEscapePending { return .left }
            if let end = screen.press(keys) { return end }
        }
    }
}

/// Hits as readable lines, with the matched parts in bold.
enum SearchTable {
    /// A table of hits with a line of titles and a rule; matched parts may be in bold, for a terminal. A place without an address has
    /// its region there.
    static func text(_ hits: [SearchHit], isMarked: Bool, region: (Coordinate) -> String?) -> String {
        let addresses = hits.map { $0.address ?? region($0.coordinate) }
        let (hasDistances, hasAddresses) = (hits.contains { $0.distance != nil }, addresses.contains { $0 != nil })
        var columns: [TextTable.Column] = [
            .init(title: "rank", alignment: .right), .init(title: "name", maximumWidth: 40),
            .init(title: "category", maximumWidth: 20),
        ]
        if hasAddresses { columns.append(.init(title: "address", maximumWidth: 28)) }
        if hasDistances { columns.append(.init(title: "distance", alignment: .right)) }
        columns += [.init(title: "matches by"), .init(title: "id", maximumWidth: 24)]
        var table = TextTable(columns: columns)
        for (i, hit) in hits.enumerated() {
            var cells = ["\(i + 1)", hit.name, hit.category ?? ""]
            if hasAddresses { cells.append(addresses[i] ?? "") }
            if hasDistances { cells.append(hit.distance.map { LengthText.of(meters: $0.value) } ?? "") }
            let other = hit.otherName.map { " (\($0))" } ?? ""
            table.add(cells + [hit.rung.name.replacing("_", with: " ") + other, hit.id])
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
        for (column, character) in line.enumerated() {
            var isMatched = false
            if column >= start, name < hit.name.endIndex {
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

    private static let bold = "\u{1B}[1m"
    private static let plain = "\u{1B}[22m"
}
