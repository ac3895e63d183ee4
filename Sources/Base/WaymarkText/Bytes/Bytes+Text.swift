extension ContiguousArray<UInt8> {
    /// Appends a fixed text.
    @inlinable @inline(__always)
    public mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe append(contentsOf: text) }
    }

    /// Appends a text in UTF-8.
    @inlinable @inline(__always)
    public mutating func append(utf8: Span<UInt8>) {
        unsafe utf8.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension String {
    /// A text of UTF-8; malformed bytes become U+FFFD.
    @inlinable
    public init(utf8: Span<UInt8>) {
        self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
