/// Writes XML: elements with their attributes and texts, which are escaped.
public struct XMLWriter {
    /// The document so far, in UTF-8.
    public private(set) var bytes = ContiguousArray<UInt8>()

    /// The document so far.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// An empty document.
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

    /// An empty element: `<name a="…"/>`.
    public mutating func add(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:]) {
        appendTag(name, attributes)
        bytes.append("/>")
    }

    /// An element with a text; nothing if the text is nil.
    public mutating func add(
        _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:], text: String?
    ) {
        guard let text else { return }
        begin(name, attributes)
        add(text: text)
        end(name)
    }

    /// Text within the last started element.
    public mutating func add(text: String) { bytes += XMLText.escaped(text).utf8 }

    /// A fixed text, unescaped: a declaration, a style.
    public mutating func add(raw text: StaticString) { bytes.append(text) }

    /// A line end, for readability.
    public mutating func endLine() { bytes.append(Byte.lineFeed) }

    /// The document of another writer.
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
