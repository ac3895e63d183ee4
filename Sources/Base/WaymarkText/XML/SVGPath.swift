/// The outline of a drawing in SVG syntax, for `d` of a path and `points` of a polyline.
///
/// Elements and attributes are written by ``XMLWriter``.
public struct SVGPath {
    /// The maximum number of decimals of lengths.
    public let decimals: Int
    private var bytes = ContiguousArray<UInt8>()

    /// An empty path.
    public init(decimals: Int) { self.decimals = decimals }

    /// The value of the attribute.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Whether nothing was drawn.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Lifts the pen and puts it down at a point.
    public mutating func move(_ x: Double, _ y: Double) { append("M", x, y) }

    /// Draws a straight line to a point.
    public mutating func line(_ x: Double, _ y: Double) { append("L", x, y) }

    /// Continues to a point as before: after `move`, with a straight line.
    public mutating func next(_ x: Double, _ y: Double) { append(" ", x, y) }

    /// Draws a straight line back to the start of the outline.
    public mutating func close() { bytes.append("Z") }

    /// A point of a polyline's list.
    public mutating func point(_ x: Double, _ y: Double) {
        if !bytes.isEmpty { bytes.append(" ") }
        append(x)
        bytes.append(",")
        append(y)
    }

    private mutating func append(_ command: StaticString, _ x: Double, _ y: Double) {
        bytes.append(command)
        append(x)
        bytes.append(" ")
        append(y)
    }

    private mutating func append(_ length: Double) { bytes += SVGNumber.text(length, decimals: decimals).utf8 }
}

/// Lengths of a drawing.
public enum SVGNumber {
    /// A length with up to `decimals` decimals; 0 if it is not finite or has more than 15 digits.
    public static func text(_ length: Double, decimals: Int) -> String {
        DecimalText.of(length, decimals: decimals) ?? "0"
    }
}
