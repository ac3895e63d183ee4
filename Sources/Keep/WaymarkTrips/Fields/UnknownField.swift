/// A field that this version does not know: kept, and written back.
package struct UnknownField: Hashable, Sendable {
    package let name: String
    /// Its value as JSON.
    package let json: String
}
