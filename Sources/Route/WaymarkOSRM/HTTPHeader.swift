public import WaymarkRoutes

/// A header of a request, such as `Authorization: Bearer 3f7a`.
public struct HTTPHeader: Hashable, Sendable {
    /// The name, as in `Authorization`.
    public let name: String
    /// The value, which may be a secret.
    public let value: String

    /// Reads a header as it is written in a request: a name, a colon and a value.
    ///
    /// - Throws: ``/WaymarkRoutes/LegError/refused(reason:)`` without a name of letters, digits and the signs of
    ///   a token (RFC 9110, 5.6.2), or with control characters in the value, which is not quoted. Headers that transports set themselves are refused.
    public init(_ text: String) throws(LegError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let special = Set("!#$%&'*+-.^_`|~".utf8)
        guard parts.count == 2, !parts[0].isEmpty,
            parts[0].utf8.allSatisfy({ byte in
                let letter = Character(Unicode.Scalar(byte))
                return special.contains(byte) || letter.isASCII && (letter.isLetter || letter.isNumber)
            })
        else { throw .refused(reason: "a header is a name, a colon and a value, as in X-Api-Key: 3f7a") }
        name = String(parts[0])
        let blank: Set<Character> = [" ", "\t"]
        var value = parts[1].drop { blank.contains($0) }
        while let last = value.last, blank.contains(last) { value.removeLast() }
        guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
            throw .refused(reason: "the value of the header \(name) has a control character")
        }
        guard !["accept", "host", "content-length", "transfer-encoding", "user-agent"].contains(name.lowercased())
        else {
            throw .refused(reason: "the header \(name) is set by the client itself")
        }
        self.value = String(value)
    }
}
