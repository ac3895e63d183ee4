/// XML in the making: elements with their attributes and texts, which are escaped.
package struct XMLWriter {
    /// What was written, in UTF-8.
    package private(set) var bytes = ContiguousArray<UInt8>()

    /// What was written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package init() {}

    /// Begins an element: `<name a="…">`.
    package mutating func begin(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        appendTag(name, attributes)
        bytes.append(">")
    }

    /// Ends an element: `</name>`.
    package mutating func end(_ name: StaticString) {
        bytes.append("</")
        bytes.append(name)
        bytes.append(">")
    }

    /// An element with nothing in it: `<name a="…"/>`.
    package mutating func add(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        appendTag(name, attributes)
        bytes.append("/>")
    }

    /// An element of a text; none where that is nil.
    package mutating func add(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String?
    ) {
        guard let text else { return }
        begin(name, attributes)
        add(text: text)
        end(name)
    }

    /// Text within the element that was begun last.
    package mutating func add(text: String) { bytes += XMLText.escaped(text).utf8 }

    /// A text of the program as it stands: a declaration, a style.
    package mutating func add(raw text: StaticString) { bytes.append(text) }

    /// The end of a line, for those who read the file.
    package mutating func endLine() { bytes.append(Byte.lineFeed) }

    /// What another writer wrote.
    package mutating func add(_ other: XMLWriter) { bytes += other.bytes }

    private mutating func appendTag(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
        bytes.append("<")
        bytes.append(name)
        for (name, value) in attributes {
            bytes.append(" ")
            bytes.append(name)
            bytes.append("=\"")
            bytes += XMLText.escaped(value).utf8
            bytes.append("\"")
        }
    }
}
