/// Titles to show, from texts that people typed.
public enum DisplayTitle {
    /// The first line of a text that shows something, without blanks at its ends.
    ///
    /// Blanks, control characters, zero-width characters, direction marks, fillers and the braille blank show nothing.
    /// Lines end with LF, CR, CR LF, or any other line or paragraph end of Unicode. Direction controls within the line
    /// are closed, and those that close nothing are dropped, so that the title does not turn the text around it. Other controls
    /// are blanks.
    ///
    /// - Returns: The line; nil if no line shows anything.
    /// - Complexity: O(*n*) up to the end of that line.
    public static func line(of text: String) -> String? {
        for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
            guard let first = line.firstIndex(where: shows), let last = line.lastIndex(where: shows) else { continue }
            return closingDirections(line[first...last])
        }
        return nil
    }

    /// Whether a character leaves a mark on paper.
    private static func shows(_ character: Character) -> Bool { character.unicodeScalars.contains(where: shows) }

    private static func shows(_ scalar: Unicode.Scalar) -> Bool {
        // The braille pattern without dots is a symbol by its category.
        if scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800 { return false }
        return switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark,
            .enclosingMark, .unassigned:
            false
        default: true
        }
    }

    private static func closingDirections(_ line: Substring) -> String {
        var text = String.UnicodeScalarView()
        // What closes each open control, the innermost last.
        var open: [Unicode.Scalar] = []
        for scalar in line.unicodeScalars {
            switch scalar.value {
            // Controls of terminals.
            case 0...0x1F, 0x7F...0x9F:
                text.append(" ")
                continue
            case 0x202A, 0x202B, 0x202D, 0x202E: open.append("\u{202C}")
            case 0x2066...0x2068: open.append("\u{2069}")
            case 0x202C, 0x2069:
                // The end of an isolate closes the embeddings within it; that of an embedding closes no isolate.
                if scalar.value == 0x2069, let start = open.lastIndex(of: scalar) {
                    open.removeSubrange(start...)
                } else if open.last == scalar {
                    open.removeLast()
                } else {
                    continue
                }
            default: break
            }
            text.append(scalar)
        }
        text.append(contentsOf: open.reversed())
        return String(text)
    }
}
