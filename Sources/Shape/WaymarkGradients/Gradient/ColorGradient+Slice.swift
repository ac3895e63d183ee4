extension ColorGradient {
    /// Returns the colours of a part of the line, as a gradient of that part.
    ///
    /// For legs of a route drawn one by one, slices of the whole gradient share one scale and match where they meet. At
    /// a hard border, the slice before it ends with the colour before, and the slice after it begins with the colour
    /// after.
    ///
    /// - Parameter part: The range, in fractions of the length by ``measure``.
    /// - Returns: A gradient from 0 to 1 along the part.
    /// - Precondition: `part` is within 0 to 1.
    /// - Complexity: O(log *n* + *m*) for *m* stops of the slice.
    public func slice(_ part: ClosedRange<Double>) -> ColorGradient {
        precondition(part.lowerBound >= 0 && part.upperBound <= 1, "the part is not within 0...1: \(part)")
        let (start, end) = (part.lowerBound, part.upperBound)
        let length = end - start
        guard length > 0 else {
            var colors = ColorsAlong()
            colors.append(color(at: start), at: 0)
            return ColorGradient(colors, missing: isMissing(at: start) ? [0...1] : [], measuredOn: measure)
        }
        func fraction(_ location: Double) -> Double { min(1, max(0, (location - start) / length)) }
        var colors = ColorsAlong()
        colors.append(color(at: start), at: 0)
        var next = firstStop(behind: start)
        while locations[next] < end {
            colors.append(self.colors[next], at: fraction(locations[next]))
            next += 1
        }
        // There is a stop at or after the end, as the last is at 1, and one at or before the start.
        let (before, behind) = (locations[next - 1], locations[next])
        colors.append(
            behind == end
                ? self.colors[next]
                : self.colors[next - 1].mixed(with: self.colors[next], fraction: (end - before) / (behind - before)),
            at: 1)
        let missing = self.missing.compactMap { range -> ClosedRange<Double>? in
            let (low, high) = (max(start, range.lowerBound), min(end, range.upperBound))
            return low < high ? fraction(low)...fraction(high) : nil
        }
        return ColorGradient(colors, missing: missing, measuredOn: measure)
    }
}
