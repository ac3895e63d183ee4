public import WaymarkPolylines

/// Why the text of a gradient line was refused, or a gradient could not be written.
public enum GradientError: Error, Equatable, Sendable {
    /// The text has invalid numbers, or an invalid line.
    case polyline(PolylineError)
    /// The text of a gradient line begins with this version, which is not 1.
    case unknownVersion(UInt64)
    /// The number that begins at `offset`, in bytes of UTF-8 from 0, cannot be part of a gradient.
    case invalidGradient(reason: String, offset: Int)
    /// The gradient has another measure than its target: convert it first with
    /// ``ColorGradient/measured(on:along:)-(_,Polyline)``.
    case measuredOtherwise(LineMeasure, needed: LineMeasure)
}

extension GradientError: CustomStringConvertible {
    /// The error and its position, as in `offset 3: byte 32 is not part of a polyline`.
    public var description: String {
        switch self {
        case .polyline(let error): "\(error)"
        case .unknownVersion(let version): "version \(version) of the gradient line is not known"
        case .invalidGradient(let reason, let offset): "offset \(offset): \(reason)"
        case .measuredOtherwise(let measure, let needed):
            "the gradient is measured on \(measure), and is needed on \(needed): convert it along its line first"
        }
    }
}
