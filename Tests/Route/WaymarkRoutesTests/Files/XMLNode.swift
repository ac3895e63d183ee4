import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML document, read by libxml2: not by what wrote it.
final class XMLNode {
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [XMLNode] = []
    fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
        (self.name, self.attributes) = (name, attributes)
    }

    /// The first child of a name.
    subscript(name: String) -> XMLNode? { children.first { $0.name == name } }

    /// All elements below this one.
    var descendants: [XMLNode] { children.flatMap { [$0] + $0.descendants } }

    convenience init(parsing text: String) throws {
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
        var root: XMLNode?
        private var open: [XMLNode] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let node = XMLNode(name, attributes)
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
