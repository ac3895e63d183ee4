import WaymarkSearch

/// A search at the terminal: answers change with every key.
enum InteractiveSearch {
    /// Lets the user type until a hit is chosen, or none.
    ///
    /// - Parameters:
    ///   - search: The places.
    ///   - model: Where to look; its text is what is there at first.
    ///   - isIncluded: Whether the place at a position may be an answer; all may when nil.
    /// - Returns: How it ended.
    /// - Throws: ``Failure`` where there is no terminal.
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
            // Looks now and then whether the screen has another size.
            guard let keys = RawTerminal.keys(within: screen.isEscapePending ? 50 : 200) else { return .left }
            if keys.isEmpty, screen.isEscapePending { return .left }
            if let end = screen.press(keys) { return end }
        }
    }
}
