extension DecodingError.Context {
    /// The place of the error in a JSON document, as in `.trips[0].route`; empty for the whole document.
    package var place: String {
        codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    }
}
