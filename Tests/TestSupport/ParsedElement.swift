import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML document, read by libxml2, independent of its writer.
public final class ParsedElement {
    /// Its name.
    public let name: String
    /// Its attributes.
    public let attributes: [String: String]
    /// The elements in it, in order.
    public fileprivate(set) var children: [ParsedElement] = []
    /// The text in it.
    public fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
        (self.name, self.attributes) = (name, attributes)
    }

    /// The first child of a name.
    public subscript(name: String) -> ParsedElement? { children.first { $0.name == name } }

    /// All elements below this one.
    public var descendants: [ParsedElement] { children.flatMap { [$0] + $0.descendants } }

    /// The root of a document.
    public convenience init(parsing text: String) throws {
        let parser = XMLParser(data: Data(text.utf8))
        let builder = Builder()
        parser.delegate = builder
        guard parser.parse(), let root = builder.root else {
            throw parser.parserError ?? CocoaError(.fileReadCorruptFile)
        }
        self.init(root.name, root.attributes)
        (children, self.text) = (root.children, root.text)
    }

    private final class Builder: NSObject, XMLParserDelegate {
        var root: ParsedElement?
        private var open: [ParsedElement] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let node = ParsedElement(name, attributes)
            open.last?.children.append(node)
            if root == nil { root = node }
            open.append(node)
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { open.removeLast() }

        func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
    }
}
