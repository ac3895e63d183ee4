/// XML in the making: elements with their attributes and texts, which are escaped.
public struct XMLWriter {
    /// What was written, in UTF-8.
    public private(set) var bytes = ContiguousArray<UInt8>()

    /// What was written.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Nothing yet.
    public init() {}

    /// Begins an element: `<name a="…">`.
    public mutating func begin(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        appendTag(name, attributes)
        bytes.append(">")
    }

    /// Ends an element: `</name>`.
    public mutating func end(_ name: StaticString) {
        bytes.append("</")
        bytes.append(name)
        bytes.append(">")
    }

    /// An element with nothing in it: `<name a="…"/>`.
    public mutating func add(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        appendTag(name, attributes)
        bytes.append("/>")
    }

    /// An element of a text; none where that is nil.
    public mutating func add(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String?
    ) {
        guard let text else { return }
        begin(name, attributes)
        add(text: text)
        end(name)
    }

    /// Text within the element that was begun last.
    public mutating func add(text: String) { bytes += XMLText.escaped(text).utf8 }

    /// A text of the program as it stands: a declaration, a style.
    public mutating func add(raw text: StaticString) { bytes.append(text) }

    /// The end of a line, for those who read the file.
    public mutating func endLine() { bytes.append(Byte.lineFeed) }

    /// What another writer wrote.
    public mutating func add(_ other: XMLWriter) { bytes += other.bytes }

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
