extension ContiguousArray<UInt8> {
    /// Appends a fixed text.
    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe append(contentsOf: text) }
    }
}
