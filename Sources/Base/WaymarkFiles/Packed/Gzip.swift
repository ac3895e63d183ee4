/// Detection of compressed files, with advice.
///
/// Source: RFC 1952.
package enum Gzip {
    /// Their first bytes.
    package static let start: [UInt8] = [0x1F, 0x8B]
    /// The format and the remedy.
    package static let advice = "gzip: unpack it first, as in: gzip -dc FILE | waymark ... -"
}
