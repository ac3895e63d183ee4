/// ASCII bytes by name.
package enum Byte {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var point: UInt8 { 0x2E }
    @inlinable package static var zero: UInt8 { 0x30 }

    /// Whether `byte` is LF or CR.
    @inlinable @inline(__always)
    package static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}
