/// How compressed files are known, and what to do with them.
///
/// Source: RFC 1952.
package enum Gzip {
    /// The bytes that they begin with.
    package static let start: [UInt8] = [0x1F, 0x8B]
    /// What they are, and the way out.
    package static let advice = "gzip: unpack it first, as in: gzip -dc FILE | waymark ... -"
}
