/// Text from a file as it may be shown in a terminal.
package enum PrintableText {
    /// `text` with each control character, line ends among them, as a space: a cell cannot break a line, nor tell a
    /// terminal what to do.
    package static func of(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        // A control character is a character by itself, but for CR LF, which is one.
        return String(text.map { $0.unicodeScalars.allSatisfy(isControl) ? " " : $0 })
    }
}
