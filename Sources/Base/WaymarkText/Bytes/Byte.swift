/// ASCII bytes by name.
public enum Byte {
    /// A tab.
    @inlinable public static var tab: UInt8 { 0x09 }
    /// LF.
    @inlinable public static var lineFeed: UInt8 { 0x0A }
    /// CR.
    @inlinable public static var carriageReturn: UInt8 { 0x0D }
    /// A space.
    @inlinable public static var space: UInt8 { 0x20 }
    /// `"`.
    @inlinable public static var quote: UInt8 { 0x22 }
    /// `+`.
    @inlinable public static var plus: UInt8 { 0x2B }
    /// `,`.
    @inlinable public static var comma: UInt8 { 0x2C }
    /// `-`.
    @inlinable public static var minus: UInt8 { 0x2D }
    /// `.`.
    @inlinable public static var point: UInt8 { 0x2E }
    /// `0`.
    @inlinable public static var zero: UInt8 { 0x30 }

    /// Whether `byte` is LF or CR.
    @inlinable @inline(__always)
    public static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}
