import WaymarkSearch

/// An interactive search at the terminal: answers change with every key.
enum InteractiveSearch {
    /// Lets the user type until a hit is chosen, or the search is left.
    ///
    /// - Parameters:
    ///   - search: The places.
    ///   - model: The settings of the search; its text is the initial input.
    ///   - isIncluded: Whether the place at a position may be an answer; nil allows all.
    /// - Returns: How the search ended.
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
