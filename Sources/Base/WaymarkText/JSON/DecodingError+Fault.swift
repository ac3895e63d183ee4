extension DecodingError {
    /// How a document differs from others of its kind.
    ///
    /// - Parameter kind: What they are called, as in "routes".
    /// - Returns: The difference in words, with its place; nil if the document is no JSON at all.
    package func fault(among kind: String) -> String? {
        switch self {
        case .keyNotFound(let key, let context): "\(context.place).\(key.stringValue) is missing, which \(kind) have"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(context.place) is of another type than in \(kind)"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(context.place): \(context.debugDescription)"
        default: nil
        }
    }
}

extension DecodingError.Context {
    /// The place of the error in a JSON document, as in `.trips[0].route`; empty for the whole document.
    package var place: String {
        codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}
