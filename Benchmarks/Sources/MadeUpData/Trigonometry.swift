import Foundation

extension Double {
    /// The latitude whose sine is given.
    package static func degrees(ofSine sine: Double) -> Double { asin(sine) * 180 / .pi }

    /// The sine of this many radians.
    package var sine: Double { Foundation.sin(self) }
}
