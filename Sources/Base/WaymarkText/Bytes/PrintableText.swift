/// Text from a file, made safe for a terminal.
package enum PrintableText {
    /// `text` with each control character, including line ends, as a space: a cell can neither break a line nor control
    /// a terminal.
    package static func of(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        // Each control character is a separate character, except that CR LF is one.
        return String(text.map { $0.unicodeScalars.allSatisfy(isControl) ? " " : $0 })
    }
}
